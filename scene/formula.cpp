// Compiles formulas with muParser, whose errors are turned into sentences.
#include "scene/formula.h"

#include "scene/defaults.h"
#include "scene/document.h"
#include "scene/error.h"
#include "scene/noise.h"
#include "scene/suggest.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <muParser.h>
#include <numbers>
#include <vector>

namespace tarn::scene
{
namespace
{

double floorOf(double a)
{
    return std::floor(a);
}

// The remainder that is never below 0 for positive b, so that patterns repeat across 0.
double modulo(double a, double b)
{
    return a - b * std::floor(a / b);
}

double clampTo(double a, double low, double high)
{
    return a < low ? low : (a > high ? high : a);
}

double smoothStep(double low, double high, double a)
{
    const double u = clampTo((a - low) / (high - low), 0.0, 1.0);
    return u * u * (3.0 - 2.0 * u);
}

double noiseOf(void* seed, double x, double y)
{
    return noise(*static_cast<const std::uint32_t*>(seed), x, y);
}

// Only these may occur: quotes would start texts, and a lone = would set a variable.
void checkCharacters(const std::string& text)
{
    if (text.size() > kMaxFormulaLength)
    {
        throw Error(fmt::format("a formula of {} characters is too long; {} are allowed",
                                text.size(), kMaxFormulaLength));
    }
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    {
        throw Error("an empty formula has no value; give a number or a formula");
    }
    for (std::size_t k = 0; k < text.size(); ++k)
    {
        const char c = text[k];
        const bool isWord = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            (c >= '0' && c <= '9') || c == '_' || c == '.';
        if (!isWord &&
            std::string_view(" \t\r\n+-*/^(),<>=!&|?:").find(c) == std::string_view::npos)
        {
            throw Error(fmt::format("'{}' has a character that formulas do not know, the {}. one; "
                                    "use numbers, names, + - * / ^ ( ) and comparisons",
                                    shortened(text), k + 1));
        }
        const bool isPaired =
            (k + 1 < text.size() && text[k + 1] == '=') ||
            (k > 0 && std::string_view("=<>!").find(text[k - 1]) != std::string_view::npos);
        if (c == '=' && !isPaired)
        {
            throw Error(fmt::format("'{}' sets a value with =; compare with ==", shortened(text)));
        }
    }
}

std::vector<std::string> knownNames(const mu::Parser& parser)
{
    std::vector<std::string> names;
    for (const auto& [name, ignored] : parser.GetVar())
    {
        names.push_back(name);
    }
    for (const auto& [name, ignored] : parser.GetConst())
    {
        names.push_back(name);
    }
    for (const auto& [name, ignored] : parser.GetFunDef())
    {
        names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string sentence(const mu::Parser& parser, const mu::ParserError& error,
                     const std::string& text)
{
    if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN)
    {
        return fmt::format("'{}' uses '{}', which formulas do not know; {}", text, error.GetToken(),
                           suggestion(error.GetToken(), knownNames(parser)));
    }
    std::string reason = error.GetMsg();
    while (!reason.empty() && (reason.back() == '.' || reason.back() == '\n'))
    {
        reason.pop_back();
    }
    return fmt::format("'{}' is not a formula: {}", shortened(text), shortened(reason));
}

} // namespace

struct Formula::Machine
{
    mu::Parser parser;
    double x = 0.0;
    double y = 0.0;
    double t = 0.0;
    std::uint32_t seed = 0;

    void define(const FormulaContext& context)
    {
        seed = context.seed;
        parser.ClearConst();
        parser.DefineVar("x", &x);
        parser.DefineVar("y", &y);
        parser.DefineVar("t", &t);
        parser.DefineConst("pi", std::numbers::pi);
        parser.DefineConst("e", std::numbers::e);
        parser.DefineFun("floor", floorOf);
        parser.DefineFun("mod", modulo);
        parser.DefineFun("clamp", clampTo);
        parser.DefineFun("smoothstep", smoothStep);
        parser.DefineFunUserData("noise", noiseOf, &seed);
        for (const auto& [name, value] : context.constants)
        {
            parser.DefineConst(name, value);
        }
    }
};

Formula::Formula(const std::string& text, const FormulaContext& context)
    : machine_(std::make_unique<Machine>()), text_(text)
{
    checkCharacters(text);
    mu::Parser& parser = machine_->parser;
    try
    {
        machine_->define(context);
        parser.SetExpr(text);
        parser.Eval(); // compiles
        if (parser.GetNumResults() != 1)
        {
            throw Error(
                fmt::format("'{}' gives {} numbers; one is needed", text, parser.GetNumResults()));
        }
        const auto& used = parser.GetUsedVar();
        usesPlace_ = used.count("x") > 0 || used.count("y") > 0;
        usesTime_ = used.count("t") > 0;
        parser.Eval(); // asking for the variables has undone the compilation
    }
    catch (const mu::ParserError& error)
    {
        throw Error(sentence(parser, error, text));
    }
}

Formula::~Formula() = default;

double Formula::at(double x, double y, double t) const
{
    machine_->x = x;
    machine_->y = y;
    machine_->t = t;
    return machine_->parser.Eval();
}

bool Formula::isFreeName(const std::string& name)
{
    const bool isWord =
        !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
            std::string::npos;
    if (!isWord)
    {
        return false;
    }
    const Formula any("0", {});
    const std::vector<std::string> names = knownNames(any.machine_->parser);
    return std::find(names.begin(), names.end(), name) == names.end();
}

} // namespace tarn::scene
