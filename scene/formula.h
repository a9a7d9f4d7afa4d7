// Formula: a number written as text, of x, y and t, as in "0.5 + 0.2*sin(2*pi*t)".
//
// The language is muParser's: + - * / ^, comparisons, && ||, a ? b : c, the usual functions, and
// floor, mod, clamp, smoothstep, noise. Evaluation is in 64 bits and allocates nothing. A Formula
// may be used by one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace tarn::scene
{

// What formulas know beside x, y, t and the functions.
struct FormulaContext
{
    std::map<std::string, double> constants; // pi and e are always there
    std::uint32_t seed = 1;                  // of noise()
};

class Formula
{
  public:
    // Throws an Error that tells what is wrong with the text, without saying where it was written.
    Formula(const std::string& text, const FormulaContext& context);
    ~Formula();

    double at(double x, double y, double t) const;

    bool usesPlace() const { return usesPlace_; } // x or y
    bool usesTime() const { return usesTime_; }   // t
    const std::string& text() const { return text_; }

    // Whether a constant may have this name: letters, digits and _, not a digit first, not taken
    // by a variable, a constant or a function.
    static bool isFreeName(const std::string& name);

  private:
    struct Machine;
    std::unique_ptr<Machine> machine_;
    std::string text_;
    bool usesPlace_ = false;
    bool usesTime_ = false;
};

} // namespace tarn::scene
