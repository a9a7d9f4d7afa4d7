// Owned: the one owner of an object that ends by destroy(), so that its owner can be moved.
#pragma once

#include <memory>

namespace tarn
{

struct Destroyer
{
    template <class T>
    void operator()(T* object) const noexcept
    {
        object->destroy();
    }
};

template <class T>
using Owned = std::unique_ptr<T, Destroyer>;

} // namespace tarn
