// UsageError: the command line asks for something that makes no sense. Exit code 2.
//
// Its text names the value and the remedy.
#pragma once

#include <stdexcept>

namespace tarn::cli
{

class UsageError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

} // namespace tarn::cli
