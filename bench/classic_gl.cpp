#include "bench/classic_gl.h"

#include "bench/bench_gl.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace tarn::bench
{
namespace
{

constexpr int32_t kIterations = 100;
constexpr GLuint kGroup = 16;

constexpr const char* kShared = R"(#version 430 core
layout(local_size_x = 16, local_size_y = 16) in;
layout(location = 0) uniform int n;
int at(ivec2 c) { c = clamp(c, ivec2(0), ivec2(n - 1)); return c.y * n + c.x; }
)";

constexpr const char* kAdvectText = R"(
layout(std430, binding = 0) readonly buffer A { vec2 velocity[]; };
layout(std430, binding = 1) writeonly buffer B { vec2 velocityNext[]; };
layout(std430, binding = 2) readonly buffer C { vec4 ink[]; };
layout(std430, binding = 3) writeonly buffer D { vec4 inkNext[]; };
void main()
{
    ivec2 c = ivec2(gl_GlobalInvocationID.xy);
    if (c.x >= n || c.y >= n) return;
    vec2 from = vec2(c) - velocity[at(c)];
    ivec2 b = ivec2(floor(from));
    vec2 f = from - vec2(b);
    velocityNext[at(c)] = mix(mix(velocity[at(b)], velocity[at(b + ivec2(1, 0))], f.x),
                              mix(velocity[at(b + ivec2(0, 1))], velocity[at(b + 1)], f.x), f.y);
    inkNext[at(c)] = mix(mix(ink[at(b)], ink[at(b + ivec2(1, 0))], f.x),
                         mix(ink[at(b + ivec2(0, 1))], ink[at(b + 1)], f.x), f.y);
}
)";

// x = (right + alpha * the sum of the neighbours) / (1 + 4 alpha), or for the pressure without 1.
std::string jacobiText(const char* type, const char* formula)
{
    return fmt::format(R"(
layout(std430, binding = 0) readonly buffer A {{ {0} x[]; }};
layout(std430, binding = 1) writeonly buffer B {{ {0} next[]; }};
layout(std430, binding = 2) readonly buffer C {{ {0} right[]; }};
void main()
{{
    ivec2 c = ivec2(gl_GlobalInvocationID.xy);
    if (c.x >= n || c.y >= n) return;
    {0} around = x[at(c - ivec2(1, 0))] + x[at(c + ivec2(1, 0))] + x[at(c - ivec2(0, 1))] +
                 x[at(c + ivec2(0, 1))];
    next[at(c)] = {1};
}}
)",
                       type, formula);
}

constexpr const char* kDivergenceText = R"(
layout(std430, binding = 0) readonly buffer A { vec2 velocity[]; };
layout(std430, binding = 1) writeonly buffer B { float right[]; };
void main()
{
    ivec2 c = ivec2(gl_GlobalInvocationID.xy);
    if (c.x >= n || c.y >= n) return;
    right[at(c)] = -0.5 * (velocity[at(c + ivec2(1, 0))].x - velocity[at(c - ivec2(1, 0))].x +
                           velocity[at(c + ivec2(0, 1))].y - velocity[at(c - ivec2(0, 1))].y);
}
)";

constexpr const char* kSubtractText = R"(
layout(std430, binding = 0) buffer A { vec2 velocity[]; };
layout(std430, binding = 1) readonly buffer B { float pressure[]; };
void main()
{
    ivec2 c = ivec2(gl_GlobalInvocationID.xy);
    if (c.x >= n || c.y >= n) return;
    velocity[at(c)] -= 0.5 * vec2(pressure[at(c + ivec2(1, 0))] - pressure[at(c - ivec2(1, 0))],
                                  pressure[at(c + ivec2(0, 1))] - pressure[at(c - ivec2(0, 1))]);
}
)";

constexpr const char* kCopyText = R"(
layout(std430, binding = 0) readonly buffer A { vec4 from[]; };
layout(std430, binding = 1) writeonly buffer B { vec4 to[]; };
void main()
{
    uint k = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u +
             gl_LocalInvocationIndex;
    to[k] = from[k];
}
)";

GLuint compile(const GlFunctions& f, const std::string& body)
{
    const std::string text = kShared + body;
    const char* source = text.c_str();
    const GLuint shader = f.CreateShader(GL_COMPUTE_SHADER);
    f.ShaderSource(shader, 1, &source, nullptr);
    f.CompileShader(shader);
    const GLuint program = f.CreateProgram();
    f.AttachShader(program, shader);
    f.LinkProgram(program);
    f.DeleteShader(shader);
    GLint linked = 0;
    f.GetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE)
    {
        throw std::runtime_error("the driver does not compile the classic scheme");
    }
    return program;
}

} // namespace

ClassicGl::ClassicGl(tnGl gl, int32_t n) : gl_(gl), f_(gl), n_(n)
{
    const HeldGl held(gl_);
    const char* diffused = "(right[at(c)] + 0.1 * around) / 1.4";
    programs_[kAdvect] = compile(f_, kAdvectText);
    programs_[kDiffuseVelocity] = compile(f_, jacobiText("vec2", diffused));
    programs_[kDiffuseInk] = compile(f_, jacobiText("vec4", diffused));
    programs_[kDivergence] = compile(f_, kDivergenceText);
    programs_[kJacobi] = compile(f_, jacobiText("float", "0.25 * (right[at(c)] + around)"));
    programs_[kSubtract] = compile(f_, kSubtractText);
    programs_[kCopy] = compile(f_, kCopyText);
    const auto cells = static_cast<GLsizeiptr>(n) * n;
    constexpr GLsizeiptr kFloats[kBuffers] = {2, 2, 2, 4, 4, 4, 1, 1, 1};
    f_.GenBuffers(kBuffers, buffers_);
    for (int32_t b = 0; b < kBuffers; ++b)
    {
        f_.BindBuffer(GL_SHADER_STORAGE_BUFFER, buffers_[b]);
        f_.BufferData(GL_SHADER_STORAGE_BUFFER, cells * kFloats[b] * 4, nullptr, GL_DYNAMIC_COPY);
    }
}

ClassicGl::~ClassicGl()
{
    const HeldGl held(gl_);
    f_.DeleteBuffers(kBuffers, buffers_);
    for (const GLuint program : programs_)
    {
        f_.DeleteProgram(program);
    }
}

void ClassicGl::dispatch()
{
    const GLuint groups = (static_cast<GLuint>(n_) + kGroup - 1) / kGroup;
    f_.Uniform1i(0, n_);
    f_.DispatchCompute(groups, groups, 1);
    f_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

// An even number of times: the result is where it began.
void ClassicGl::iterate(Program program, Buffer now, Buffer next, Buffer right)
{
    use(program);
    bind(2, right);
    for (int32_t k = 0; k < kIterations; ++k)
    {
        bind(0, k % 2 == 0 ? now : next);
        bind(1, k % 2 == 0 ? next : now);
        dispatch();
    }
}

void ClassicGl::step()
{
    const HeldGl held(gl_);
    use(kAdvect);
    bind(0, kVelocity);
    bind(1, kVelocityBefore);
    bind(2, kInk);
    bind(3, kInkBefore);
    dispatch();
    iterate(kDiffuseVelocity, kVelocity, kVelocityNext, kVelocityBefore);
    iterate(kDiffuseInk, kInk, kInkNext, kInkBefore);
    use(kDivergence);
    bind(0, kVelocity);
    bind(1, kRight);
    dispatch();
    iterate(kJacobi, kPressure, kPressureNext, kRight);
    use(kSubtract);
    bind(0, kVelocity);
    bind(1, kPressure);
    dispatch();
}

double ClassicGl::copyBytesPerSecond(GlClock& clock)
{
    constexpr GLsizeiptr kBytes = GLsizeiptr{1} << 28;
    constexpr int32_t kCopies = 20;
    GLuint both[2] = {};
    {
        const HeldGl held(gl_);
        f_.GenBuffers(2, both);
        for (const GLuint buffer : both)
        {
            f_.BindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
            f_.BufferData(GL_SHADER_STORAGE_BUFFER, kBytes, nullptr, GL_DYNAMIC_COPY);
        }
    }
    // The fastest of many: a device's clocks take a while to rise.
    constexpr double kLongEnoughMs = 300.0;
    constexpr int32_t kMostRounds = 1000; // whatever the clock says
    double least = 0.0;
    double all = 0.0;
    for (int32_t round = 0; round < 2 || (all < kLongEnoughMs && round < kMostRounds); ++round)
    {
        clock.begin();
        const HeldGl held(gl_);
        use(kCopy);
        f_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, both[0]);
        f_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, both[1]);
        for (int32_t k = 0; k < kCopies; ++k)
        {
            f_.DispatchCompute(1024, static_cast<GLuint>(kBytes / 16 / 256 / 1024), 1);
            f_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        }
        const double ms = clock.end();
        least = round == 0 ? ms : std::min(least, ms);
        all += ms;
    }
    const HeldGl held(gl_);
    f_.DeleteBuffers(2, both);
    return 2.0 * kCopies * double(kBytes) / (1e-3 * least);
}

} // namespace tarn::bench
