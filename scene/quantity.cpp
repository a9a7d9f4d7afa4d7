// Checks and evaluates the numbers of a scene.
#include "scene/quantity.h"

#include "scene/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

// "a length", "an angle"
std::string withArticle(std::string_view noun)
{
    const bool isVowel = std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
    return fmt::format("{} {}", isVowel ? "an" : "a", noun);
}

// An end of a range: 1e+12 rather than 1000000000000.
std::string shown(double end)
{
    const std::string brief = fmt::format("{:g}", end);
    return std::abs(end) > 1e6 && std::stod(brief) == end ? brief : fmt::format("{}", end);
}

// "above 0", "of 0 or more", "from 1 to 8"
std::string remedy(const Rule& rule)
{
    const std::string what = withArticle(rule.noun);
    if (rule.low == -double(FLT_MAX))
    {
        return fmt::format("give {}", what);
    }
    if (rule.high == double(FLT_MAX))
    {
        return rule.isLowExcluded ? fmt::format("give {} above {}", what, shown(rule.low))
                                  : fmt::format("give {} of {} or more", what, shown(rule.low));
    }
    const std::string low = shown(rule.low);
    const std::string high = shown(rule.high);
    return rule.isLowExcluded ? fmt::format("give {} above {}, up to {}", what, low, high)
                              : fmt::format("give {} from {} to {}", what, low, high);
}

const char* complaint(double number, const Rule& rule)
{
    if (std::isnan(number) || std::isinf(number))
    {
        return "is not a finite number";
    }
    if (std::abs(number) > double(FLT_MAX))
    {
        return "is too large for 32 bits";
    }
    if (rule.low == 0.0 && number <= 0.0)
    {
        return rule.isLowExcluded ? "is not positive" : "is negative";
    }
    if (rule.isLowExcluded && number > rule.low && number <= rule.high)
    {
        return "is nothing in 32 bits";
    }
    return "is out of range";
}

std::shared_ptr<const Formula> keepIfVarying(const std::shared_ptr<const Formula>& formula)
{
    return formula->usesTime() || formula->usesPlace() ? formula : nullptr;
}

double constantOf(const Formula& formula, const Rule& rule, const Origin& origin)
{
    const double number = formula.at(0.0, 0.0, 0.0);
    if (!isAllowed(number, rule))
    {
        refuse(number, rule, origin, fmt::format("'{}'", shortened(formula.text())));
    }
    return number;
}

} // namespace

void Origin::fail(std::string_view text) const
{
    throw Error(fmt::format("{}: {} ({})", shortened(key), text, where.text()));
}

void refuse(double number, const Rule& rule, const Origin& origin, const std::string& cause)
{
    const std::string value = fmt::format("{}{}{}", number, *rule.unit ? " " : "", rule.unit);
    const std::string subject =
        cause.empty() ? value : fmt::format("{} gives {}, which", cause, value);
    origin.fail(fmt::format("{} {}; {}", subject, complaint(number, rule), remedy(rule)));
}

Quantity::Quantity(std::shared_ptr<const Formula> formula, const Rule& rule, Origin origin)
    : rule_(rule), origin_(std::move(origin))
{
    formula_ = keepIfVarying(formula);
    if (!formula_)
    {
        number_ = constantOf(*formula, rule_, origin_);
    }
}

double Quantity::at(double t) const
{
    if (!formula_)
    {
        return number_;
    }
    const double number = formula_->at(0.0, 0.0, t);
    if (!isAllowed(number, rule_))
    {
        refuse(number, rule_, origin_,
               fmt::format("'{}' at t = {} s", shortened(formula_->text()), t));
    }
    return number;
}

double Quantity::rate(double t, double dt, const Rule& rule) const
{
    const double rate = (at(t + dt) - at(t)) / dt;
    if (!isAllowed(rate, rule))
    {
        refuse(rate, rule, origin_,
               fmt::format("the change of '{}' at t = {} s", shortened(formula_->text()), t));
    }
    return rate;
}

double Samples::at(double x, double y, const Rectangle& area) const
{
    const auto place = [](double from, double to, double p, int count) {
        const double q = to > from ? (p - from) / (to - from) * count - 0.5 : 0.0;
        return std::clamp(q, 0.0, double(count - 1));
    };
    const double px = place(area.left, area.right, x, columns);
    const double py = place(area.bottom, area.top, y, rows);
    const int i = std::min(static_cast<int>(px), std::max(columns - 2, 0));
    const int j = std::min(static_cast<int>(py), std::max(rows - 2, 0));
    const int i1 = std::min(i + 1, columns - 1);
    const int j1 = std::min(j + 1, rows - 1);
    const auto value = [&](int column, int row) {
        return double(values[std::size_t(row) * std::size_t(columns) + std::size_t(column)]);
    };
    const double fx = px - i;
    const double fy = py - j;
    const double low = value(i, j) + fx * (value(i1, j) - value(i, j));
    const double high = value(i, j1) + fx * (value(i1, j1) - value(i, j1));
    return low + fy * (high - low);
}

Pattern::Pattern(std::shared_ptr<const Formula> formula, const Rule& rule, Origin origin)
    : rule_(rule), origin_(std::move(origin))
{
    formula_ = keepIfVarying(formula);
    if (!formula_)
    {
        number_ = constantOf(*formula, rule_, origin_);
    }
}

Pattern Pattern::upright() const
{
    Pattern result = *this;
    if (samples_ && samples_->rows == 1)
    {
        result.samples_ =
            std::make_shared<const Samples>(Samples{1, samples_->columns, samples_->values});
    }
    return result;
}

void Pattern::fill(const Lattice& lattice, const Rectangle& area, double t,
                   std::vector<float>& out) const
{
    out.resize(std::size_t(lattice.columns) * std::size_t(lattice.rows));
    if (samples_ && samples_->columns == lattice.columns && samples_->rows == lattice.rows)
    {
        std::copy(samples_->values.begin(), samples_->values.end(), out.begin());
        return;
    }
    std::size_t next = 0;
    for (int j = 0; j < lattice.rows; ++j)
    {
        const double y = lattice.y0 + j * lattice.spacingY;
        for (int i = 0; i < lattice.columns; ++i)
        {
            const double x = lattice.x0 + i * lattice.spacingX;
            double number = number_;
            if (samples_)
            {
                number = samples_->at(x, y, area);
            }
            else if (formula_)
            {
                number = formula_->at(x, y, t);
                if (!isAllowed(number, rule_))
                {
                    refuse(number, rule_, origin_,
                           fmt::format("'{}' at x = {}, y = {}, t = {}",
                                       shortened(formula_->text()), x, y, t));
                }
            }
            out[next++] = static_cast<float>(number);
        }
    }
}

} // namespace tarn::scene
