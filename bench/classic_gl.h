// The yardstick on a GPU: the step of classic GPU ink, one thread to a cell and one dispatch to an
// iteration: semi-Lagrangian, 100 Jacobi iterations each for the diffusion of velocity, that of
// four inks, and the pressure.
#pragma once

#include "bench/gl_clock.h"

#include <cstdint>

namespace tarn::bench
{

class ClassicGl
{
  public:
    // n x n cells. Throws std::runtime_error where the device refuses.
    ClassicGl(tnGl gl, int32_t n);
    ~ClassicGl();
    ClassicGl(const ClassicGl&) = delete;
    ClassicGl& operator=(const ClassicGl&) = delete;

    void step();

    // Bytes a second of a copy of 256 MiB, read and written, on the same device.
    double copyBytesPerSecond(GlClock& clock);

  private:
    enum Program
    {
        kAdvect,
        kDiffuseVelocity,
        kDiffuseInk,
        kDivergence,
        kJacobi,
        kSubtract,
        kCopy,
        kPrograms
    };
    enum Buffer
    {
        kVelocity,
        kVelocityNext,
        kVelocityBefore,
        kInk,
        kInkNext,
        kInkBefore,
        kPressure,
        kPressureNext,
        kRight,
        kBuffers
    };

    void use(Program program) { f_.UseProgram(programs_[program]); }
    void bind(GLuint place, Buffer buffer)
    {
        f_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, place, buffers_[buffer]);
    }
    void dispatch();
    void iterate(Program program, Buffer now, Buffer next, Buffer right);

    tnGl gl_;
    GlFunctions f_;
    int32_t n_;
    GLuint programs_[kPrograms] = {};
    GLuint buffers_[kBuffers] = {};
};

} // namespace tarn::bench
