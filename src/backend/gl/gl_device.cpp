#include "backend/gl/gl_device.h"

#include "backend/gl/gl_shader_texts.h"
#include "core/check.h"
#include "core/hash.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tarn
{

namespace
{

// What every barrier orders: dispatches, copies, and what the host maps. All of it, since a barrier
// ends a stretch for all buffers, whoever asks for them next.
constexpr uint32_t kEverything = GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT |
                                 GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT;

uint64_t keyOf(const char* name, const char* defines)
{
    return hashBytes(defines, std::strlen(defines), hashBytes(name, std::strlen(name), 0));
}

} // namespace

// ---- Life

GlDevice* GlDevice::create(const tnGlDef& def, GlProblem* problem)
{
    GlDevice* device = makeObject<GlDevice>();
    if (device == nullptr)
    {
        std::snprintf(problem->text, sizeof problem->text, "the allocator returned null");
        return nullptr;
    }
    bool made = device->context_.create(def, problem);
    if (made)
    {
        const GlScope scope(*device);
        device->info_ = device->context_.info();
        made = device->makeRings(problem);
    }
    if (!made)
    {
        device->destroy();
        return nullptr;
    }
    return device;
}

void GlDevice::destroy() noexcept
{
    if (params_.buffer().name != 0)
    {
        const GlScope scope(*this);
        dropAll();
    }
    destroyObject(this);
}

void GlDevice::dropAll() noexcept
{
    for (int32_t k = 0; k < programCount_; ++k)
    {
        gl().DeleteProgram(programs_[k].name);
    }
    params_.destroy();
    uploads_.destroy();
}

bool GlDevice::makeRings(GlProblem* problem)
{
    const bool made =
        params_.create(*this, kParamsRingBytes) && uploads_.create(*this, kUploadRingBytes);
    if (!made)
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "%s has no memory for a buffer of %zu bytes", info_.renderer,
                      kUploadRingBytes);
    }
    return made;
}

bool GlDevice::isLost()
{
    if (!lost_)
    {
        lost_ = fault_ == GlFault::loss || (gl().GetGraphicsResetStatus != nullptr &&
                                            gl().GetGraphicsResetStatus() != GL_NO_ERROR);
    }
    return lost_;
}

// ---- Memory

bool GlDevice::createBuffer(size_t bytes, GlBuffer* out)
{
    *out = {};
    const bool fails = fault_ == GlFault::memory;
    fault_ = fails ? GlFault::none : fault_;
    if (fails || bytes == 0 || bytes > static_cast<size_t>(info_.largestBuffer))
    {
        return false;
    }
    while (gl().GetError() != GL_NO_ERROR && !isLost())
    {
    }
    gl().GenBuffers(1, &out->name);
    gl().BindBuffer(GL_SHADER_STORAGE_BUFFER, out->name);
    gl().BufferData(GL_SHADER_STORAGE_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr,
                    GL_DYNAMIC_COPY);
    out->bytes = bytes;
    if (gl().GetError() != GL_NO_ERROR)
    {
        destroyBuffer(out);
        return false;
    }
    fill(*out, 0, bytes, 0);
    return true;
}

void GlDevice::destroyBuffer(GlBuffer* buffer) noexcept
{
    if (buffer->name != 0)
    {
        gl().DeleteBuffers(1, &buffer->name);
    }
    *buffer = {};
}

void GlDevice::barrier()
{
    gl().MemoryBarrier(kEverything);
    ++stretch_;
}

void GlDevice::write(const GlBuffer& to, size_t offset, std::span<const std::byte> bytes)
{
    TN_ASSERT(offset + bytes.size() <= to.bytes);
    if (to.written == stretch_ || to.read == stretch_)
    {
        barrier();
    }
    // By copies from the ring: BufferSubData comes out of turn in one driver, when a dispatch that
    // reads the buffer is still on its way.
    gl().BindBuffer(GL_COPY_WRITE_BUFFER, to.name);
    for (size_t done = 0; done < bytes.size();)
    {
        const auto some = bytes.subspan(done, std::min(bytes.size() - done, uploads_.mostAtOnce()));
        const size_t at = uploads_.put(some);
        gl().BindBuffer(GL_COPY_READ_BUFFER, uploads_.buffer().name);
        gl().CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(at),
                               static_cast<GLintptr>(offset + done),
                               static_cast<GLsizeiptr>(some.size()));
        done += some.size();
    }
}

void GlDevice::copy(const GlBuffer& from, size_t fromOffset, const GlBuffer& to, size_t toOffset,
                    size_t bytes)
{
    if (from.written == stretch_ || to.written == stretch_ || to.read == stretch_)
    {
        barrier();
    }
    gl().BindBuffer(GL_COPY_READ_BUFFER, from.name);
    gl().BindBuffer(GL_COPY_WRITE_BUFFER, to.name);
    gl().CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                           static_cast<GLintptr>(fromOffset), static_cast<GLintptr>(toOffset),
                           static_cast<GLsizeiptr>(bytes));
}

// By copies of what is filled already: OpenGL ES has no call for it.
void GlDevice::fill(const GlBuffer& to, size_t offset, size_t bytes, uint32_t word)
{
    TN_ASSERT(offset + bytes <= to.bytes && bytes % sizeof word == 0);
    constexpr size_t kPiece = 4096;
    uint32_t words[kPiece / sizeof word];
    std::fill(std::begin(words), std::end(words), word);
    size_t done = std::min(bytes, kPiece);
    write(to, offset, std::as_bytes(std::span(words)).first(done));
    gl().BindBuffer(GL_COPY_READ_BUFFER, to.name);
    while (done < bytes)
    {
        const size_t piece = std::min(done, bytes - done);
        gl().CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                               static_cast<GLintptr>(offset), static_cast<GLintptr>(offset + done),
                               static_cast<GLsizeiptr>(piece));
        done += piece;
    }
}

bool GlDevice::read(const GlBuffer& from, size_t offset, std::span<std::byte> bytes)
{
    TN_ASSERT(offset + bytes.size() <= from.bytes);
    barrier();
    gl().BindBuffer(GL_COPY_READ_BUFFER, from.name);
    const void* memory =
        gl().MapBufferRange(GL_COPY_READ_BUFFER, static_cast<GLintptr>(offset),
                            static_cast<GLsizeiptr>(bytes.size()), GL_MAP_READ_BIT);
    if (memory == nullptr || isLost())
    {
        lost_ = true;
        return false;
    }
    std::memcpy(bytes.data(), memory, bytes.size());
    gl().UnmapBuffer(GL_COPY_READ_BUFFER);
    return true;
}

void GlDevice::finish()
{
    gl().Finish();
}

// ---- Programs

GlProgram GlDevice::program(const char* name, const char* defines, GlProblem* problem)
{
    const uint64_t key = keyOf(name, defines);
    for (int32_t k = 0; k < programCount_; ++k)
    {
        if (programs_[k].key == key)
        {
            return {programs_[k].name};
        }
    }
    if (programCount_ == kMostPrograms)
    {
        std::snprintf(problem->text, sizeof problem->text, "more than %d programs", kMostPrograms);
        return {};
    }
    const uint32_t made = compile(name, defines, problem);
    if (made != 0)
    {
        programs_[programCount_++] = {key, made};
    }
    return {made};
}

uint32_t GlDevice::compile(const char* name, const char* defines, GlProblem* problem)
{
    const GlProgramText text(name, defines, isEs());
    const bool fails = fault_ == GlFault::compile;
    fault_ = fails ? GlFault::none : fault_;
    const char* source = fails ? "#version 430 core\nthis does not compile\n" : text.text().data();
    const auto length = static_cast<GLint>(fails ? std::strlen(source) : text.text().size());
    const GLuint shader = gl().CreateShader(GL_COMPUTE_SHADER);
    gl().ShaderSource(shader, 1, &source, &length);
    gl().CompileShader(shader);
    GLint good = 0;
    gl().GetShaderiv(shader, GL_COMPILE_STATUS, &good);
    char log[300] = "";
    GLuint made = 0;
    if (good == GL_TRUE)
    {
        made = gl().CreateProgram();
        gl().AttachShader(made, shader);
        gl().LinkProgram(made);
        gl().GetProgramiv(made, GL_LINK_STATUS, &good);
        if (good != GL_TRUE)
        {
            gl().GetProgramInfoLog(made, sizeof log, nullptr, log);
            gl().DeleteProgram(made);
            made = 0;
        }
    }
    else
    {
        gl().GetShaderInfoLog(shader, sizeof log, nullptr, log);
    }
    gl().DeleteShader(shader);
    if (made == 0)
    {
        std::replace(std::begin(log), std::end(log), '\n', ' ');
        std::snprintf(problem->text, sizeof problem->text, "%.60s does not compile %s.comp: %.250s",
                      info_.renderer, name, log);
    }
    return made;
}

// ---- Work

bool GlDevice::needsBarrier(std::span<const GlBinding> buffers) const
{
    return std::any_of(buffers.begin(), buffers.end(), [this](const GlBinding& binding) {
        const GlBuffer* buffer = binding.buffer;
        return buffer != nullptr &&
               (buffer->written == stretch_ || (binding.writes && buffer->read == stretch_));
    });
}

void GlDevice::touch(const GlBinding& binding)
{
    if (binding.writes)
    {
        binding.buffer->written = stretch_;
    }
    binding.buffer->read = stretch_;
}

void GlDevice::publish()
{
    gl().MemoryBarrier(GL_ALL_BARRIER_BITS);
    ++stretch_;
}

void* GlDevice::insertFence()
{
    publish();
    void* fence = isLost() ? nullptr : gl().FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl().Flush(); // or the other context would wait for ever
    return fence;
}

void GlDevice::waitBehind(void* fence)
{
    gl().WaitSync(static_cast<GLsync>(fence), 0, GL_TIMEOUT_IGNORED);
}

bool GlDevice::waitFor(void*& fence)
{
    if (fence == nullptr)
    {
        return true;
    }
    constexpr GLuint64 kSecond = 1000000000;
    GLenum status = GL_TIMEOUT_EXPIRED;
    while (status == GL_TIMEOUT_EXPIRED && !isLost())
    {
        status =
            gl().ClientWaitSync(static_cast<GLsync>(fence), GL_SYNC_FLUSH_COMMANDS_BIT, kSecond);
    }
    gl().DeleteSync(static_cast<GLsync>(fence));
    fence = nullptr;
    return status == GL_ALREADY_SIGNALED || status == GL_CONDITION_SATISFIED;
}

GlBinding GlDevice::stage(std::span<const std::byte> bytes)
{
    return {&params_.buffer(), false, params_.put(bytes), bytes.size()};
}

void GlDevice::dispatch(GlProgram program, const void* params, size_t paramsBytes,
                        std::span<const GlBinding> buffers, GlGroups groups)
{
    TN_ASSERT(program.name != 0 && paramsBytes <= kMostParams);
    if (groups.x == 0 || groups.y == 0 || groups.z == 0)
    {
        return;
    }
    if (needsBarrier(buffers))
    {
        barrier();
    }
    if (bound_ != program.name)
    {
        gl().UseProgram(program.name);
        bound_ = program.name;
    }
    // Blocks are as large as a multiple of four words, whatever their last member is.
    const size_t block = (paramsBytes + 15) / 16 * 16;
    const size_t at = params_.put({static_cast<const std::byte*>(params), paramsBytes});
    gl().BindBufferRange(GL_UNIFORM_BUFFER, 0, params_.buffer().name, static_cast<GLintptr>(at),
                         static_cast<GLsizeiptr>(block));
    TN_ASSERT(buffers.size() <= GlHostBindings::kMostBlocks);
    GLuint number = 0;
    for (const GlBinding& binding : buffers)
    {
        if (binding.buffer == nullptr)
        {
            ++number;
            continue;
        }
        const GlBuffer& buffer = *binding.buffer;
        const size_t bytes = binding.bytes != 0 ? binding.bytes : buffer.bytes - binding.offset;
        gl().BindBufferRange(GL_SHADER_STORAGE_BUFFER, number++, buffer.name,
                             static_cast<GLintptr>(binding.offset), static_cast<GLsizeiptr>(bytes));
        touch(binding);
    }
    gl().DispatchCompute(groups.x, groups.y, groups.z);
    ++dispatches_;
}

// ---- Whose turn it is

bool GlDevice::enter() noexcept
{
    mutex_.lock();
    if (entered_++ == 0)
    {
        lost_ = !context_.enter() || lost_;
        bound_ = 0; // a host may have bound another
        if (isHosts())
        {
            hostBindings_.keep(gl());
        }
    }
    return !lost_;
}

void GlDevice::leave() noexcept
{
    if (--entered_ == 0)
    {
        if (isHosts())
        {
            hostBindings_.bringBack(gl());
        }
        context_.leave();
    }
    mutex_.unlock();
}

bool GlDevice::take()
{
    if (!enter())
    {
        leave();
        return false;
    }
    taker_ = std::this_thread::get_id();
    ++taken_;
    return true;
}

bool GlDevice::release()
{
    if (taker_.load() != std::this_thread::get_id())
    {
        return false;
    }
    if (--taken_ == 0)
    {
        taker_ = std::thread::id{};
    }
    leave();
    return true;
}

} // namespace tarn
