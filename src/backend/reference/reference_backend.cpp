// The reference backend: every operation as the plainest loop that is right, on one thread.
// Fields are row-major arrays without padding. Tests hold the other backends to it; where an
// operation does not sum over the grid, they agree to the bit.
#include "backend/backend.h"
#include "backend/box_kernels.h"
#include "backend/strip.h"
#include "core/wide.h"

#include <algorithm>
#include <cfloat>

namespace tarn
{

namespace
{

struct Field
{
    float* values = nullptr;
    int32_t columns = 0;
    int32_t rows = 0;

    float* row(int32_t j) const
    {
        return values + static_cast<size_t>(j) * static_cast<size_t>(columns);
    }
    float& at(int32_t i, int32_t j) const { return row(j)[i]; }
};

// The four faces of a cell and the values behind them.
struct Stencil
{
    float cw, ce, cs, cn;
    float a;
    float diagonal() const { return ((cw + ce) + (cs + cn)) + a; }
};

struct Neighbours
{
    float w, e, s, n;
};

struct View
{
    int32_t nx, ny;
    bool ringX, ringY, hasA;
    Field x, r, cx, cy, a;

    Stencil stencil(int32_t i, int32_t j) const
    {
        return {cx.at(i, j), cx.at(i + 1, j), cy.at(i, j), cy.at(i, j + 1),
                hasA ? a.at(i, j) : 0.0f};
    }

    // Values of cell field f around (i, j); 0 beyond an edge that is no ring.
    Neighbours around(const Field& f, int32_t i, int32_t j) const
    {
        return {i > 0 ? f.at(i - 1, j) : (ringX ? f.at(nx - 1, j) : 0.0f),
                i + 1 < nx ? f.at(i + 1, j) : (ringX ? f.at(0, j) : 0.0f),
                j > 0 ? f.at(i, j - 1) : (ringY ? f.at(i, ny - 1) : 0.0f),
                j + 1 < ny ? f.at(i, j + 1) : (ringY ? f.at(i, 0) : 0.0f)};
    }

    float residual(int32_t i, int32_t j) const
    {
        const Stencil k = stencil(i, j);
        const Neighbours v = around(x, i, j);
        const float self = x.at(i, j);
        const float sum = ((k.cw * (v.w - self) + k.ce * (v.e - self)) +
                           (k.cs * (v.s - self) + k.cn * (v.n - self))) +
                          r.at(i, j);
        return hasA ? sum - k.a * self : sum;
    }

    double applied(const Field& f, int32_t i, int32_t j) const
    {
        const Stencil k = stencil(i, j);
        const Neighbours v = around(f, i, j);
        const double self = wide(f.at(i, j));
        const double flux = (wide(k.cw) * (self - wide(v.w)) + wide(k.ce) * (self - wide(v.e))) +
                            (wide(k.cs) * (self - wide(v.s)) + wide(k.cn) * (self - wide(v.n)));
        return hasA ? flux + wide(k.a) * self : flux;
    }

    // On a ring of odd length the two cells at the seam have the same colour.
    bool oddRing() const { return (ringX && nx % 2 == 1) || (ringY && ny % 2 == 1); }
};

class ReferenceBackend final : public Backend
{
  public:
    ~ReferenceBackend() override { deallocate(fields_, fieldCapacity_ * sizeof(Field)); }
    void destroy() noexcept override { destroyObject(this); }

    size_t fieldBytes(std::span<const FieldSpec> specs) const override
    {
        size_t bytes = arenaBytes(stripDoubles(longest(specs)), sizeof(double));
        for (const FieldSpec& spec : specs)
        {
            bytes = addSizes(bytes, arenaBytes(count(spec), sizeof(float)));
        }
        return bytes;
    }

    tnResult createFields(std::span<const FieldSpec> specs, size_t spareBytes,
                          FieldId* out) override
    {
        fields_ = static_cast<Field*>(allocate(specs.size() * sizeof(Field), alignof(Field)));
        fieldCapacity_ = fields_ != nullptr ? specs.size() : 0;
        const size_t spare = spareBytes / kAlignment * kAlignment;
        if (fields_ == nullptr || !arena_.create(addSizes(fieldBytes(specs), spare)))
        {
            return tn_errorOutOfMemory;
        }
        strip_ = arena_.take<double>(stripDoubles(longest(specs)));
        for (size_t i = 0; i < specs.size(); ++i)
        {
            fields_[i] = {arena_.take<float>(count(specs[i])), specs[i].columns(), specs[i].rows()};
            out[i].index = static_cast<int32_t>(i);
        }
        end_ = arena_.take<std::byte>(spare) + spare;
        return tn_success;
    }

    std::span<std::byte> lend(FieldId first) override
    {
        return {reinterpret_cast<std::byte*>(field(first).values), end_};
    }

    void reclaim(FieldId first) override { std::ranges::fill(lend(first), std::byte{0}); }

    void writeRows(FieldId id, RowFill fill) override
    {
        const Field& f = field(id);
        for (int32_t j = 0; j < f.rows; ++j)
        {
            fill(j, f.row(j));
        }
    }

    Moments writeCells(FieldId id, RowFill fill) override
    {
        writeRows(id, fill);
        return moments(field(id));
    }

    void readRows(FieldId id, RowVisit visit) override
    {
        const Field& f = field(id);
        for (int32_t j = 0; j < f.rows; ++j)
        {
            visit(j, f.row(j));
        }
    }

    void readRow(FieldId id, int32_t j, float* values) override
    {
        const Field& f = field(id);
        std::copy_n(f.row(j), f.columns, values);
    }

    void readScaledRow(FieldId id, int32_t j, float scale, float shift, float* values) override
    {
        const Field& f = field(id);
        std::transform(f.row(j), f.row(j) + f.columns, values,
                       [=](float value) { return scale * value - shift; });
    }

    void addRows(FieldId id, RowFill fill) override
    {
        const Field& f = field(id);
        float* row = reinterpret_cast<float*>(strip_);
        for (int32_t j = 0; j < f.rows; ++j)
        {
            fill(j, row);
            for (int32_t i = 0; i < f.columns; ++i)
            {
                f.at(i, j) += row[i];
            }
        }
    }

    void finishCoefficients(const Level&) override {}
    void finishA(const Level&) override {}

    void coarsenCoefficients(const Level& fineLevel, const Level& coarseLevel) override
    {
        const View fine = view(fineLevel);
        const View coarse = view(coarseLevel);
        for (int32_t J = 0; J < coarse.ny; ++J)
        {
            const auto sum = [&](int32_t face) {
                return fine.cx.at(face, 2 * J) +
                       (2 * J + 1 < fine.ny ? fine.cx.at(face, 2 * J + 1) : 0.0f);
            };
            for (int32_t I = 0; I <= coarse.nx; ++I)
            {
                coarse.cx.at(I, J) = coarsenedFace(fineLevel.shape.x, I, sum);
            }
        }
        for (int32_t I = 0; I < coarse.nx; ++I)
        {
            const auto sum = [&](int32_t face) {
                return fine.cy.at(2 * I, face) +
                       (2 * I + 1 < fine.nx ? fine.cy.at(2 * I + 1, face) : 0.0f);
            };
            for (int32_t J = 0; J <= coarse.ny; ++J)
            {
                coarse.cy.at(I, J) = coarsenedFace(fineLevel.shape.y, J, sum);
            }
        }
        if (fine.hasA)
        {
            coarsenA(fineLevel, coarseLevel);
        }
    }

    void coarsenA(const Level& fineLevel, const Level& coarseLevel) override
    {
        const View fine = view(fineLevel);
        const View coarse = view(coarseLevel);
        forEachCell(coarse, [&](int32_t I, int32_t J) {
            coarse.a.at(I, J) =
                sumOfChildren(fine, I, J, [&](int32_t i, int32_t j) { return fine.a.at(i, j); });
        });
    }

    void relax(const Level& level, int32_t sweeps, Order order, Start start, float omega) override
    {
        const View v = view(level);
        if (start == Start::fromZero)
        {
            forEachCell(v, [&](int32_t i, int32_t j) { v.x.at(i, j) = 0.0f; });
        }
        for (int32_t half = 0; half < 2 * sweeps; ++half)
        {
            const int32_t colour = (half + (order == Order::blackFirst ? 1 : 0)) % 2;
            relaxColour(v, colour, omega);
        }
    }

    void relaxRows(const Level& level, RowFill r, std::span<const float> omegas,
                   RowVisit x) override
    {
        const View v = view(level);
        writeRows(level.r, r);
        forEachCell(v, [&](int32_t i, int32_t j) { v.x.at(i, j) = 0.0f; });
        int32_t colour = 0;
        for (const float omega : omegas)
        {
            relaxColour(v, colour, omega);
            colour = 1 - colour;
        }
        readRows(level.x, x);
    }

    void relaxAndRestrict(const Level& fineLevel, const Level& coarseLevel, int32_t sweeps,
                          Start start) override
    {
        relax(fineLevel, sweeps, Order::redFirst, start, 1.0f);
        const View fine = view(fineLevel);
        const View coarse = view(coarseLevel);
        const bool all = fine.oddRing();
        for (int32_t J = 0; J < coarse.ny; ++J)
        {
            for (int32_t I = 0; I < coarse.nx; ++I)
            {
                coarse.r.at(I, J) = sumOfChildren(fine, I, J, [&](int32_t i, int32_t j) {
                    const bool counts = all || (i + j) % 2 == 0;
                    return counts ? fine.residual(i, j) : 0.0f;
                });
            }
        }
    }

    bool restrictsRight() const override { return true; }

    void restrictRight(const Level& fineLevel, const Level& coarseLevel) override
    {
        const View fine = view(fineLevel);
        const View coarse = view(coarseLevel);
        forEachCell(coarse, [&](int32_t I, int32_t J) {
            coarse.r.at(I, J) =
                sumOfChildren(fine, I, J, [&](int32_t i, int32_t j) { return fine.r.at(i, j); });
        });
    }

    void prolongAndRelax(const Level& coarseLevel, const Level& fineLevel, int32_t sweeps,
                         Order order, Interpolation interpolation) override
    {
        const View coarse = view(coarseLevel);
        const View fine = view(fineLevel);
        for (int32_t j = 0; j < fine.ny; ++j)
        {
            for (int32_t i = 0; i < fine.nx; ++i)
            {
                fine.x.at(i, j) += interpolation == Interpolation::constant
                                       ? coarse.x.at(i / 2, j / 2)
                                       : interpolated(coarse, fine, fineLevel.shape, i, j);
            }
        }
        for (int32_t half = 0; half < 2 * sweeps; ++half)
        {
            const int32_t colour = (half + (order == Order::blackFirst ? 1 : 0)) % 2;
            const bool over = interpolation == Interpolation::linear && half + 1 < 2 * sweeps;
            relaxColour(fine, colour, over ? fineLevel.omega : 1.0f);
        }
    }

    double prolongRelaxAndRestrict(const Level& coarse, const Level& fine, Start start,
                                   int32_t postSweeps, int32_t preSweeps) override
    {
        relax(fine, 0, Order::redFirst, start, 1.0f);
        prolongAndRelax(coarse, fine, postSweeps, Order::redFirst, Interpolation::linear);
        const double norm2 = residualNorm2(fine);
        relaxAndRestrict(fine, coarse, preSweeps, Start::fromX);
        return norm2;
    }

    Measured prolongRelaxAndMeasure(const Level& coarse, const Level& fine, Start start,
                                    int32_t sweeps, bool /*asks*/) override
    {
        relax(fine, 0, Order::redFirst, start, 1.0f);
        prolongAndRelax(coarse, fine, sweeps, Order::redFirst, Interpolation::linear);
        return measure(fine);
    }

    void solveStrip(const Level& level) override { solveStripOf(view(level), strip_); }

    bool createBox(const GridShape& shape) override
    {
        if (!BoxTransform::fits(shape.x.cells))
        {
            return true;
        }
        if (!box_.create(shape.x.cells) ||
            !boxArena_.create(arenaBytes(boxRoom(shape), sizeof(float))))
        {
            return false;
        }
        boxRoom_ = boxArena_.take<float>(boxRoom(shape));
        return true;
    }

    bool prepareBox(const Level& level) override
    {
        if (!level.isEven || boxRoom_ == nullptr || !isBox(level.shape, level.even))
        {
            return false;
        }
        box_.prepare(boxEnds(level.shape, level.even));
        return true;
    }

    Moments solveBox(const Level& level) override
    {
        const View v = view(level);
        const Rows x = {v.x.row(0), static_cast<size_t>(v.nx)};
        writeWaves(
            level, [&](int32_t j, float* row) { std::copy_n(v.r.row(j), v.nx, row); }, x);
        solveWaves(level, x, 1.0f);
        return moments(v.x);
    }

    Moments writeWaves(const Level& level, RowFill r, Rows waves) override
    {
        const int32_t rows = level.shape.y.cells;
        const BoxKernels& kernels = plainBoxKernels();
        const float scale = boxSystem(level.shape, level.even, level.hasA).right;
        Moments all;
        for (int32_t j = 0; j < rows; ++j)
        {
            r(j, waves.row(j));
            const Moments row = kernels.moments(waves.row(j), box_.cells());
            all.sum += row.sum;
            all.squares += row.squares;
        }
        for (int32_t j = 0; j < rows; j += kBoxRows)
        {
            float* group[kBoxRows];
            findBoxRows(waves, j, rows, group);
            kernels.forward(box_, group, scale, boxRoom_, group);
        }
        return all;
    }

    void solveWaves(const Level& level, Rows waves, float scale) override
    {
        const int32_t rows = level.shape.y.cells;
        const BoxKernels& kernels = plainBoxKernels();
        const BoxSystem system = boxSystem(level.shape, level.even, level.hasA);
        kernels.solve(system,
                      {waves.first, waves.stride, boxRoom_, rows, box_.cells(), box_.bends()});
        if (system.isClosed)
        {
            centre(waves.first, waves.stride, rows);
        }
        for (int32_t j = 0; j < rows; j += kBoxRows)
        {
            float* group[kBoxRows];
            findBoxRows(waves, j, rows, group);
            kernels.inverse(box_, group, scale, boxRoom_, group);
        }
    }

    void jacobi(const Level& level, FieldId scratch, float omega) override
    {
        const View v = view(level);
        const Field& next = field(scratch);
        forEachCell(v, [&](int32_t i, int32_t j) {
            const float d = v.stencil(i, j).diagonal();
            const float step = d >= FLT_MIN ? v.residual(i, j) * (1.0f / d) : 0.0f;
            next.at(i, j) = v.x.at(i, j) + omega * step;
        });
        forEachCell(v, [&](int32_t i, int32_t j) { v.x.at(i, j) = next.at(i, j); });
    }

    double residualNorm2(const Level& level) override
    {
        const View v = view(level);
        return sumOfCells(v, [&](int32_t i, int32_t j) {
            const double value = wide(v.residual(i, j));
            return value * value;
        });
    }

    Measured measure(const Level& level) override
    {
        return {residualNorm2(level), moments(field(level.x))};
    }

    void visitResidual(const Level& level, RowPairVisit visit) override
    {
        const View v = view(level);
        float* lower = reinterpret_cast<float*>(strip_);
        float* upper = lower + v.nx;
        for (int32_t j = 0; j < v.ny; j += 2)
        {
            const bool both = j + 1 < v.ny;
            for (int32_t i = 0; i < v.nx; ++i)
            {
                lower[i] = v.residual(i, j);
                upper[i] = both ? v.residual(i, j + 1) : 0.0f;
            }
            visit(j / 2, lower, both ? upper : nullptr);
        }
    }

    double subtractApplied(const Level& level, FieldId id, double factor) override
    {
        const View v = view(level);
        const Field& f = field(id);
        return sumOfCells(v, [&](int32_t i, int32_t j) {
            float& r = v.r.at(i, j);
            r = static_cast<float>(wide(r) - factor * v.applied(f, i, j));
            return wide(r) * wide(r);
        });
    }

    double subtractAppliedSum(const Level& level, FieldId left, FieldId right) override
    {
        const View v = view(level);
        const Field& f = field(left);
        const Field& g = field(right);
        return sumOfCells(v, [&](int32_t i, int32_t j) {
            float& r = v.r.at(i, j);
            r = static_cast<float>(wide(r) - (v.applied(f, i, j) + v.applied(g, i, j)));
            return wide(r) * wide(r);
        });
    }

    double dotApplied(const Level& level, FieldId left, FieldId right) override
    {
        const View v = view(level);
        const Field& f = field(left);
        const Field& g = field(right);
        return sumOfCells(
            v, [&](int32_t i, int32_t j) { return wide(f.at(i, j)) * v.applied(g, i, j); });
    }

    double dot(const Level& level, FieldId left, FieldId right) override
    {
        const Field& f = field(left);
        const Field& g = field(right);
        return sumOfCells(
            view(level), [&](int32_t i, int32_t j) { return wide(f.at(i, j)) * wide(g.at(i, j)); });
    }

    void combine(const Level& level, FieldId to, float alpha, FieldId from, float beta) override
    {
        const Field& f = field(to);
        const Field& g = field(from);
        forEachCell(view(level), [&](int32_t i, int32_t j) {
            const float kept = beta != 0.0f ? beta * f.at(i, j) : 0.0f;
            f.at(i, j) = alpha * g.at(i, j) + kept;
        });
    }

  private:
    static Moments moments(const Field& f)
    {
        Moments all;
        for (int32_t j = 0; j < f.rows; ++j)
        {
            for (int32_t i = 0; i < f.columns; ++i)
            {
                const double value = wide(f.at(i, j));
                all.sum += value;
                all.squares += value * value;
            }
        }
        return all;
    }

    static size_t count(const FieldSpec& spec)
    {
        return static_cast<size_t>(spec.columns()) * static_cast<size_t>(spec.rows());
    }

    static size_t longest(std::span<const FieldSpec> specs)
    {
        int32_t most = 1;
        for (const FieldSpec& spec : specs)
        {
            most = std::max({most, spec.columns(), spec.rows()});
        }
        return static_cast<size_t>(most);
    }

    const Field& field(FieldId id) const { return fields_[id.index]; }

    View view(const Level& level) const
    {
        return {level.shape.x.cells,
                level.shape.y.cells,
                level.shape.x.periodic(),
                level.shape.y.periodic(),
                level.hasA,
                field(level.x),
                field(level.r),
                field(level.cx),
                field(level.cy),
                field(level.a)};
    }

    template <class F>
    static void forEachCell(const View& v, F&& body)
    {
        for (int32_t j = 0; j < v.ny; ++j)
        {
            for (int32_t i = 0; i < v.nx; ++i)
            {
                body(i, j);
            }
        }
    }

    template <class F>
    static double sumOfCells(const View& v, F&& value)
    {
        double sum = 0.0;
        forEachCell(v, [&](int32_t i, int32_t j) { sum += value(i, j); });
        return sum;
    }

    // Left column first, then the right one: the order the coarse sums are defined in.
    template <class F>
    static float sumOfChildren(const View& fine, int32_t I, int32_t J, F&& value)
    {
        const int32_t i = 2 * I;
        const int32_t j = 2 * J;
        const bool second = j + 1 < fine.ny;
        const float left = value(i, j) + (second ? value(i, j + 1) : 0.0f);
        if (i + 1 >= fine.nx)
        {
            return left;
        }
        return left + (value(i + 1, j) + (second ? value(i + 1, j + 1) : 0.0f));
    }

    static void relaxColour(const View& v, int32_t colour, float omega)
    {
        // The row below the seam of an odd ring goes first; the row above it sees the result.
        const bool seamFirst = v.ringY && v.ny % 2 == 1;
        for (int32_t m = 0; m < v.ny; ++m)
        {
            relaxRow(v, seamFirst ? (m + v.ny - 1) % v.ny : m, colour, omega);
        }
    }

    static void relaxRow(const View& v, int32_t j, int32_t colour, float omega)
    {
        for (int32_t i = (j + colour) % 2; i < v.nx; i += 2)
        {
            relaxCell(v, i, j, omega);
        }
        // The two cells at the seam of an odd ring are neighbours of one colour: the first is
        // done again.
        if (v.ringX && v.nx % 2 == 1 && (j + colour) % 2 == 0 && omega == 1.0f)
        {
            relaxCell(v, 0, j, omega);
        }
    }

    static void relaxCell(const View& v, int32_t i, int32_t j, float omega)
    {
        const Stencil k = v.stencil(i, j);
        const float d = k.diagonal();
        const Neighbours n = v.around(v.x, i, j);
        const float sum = ((k.cw * n.w + k.ce * n.e) + (k.cs * n.s + k.cn * n.n)) + v.r.at(i, j);
        const float solved = d >= FLT_MIN ? sum * (1.0f / d) : 0.0f;
        float& x = v.x.at(i, j);
        const float before = d >= FLT_MIN ? x : 0.0f; // in solids an interpolation may leave more
        x = omega == 1.0f ? solved : before + omega * (solved - before);
    }

    // A coarse face along an axis, given the conductances of its fine faces, summed across it.
    template <class Sum>
    static float coarsenedFace(const AxisShape& fine, int32_t index, Sum&& sum)
    {
        const CoarseFace face = coarseFace(fine, index);
        const auto inside = [&](int32_t cell) {
            return cell >= 0 && 2 * cell + 1 < fine.cells ? sum(2 * cell + 1) : 0.0f;
        };
        return face.open ? coarseConductance(sum(std::min(2 * index, fine.cells)), inside(face.low),
                                             face.lowShare, inside(face.high), face.highShare,
                                             face.leastInner)
                         : 0.0f;
    }

    // Between four coarse cells: the own one, the outer ones along either axis, and the one that
    // lies diagonally. See interpolationShape for the weights.
    static float interpolated(const View& coarse, const View& fine, const GridShape& shape,
                              int32_t i, int32_t j)
    {
        const bool left = i % 2 == 0;
        const bool lower = j % 2 == 0;
        const int32_t I = i / 2;
        const int32_t J = j / 2;
        const int32_t outerI = left ? I - 1 : I + 1;
        const int32_t outerJ = lower ? J - 1 : J + 1;
        const int32_t outerFaceX = left ? i : i + 1;
        const int32_t outerFaceY = lower ? j : j + 1;
        const InterpolationShape alongX = interpolationShape(shape.x, i);
        const InterpolationShape alongY = interpolationShape(shape.y, j);
        const float outX = alongX.outer * fine.cx.at(outerFaceX, j);
        const float outY = alongY.outer * fine.cy.at(i, outerFaceY);
        const float allX = outX + alongX.inner * fine.cx.at(left ? i + 1 : i, j);
        const float allY = outY + alongY.inner * fine.cy.at(i, lower ? j + 1 : j);
        // One division for both weights, which are 0 along an axis without open faces.
        const float someX = allX > 0.0f ? allX : 1.0f;
        const float someY = allY > 0.0f ? allY : 1.0f;
        const float inverse = 1.0f / std::max(someX * someY, FLT_MIN);
        const float wx = (outX * someY) * inverse;
        const float wy = (outY * someX) * inverse;

        // The diagonal cell counts where one of the outer fine cells leads on to it: in a solid it
        // has no value of its own.
        const int32_t besideI = left ? i - 1 : i + 1;
        const int32_t besideJ = ringRow(fine, lower ? j - 1 : j + 1);
        const bool leadsOn =
            (besideI >= 0 && besideI < fine.nx && fine.cy.at(besideI, outerFaceY) > 0.0f) ||
            (besideJ >= 0 && fine.cx.at(outerFaceX, besideJ) > 0.0f);

        // Beyond an edge lies 0.
        const auto value = [&](int32_t column, int32_t row) {
            column = fine.ringX ? (column + coarse.nx) % coarse.nx : column;
            row = fine.ringY ? (row + coarse.ny) % coarse.ny : row;
            const bool inside = column >= 0 && column < coarse.nx && row >= 0 && row < coarse.ny;
            return inside ? coarse.x.at(column, row) : 0.0f;
        };
        const float own = value(I, J);
        const float outer = value(outerI, J);
        const float far = value(I, outerJ);
        if (!leadsOn)
        {
            return (own + std::min(wy, 1.0f - wx) * (far - own)) + wx * (outer - own);
        }
        const float between = own + wy * (far - own);
        const float betweenOuter = outer + wy * (value(outerI, outerJ) - outer);
        return between + wx * (betweenOuter - between);
    }

    // Row j of the grid, across the seam of a ring; -1 beyond an edge.
    static int32_t ringRow(const View& v, int32_t j)
    {
        if (v.ringY)
        {
            return (j + v.ny) % v.ny;
        }
        return j < v.ny ? j : -1;
    }

    // Elements of rows that are transformed together, and rows that a grid lacks; or the pivots of
    // two columns.
    static size_t boxRoom(const GridShape& shape)
    {
        return std::max(2 * kBoxRows * static_cast<size_t>(shape.x.cells),
                        2 * static_cast<size_t>(shape.y.cells));
    }

    // kBoxRows rows of an array from row j on, and in the room those that it lacks.
    void findBoxRows(Rows rows, int32_t j, int32_t count, float** found) const
    {
        for (int32_t k = 0; k < kBoxRows; ++k)
        {
            float* own =
                boxRoom_ + (kBoxRows + static_cast<size_t>(k)) * static_cast<size_t>(box_.cells());
            found[k] = j + k < count ? rows.row(j + k) : own;
        }
    }

    Arena arena_;
    BoxTransform box_;
    Arena boxArena_;
    float* boxRoom_ = nullptr; // null: rows have no transform
    Field* fields_ = nullptr;
    size_t fieldCapacity_ = 0;
    double* strip_ = nullptr;
    std::byte* end_ = nullptr;
};

} // namespace

Backend* createReferenceBackend()
{
    return makeObject<ReferenceBackend>();
}

} // namespace tarn
