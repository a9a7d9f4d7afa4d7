// GlDevice: a context of OpenGL that computes: buffers, programs, dispatches, and what comes back.
//
// Work is queued in the order it is asked for. Each dispatch says which buffers it reads and which
// it writes; a barrier is put before it exactly where it touches what an earlier one wrote, or
// writes what an earlier one reads. Nothing here waits for the GPU but read(), finish(), and what
// the host hands over while the GPU is a whole ring behind (GlRing).
//
// One thread at a time: whoever calls holds a GlScope.
#pragma once

#include "backend/gl/gl_buffer.h"
#include "backend/gl/gl_context.h"
#include "backend/gl/gl_host_bindings.h"
#include "backend/gl/gl_ring.h"
#include "core/memory.h"
#include "core/work_scope.h"

#include "tarn/base.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <span>
#include <thread>

namespace tarn
{

struct GlProgram
{
    uint32_t name = 0; // 0: none
};

struct GlGroups
{
    uint32_t x = 1;
    uint32_t y = 1;
    uint32_t z = 1;
};

// Groups of `size` that cover `count` things.
inline uint32_t glGroupsFor(int64_t count, int64_t size)
{
    return static_cast<uint32_t>((count + size - 1) / size);
}

// What can be made to fail in tests.
enum class GlFault
{
    none,
    compile, // the next program does not compile
    memory,  // the next buffer finds no memory
    loss     // the context is lost from now on
};

class GlDevice
{
  public:
    static constexpr size_t kOffsetStep = 256;  // no driver asks for more
    static constexpr size_t kMostParams = 1024; // bytes

    // On failure null, and *problem says why.
    static GlDevice* create(const tnGlDef& def, GlProblem* problem);
    void destroy() noexcept;
    ~GlDevice() = default;

    // For one who computes in it; see tnDestroyGl.
    void addUser() noexcept { ++users_; }
    void removeUser() noexcept { --users_; }
    bool isUsed() const noexcept { return users_ > 0; }

    const tnGlInfo& info() const { return info_; }
    bool isEs() const { return context_.isEs(); }
    bool isHosts() const { return context_.isHosts(); }
    const GlFunctions& gl() const { return context_.gl(); }
    void* getProc(const char* name) const { return context_.address(name); }

    // ---- Memory
    // Zeroed. False: no memory, or larger than a shader can see; nothing is taken then.
    bool createBuffer(size_t bytes, GlBuffer* out);
    void destroyBuffer(GlBuffer* buffer) noexcept;
    // In order with dispatches. `bytes` are copied before it returns.
    void write(const GlBuffer& to, size_t offset, std::span<const std::byte> bytes);
    void copy(const GlBuffer& from, size_t fromOffset, const GlBuffer& to, size_t toOffset,
              size_t bytes);
    void fill(const GlBuffer& to, size_t offset, size_t bytes, uint32_t word);
    // Waits until all that was asked for is done. False: the context is lost.
    bool read(const GlBuffer& from, size_t offset, std::span<std::byte> bytes);
    void finish();
    // Bytes for the next dispatches to read, some KiB: they lie with the params, so that no buffer
    // has to be written in order with dispatches.
    GlBinding stage(std::span<const std::byte> bytes);
    // Orders what dispatches have written before what the host or a copy does next.
    void barrier();

    // ---- Programs
    // The shader of that name (shaders/NAME.comp) with lines put before it, as in
    // "#define RADIUS 2\n". Compiled at the first call, found again later. Not in a step.
    GlProgram program(const char* name, const char* defines, GlProblem* problem);

    // ---- Work
    // `params` is the block at binding 0; buffers are storage blocks at bindings 0, 1, ...
    void dispatch(GlProgram program, const void* params, size_t paramsBytes,
                  std::span<const GlBinding> buffers, GlGroups groups);
    template <class Params>
    void run(GlProgram program, const Params& params, std::initializer_list<GlBinding> buffers,
             GlGroups groups)
    {
        dispatch(program, &params, sizeof params, {buffers.begin(), buffers.size()}, groups);
    }

    // Ever made.
    int64_t dispatches() const { return dispatches_; }
    int64_t barriers() const { return static_cast<int64_t>(stretch_) - 1; }

    // ---- Others who look at what is here
    // Whatever is done next in this context sees what was asked for so far, by whatever way.
    void publish();
    // For another context of the share group, whose it is to delete. Null: lost.
    void* insertFence();
    // All that is asked for from now on waits for it.
    void waitBehind(void* fence);

    // Waits for a fence, and forgets it. False: it cannot be waited for.
    bool waitFor(void*& fence);

    // Whether the context has been lost, with all that was in it.
    bool isLost();

    // Between these the context is the calling thread's; they may nest. False: it is lost. GlScope
    // is the usual way.
    bool enter() noexcept;
    void leave() noexcept;

    // For the host's own work; see tnGl_MakeCurrent. False: refused, or not taken by this thread.
    bool take();
    bool release();

    // Tests only.
    void force(GlFault fault) { fault_ = fault; }

  private:
    static constexpr int32_t kMostPrograms = 256;
    static constexpr size_t kParamsRingBytes = size_t{1} << 20;
    static constexpr size_t kUploadRingBytes = size_t{8} << 20;

    struct Compiled
    {
        uint64_t key = 0;
        uint32_t name = 0;
    };

    bool makeRings(GlProblem* problem);
    void dropAll() noexcept;
    uint32_t compile(const char* name, const char* defines, GlProblem* problem);
    void touch(const GlBinding& binding);
    bool needsBarrier(std::span<const GlBinding> buffers) const;

    GlContext context_;
    GlHostBindings hostBindings_; // where the context is the host's
    tnGlInfo info_ = {};
    std::recursive_mutex mutex_;
    int32_t entered_ = 0;
    std::atomic<std::thread::id> taker_; // of those who took it: all are one thread
    int32_t taken_ = 0;
    int32_t users_ = 0;
    GlFault fault_ = GlFault::none;
    bool lost_ = false;

    Compiled programs_[kMostPrograms];
    int32_t programCount_ = 0;
    uint32_t bound_ = 0; // program

    GlRing params_;
    GlRing uploads_;

    uint64_t stretch_ = 1; // counts barriers
    int64_t dispatches_ = 0;
};

// The context is the calling thread's while this lives.
using GlScope = WorkScope<GlDevice>;

} // namespace tarn
