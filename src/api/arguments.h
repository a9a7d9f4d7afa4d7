// How public calls refuse what they are given: a named error, and one line in the log that says
// what was wrong, with the value, and what to do.
#pragma once

#include "core/log.h"

#include "tarn/base.h"

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace tarn
{

inline tnResult refuse(tnResult result, tnLogId id, const char* caller, const char* what,
                       double value, const char* remedy)
{
    logMessage(tn_logError, id, "%s: %s is %g; %s", caller, what, value, remedy);
    return result;
}

inline tnResult refuseNull(const char* caller, const char* what)
{
    logMessage(tn_logError, tn_logNullPointer, "%s: %s is null; pass an array or address", caller,
               what);
    return tn_errorNullPointer;
}

// A new resolution: as wide as the old one, and as high to one of the larger cells.
template <class Def>
tnResult checkProportions(const char* caller, tnLogId id, const Def& now, int32_t nx, int32_t ny)
{
    const double rows = static_cast<double>(now.ny) * nx / now.nx;
    const double coarserCell = std::fmax(1.0, static_cast<double>(nx) / now.nx); // in new rows
    if (std::fabs(rows - static_cast<double>(ny)) <= coarserCell)
    {
        return tn_success;
    }
    logMessage(tn_logError, id,
               "%s: %d x %d has other proportions than %d x %d; for %d columns give %.0f rows",
               caller, nx, ny, now.nx, now.ny, nx, rows);
    return tn_errorInvalidArgument;
}

// A name like "settings.dyeDiffusivity[3]".
struct Indexed
{
    char text[96];
    Indexed(const char* name, int32_t index)
    {
        std::snprintf(text, sizeof text, "%s[%d]", name, index);
    }
};

// A name like "left.level".
struct Member
{
    char text[64];
    Member(const char* of, const char* name)
    {
        std::snprintf(text, sizeof text, "%s.%s", of, name);
    }
};

// Checks one field after another; the first bad one is reported, the rest are not looked at.
class ArgumentCheck
{
  public:
    ArgumentCheck(const char* caller, tnLogId id) : caller_(caller), id_(id) {}

    ArgumentCheck& finite(const char* what, float value)
    {
        if (result_ == tn_success && !std::isfinite(value))
        {
            result_ = refuse(tn_errorNotFinite, tn_logNotFinite, caller_, what,
                             static_cast<double>(value), "give a finite number");
        }
        return *this;
    }

    // A finite number from low to high.
    ArgumentCheck& within(const char* what, float value, float low, float high, const char* remedy)
    {
        finite(what, value);
        if (result_ == tn_success && !(value >= low && value <= high))
        {
            result_ = refuse(tn_errorInvalidArgument, id_, caller_, what,
                             static_cast<double>(value), remedy);
        }
        return *this;
    }

    ArgumentCheck& within(const char* what, int64_t value, int64_t low, int64_t high,
                          const char* remedy, tnResult error = tn_errorInvalidArgument)
    {
        if (result_ == tn_success && (value < low || value > high))
        {
            result_ = refuse(error, id_, caller_, what, static_cast<double>(value), remedy);
        }
        return *this;
    }

    ArgumentCheck& also(tnResult result)
    {
        result_ = result_ == tn_success ? result : result_;
        return *this;
    }

    bool isGood() const { return result_ == tn_success; }
    tnResult result() const { return result_; }

  private:
    const char* caller_;
    tnLogId id_;
    tnResult result_ = tn_success;
};

} // namespace tarn
