// Remembers a signal in the one kind of variable that a handler may write.
#include "cli/interrupt.h"

#include <csignal>

namespace tarn::cli
{
namespace
{

volatile std::sig_atomic_t gWasAsked = 0;

extern "C" void rememberSignal(int signal)
{
    gWasAsked = 1;
    std::signal(signal, SIG_DFL);
}

} // namespace

InterruptScope::InterruptScope()
    : oldInterrupt_(std::signal(SIGINT, rememberSignal)),
      oldTerminate_(std::signal(SIGTERM, rememberSignal))
{
    gWasAsked = 0;
}

InterruptScope::~InterruptScope()
{
    std::signal(SIGINT, oldInterrupt_);
    std::signal(SIGTERM, oldTerminate_);
}

bool InterruptScope::wasAsked() const
{
    return gWasAsked != 0;
}

} // namespace tarn::cli
