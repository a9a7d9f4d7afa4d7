// Advection in vectors against the plain kernels, to the bit, for every instruction set: grids that
// fit no vector, periodic axes, finer dye, ways of any length, and solids.
//
// What no look-up may count is NaN: the columns beyond an edge that ways do not reach.
#include "backend/flow/flow_grid.h"
#include "backend/flow/sample.h"

#include "support/full_size.h"
#include "support/random.h"

#include "tarn/base.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

constexpr int32_t kReached = 3; // columns beyond an edge that ways lead to

struct Case
{
    int32_t nx = 1;
    int32_t ny = 1;
    bool wrapX = false;
    bool wrapY = false;
    int32_t scale = 1;
    float rate = 1.0f;
    bool rough = false; // velocity differs from node to node
    int32_t solids = 0;

    std::string describe() const
    {
        return std::to_string(nx) + " x " + std::to_string(ny) + (wrapX ? ", around x" : "") +
               (wrapY ? ", around y" : "") + ", scale " + std::to_string(scale) + ", rate " +
               std::to_string(rate) + (rough ? ", rough" : "") + (solids > 0 ? ", solids" : "");
    }
};

// Padded rows, repeated beyond the ends of periodic axes.
class Padded
{
  public:
    Padded(int32_t columns, int32_t rows)
        : columns_(columns), rows_(rows),
          stride_(static_cast<size_t>((columns + 2 * kGhostColumns + 15) / 16 * 16)),
          values_(stride_ * static_cast<size_t>(rows + 2 * kGhostRows),
                  std::numeric_limits<float>::quiet_NaN())
    {
    }

    Rows rows()
    {
        return {values_.data() + static_cast<size_t>(kGhostRows) * stride_ + kGhostColumns,
                stride_};
    }
    float* row(int32_t j)
    {
        return rows().first + static_cast<ptrdiff_t>(j) * static_cast<ptrdiff_t>(stride_);
    }

    // value(column, row); on a periodic axis it is asked for nodes of the first period alone.
    template <class Value>
    void fill(const Case& which, int32_t nx, int32_t ny, Value&& value)
    {
        const int32_t reachX = which.wrapX ? kGhostColumns : kReached;
        for (int32_t j = -kGhostRows; j < rows_ + kGhostRows; ++j)
        {
            for (int32_t i = -reachX; i < columns_ + reachX; ++i)
            {
                row(j)[i] =
                    value(which.wrapX ? wrapped(i, nx) : i, which.wrapY ? wrapped(j, ny) : j);
            }
        }
    }

    bool sameAs(Padded& other)
    {
        for (int32_t j = 0; j < rows_; ++j)
        {
            if (std::memcmp(row(j), other.row(j), static_cast<size_t>(columns_) * sizeof(float)) !=
                0)
            {
                return false;
            }
        }
        return true;
    }

  private:
    int32_t columns_;
    int32_t rows_;
    size_t stride_;
    std::vector<float> values_;
};

// Link bytes with their border.
class LinkBytes
{
  public:
    LinkBytes(int32_t nx, int32_t ny)
        : nx_(nx), ny_(ny), stride_(nx + 2 * kLinkBorder),
          bytes_(static_cast<size_t>(stride_) * static_cast<size_t>(ny + 2 * kLinkBorder),
                 kLinkLeft | kLinkBelow)
    {
    }

    uint8_t& at(int32_t i, int32_t j)
    {
        return bytes_[static_cast<size_t>(j + kLinkBorder) * static_cast<size_t>(stride_) +
                      static_cast<size_t>(i + kLinkBorder)];
    }
    void repeat(const Case& which)
    {
        for (int32_t j = -kLinkBorder; j < ny_ + kLinkBorder; ++j)
        {
            for (int32_t i = -kLinkBorder; i < nx_ + kLinkBorder; ++i)
            {
                const bool beyondX = i < 0 || i >= nx_;
                const bool beyondY = j < 0 || j >= ny_;
                if ((!beyondX || which.wrapX) && (!beyondY || which.wrapY))
                {
                    at(i, j) = at(wrapped(i, nx_), wrapped(j, ny_));
                }
            }
        }
    }
    LinkGrid grid(const Case& which)
    {
        return {&at(0, 0), stride_, nx_, ny_, which.wrapX, which.wrapY};
    }

  private:
    int32_t nx_, ny_, stride_;
    std::vector<uint8_t> bytes_;
};

constexpr uint8_t kOpen = kLinkLeft | kLinkBelow;

// A few solid cells, with and without slip, and shut faces between open cells.
struct Solids
{
    LinkBytes links;
    LinkBytes dyeLinks;
    std::vector<uint8_t> blocks;
    int32_t blockColumns, blockRows;

    Solids(const Case& which, test::Random& random)
        : links(which.nx, which.ny), dyeLinks(which.nx * which.scale, which.ny * which.scale),
          blockColumns((which.nx + kSolidBlock - 1) / kSolidBlock),
          blockRows((which.ny + kSolidBlock - 1) / kSolidBlock)
    {
        blocks.assign(static_cast<size_t>(blockColumns) * static_cast<size_t>(blockRows), 0);
        for (int32_t k = 0; k < which.solids; ++k)
        {
            const uint8_t slip = random.chance(0.5f) ? kLinkSlip : 0;
            const int32_t left = random.below(which.nx), low = random.below(which.ny);
            const int32_t width = random.between(1, 4), height = random.between(1, 4);
            const bool wall = random.chance(0.5f); // a line of shut faces alone
            for (int32_t j = low; j < std::min(low + height, which.ny); ++j)
            {
                for (int32_t i = left; i < std::min(left + width, which.nx); ++i)
                {
                    uint8_t& cell = links.at(i, j);
                    cell = wall ? static_cast<uint8_t>(cell & ~kLinkLeft)
                                : static_cast<uint8_t>(kLinkBlocked | slip);
                }
            }
        }
        shutAround(which, links);
        touch(which);
        links.repeat(which);
        refine(which);
    }

  private:
    // The faces of solid cells, which are links of their neighbours too.
    static void shutAround(const Case& which, LinkBytes& bytes)
    {
        const auto blocked = [&](int32_t i, int32_t j) {
            const bool inX = which.wrapX || (i >= 0 && i < which.nx);
            const bool inY = which.wrapY || (j >= 0 && j < which.ny);
            return inX && inY &&
                   (bytes.at(wrapped(i, which.nx), wrapped(j, which.ny)) & kLinkBlocked) != 0;
        };
        for (int32_t j = 0; j < which.ny; ++j)
        {
            for (int32_t i = 0; i < which.nx; ++i)
            {
                uint8_t& cell = bytes.at(i, j);
                cell = static_cast<uint8_t>(cell & (blocked(i - 1, j) ? ~kLinkLeft : 0xff));
                cell = static_cast<uint8_t>(cell & (blocked(i, j - 1) ? ~kLinkBelow : 0xff));
            }
        }
    }

    void refine(const Case& which)
    {
        const int32_t s = which.scale;
        for (int32_t j = 0; j < which.ny * s; ++j)
        {
            for (int32_t i = 0; i < which.nx * s; ++i)
            {
                const uint8_t coarse = links.at(i / s, j / s);
                const bool solid = (coarse & kLinkBlocked) != 0;
                const uint8_t inside = solid ? 0 : kOpen;
                const auto left = static_cast<uint8_t>((i % s == 0 ? coarse : inside) & kLinkLeft);
                const auto below =
                    static_cast<uint8_t>((j % s == 0 ? coarse : inside) & kLinkBelow);
                dyeLinks.at(i, j) = static_cast<uint8_t>((coarse & ~kOpen) | left | below);
            }
        }
        dyeLinks.repeat(which);
    }

    // Cells with a shut face, and blocks with such cells.
    void touch(const Case& which)
    {
        const auto isShut = [&](int32_t i, int32_t j, Link link) {
            const bool isThere = (which.wrapX || i < which.nx) && (which.wrapY || j < which.ny);
            return isThere && (links.at(wrapped(i, which.nx), wrapped(j, which.ny)) & link) == 0;
        };
        for (int32_t j = 0; j < which.ny; ++j)
        {
            for (int32_t i = 0; i < which.nx; ++i)
            {
                if (isShut(i, j, kLinkLeft) || isShut(i + 1, j, kLinkLeft) ||
                    isShut(i, j, kLinkBelow) || isShut(i, j + 1, kLinkBelow))
                {
                    links.at(i, j) |= kLinkTouched;
                    blocks[static_cast<size_t>(j / kSolidBlock * blockColumns + i / kSolidBlock)] =
                        1;
                }
            }
        }
    }
};

// Everything an advection of one kind of nodes reads, and where each kernel's result goes.
class Bench
{
  public:
    Bench(const Case& which, AdvectJob::At at)
        : which_(which), at_(at), random_(static_cast<uint64_t>(which.nx * 1000 + which.ny)),
          scale_(at == AdvectJob::At::cells ? which.scale : 1),
          columns_(which.nx * scale_ + (at == AdvectJob::At::facesX ? 1 : 0)),
          rows_(which.ny * scale_ + (at == AdvectJob::At::facesY ? 1 : 0)),
          u_(which.nx + 1, which.ny), v_(which.nx, which.ny + 1), solids_(which, random_)
    {
        fillVelocity();
        const int32_t count = at == AdvectJob::At::cells ? 3 : 1;
        for (int32_t k = 0; k < 2 * count; ++k)
        {
            carried_.emplace_back(columns_, rows_);
            fillRandom(carried_.back());
        }
        makeNodes();
        fillJob(count);
    }

    // The fields after every row has been advected, or corrected.
    std::vector<Padded> run(const AdvectKernels& kernels, bool corrects)
    {
        std::vector<Padded> results(static_cast<size_t>(job_.count), Padded(columns_, rows_));
        for (int32_t f = 0; f < job_.count; ++f)
        {
            job_.to[f] = results[static_cast<size_t>(f)].rows();
        }
        for (int32_t row = 0; row < rows_; ++row)
        {
            (corrects ? kernels.correct : kernels.advect)(job_, row, BoundRing{});
        }
        return results;
    }

    // The fields after every row has been corrected within bounds that its advection kept.
    std::vector<Padded> runWithin(const AdvectKernels& kernels)
    {
        constexpr int32_t kRingRows = 4;
        const auto stride = static_cast<size_t>(columns_);
        std::vector<float> bounds(2 * static_cast<size_t>(kRingRows * job_.count) * stride,
                                  std::numeric_limits<float>::quiet_NaN());
        const BoundRing ring = {bounds.data(), stride, kRingRows, job_.count};
        std::vector<Padded> results(static_cast<size_t>(job_.count), Padded(columns_, rows_));
        for (int32_t f = 0; f < job_.count; ++f)
        {
            job_.to[f] = results[static_cast<size_t>(f)].rows();
        }
        for (int32_t row = 0; row < rows_ + kRingRows - 1; ++row)
        {
            if (row < rows_)
            {
                kernels.advect(job_, row, ring);
            }
            if (row >= kRingRows - 1)
            {
                kernels.correct(job_, row - kRingRows + 1, ring);
            }
        }
        return results;
    }

    // The ways from all cells: x back, y back, x ahead, y ahead.
    std::vector<Padded> trace(const AdvectKernels& kernels)
    {
        std::vector<Padded> ways(4, Padded(columns_, rows_));
        useWays(ways);
        for (int32_t row = 0; row < rows_; ++row)
        {
            kernels.trace(job_, row, true);
        }
        return ways;
    }

    void useWays(std::vector<Padded>& ways)
    {
        job_.hasWays = true;
        for (size_t k = 0; k < 2; ++k)
        {
            job_.wayX[k] = ways[2 * k].rows();
            job_.wayY[k] = ways[2 * k + 1].rows();
        }
    }

  private:
    void fillRandom(Padded& field)
    {
        std::vector<float> values(static_cast<size_t>(columns_ + 2 * kGhostColumns) *
                                  static_cast<size_t>(rows_ + 2 * kGhostRows));
        for (float& value : values)
        {
            // Equal neighbours and zeros of both signs are where minima could differ.
            value = random_.chance(0.2f) ? (random_.chance(0.5f) ? 0.0f : -0.0f)
                                         : random_.between(-1.0f, 1.0f);
        }
        field.fill(which_, which_.nx * scale_, which_.ny * scale_, [&](int32_t i, int32_t j) {
            return values[static_cast<size_t>(j + kGhostRows) *
                              static_cast<size_t>(columns_ + 2 * kGhostColumns) +
                          static_cast<size_t>(i + kGhostColumns)];
        });
    }

    // About a cell per unit of rate: vortices, or any way from node to node.
    void fillVelocity()
    {
        const double kx = 6.283185307 / std::max(which_.nx, 40);
        const double ky = 6.283185307 / std::max(which_.ny, 40);
        for (const bool isX : {true, false})
        {
            const float strength = random_.between(0.6f, 1.4f);
            (isX ? u_ : v_).fill(which_, which_.nx, which_.ny, [&](int32_t i, int32_t j) {
                if (which_.rough)
                {
                    // Of a node, not of the order in which they are asked for.
                    test::Random node(static_cast<uint64_t>((j + 8) * 100003 + i + 64));
                    return node.between(-strength, strength);
                }
                return strength * static_cast<float>(std::sin(kx * i + (isX ? 0.3 : 0.0)) *
                                                     std::cos(2.0 * ky * j));
            });
        }
    }

    void makeNodes()
    {
        const auto axis = [&](int32_t count, bool faces, std::vector<int32_t>& base,
                              std::vector<float>& phase) {
            for (int32_t i = 0; i < count; ++i)
            {
                base.push_back(i / scale_);
                phase.push_back(faces ? 0.0f
                                      : (static_cast<float>(i % scale_) + 0.5f) /
                                            static_cast<float>(scale_));
            }
        };
        axis(columns_, at_ == AdvectJob::At::facesX, columnBase_, columnPhase_);
        axis(rows_, at_ == AdvectJob::At::facesY, rowBase_, rowPhase_);
    }

    void fillJob(int32_t count)
    {
        FlowGrid& g = job_.grid;
        g.nx = which_.nx;
        g.ny = which_.ny;
        g.wrapX = which_.wrapX;
        g.wrapY = which_.wrapY;
        g.lowX = g.lowY = -1.0f / static_cast<float>(scale_);
        g.highX = static_cast<float>(g.nx) - g.lowX;
        g.highY = static_cast<float>(g.ny) - g.lowY;
        g.u = u_.rows();
        g.v = v_.rows();
        g.links = solids_.links.grid(which_);
        if (which_.solids > 0)
        {
            g.solids = {solids_.blocks.data(), solids_.blockColumns, solids_.blockRows,
                        which_.wrapX ? g.nx : 0, which_.wrapY ? g.ny : 0};
        }
        job_.columns = {columns_, columnBase_.data(), columnPhase_.data()};
        job_.rowBase = rowBase_.data();
        job_.rowPhase = rowPhase_.data();
        job_.rows = rows_;
        job_.scale = scale_;
        job_.rate = which_.rate;
        job_.at = at_;
        job_.cellLinks = scale_ == 1 ? g.links : solids_.dyeLinks.grid(which_);
        job_.trustLowX = 0.5f;
        job_.trustHighX = static_cast<float>(g.nx);
        job_.trustLowY = 0.0f;
        job_.trustHighY = static_cast<float>(g.ny) - 0.5f;
        job_.count = count;
        for (int32_t f = 0; f < count; ++f)
        {
            job_.from[f] = carried_[static_cast<size_t>(2 * f)].rows();
            job_.hat[f] = carried_[static_cast<size_t>(2 * f + 1)].rows();
        }
    }

    Case which_;
    AdvectJob::At at_;
    test::Random random_;
    int32_t scale_, columns_, rows_;
    Padded u_, v_;
    Solids solids_;
    std::vector<Padded> carried_;
    std::vector<int32_t> columnBase_, rowBase_;
    std::vector<float> columnPhase_, rowPhase_;
    AdvectJob job_;
};

class AdvectKernelsParity : public testing::Test
{
  protected:
    void TearDown() override { tnForceInstructionSet(nullptr); }

    static void compare(const Case& which)
    {
        SCOPED_TRACE(which.describe());
        using At = AdvectJob::At;
        for (const At at : {At::cells, At::facesX, At::facesY})
        {
            if (at != At::cells && which.scale != 1)
            {
                continue;
            }
            Bench bench(which, at);
            for (const bool corrects : {false, true})
            {
                SCOPED_TRACE(std::string(corrects ? "correct" : "advect") + ", nodes " +
                             std::to_string(static_cast<int>(at)));
                compareSets(bench, corrects);
            }
        }
    }

    // Ways followed once from cells, and all that moves along them.
    static void compareWays(const Case& which)
    {
        SCOPED_TRACE(which.describe());
        using At = AdvectJob::At;
        Bench cells(which, At::cells);
        std::vector<Padded> plain = cells.trace(plainAdvectKernels());
        const tnInstructionSets sets = tnGetInstructionSets();
        for (int32_t k = 0; k < sets.count; ++k)
        {
            ASSERT_EQ(tnForceInstructionSet(sets.names[k]), tn_success);
            std::vector<Padded> vector = cells.trace(vectorAdvectKernels());
            for (size_t way = 0; way < plain.size(); ++way)
            {
                EXPECT_TRUE(plain[way].sameAs(vector[way])) << sets.names[k] << ", way " << way;
            }
        }
        for (Padded& way : plain)
        {
            Padded inside = way;
            way.fill(which, which.nx, which.ny, [&](int32_t i, int32_t j) {
                return inside.row(std::clamp(j, 0, which.ny - 1))[std::clamp(i, 0, which.nx - 1)];
            });
        }
        for (const At at : {At::cells, At::facesX, At::facesY})
        {
            Bench bench(which, at);
            bench.useWays(plain);
            for (const bool corrects : {false, true})
            {
                SCOPED_TRACE(std::string(corrects ? "correct" : "advect") + ", nodes " +
                             std::to_string(static_cast<int>(at)));
                compareSets(bench, corrects);
            }
        }
    }

    static void compareSets(Bench& bench, bool corrects)
    {
        std::vector<Padded> plain = bench.run(plainAdvectKernels(), corrects);
        const tnInstructionSets sets = tnGetInstructionSets();
        for (int32_t k = 0; k < sets.count; ++k)
        {
            ASSERT_EQ(tnForceInstructionSet(sets.names[k]), tn_success);
            std::vector<Padded> vector = bench.run(vectorAdvectKernels(), corrects);
            for (size_t f = 0; f < plain.size(); ++f)
            {
                EXPECT_TRUE(plain[f].sameAs(vector[f])) << sets.names[k] << ", field " << f;
            }
            if (corrects)
            {
                std::vector<Padded> within = bench.runWithin(vectorAdvectKernels());
                for (size_t f = 0; f < plain.size(); ++f)
                {
                    EXPECT_TRUE(plain[f].sameAs(within[f]))
                        << sets.names[k] << ", field " << f << ", within kept bounds";
                }
            }
        }
    }

    static void compareAll(std::vector<std::pair<int32_t, int32_t>> sizes, int32_t scale,
                           bool solids, float longest)
    {
        for (const auto& [nx, ny] : sizes)
        {
            for (const int around : {0, 1, 2, 3})
            {
                for (const float rate : {0.4f, -2.0f, 6.0f, longest})
                {
                    for (const bool rough : {false, true})
                    {
                        compare({nx, ny, (around & 1) != 0, (around & 2) != 0, scale, rate, rough,
                                 solids ? 1 + nx * ny / 1000 : 0});
                    }
                }
            }
        }
    }

    static std::vector<std::pair<int32_t, int32_t>> sizes()
    {
        return {{1, 1}, {1, 9}, {3, 2}, {15, 5}, {16, 16}, {17, 4}, {37, 21}, {100, 33}};
    }
};

TEST_F(AdvectKernelsParity, HoldsInTheOpen)
{
    compareAll(sizes(), 1, false, 300.0f);
}

TEST_F(AdvectKernelsParity, HoldsForWaysThatAreSharedByAllNodes)
{
    for (const auto& [nx, ny] : sizes())
    {
        for (const int around : {0, 1, 2, 3})
        {
            for (const float rate : {0.4f, 6.0f})
            {
                for (const int32_t solids : {0, 1 + nx * ny / 1000})
                {
                    compareWays(
                        {nx, ny, (around & 1) != 0, (around & 2) != 0, 1, rate, true, solids});
                }
            }
        }
    }
}

TEST_F(AdvectKernelsParity, HoldsForFinerNodes)
{
    for (const int32_t scale : {2, 3, 4, 8})
    {
        compareAll({{1, 2}, {5, 7}, {23, 11}}, scale, false, 300.0f);
    }
}

TEST_F(AdvectKernelsParity, HoldsAmongSolids)
{
    compareAll({{1, 1}, {9, 6}, {37, 21}, {60, 67}}, 1, true, 40.0f);
    compareAll({{41, 37}}, 2, true, 40.0f);
    compareAll({{23, 41}}, 3, true, 40.0f);
}

TEST_F(AdvectKernelsParity, HoldsOnALargeGrid)
{
    const int32_t nx = test::scaled(253, 509);
    const int32_t ny = test::scaled(158, 317);
    for (const int32_t solids : {0, 20})
    {
        for (const float rate : {0.7f, 5.0f})
        {
            compare({nx, ny, false, false, 1, rate, false, solids});
            compare({nx, ny, true, true, 1, -rate, true, solids});
        }
    }
}

TEST_F(AdvectKernelsParity, HoldsForWaysThatGoAroundAgainAndAgain)
{
    compare({40, 3, true, true, 1, 1.0e7f, true, 0});
    compare({40, 3, true, true, 1, 1.0e7f, true, 2});
    compare({5, 6, true, true, 8, 1.0e7f, true, 0});
    compare({5, 6, true, true, 8, 1.0e7f, false, 0});
}

// Only then may the vectors take the open way where no solid is around.
TEST_F(AdvectKernelsParity, NeedsWaysAcrossAWideOpenGridToBeWhole)
{
    const Case wide = {9000, 2};
    LinkBytes links(wide.nx, wide.ny);
    bool clipped = true;
    const Way way = clippedWay(links.grid(wide), 8999.5, 0.5, {-8999.0f, 1.0f}, &clipped);
    EXPECT_FALSE(clipped);
    EXPECT_EQ(way.x, -8999.0f);
    EXPECT_EQ(way.y, 1.0f);
}

} // namespace
} // namespace tarn
