// Numbers of a scene: what is allowed (Rule), where it was written (Origin), a number that may
// change with time (Quantity), and numbers all over the plane (Pattern).
//
// Quantities and Patterns are checked whenever they are evaluated: a formula may give a good number
// now and a bad one at t = 3.
#pragma once

#include "scene/document.h"
#include "scene/formula.h"

#include <array>
#include <cfloat>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::scene
{

// Which numbers make sense, and how errors speak of them.
struct Rule
{
    const char* noun = "number"; // "give a length above 0"
    const char* unit = "";       // "m"
    double low = -double(FLT_MAX);
    double high = double(FLT_MAX);
    bool isLowExcluded = false;
};

// Any number; one above 0; one of 0 or more; one within low .. high.
constexpr Rule any(const char* noun, const char* unit)
{
    return {noun, unit};
}
constexpr Rule positive(const char* noun, const char* unit)
{
    return {noun, unit, 0.0, double(FLT_MAX), true};
}
constexpr Rule notNegative(const char* noun, const char* unit)
{
    return {noun, unit, 0.0, double(FLT_MAX), false};
}
constexpr Rule within(const char* noun, const char* unit, double low, double high)
{
    return {noun, unit, low, high, false};
}

// Which key a value belongs to and where that was written.
struct Origin
{
    std::string key; // "flow.solids[0].radius"
    Location where;

    // Throws an Error: "key: text (file:line)".
    [[noreturn]] void fail(std::string_view text) const;
};

// False for what is not a number, too, and for what comes to an excluded end in 32 bits.
inline bool isAllowed(double number, const Rule& rule)
{
    if (!(number >= rule.low && number <= rule.high))
    {
        return false;
    }
    return !rule.isLowExcluded || static_cast<float>(number) > static_cast<float>(rule.low);
}

// Throws an Error that says what is wrong with a forbidden number. `cause` is what gave it, as in
// "'log(t)' at t = 0", or empty when it was written as it is.
[[noreturn]] void refuse(double number, const Rule& rule, const Origin& origin,
                         const std::string& cause);

inline void checkNumber(double number, const Rule& rule, const Origin& origin)
{
    if (!isAllowed(number, rule))
    {
        refuse(number, rule, origin, {});
    }
}

// A number that may change with time.
class Quantity
{
  public:
    Quantity(double number = 0.0) : number_(number) {}
    Quantity(std::shared_ptr<const Formula> formula, const Rule& rule, Origin origin);

    // Throws an Error when the formula gives a number that its rule forbids.
    double at(double t) const;

    // How fast it changes between t and t + dt, checked likewise.
    double rate(double t, double dt, const Rule& rule) const;

    bool varies() const { return formula_ != nullptr; }

  private:
    double number_ = 0.0;
    std::shared_ptr<const Formula> formula_;
    Rule rule_;
    Origin origin_;
};

// Numbers for x and y.
using Vector = std::array<Quantity, 2>;

inline bool varies(const Vector& vector)
{
    return vector[0].varies() || vector[1].varies();
}

struct Rectangle
{
    double left = 0.0;
    double bottom = 0.0;
    double right = 1.0;
    double top = 1.0;
};

// Numbers in rows, the lowest row first, stretched over a rectangle.
struct Samples
{
    int columns = 0;
    int rows = 0;
    std::vector<float> values;

    // Linear between the middles of its cells; constant beyond the outermost.
    double at(double x, double y, const Rectangle& area) const;
};

// The points of a field: point (i, j) lies at x0 + i*spacing, y0 + j*spacing.
struct Lattice
{
    int columns = 0;
    int rows = 0;
    double x0 = 0.0;
    double y0 = 0.0;
    double spacingX = 1.0;
    double spacingY = 1.0;
};

// A number for each point of the plane: one for all, a formula of x, y and t, or samples (a list or
// a picture) stretched over the grid.
class Pattern
{
  public:
    Pattern(double number = 0.0) : number_(number) {}
    Pattern(std::shared_ptr<const Formula> formula, const Rule& rule, Origin origin);
    explicit Pattern(std::shared_ptr<const Samples> samples) : samples_(std::move(samples)) {}

    bool isUniform() const { return !formula_ && !samples_; }
    bool varies() const { return formula_ && formula_->usesTime(); }

    // The number of a uniform one.
    double number() const { return number_; }

    // Those of a list or a picture; null: it is made of none.
    const Samples* samples() const { return samples_.get(); }

    // A list of numbers in a row becomes a column, the first one lowest: for upright edges.
    Pattern upright() const;

    // Numbers for all points; `area` is what samples are stretched over. Samples of exactly the
    // lattice's size are taken as they are. Throws an Error for numbers that are forbidden.
    void fill(const Lattice& lattice, const Rectangle& area, double t,
              std::vector<float>& out) const;

  private:
    double number_ = 0.0;
    std::shared_ptr<const Formula> formula_;
    std::shared_ptr<const Samples> samples_;
    Rule rule_;
    Origin origin_;
};

} // namespace tarn::scene
