// The process on POSIX systems. Its input is a socket, not a pipe: writing to a socket whose reader
// has died can be asked to give an error instead of a signal, so the host's signal handlers stay as
// they are. It is in a process group of its own: Ctrl-C reaches the host, which decides.
#include "render/encoder_process.h"

#include "render/error.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>

#if defined(__unix__) || defined(__APPLE__)
#define TN_HAS_PROCESSES 1
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
extern char** environ;
#endif

namespace tarn::render
{

#if defined(TN_HAS_PROCESSES) && !defined(__EMSCRIPTEN__)

namespace
{

#if defined(MSG_NOSIGNAL)
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
constexpr int kSendFlags = 0; // SO_NOSIGPIPE below
#endif

// Two ends that no other process inherits; the second becomes the encoder's input.
void makeSockets(int ends[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    {
        throw Error(fmt::format("no socket for the video encoder: {}", std::strerror(errno)));
    }
    for (int end = 0; end < 2; ++end)
    {
        fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    }
#if defined(SO_NOSIGPIPE)
    const int on = 1;
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
}

// Starts it; gives its number, or -1 and an error code.
int spawn(const std::string& program, const std::vector<std::string>& arguments, int input,
          int words, int& error)
{
    std::vector<std::string> owned = {program};
    owned.insert(owned.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& argument : owned)
    {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, words, STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    pid_t process = -1;
    error = posix_spawnp(&process, program.c_str(), &actions, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? process : -1;
}

bool isExecutable(const std::string& path)
{
    return access(path.c_str(), X_OK) == 0;
}

} // namespace

void requireProgram(const std::string& program)
{
    bool isFound = program.find('/') != std::string::npos && isExecutable(program);
    const char* variable = std::getenv("PATH");
    std::string_view rest = variable != nullptr ? variable : "";
    while (!isFound && !rest.empty() && program.find('/') == std::string::npos)
    {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        isFound = isExecutable(fmt::format("{}/{}", rest.substr(0, end), program));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!isFound)
    {
        throw Error(
            fmt::format("video: the program '{}' was not found; install it (apt-get install "
                        "ffmpeg), or write pictures into a folder",
                        program));
    }
}

EncoderProcess::EncoderProcess(const std::string& program,
                               const std::vector<std::string>& arguments)
    : program_(program), words_(std::tmpfile())
{
    if (!words_)
    {
        throw Error(
            fmt::format("no temporary file for what the video encoder says: {}; make room in "
                        "the folder for temporary files",
                        std::strerror(errno)));
    }
    int ends[2];
    makeSockets(ends);
    int error = 0;
    process_ = spawn(program, arguments, ends[1], fileno(words_.get()), error);
    close(ends[1]);
    input_ = ends[0];
    if (process_ < 0)
    {
        closeInput();
        throw Error(fmt::format("video: the program '{}' does not start: {}", program,
                                std::strerror(error)));
    }
}

EncoderProcess::~EncoderProcess()
{
    closeInput();
    if (process_ > 0)
    {
        kill(process_, SIGKILL);
        wait();
    }
}

void EncoderProcess::closeInput()
{
    if (input_ >= 0)
    {
        close(input_);
        input_ = -1;
    }
}

int EncoderProcess::wait()
{
    int status = -1;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR)
    {
    }
    process_ = -1;
    return status;
}

void EncoderProcess::write(std::span<const std::uint8_t> bytes)
{
    if (input_ < 0)
    {
        throw Error(fmt::format("video: {} has already ended; no picture can follow", program_));
    }
    while (!bytes.empty())
    {
        const ssize_t sent = send(input_, bytes.data(), bytes.size(), kSendFlags);
        if (sent < 0 && errno != EINTR)
        {
            fail();
        }
        bytes = bytes.subspan(sent > 0 ? static_cast<std::size_t>(sent) : 0);
    }
}

void EncoderProcess::finish()
{
    closeInput();
    if (process_ < 0)
    {
        throw Error(fmt::format("video: {} has already ended", program_));
    }
    const int status = wait();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    {
        fail();
    }
}

void EncoderProcess::fail()
{
    closeInput();
    if (process_ > 0)
    {
        kill(process_, SIGTERM);
        wait();
    }
    std::string words;
    char line[512];
    const bool isReadable = std::fseek(words_.get(), 0, SEEK_SET) == 0;
    while (isReadable && std::fgets(line, sizeof line, words_.get()) != nullptr)
    {
        words = line;
    }
    while (!words.empty() && (words.back() == '\n' || words.back() == '\r'))
    {
        words.pop_back();
    }
    throw Error(fmt::format("video: {} stopped: {}; is there room on the disk, and does it know "
                            "h264? Pictures can be written into a folder instead",
                            program_, words.empty() ? "it did not say why" : words));
}

#else

void requireProgram(const std::string& program)
{
    throw Error(
        fmt::format("video: this system cannot start '{}'; write pictures into a folder", program));
}

EncoderProcess::EncoderProcess(const std::string& program, const std::vector<std::string>&)
    : program_(program)
{
    requireProgram(program);
}

EncoderProcess::~EncoderProcess() = default;
void EncoderProcess::write(std::span<const std::uint8_t>)
{
    requireProgram(program_);
}
void EncoderProcess::finish()
{
    requireProgram(program_);
}

#endif

} // namespace tarn::render
