// GlDevice: a context of OpenGL that computes: buffers, programs, dispatches, and what comes back.
//
// Work is queued in the order it is asked for. Each dispatch says which buffers it reads and which
// it writes; a barrier is put before it exactly where it touches what an earlier one wrote, or
// writes what an earlier one reads. Nothing here waits for the GPU but read(), finish(), and
// params that have come round their ring while the GPU is a whole ring behind.
//
// One thread at a time: whoever calls holds a GlScope.
#pragma once

#include "backend/gl/gl_context.h"
#include "backend/gl/gl_host_bindings.h"
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

// Memory of the device. Its owner keeps it at one address, and gives it back to the device.
struct GlBuffer
{
    uint32_t name = 0;
    size_t bytes = 0;
    // The stretch between two barriers in which a dispatch last wrote or read it.
    mutable uint64_t written = 0;
    mutable uint64_t read = 0;
    mutable uint64_t told = 0; // and the host: some drivers' shaders find old numbers otherwise
};

// A buffer as a dispatch sees it, at the binding that is its place in the list.
struct GlBinding
{
    const GlBuffer* buffer = nullptr; // null: nothing is bound at its place
    bool writes = false;
    size_t offset = 0; // bytes; a multiple of GlDevice::kOffsetStep
    size_t bytes = 0;  // 0: to its end
};
inline GlBinding glRead(const GlBuffer& buffer)
{
    return {&buffer, false, 0, 0};
}
inline GlBinding glWrite(const GlBuffer& buffer) // and reads it
{
    return {&buffer, true, 0, 0};
}

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
    static constexpr size_t kRingBytes = 1u << 20;
    static constexpr int32_t kRingParts = 4; // a fence each

    struct Compiled
    {
        uint64_t key = 0;
        uint32_t name = 0;
    };

    bool makeRing(GlProblem* problem);
    void dropAll() noexcept;
    uint32_t compile(const char* name, const char* defines, GlProblem* problem);
    void touch(const GlBinding& binding);
    bool needsBarrier(std::span<const GlBinding> buffers) const;
    void barrier();
    size_t takeParams(const void* params, size_t bytes);

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

    GlBuffer ring_; // of params
    std::byte* mapped_ = nullptr;
    size_t ringAt_ = 0;
    size_t ringPart_ = 0; // the part of it that ringAt_ is in, or at the end of
    void* ringFences_[kRingParts] = {};

    uint64_t stretch_ = 1; // counts barriers
    int64_t dispatches_ = 0;
};

// The context is the calling thread's while this lives.
using GlScope = WorkScope<GlDevice>;

} // namespace tarn
