// tarn/tarn.hpp: Tarn for C++20. Objects that end with their scope, spans, views; header-only.
//
//     tarn::Result<tarn::Flow> made = tarn::Flow::create(def);
//     if (!made) { return fail(made.message()); }
//     tarn::Flow flow = std::move(*made);      // or in one: tarn::Flow::create(def).orThrow()
//     flow.step(1.0f / 60.0f);
//     tarn::FieldView dye = flow.view(tn_flowDye0);
//     float middle = dye(128, 128);
//
// Thin: every method is one call of the C API, whose headers say what it does, and whose structs
// (tnFlowDef, tnWaterBrush, ...) are used as they are. What is added: an object is destroyed once,
// can be moved and not copied, and arrays are checked for their length (tn_errorSize, not logged).
// Nothing throws unless orThrow() is called; without exceptions in the compiler there is none.
//
// A moved-from or default-constructed object is null: calls on it are refused and logged, and what
// they would return by value is zero or empty.
#ifndef TARN_TARN_HPP
#define TARN_TARN_HPP

#include "tarn/tarn.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define TARN_HAS_EXCEPTIONS 1
#else
#define TARN_HAS_EXCEPTIONS 0
#endif

namespace tarn
{

// The library itself has a tarn::Flow and a tarn::Water too. The inner namespace keeps the two
// apart for the linker.
inline namespace wrapper
{

// ---- Results

#if TARN_HAS_EXCEPTIONS
// What orThrow() throws. The log has the whole story; this has the code and its text.
class Error : public std::runtime_error
{
  public:
    explicit Error(tnResult code) : std::runtime_error(tnResult_ToString(code)), code_(code) {}
    tnResult code() const noexcept { return code_; }

  private:
    tnResult code_;
};

inline void orThrow(tnResult result)
{
    if (result != tn_success)
    {
        throw Error(result);
    }
}
#endif

// A value, or the reason why there is none.
template <class T>
class [[nodiscard]] Result
{
  public:
    Result(T value) : value_(std::move(value)) {}
    Result(tnResult error) : code_(error) {}

    explicit operator bool() const { return code_ == tn_success; }
    tnResult code() const { return code_; }
    const char* message() const { return tnResult_ToString(code_); }

    // Zero, null or empty where there is none.
    T& operator*() { return value_; }
    const T& operator*() const { return value_; }
    T* operator->() { return &value_; }
    const T* operator->() const { return &value_; }

#if TARN_HAS_EXCEPTIONS
    T orThrow() &&
    {
        wrapper::orThrow(code_);
        return std::move(value_);
    }
#endif

  private:
    T value_ = {};
    tnResult code_ = tn_success;
};

// ---- What the classes share

namespace detail
{

// Owns what a handle names.
template <class Handle, tnResult (*destroy)(Handle)>
class Owner
{
  public:
    // The handle for calls of the C API; still owned here.
    Handle handle() const { return handle_; }

    // The handle, from now on the caller's to destroy.
    Handle release() { return std::exchange(handle_, Handle{}); }

    explicit operator bool() const { return !TN_IS_NULL(handle_); }

  protected:
    Owner() = default;
    explicit Owner(Handle handle) : handle_(handle) {}
    Owner(Owner&& other) noexcept : handle_(other.release()) {}
    Owner& operator=(Owner&& other) noexcept
    {
        const Handle next = other.release();
        end();
        handle_ = next;
        return *this;
    }
    ~Owner() { end(); }

  private:
    void end()
    {
        if (!TN_IS_NULL(handle_))
        {
            destroy(handle_);
        }
    }

    Handle handle_ = {};
};

// The length of an array as the C API counts it; -1 when it has no number for it.
template <class T>
int32_t count(std::span<T> values)
{
    const bool fits = values.size() <= size_t{std::numeric_limits<int32_t>::max()};
    return fits ? static_cast<int32_t>(values.size()) : -1;
}

// The C API says "none" by null.
template <class T>
T* dataOrNull(std::span<T> values)
{
    return values.empty() ? nullptr : values.data();
}

// What a getter of the C API writes; zero where it refuses.
template <class T, class Getter, class... Which>
T get(Getter getter, Which... which)
{
    T value = {};
    getter(which..., &value);
    return value;
}

// What an adder of the C API makes.
template <class Made, class Adder, class Handle, class Def>
Result<Made> add(Adder adder, Handle to, const Def& def)
{
    Made made = {};
    const tnResult result = adder(to, &def, &made);
    return result == tn_success ? Result<Made>(made) : Result<Made>(result);
}

// Looks that do not wait, of a flow or a water: a field on the GPU, a request, what became of it.
template <class Handle, class Field>
Result<tnGlFieldView> glView(tnResult (*look)(Handle, Field, tnGlFieldView*), Handle of,
                             Field field)
{
    tnGlFieldView view = {};
    const tnResult result = look(of, field, &view);
    return result == tn_success ? Result(view) : result;
}
template <class Handle, class Field>
Result<tnRead> request(tnResult (*ask)(Handle, Field, tnRead*), Handle of, Field field)
{
    tnRead read = {};
    const tnResult result = ask(of, field, &read);
    return result == tn_success ? Result(read) : result;
}
template <class Handle>
Result<tnRead> request(tnResult (*ask)(Handle, const tnVec2*, int32_t, tnRead*), Handle of,
                       std::span<const tnVec2> points)
{
    tnRead read = {};
    const tnResult result = ask(of, points.data(), count(points), &read);
    return result == tn_success ? Result(read) : result;
}
template <class Handle, class Sample>
Result<std::span<const Sample>> samplesOf(tnResult (*get)(Handle, tnRead, bool, const Sample**,
                                                          int32_t*),
                                          Handle of, tnRead read, bool waits)
{
    const Sample* samples = nullptr;
    int32_t number = 0;
    const tnResult result = get(of, read, waits, &samples, &number);
    using Samples = std::span<const Sample>;
    return result == tn_success ? Result(Samples(samples, static_cast<size_t>(number))) : result;
}

// All bytes of something that can be saved.
template <class Handle>
Result<std::vector<std::byte>> save(size_t (*sizeOf)(Handle),
                                    tnResult (*write)(Handle, void*, size_t, size_t*), Handle of)
{
    std::vector<std::byte> bytes(sizeOf(of));
    size_t written = 0;
    const tnResult result = write(of, bytes.data(), bytes.size(), &written);
    bytes.resize(written);
    return result == tn_success ? Result(std::move(bytes)) : result;
}

} // namespace detail

// ---- Threads

// A pool that objects share: put tasks() into their Defs. Ends when the last of them has ended.
class ThreadPool : public detail::Owner<tnThreadPool, tnDestroyThreadPool>
{
  public:
    ThreadPool() = default;
    explicit ThreadPool(tnThreadPool owned) : Owner(owned) {}

    static Result<ThreadPool> create(int32_t threads = 0)
    {
        tnThreadPool pool = {};
        const tnResult result = tnCreateThreadPool(threads, &pool);
        return result == tn_success ? Result(ThreadPool(pool)) : result;
    }

    tnTaskSystem tasks() const
    {
        tnTaskSystem tasks = {};
        tnThreadPool_GetTasks(handle(), &tasks);
        return tasks;
    }

    int32_t threadCount() const { return tnThreadPool_GetThreadCount(handle()); }
};

// ---- GPUs

// A context that objects compute in: put handle() into their Defs. Outlives them.
class Gl : public detail::Owner<tnGl, tnDestroyGl>
{
  public:
    Gl() = default;
    explicit Gl(tnGl owned) : Owner(owned) {}

    static Result<Gl> create(const tnGlDef& def = tnDefaultGlDef())
    {
        tnGl gl = {};
        const tnResult result = tnCreateGl(&def, &gl);
        return result == tn_success ? Result(Gl(gl)) : result;
    }

    tnGlInfo info() const { return detail::get<tnGlInfo>(tnGl_GetInfo, handle()); }
    tnResult makeCurrent() { return tnGl_MakeCurrent(handle()); }
    tnResult releaseCurrent() { return tnGl_ReleaseCurrent(handle()); }
    void* proc(const char* name) const { return tnGl_GetProc(handle(), name); }

    // A GLsync, the caller's to delete; null where the context is lost.
    void* insertFence() { return detail::get<void*>(tnGl_InsertFence, handle()); }
    tnResult waitForFence(void* fence) { return tnGl_WaitForFence(handle(), fence); }
};

// ---- Views

// Read-only numbers on a grid; see tnFieldView. Valid until the next call that changes its owner.
class FieldView
{
  public:
    FieldView() = default;
    explicit FieldView(const tnFieldView& view) : view_(view) {}

    int32_t columns() const { return view_.columns; }
    int32_t rows() const { return view_.rows; }
    bool empty() const { return view_.data == nullptr; }

    // Column i from the left, row j from below. Not checked.
    float operator()(int32_t i, int32_t j) const { return view_.data[offset(j) + i]; }

    std::span<const float> row(int32_t j) const
    {
        return {view_.data + offset(j), static_cast<size_t>(view_.columns)};
    }

    // Where element (i, j) lies (unit: metres).
    tnVec2 position(int32_t i, int32_t j) const
    {
        return {view_.origin.x + view_.spacing * static_cast<float>(i),
                view_.origin.y + view_.spacing * static_cast<float>(j)};
    }

    const tnFieldView& c() const { return view_; }

  private:
    ptrdiff_t offset(int32_t j) const { return ptrdiff_t{j} * view_.stride; }

    tnFieldView view_ = {};
};

// ---- Flow

// The field of a channel of dye.
constexpr tnFlowField dyeField(int32_t channel)
{
    return static_cast<tnFlowField>(tn_flowDye0 + channel);
}

struct TextureWeights
{
    float first;
    float second;
};

class Flow : public detail::Owner<tnFlow, tnDestroyFlow>
{
  public:
    Flow() = default;
    explicit Flow(tnFlow owned) : Owner(owned) {}

    static Result<Flow> create(const tnFlowDef& def)
    {
        tnFlow flow = {};
        const tnResult result = tnCreateFlow(&def, &flow);
        return result == tn_success ? Result(Flow(flow)) : result;
    }

    tnFlowDef def() const { return get<tnFlowDef>(tnFlow_GetDef); }
    tnResult resize(int32_t nx, int32_t ny, int32_t dyeScale)
    {
        return tnFlow_Resize(handle(), nx, ny, dyeScale);
    }

    // Returns tnStepFlags; 0 when all went well.
    uint32_t step(float dt) { return tnFlow_Step(handle(), dt); }

    tnFlowSettings settings() const { return get<tnFlowSettings>(tnFlow_GetSettings); }
    tnResult setSettings(const tnFlowSettings& s) { return tnFlow_SetSettings(handle(), &s); }

    tnFlowEdge edge(tnSide side) const { return get<tnFlowEdge>(tnFlow_GetEdge, side); }
    tnResult setEdge(tnSide side, const tnFlowEdge& e)
    {
        return tnFlow_SetEdge(handle(), side, &e);
    }

    // No values: back to uniform.
    tnResult setEdgeProfile(tnSide side, tnEdgeQuantity quantity, std::span<const float> values)
    {
        return tnFlow_SetEdgeProfile(handle(), side, quantity, detail::dataOrNull(values),
                                     detail::count(values));
    }

    // The user's hand, and emitters.
    tnResult brush(const tnFlowBrush& brush) { return tnFlow_Brush(handle(), &brush); }
    Result<tnEmitter> addEmitter(const tnFlowBrush& brush)
    {
        return detail::add<tnEmitter>(tnFlow_AddEmitter, handle(), brush);
    }
    tnResult setEmitter(tnEmitter emitter, const tnFlowBrush& brush)
    {
        return tnFlow_SetEmitter(handle(), emitter, &brush);
    }
    tnResult removeEmitter(tnEmitter emitter) { return tnFlow_RemoveEmitter(handle(), emitter); }

    // Solids.
    Result<tnSolid> addSolid(const tnSolidDef& def)
    {
        return detail::add<tnSolid>(tnFlow_AddSolid, handle(), def);
    }

    // `def` as a polygon with these vertices, whatever its own type.
    Result<tnSolid> addPolygon(tnSolidDef def, std::span<const tnVec2> vertices)
    {
        def.type = tn_shapePolygon;
        def.vertices = vertices.data();
        def.vertexCount = detail::count(vertices);
        return addSolid(def);
    }
    tnResult removeSolid(tnSolid solid) { return tnFlow_RemoveSolid(handle(), solid); }
    tnResult setSolidMotion(tnSolid solid, tnVec2 position, float angle, tnVec2 velocity,
                            float spin)
    {
        return tnFlow_SetSolidMotion(handle(), solid, position, angle, velocity, spin);
    }
    tnSolidDef solid(tnSolid solid) const { return get<tnSolidDef>(tnFlow_GetSolid, solid); }
    tnSolidForce solidForce(tnSolid solid) const
    {
        return get<tnSolidForce>(tnFlow_GetSolidForce, solid);
    }

    // No values: no cell is solid.
    tnResult setMask(std::span<const uint8_t> mask)
    {
        return tnFlow_SetMask(handle(), detail::dataOrNull(mask), detail::count(mask));
    }
    tnResult paintMask(tnVec2 from, tnVec2 to, float radius, bool solid)
    {
        return tnFlow_PaintMask(handle(), from, to, radius, solid);
    }
    tnSolidForce maskForce() const { return get<tnSolidForce>(tnFlow_GetMaskForce); }

    // Fields.
    FieldView view(tnFlowField field) const
    {
        return FieldView(get<tnFieldView>(tnFlow_GetView, field));
    }
    tnResult setField(tnFlowField field, std::span<const float> values)
    {
        return tnFlow_SetField(handle(), field, values.data(), static_cast<int64_t>(values.size()));
    }
    TextureWeights textureWeights() const
    {
        TextureWeights weights = {};
        tnFlow_GetTextureWeights(handle(), &weights.first, &weights.second);
        return weights;
    }

    // One sample for each point. tn_errorSize: not as many samples as points.
    tnResult sample(std::span<const tnVec2> points, std::span<tnFlowSample> samples) const
    {
        if (samples.size() != points.size())
        {
            return tn_errorSize;
        }
        return tnFlow_Sample(handle(), points.data(), detail::count(points), samples.data());
    }
    tnFlowSample sample(tnVec2 point) const
    {
        tnFlowSample sample = {};
        tnFlow_Sample(handle(), &point, 1, &sample);
        return sample;
    }

    // The field where it lies on the GPU.
    Result<tnGlFieldView> glView(tnFlowField field) const
    {
        return detail::glView(tnFlow_GetGlView, handle(), field);
    }

    // Reads that wait for nothing: ask, step, look, end. tn_errorNotReady: it is on its way.
    Result<tnRead> requestField(tnFlowField field)
    {
        return detail::request(tnFlow_RequestField, handle(), field);
    }
    Result<tnRead> requestSamples(std::span<const tnVec2> points)
    {
        return detail::request(tnFlow_RequestSamples, handle(), points);
    }
    Result<FieldView> readField(tnRead read, bool waits = false) const
    {
        tnFieldView view = {};
        const tnResult result = tnFlow_GetReadField(handle(), read, waits, &view);
        return result == tn_success ? Result(FieldView(view)) : result;
    }
    Result<std::span<const tnFlowSample>> readSamples(tnRead read, bool waits = false) const
    {
        return detail::samplesOf(tnFlow_GetReadSamples, handle(), read, waits);
    }
    tnResult endRead(tnRead read) { return tnFlow_EndRead(handle(), read); }

    // Tracers.
    tnResult addTracers(std::span<const tnVec2> points)
    {
        return tnFlow_AddTracers(handle(), points.data(), detail::count(points));
    }
    tnResult clearTracers() { return tnFlow_ClearTracers(handle()); }
    std::span<const tnVec2> tracers() const
    {
        const tnVec2* points = nullptr;
        int32_t count = 0;
        tnFlow_GetTracers(handle(), &points, &count);
        return {points, static_cast<size_t>(count)};
    }

    tnFlowStats stats() const { return get<tnFlowStats>(tnFlow_GetStats); }
    tnFlowTotals totals() const { return get<tnFlowTotals>(tnFlow_GetTotals); }

    // Save, restore, hash. The vector is the only thing here that takes memory from the heap.
    Result<std::vector<std::byte>> save() const
    {
        return detail::save(tnFlow_GetSaveSize, tnFlow_Save, handle());
    }
    tnResult restore(std::span<const std::byte> bytes)
    {
        return tnFlow_Restore(handle(), bytes.data(), bytes.size());
    }
    uint64_t hash() const { return tnFlow_Hash(handle()); }

  private:
    template <class T, class Getter, class... Which>
    T get(Getter getter, Which... which) const
    {
        return detail::get<T>(getter, handle(), which...);
    }
};

// ---- Water

// The field of a channel of a water's dye.
constexpr tnWaterField waterDyeField(int32_t channel)
{
    return static_cast<tnWaterField>(tn_waterDye0 + channel);
}

class Water : public detail::Owner<tnWater, tnDestroyWater>
{
  public:
    Water() = default;
    explicit Water(tnWater owned) : Owner(owned) {}

    static Result<Water> create(const tnWaterDef& def)
    {
        tnWater water = {};
        const tnResult result = tnCreateWater(&def, &water);
        return result == tn_success ? Result(Water(water)) : result;
    }

    tnWaterDef def() const { return get<tnWaterDef>(tnWater_GetDef); }
    // `terrain`: nx * ny heights, or none: the old ones sampled.
    tnResult resize(int32_t nx, int32_t ny, std::span<const float> terrain = {})
    {
        const bool fits = terrain.empty() || terrain.size() == std::size_t(nx) * std::size_t(ny);
        return fits ? tnWater_Resize(handle(), nx, ny, terrain.empty() ? nullptr : terrain.data())
                    : tn_errorSize;
    }

    // Returns tnStepFlags; 0 when all went well.
    uint32_t step(float dt) { return tnWater_Step(handle(), dt); }

    // On the surface that a flow makes; steps the flow too.
    uint32_t stepOnFlow(tnFlow flow, const tnFlowSurface& surface, float dt)
    {
        return tnWater_StepOnFlow(handle(), flow, &surface, dt);
    }

    tnWaterSettings settings() const { return get<tnWaterSettings>(tnWater_GetSettings); }
    tnResult setSettings(const tnWaterSettings& s) { return tnWater_SetSettings(handle(), &s); }

    tnWaterEdge edge(tnSide side) const { return get<tnWaterEdge>(tnWater_GetEdge, side); }
    tnResult setEdge(tnSide side, const tnWaterEdge& e)
    {
        return tnWater_SetEdge(handle(), side, &e);
    }

    // The user's hand, springs and drains.
    tnResult brush(const tnWaterBrush& brush) { return tnWater_Brush(handle(), &brush); }
    Result<tnSpring> addSpring(const tnSpringDef& def)
    {
        return detail::add<tnSpring>(tnWater_AddSpring, handle(), def);
    }
    tnResult setSpring(tnSpring spring, const tnSpringDef& def)
    {
        return tnWater_SetSpring(handle(), spring, &def);
    }
    tnResult removeSpring(tnSpring spring) { return tnWater_RemoveSpring(handle(), spring); }

    // Bodies.
    Result<tnBody> addBody(const tnBodyDef& def)
    {
        return detail::add<tnBody>(tnWater_AddBody, handle(), def);
    }

    // `def` as a mesh of these, whatever its own shape. tn_errorSize: corners are not by threes.
    Result<tnBody> addMesh(tnBodyDef def, std::span<const tnVec3> vertices,
                           std::span<const int32_t> corners)
    {
        if (corners.size() % 3 != 0)
        {
            return tn_errorSize;
        }
        def.shape = tn_bodyMesh;
        def.vertices = vertices.data();
        def.vertexCount = detail::count(vertices);
        def.triangles = corners.data();
        def.triangleCount = detail::count(corners) / 3;
        return addBody(def);
    }
    tnResult removeBody(tnBody body) { return tnWater_RemoveBody(handle(), body); }
    tnResult setBody(tnBody body, const tnBodyDef& def)
    {
        return tnWater_SetBody(handle(), body, &def);
    }
    tnBodyDef body(tnBody body) const { return get<tnBodyDef>(tnWater_GetBody, body); }
    tnResult setBodyMotions(std::span<const tnBodyMotion> motions)
    {
        return tnWater_SetBodyMotions(handle(), motions.data(), detail::count(motions));
    }

    // One force for each body. tn_errorSize: not as many forces as bodies.
    tnResult bodyForces(std::span<const tnBody> bodies, std::span<tnBodyForce> forces) const
    {
        if (forces.size() != bodies.size())
        {
            return tn_errorSize;
        }
        return tnWater_GetBodyForces(handle(), bodies.data(), detail::count(bodies), forces.data());
    }
    tnBodyForce bodyForce(tnBody body) const
    {
        tnBodyForce force = {};
        tnWater_GetBodyForces(handle(), &body, 1, &force);
        return force;
    }

    // Those that fit into `faces`; *count tells how many there are.
    tnResult wettedFaces(tnBody body, std::span<tnWettedFace> faces, int32_t* count) const
    {
        return tnWater_GetWettedFaces(handle(), body, detail::dataOrNull(faces),
                                      detail::count(faces), count);
    }
    tnMassProperties massProperties(tnBody body) const
    {
        return get<tnMassProperties>(tnWater_GetMassProperties, body);
    }
    tnBodyMesh bodyMesh(tnBody body) const { return get<tnBodyMesh>(tnWater_GetBodyMesh, body); }

    // Fields and questions.
    FieldView view(tnWaterField field) const
    {
        return FieldView(get<tnFieldView>(tnWater_GetView, field));
    }
    tnResult setField(tnWaterField field, std::span<const float> values)
    {
        return tnWater_SetField(handle(), field, values.data(),
                                static_cast<int64_t>(values.size()));
    }

    // One sample for each point. tn_errorSize: not as many samples as points.
    tnResult sample(std::span<const tnVec2> points, std::span<tnWaterSample> samples) const
    {
        if (samples.size() != points.size())
        {
            return tn_errorSize;
        }
        return tnWater_Sample(handle(), points.data(), detail::count(points), samples.data());
    }
    tnWaterSample sample(tnVec2 point) const
    {
        tnWaterSample sample = {};
        tnWater_Sample(handle(), &point, 1, &sample);
        return sample;
    }

    // The field where it lies on the GPU.
    Result<tnGlFieldView> glView(tnWaterField field) const
    {
        return detail::glView(tnWater_GetGlView, handle(), field);
    }

    // Reads that wait for nothing: ask, step, look, end. tn_errorNotReady: it is on its way.
    Result<tnRead> requestField(tnWaterField field)
    {
        return detail::request(tnWater_RequestField, handle(), field);
    }
    Result<tnRead> requestSamples(std::span<const tnVec2> points)
    {
        return detail::request(tnWater_RequestSamples, handle(), points);
    }
    Result<FieldView> readField(tnRead read, bool waits = false) const
    {
        tnFieldView view = {};
        const tnResult result = tnWater_GetReadField(handle(), read, waits, &view);
        return result == tn_success ? Result(FieldView(view)) : result;
    }
    Result<std::span<const tnWaterSample>> readSamples(tnRead read, bool waits = false) const
    {
        return detail::samplesOf(tnWater_GetReadSamples, handle(), read, waits);
    }
    tnResult endRead(tnRead read) { return tnWater_EndRead(handle(), read); }

    // Spray, rain and flecks of foam.
    std::span<const tnWaterParticle> particles() const
    {
        const tnWaterParticle* particles = nullptr;
        int32_t count = 0;
        tnWater_GetParticles(handle(), &particles, &count);
        return {particles, static_cast<size_t>(count)};
    }
    tnResult addSpray(tnVec3 position, tnVec3 velocity, float volume, bool taken)
    {
        return tnWater_AddSpray(handle(), position, velocity, volume, taken);
    }

    tnWaterStats stats() const { return get<tnWaterStats>(tnWater_GetStats); }
    tnWaterTotals totals() const { return get<tnWaterTotals>(tnWater_GetTotals); }

    // Save, restore, hash: as of a flow.
    Result<std::vector<std::byte>> save() const
    {
        return detail::save(tnWater_GetSaveSize, tnWater_Save, handle());
    }
    tnResult restore(std::span<const std::byte> bytes)
    {
        return tnWater_Restore(handle(), bytes.data(), bytes.size());
    }
    uint64_t hash() const { return tnWater_Hash(handle()); }

  private:
    template <class T, class Getter, class... Which>
    T get(Getter getter, Which... which) const
    {
        return detail::get<T>(getter, handle(), which...);
    }
};

// ---- Solver

class Solver : public detail::Owner<tnSolver, tnDestroySolver>
{
  public:
    Solver() = default;

    // `nx` and `ny` are those of its def.
    Solver(tnSolver owned, int32_t nx, int32_t ny)
        : Owner(owned), nx_(static_cast<size_t>(nx)), ny_(static_cast<size_t>(ny))
    {
    }

    static Result<Solver> create(const tnSolverDef& def)
    {
        tnSolver solver = {};
        const tnResult result = tnCreateSolver(&def, &solver);
        return result == tn_success ? Result(Solver(solver, def.nx, def.ny)) : result;
    }

    // Empty means 0 for a and 1 for b.
    tnResult setCoefficients(std::span<const float> a, std::span<const float> bx,
                             std::span<const float> by)
    {
        if (!isNoneOr(a, nx_ * ny_) || !isNoneOr(bx, (nx_ + 1) * ny_) ||
            !isNoneOr(by, nx_ * (ny_ + 1)))
        {
            return tn_errorSize;
        }
        return tnSolver_SetCoefficients(handle(), detail::dataOrNull(a), detail::dataOrNull(bx),
                                        detail::dataOrNull(by));
    }

    // `remainder` may be empty.
    Result<tnSolveResult> solve(std::span<const float> r, std::span<float> x,
                                std::span<float> remainder = {},
                                const tnSolveParams& params = tnDefaultSolveParams())
    {
        const size_t cells = nx_ * ny_;
        if (r.size() != cells || x.size() != cells || !isNoneOr(remainder, cells))
        {
            return tn_errorSize;
        }
        tnSolveResult solved = {};
        const tnResult result = tnSolver_Solve(handle(), r.data(), x.data(),
                                               detail::dataOrNull(remainder), &params, &solved);
        return result == tn_success ? Result(solved) : result;
    }

    tnSolverInfo info() const
    {
        tnSolverInfo info = {};
        tnSolver_GetInfo(handle(), &info);
        return info;
    }

  private:
    static bool isNoneOr(std::span<const float> values, size_t size)
    {
        return values.empty() || values.size() == size;
    }

    size_t nx_ = 0;
    size_t ny_ = 0;
};

} // namespace wrapper
} // namespace tarn

#endif
