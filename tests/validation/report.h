// What tarn_validate writes: a picture of each case's curves, drawn by gnuplot, and a page with all
// checks. Every file appears whole or not at all.
#pragma once

#include "validation/cases.h"

#include <string>
#include <vector>

namespace tarn::validation
{

struct Report
{
    Case which;
    Outcome outcome;
};

// A panel beside the other, small, on white. Throws when gnuplot is missing or refuses.
void drawPicture(const std::vector<Panel>& panels, const std::string& path);

// Every point of every curve: panel, curve, x, y.
std::string csvOf(const std::vector<Panel>& panels);

// The page; pictures are looked for in `pictures`, beside it. Cases that are not among the reports
// are as in `before`, an older page, or left out where it has nothing about them.
std::string pageOf(const std::vector<Report>& reports, const std::string& pictures,
                   const std::string& before);

// An older page with another section about what a GPU of this name computes, and the rest as it
// was. Cases that are not among the reports are as they were there.
std::string pageOnDevice(const std::vector<Report>& reports, const std::string& device,
                         const std::string& before);

} // namespace tarn::validation
