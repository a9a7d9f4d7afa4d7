// Rows of numbers somewhere in memory, at a fixed distance from one another: a caller's array, or a
// field that its owner keeps padded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tarn
{

template <class T>
struct RowsOf
{
    T* first = nullptr; // null: not given
    size_t stride = 0;  // from a row to the next

    // Below 0 too, where there are rows of ghosts.
    T* row(int32_t j) const
    {
        return first + static_cast<ptrdiff_t>(j) * static_cast<ptrdiff_t>(stride);
    }
    bool operator==(std::nullptr_t) const { return first == nullptr; }
    operator RowsOf<const T>() const requires(!std::is_const_v<T>) { return {first, stride}; }
};

using Rows = RowsOf<float>;
using ConstRows = RowsOf<const float>;

// An array without gaps between its rows.
template <class T>
RowsOf<T> tightRows(T* values, int32_t columns)
{
    return {values, static_cast<size_t>(columns)};
}

} // namespace tarn
