// Error: something could not be drawn, read or written. Its text names the value and the remedy.
#pragma once

#include <stdexcept>

namespace tarn::render
{

class Error : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

} // namespace tarn::render
