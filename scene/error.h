// Error: a scene cannot be read or cannot run. Its text names the key, the value, the remedy and
// where it was written: `flow.cell_size: -0.1 m is not positive; give a length above 0
// (pool.toml:7)`.
#pragma once

#include <stdexcept>

namespace tarn::scene
{

class Error : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

// There is no scene of this name.
class UnknownScene : public Error
{
  public:
    using Error::Error;
};

} // namespace tarn::scene
