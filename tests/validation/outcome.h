// What a validation case comes to: numbers measured against references, and curves to look at.
//
// Tests ask whether every check holds; the program tarn_validate writes them all to a page.
#pragma once

#include <string>
#include <vector>

namespace tarn::validation
{

// A number, what it should be, and how far from that it may be.
struct Check
{
    enum class Kind
    {
        near,   // within `tolerance` of the reference, as part of it
        atMost, // the reference, or that much more
        atLeast
    };

    std::string what;
    double measured = 0.0;
    double reference = 0.0;
    Kind kind = Kind::near;
    double tolerance = 0.0;

    bool holds() const; // false for a measured value that is not a number
    std::string allowed() const;
    bool hasReference() const; // beside what is allowed
};

Check near(std::string what, double measured, double reference, double tolerance);
Check atMost(std::string what, double measured, double limit, double tolerance = 0.0);
Check atLeast(std::string what, double measured, double limit);

struct Point
{
    double x = 0.0;
    double y = 0.0;
};

struct Curve
{
    enum class Look
    {
        line,
        marks // references
    };

    std::string name; // in the key; empty: not there
    Look look = Look::line;
    std::vector<Point> points;
};

// A pair of axes with curves.
struct Panel
{
    std::string xLabel;
    std::string yLabel;
    std::vector<Curve> curves;
    bool logX = false;
    bool logY = false;
};

struct Outcome
{
    std::string setUp; // how it was computed, in a sentence or two
    std::vector<Check> checks;
    std::vector<Panel> panels;
};

// The slope of log y over log x between two points, as an order of accuracy: positive where y
// falls.
double orderBetween(double coarse, double fine, double refinement = 2.0);

// Up to 6 digits, without zeros at the end.
std::string text(double value);

} // namespace tarn::validation
