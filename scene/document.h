// Document: the TOML text of a scene as a tree of values that know where they were written.
//
// Overrides (`--set flow.nx=512`) replace values in the tree and are named in errors as they were
// given. Only document.cpp knows the TOML library.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tarn::scene
{

// Where a value was written.
struct Location
{
    std::shared_ptr<const std::string> source; // a file's name, or an override as it was given
    int line = 0;                              // from 1; 0: an override, which has no lines

    // "pool.toml:7"
    std::string text() const;
};

struct Value;
struct Member;

using Array = std::vector<Value>;

// In the order of the file.
struct Table
{
    std::vector<Member> members;

    const Value* find(std::string_view key) const;
    Value* find(std::string_view key);
};

struct Value
{
    // Dates and times, which no scene has a use for, are monostate.
    std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Table> data;
    Location where;

    const Array* asArray() const { return std::get_if<Array>(&data); }
    const Table* asTable() const { return std::get_if<Table>(&data); }
    const std::string* asText() const { return std::get_if<std::string>(&data); }

    // As an error shows it: short, on one line.
    std::string shown() const;
};

struct Member
{
    std::string key;
    Value value;
};

// A value that replaces the file's.
struct Override
{
    std::string key;   // "flow.solids.0.radius"; a named element may be called by its name
    std::string value; // TOML; what is none is taken as text
    std::string label; // how the user gave it, for errors: "--set flow.nx=512"
};

class Document
{
  public:
    // `name` is what errors call the text. Throws an Error.
    Document(std::string_view text, const std::string& name);

    // Puts a value in place of the file's, or adds it. What was shorthand for a table's first key
    // (`liquid = "honey"`) stays in it. Throws an Error.
    void set(const Override& change);

    // Takes a key out, should it be there, or an element of a list. A list that is empty then goes
    // too, and so does a table inside another one. Returns the key that went in the end.
    std::string remove(const std::string& key);

    // One more table at the end of a list, which is made where there is none; `toml` are its lines.
    // Throws an Error.
    void append(const std::string& list, const std::string& toml);

    const Value& root() const { return root_; }

  private:
    Value root_;
};

// The parts of a key between its points. Throws an Error that names `label` where one is empty.
std::vector<std::string> keyParts(const std::string& key, const std::string& label);

// Whether texts of this key are names of files, relative to the scene's folder.
bool namesFile(std::string_view key);

// The value that a key names, or null. Elements of lists by their number or name.
const Value* findValue(const Value& root, const std::string& key);

// What a text says of a key, and by which key. Where a plain value stands for a table's first key,
// it says that one: liquid = "honey" says water.liquid.name.
struct Written
{
    const Value* value = nullptr; // null: nothing
    std::string key;
};
Written findWritten(const Value& root, const std::string& key);

// Text as errors show it: on one line, cut where it gets long.
std::string shortened(std::string text);

// The whole text of a file, of at most kMaxSceneBytes. Throws an Error.
std::string readTextFile(const std::string& path);

} // namespace tarn::scene
