// Ctrl-C as a question: work goes on to a point where it can end with whole files.
#pragma once

#include <stdexcept>

namespace tarn::cli
{

// Thrown after work that Ctrl-C ended was brought to a good end; the program exits with 130.
class Stopped : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

// While one lives, the first Ctrl-C (or a request to terminate) is only remembered; the second ends
// the program at once.
class InterruptScope
{
  public:
    InterruptScope();
    ~InterruptScope();
    InterruptScope(const InterruptScope&) = delete;
    InterruptScope& operator=(const InterruptScope&) = delete;

    bool wasAsked() const;

  private:
    using Handler = void (*)(int);
    Handler oldInterrupt_;
    Handler oldTerminate_;
};

} // namespace tarn::cli
