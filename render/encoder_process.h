// EncoderProcess: an ffmpeg that takes raw pictures and writes a video file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tarn::render
{

// Throws an Error unless the program can be found, with the remedy.
void requireProgram(const std::string& program);

class EncoderProcess
{
  public:
    // Starts `program` with these arguments; its standard input is fed by write(). Throws an Error.
    EncoderProcess(const std::string& program, const std::vector<std::string>& arguments);

    // A process that is still running is killed; it never stays behind.
    ~EncoderProcess();
    EncoderProcess(const EncoderProcess&) = delete;
    EncoderProcess& operator=(const EncoderProcess&) = delete;

    // Throws an Error with the process's last words when it does not take the bytes.
    void write(std::span<const std::uint8_t> bytes);

    // Ends its input and waits until it is done. Throws an Error unless it succeeded.
    void finish();

  private:
    [[noreturn]] void fail();
    void closeInput();
    int wait();

    struct CloseFile
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    std::string program_;
    std::unique_ptr<std::FILE, CloseFile> words_; // what it says, in a file without a name
    int input_ = -1;
    int process_ = -1;
};

} // namespace tarn::render
