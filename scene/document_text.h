// A scene's text, written and changed: comments, order and formulas stay as they are.
//
// A change is made in the text where its key is. Then both are read again: should the text not say
// what was asked for (there are many ways to write TOML), it is written anew from its values, in
// the same order, without its comments.
#pragma once

#include "scene/document.h"

#include <span>
#include <string>
#include <string_view>

namespace tarn::scene
{

// A key and what it becomes.
struct KeyText
{
    std::string key;        // "water.liquid.viscosity", as of an Override
    std::string toml;       // what is no TOML is taken as text
    bool isRemoved = false; // the key is taken out; one that is not there is no mistake
};

// The whole document as TOML that gives the same values when it is read.
std::string toToml(const Value& root);

// One value, on one line: 0.25, "sin(t)", [1, 2], { name = "honey" }.
std::string inlineToml(const Value& value);

// A text as TOML has it, in quotes.
std::string quoted(std::string_view text);

// A number such that it reads back as the same.
std::string numberToml(double number);

// The text with these changes, one after the other. Throws an Error.
std::string withKeys(const std::string& text, std::span<const KeyText> changes);

// The text with one more table in a list of tables ("water.bodies"); `toml` are its lines.
std::string withElement(const std::string& text, const std::string& list, const std::string& toml);

// The text without the `index`th table of a list.
std::string withoutElement(const std::string& text, const std::string& list, std::size_t index);

} // namespace tarn::scene
