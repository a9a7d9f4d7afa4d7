// require: turns the library's results into Errors.
#pragma once

#include "scene/error.h"

#include "tarn/base.h"

#include <string>

namespace tarn::scene
{

// Throws an Error "what: why" unless all went well. The library's log has the details.
inline void require(tnResult result, const std::string& what)
{
    if (result != tn_success)
    {
        throw Error(what + ": " + tnResult_ToString(result));
    }
}

} // namespace tarn::scene
