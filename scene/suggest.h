// Suggestions for misspelt words.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tarn::scene
{

// The word nearest to `word`, or "" when none is near: more than a third of its letters would have
// to change.
std::string nearestWord(std::string_view word, std::span<const std::string> words);

// "a, b, c"
std::string joined(std::span<const std::string> words);

// "did you mean 'radius'?", or "choose from: a, b, c" when no word is near.
std::string suggestion(std::string_view word, std::span<const std::string> words);

} // namespace tarn::scene
