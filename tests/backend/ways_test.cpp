// Ways along the flow: exact in a rotation, the way ahead of the order of the midpoint rule though
// nothing is looked up ahead, and neither through a wall.
#include "backend/flow/sample.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

constexpr double kPi = std::numbers::pi;

// A velocity on the faces of n x n cells, given as a function of places in cells.
class Faces
{
  public:
    using Component = std::function<double(double x, double y)>;

    Faces(int32_t n, const Component& u, const Component& v)
        : n_(n), stride_(static_cast<size_t>(n + 1 + 2 * kGhostColumns)),
          u_(stride_ * static_cast<size_t>(n + 1 + 2 * kGhostRows)), v_(u_.size()),
          links_(static_cast<size_t>(n + 2 * kLinkBorder) *
                     static_cast<size_t>(n + 2 * kLinkBorder),
                 kLinkLeft | kLinkBelow)
    {
        for (int32_t j = -kGhostRows; j <= n; ++j)
        {
            for (int32_t i = -kGhostColumns; i <= n; ++i)
            {
                u_[at(i, j)] = static_cast<float>(u(i, j + 0.5));
                v_[at(i, j)] = static_cast<float>(v(i + 0.5, j));
            }
        }
    }

    void shutLeftOf(int32_t i, int32_t j) { link(i, j) = kLinkBelow; }

    FlowGrid grid()
    {
        FlowGrid g;
        g.nx = g.ny = n_;
        g.highX = g.highY = static_cast<float>(n_);
        g.u = ConstRows{u_.data() + at(0, 0), stride_};
        g.v = ConstRows{v_.data() + at(0, 0), stride_};
        g.links = {&link(0, 0), n_ + 2 * kLinkBorder, n_, n_, false, false};
        return g;
    }

  private:
    size_t at(int32_t i, int32_t j) const
    {
        return static_cast<size_t>(j + kGhostRows) * stride_ +
               static_cast<size_t>(i + kGhostColumns);
    }
    uint8_t& link(int32_t i, int32_t j)
    {
        return links_[static_cast<size_t>(j + kLinkBorder) *
                          static_cast<size_t>(n_ + 2 * kLinkBorder) +
                      static_cast<size_t>(i + kLinkBorder)];
    }

    int32_t n_;
    size_t stride_;
    std::vector<float> u_, v_;
    std::vector<uint8_t> links_;
};

constexpr Node middleOf(int32_t i, int32_t j)
{
    return {i, j, 0.5f, 0.5f};
}

double distance(Way a, Way b)
{
    return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y));
}

TEST(Ways, AheadAreThoseOfTheMidpointRuleInARotation)
{
    constexpr double kCentre = 32.0;
    Faces faces(
        64, [](double, double y) { return kCentre - y; },
        [](double x, double) { return x - kCentre; });
    const FlowGrid g = faces.grid();
    for (const float rate : {0.1f, -0.3f, 0.5f})
    {
        const BothWays ways = openWays(g, middleOf(40, 25), rate);
        EXPECT_LT(distance(ways.back, openWay(g, middleOf(40, 25), -rate)), 1e-7);
        EXPECT_LT(distance(ways.ahead, openWay(g, middleOf(40, 25), rate)), 1e-7);
    }
}

// Of fluid that is followed in many short steps.
Way followedFinely(const FlowGrid& g, const Node& n, float rate)
{
    constexpr int32_t kSteps = 256;
    double x = 0.0, y = 0.0;
    for (int32_t step = 0; step < kSteps; ++step)
    {
        const Node here = {n.baseX, n.baseY, n.phaseX + static_cast<float>(x),
                           n.phaseY + static_cast<float>(y)};
        const Way way = openWay(g, here, rate / kSteps);
        x += static_cast<double>(way.x);
        y += static_cast<double>(way.y);
    }
    return {static_cast<float>(x), static_cast<float>(y)};
}

TEST(Ways, ErrBackAndAheadByTheThirdPowerOfTheStep)
{
    constexpr int32_t kCells = 512;
    constexpr double k = 2.0 * kPi / kCells;
    Faces faces(
        kCells, [](double x, double y) { return 1.0 + std::sin(k * x) * std::cos(2.0 * k * y); },
        [](double x, double y) { return std::cos(2.0 * k * x + 0.4) * std::sin(k * y) - 0.3; });
    const FlowGrid g = faces.grid();
    const auto errors = [&](float rate) {
        double back = 0.0, ahead = 0.0;
        for (const Node& n : {middleOf(200, 260), middleOf(310, 180), middleOf(150, 330)})
        {
            const BothWays ways = openWays(g, n, rate);
            back += distance(ways.back, followedFinely(g, n, -rate));
            ahead += distance(ways.ahead, followedFinely(g, n, rate));
        }
        return std::pair(back, ahead);
    };
    const auto [back, ahead] = errors(40.0f);
    const auto [halfBack, halfAhead] = errors(20.0f);
    EXPECT_GT(back / halfBack, 6.0);
    EXPECT_GT(ahead / halfAhead, 6.0);
    EXPECT_LT(ahead, 7.0 * back); // of u'' 7/24 counts in place of 1/24, all else alike
}

TEST(Ways, AheadAreFollowedWhereAWallEndsTheWayBack)
{
    const auto shear = [](double, double y) { return 1.0 + 0.1 * (y - 16.0); };
    Faces faces(32, shear, [](double x, double) { return 0.05 * (x - 10.0); });
    faces.shutLeftOf(14, 16);
    faces.shutLeftOf(14, 15);
    const FlowGrid g = faces.grid();
    const Node beside = middleOf(14, 16);
    const BothNearWays stopped = nearWays(g, g.links, 1, beside, 3.0f);
    EXPECT_TRUE(stopped.back.clipped);
    EXPECT_GT(stopped.back.way.x, -0.5f);
    EXPECT_EQ(stopped.ahead.way.x, nearWay(g, g.links, 1, beside, 3.0f).way.x);
    EXPECT_EQ(stopped.ahead.way.y, nearWay(g, g.links, 1, beside, 3.0f).way.y);

    const Node before = middleOf(12, 16);
    const BothNearWays meets = nearWays(g, g.links, 1, before, 3.0f);
    EXPECT_FALSE(meets.back.clipped);
    EXPECT_TRUE(meets.ahead.clipped);
    EXPECT_LT(12.5f + meets.ahead.way.x, 14.0f);

    const Node away = middleOf(20, 16);
    const BothNearWays open = nearWays(g, g.links, 1, away, 3.0f);
    EXPECT_EQ(open.ahead.way.x, openWays(g, away, 3.0f).ahead.x);
    EXPECT_EQ(open.ahead.way.y, openWays(g, away, 3.0f).ahead.y);
}

} // namespace
} // namespace tarn
