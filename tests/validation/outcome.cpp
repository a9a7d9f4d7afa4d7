#include "validation/outcome.h"

#include <cmath>
#include <cstdio>
#include <utility>

namespace tarn::validation
{

bool Check::holds() const
{
    switch (kind)
    {
    case Kind::near:
        return std::fabs(measured - reference) <= tolerance * std::fabs(reference);
    case Kind::atMost:
        return measured <= reference * (1.0 + tolerance);
    case Kind::atLeast:
        return measured >= reference;
    }
    return false;
}

std::string Check::allowed() const
{
    switch (kind)
    {
    case Kind::near:
        return text(100.0 * tolerance) + " %";
    case Kind::atMost:
        return hasReference() ? "at most " + text(100.0 * tolerance) + " % more"
                              : "at most " + text(reference);
    case Kind::atLeast:
        return "at least " + text(reference);
    }
    return {};
}

bool Check::hasReference() const
{
    return tolerance > 0.0;
}

Check near(std::string what, double measured, double reference, double tolerance)
{
    return {std::move(what), measured, reference, Check::Kind::near, tolerance};
}

Check atMost(std::string what, double measured, double limit, double tolerance)
{
    return {std::move(what), measured, limit, Check::Kind::atMost, tolerance};
}

Check atLeast(std::string what, double measured, double limit)
{
    return {std::move(what), measured, limit, Check::Kind::atLeast, 0.0};
}

double orderBetween(double coarse, double fine, double refinement)
{
    return std::log(coarse / fine) / std::log(refinement);
}

std::string text(double value)
{
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.6g", value + 0.0); // no -0
    return buffer;
}

} // namespace tarn::validation
