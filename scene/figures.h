// Figure: a number with a name, for tables of probes and summaries of runs.
#pragma once

#include <string>
#include <vector>

namespace tarn::scene
{

enum class FigureKind
{
    real,
    whole,
    mean // of a step; a summary shows the mean of all steps
};

struct Figure
{
    std::string name;
    double value = 0.0;
    FigureKind kind = FigureKind::real;
};

using Figures = std::vector<Figure>;

} // namespace tarn::scene
