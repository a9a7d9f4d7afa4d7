// Bytes of a saved state: plain numbers one after the other, as the machine has them.
#pragma once

#include "scene/error.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace tarn::scene
{

class ByteWriter
{
  public:
    template <typename T>
    void put(const T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        const std::size_t at = bytes_.size();
        bytes_.resize(at + sizeof(T));
        std::memcpy(bytes_.data() + at, &value, sizeof(T));
    }

    // How many there are, then all of them.
    template <typename T>
    void putAll(std::span<const T> values)
    {
        put(static_cast<std::uint64_t>(values.size()));
        const std::size_t at = bytes_.size();
        bytes_.resize(at + values.size_bytes());
        if (!values.empty())
        {
            std::memcpy(bytes_.data() + at, values.data(), values.size_bytes());
        }
    }

    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  private:
    std::vector<std::uint8_t> bytes_;
};

// Throws an Error where bytes end too early.
class ByteReader
{
  public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    template <typename T>
    T get()
    {
        static_assert(std::is_trivially_copyable_v<T>);
        T value;
        std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
        return value;
    }

    template <typename T>
    std::vector<T> getAll()
    {
        const auto count = get<std::uint64_t>();
        if (count > rest_.size() / sizeof(T))
        {
            fail();
        }
        std::vector<T> values(static_cast<std::size_t>(count));
        const std::span<const std::uint8_t> bytes = take(values.size() * sizeof(T));
        if (!values.empty())
        {
            std::memcpy(values.data(), bytes.data(), bytes.size());
        }
        return values;
    }

    bool isAtEnd() const { return rest_.empty(); }

  private:
    std::span<const std::uint8_t> take(std::size_t size)
    {
        if (size > rest_.size())
        {
            fail();
        }
        const std::span<const std::uint8_t> taken = rest_.first(size);
        rest_ = rest_.subspan(size);
        return taken;
    }

    [[noreturn]] static void fail() { throw Error("what was saved is cut short; save it anew"); }

    std::span<const std::uint8_t> rest_;
};

} // namespace tarn::scene
