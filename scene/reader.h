// Reader: takes the values of one table of a scene by key, checked, with defaults.
//
// Each read marks its key as known; finish() then names the first key nobody asked for and suggests
// the nearest one that somebody did. All errors are Errors that say where.
#pragma once

#include "scene/quantity.h"

#include "render/image.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tarn::scene
{

// What readers of one scene share.
struct ReadContext
{
    FormulaContext formulas;
    std::string folder;        // pictures are named relative to it
    std::string part = "flow"; // the table of the fluid, as errors name it
    int dyeChannels = 0;       // how long lists of dyes may be
};

class Reader
{
  public:
    // `table` may be null: every key is absent. `where` is the table's own place.
    Reader(ReadContext& context, const Table* table, std::string path, Location where);

    bool has(const std::string& key);
    std::vector<std::string> keys() const; // in the order of the file
    Origin origin(const std::string& key) const;

    // Constant values.
    bool flag(const std::string& key, bool fallback);
    double number(const std::string& key, const Rule& rule, double fallback);
    std::int32_t whole(const std::string& key, const Rule& rule, std::int32_t fallback);
    std::string text(const std::string& key, const std::string& fallback);
    std::vector<std::string> texts(const std::string& key);
    std::vector<double> numbers(const std::string& key, const Rule& rule, std::size_t count,
                                std::vector<double> fallback);
    // One number, or a list of two, the lower one first: from, to.
    std::array<double, 2> range(const std::string& key, const Rule& rule,
                                std::array<double, 2> fallback);
    // A list of points, each a list of two numbers.
    std::vector<std::array<double, 2>> points(const std::string& key, const Rule& rule);

    // The position of a word in `words`.
    std::size_t choice(const std::string& key, std::span<const std::string> words,
                       std::size_t fallback);

    // Values that may change with time.
    Quantity quantity(const std::string& key, const Rule& rule, double fallback);
    Vector vector(const std::string& key, const Rule& rule, std::array<double, 2> fallback);
    std::array<Quantity, 3> vector3(const std::string& key, const Rule& rule,
                                    std::array<double, 3> fallback);
    std::vector<Quantity> quantities(const std::string& key, const Rule& rule);

    // Values that may change with place and time; and one for each dye channel.
    Pattern pattern(const std::string& key, const Rule& rule, double fallback);
    std::vector<Pattern> dyePatterns(const std::string& key, const Rule& rule);

    // Tables inside this one.
    Reader table(const std::string& key);
    std::vector<Reader> tables(const std::string& key, std::size_t most);

    // Whether the key's value is of this kind, where several are allowed.
    bool isTable(const std::string& key);
    bool isText(const std::string& key);

    // Runs `read` and says where, should it throw a std::exception of another room.
    void located(const std::string& key, const std::function<void()>& read) const;

    void finish() const;

    const std::string& path() const { return path_; }
    ReadContext& context() const { return context_; }

  private:
    const Value* find(const std::string& key);
    std::shared_ptr<const Formula> compiled(const std::string& text, const Origin& place) const;
    Quantity readQuantity(const Value& value, const Rule& rule, const std::string& key) const;
    double readNumber(const Value& value, const Rule& rule, const std::string& key) const;
    Pattern readPattern(const Value& value, const Rule& rule, const std::string& key);
    const Array& list(const Value& value, const std::string& key, std::size_t least,
                      std::size_t most) const;
    std::string noDye() const;
    Origin originOf(const Value& value, const std::string& key) const;

    ReadContext& context_;
    const Table* table_;
    std::string path_;
    Location where_;
    std::vector<std::string> known_;
};

// Numbers of a list (of lists: rows, the top one first) or a picture, for patterns.
std::shared_ptr<const Samples> readListSamples(const Array& list, const Rule& rule,
                                               const Origin& origin);
std::shared_ptr<const Samples> readImageSamples(Reader& table, const Rule& rule);

// Where the picture lies that a key of the table names, relative to the scene's folder.
std::string picturePath(Reader& table, const std::string& key);

} // namespace tarn::scene
