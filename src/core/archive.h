// Saved states: archives that count, write, read and hash by the same visit of an object, so that
// the four cannot differ, and the header that saved bytes begin with.
//
//     magic  version  byte order  size  hash of the rest  |  content
//
// Numbers are little-endian and have no gaps. Reading trusts nothing: the hash, every size and
// every number is checked before anything changes.
#pragma once

#include "core/hash.h"
#include "core/slots.h"

#include "tarn/field.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace tarn
{

// The largest number that a saved field may hold unless it says otherwise: squares still fit.
inline constexpr float kMostSaved = 1.0e32f;

// What goes out: numbers as bytes, one after another, to a sink.
template <class Sink>
class Outgoing : public Sink
{
  public:
    static constexpr bool kReads = false;

    using Sink::Sink;

    template <class T>
    void number(T& value)
    {
        this->bytes(&value, sizeof value);
    }
    void flag(bool& value)
    {
        uint8_t byte = value ? 1 : 0;
        this->bytes(&byte, 1);
    }
    void floats(float* values, size_t count, float = 0.0f)
    {
        this->bytes(values, count * sizeof *values);
    }
    void require(bool) {}
    bool isGood() const { return true; }
};

// Memory; where there is none, the bytes are only counted.
class MemorySink
{
  public:
    explicit MemorySink(std::span<std::byte> room = {}) : room_(room) {}

    void bytes(const void* data, size_t size)
    {
        if (!room_.empty())
        {
            std::memcpy(room_.data() + used_, data, size);
        }
        used_ += size;
    }
    size_t used() const { return used_; }

  private:
    std::span<std::byte> room_;
    size_t used_ = 0;
};

class HashSink
{
  public:
    void bytes(const void* data, size_t size) { hash_ = hashBytes(data, size, hash_); }
    uint64_t value() const { return hash_; }

  private:
    uint64_t hash_ = 0;
};

using Writer = Outgoing<MemorySink>;
using Hasher = Outgoing<HashSink>;

// Reads; after the first thing that is wrong, nothing more.
template <class Checks>
class Reader
{
  public:
    static constexpr bool kReads = true;

    Reader(std::span<const std::byte> from, const Checks& checks) : from_(from), checks_(checks) {}

    void bytes(void* data, size_t size)
    {
        if (!good_ || size > from_.size() - used_)
        {
            good_ = false;
            std::memset(data, 0, size);
            return;
        }
        std::memcpy(data, from_.data() + used_, size);
        used_ += size;
    }
    template <class T>
    void number(T& value)
    {
        bytes(&value, sizeof value);
        if constexpr (std::is_floating_point_v<T>)
        {
            good_ = good_ && std::isfinite(value);
        }
    }
    void flag(bool& value)
    {
        uint8_t byte = 0;
        bytes(&byte, 1);
        good_ = good_ && byte <= 1;
        value = byte != 0;
    }
    // None of them beyond `most`.
    void floats(float* values, size_t count, float most = kMostSaved)
    {
        bytes(values, count * sizeof *values);
        for (size_t k = 0; k < count && good_; ++k)
        {
            good_ = std::fabs(values[k]) <= most;
        }
    }
    void require(bool condition) { good_ = good_ && condition; }
    const Checks& checks() const { return checks_; }
    bool isGood() const { return good_; }
    size_t left() const { return from_.size() - used_; }

  private:
    std::span<const std::byte> from_;
    const Checks& checks_;
    size_t used_ = 0;
    bool good_ = true;
};

template <class Archive, class Enum>
void choice(Archive& archive, Enum& value)
{
    auto number = static_cast<int32_t>(value);
    archive.number(number);
    value = static_cast<Enum>(number);
}

template <class Archive>
void vector(Archive& archive, tnVec2& value)
{
    archive.number(value.x);
    archive.number(value.y);
}

template <class Archive>
void vector(Archive& archive, tnVec3& value)
{
    archive.number(value.x);
    archive.number(value.y);
    archive.number(value.z);
}

// body(value) for each that is in use.
template <class Archive, class T, class Handle, class Body>
void visitSlots(Archive& archive, Slots<T, Handle>& slots, Body&& body)
{
    for (Slot<T>& slot : slots)
    {
        archive.flag(slot.used);
        archive.number(slot.generation);
        archive.require(!slot.used || slot.generation != 0);
        if (slot.used && archive.isGood())
        {
            body(slot.value);
        }
    }
    slots.recount();
}

template <class Archive, class Rows>
void visitRows(Archive& archive, Rows rows, int32_t columns, int32_t count, float most = kMostSaved)
{
    for (int32_t j = 0; j < count; ++j)
    {
        archive.floats(rows.row(j), static_cast<size_t>(columns), most);
    }
}

// ---- The header

// Whose state it is: how saved bytes begin.
struct SnapshotKind
{
    char magic[8];
    uint32_t version;
};

inline constexpr size_t kSnapshotHeader = 8 + 2 * sizeof(uint32_t) + 2 * sizeof(uint64_t);
inline constexpr uint32_t kSnapshotOrder = 0x01020304u;

// Writes the header in front of content that is in place; `bytes` are all that was saved.
inline void sealSnapshot(const SnapshotKind& kind, std::span<std::byte> bytes)
{
    const std::span<std::byte> content = bytes.subspan(kSnapshotHeader);
    Writer header(bytes.first(kSnapshotHeader));
    header.bytes(kind.magic, sizeof kind.magic);
    uint32_t version = kind.version;
    uint32_t order = kSnapshotOrder;
    uint64_t whole = bytes.size();
    uint64_t hash = hashBytes(content.data(), content.size(), 0);
    header.number(version);
    header.number(order);
    header.number(whole);
    header.number(hash);
}

// What is wrong with the header; null: nothing, and the content follows it.
inline const char* problemOfSnapshot(const SnapshotKind& kind, std::span<const std::byte> bytes)
{
    if (bytes.size() < kSnapshotHeader ||
        std::memcmp(bytes.data(), kind.magic, sizeof kind.magic) != 0)
    {
        return "they do not begin as such";
    }
    struct Nothing
    {
    } nothing;
    Reader<Nothing> header(bytes.subspan(sizeof kind.magic), nothing);
    uint32_t version = 0;
    uint32_t order = 0;
    uint64_t whole = 0;
    uint64_t hash = 0;
    header.number(version);
    header.number(order);
    header.number(whole);
    header.number(hash);
    if (order != kSnapshotOrder)
    {
        return "they were saved on a machine with another byte order";
    }
    if (version != kind.version)
    {
        return "they were saved by another version of Tarn";
    }
    if (whole != bytes.size())
    {
        return "they are cut off, or more than were saved";
    }
    const std::span<const std::byte> content = bytes.subspan(kSnapshotHeader);
    return hash == hashBytes(content.data(), content.size(), 0)
               ? nullptr
               : "they have changed since they were saved";
}

} // namespace tarn
