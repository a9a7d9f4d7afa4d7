// ParametersPanel: every parameter of the scene, live: a slider, a field to type into, its unit,
// its default, and what it costs.
#pragma once

#include "studio/app/desk.h"

#include <array>
#include <string>

namespace tarn::studio
{

class ParametersPanel
{
  public:
    void draw(Desk& desk);

    // Once a frame, whether or not it was drawn: a slider that went out of sight while it was
    // dragged is let go.
    void settle(Desk& desk);

    // The next frame puts the keyboard into the search field.
    void focusSearch() { wantsSearch_ = true; }

  private:
    void drawPresets(Desk& desk);
    void drawRow(Desk& desk, const Parameter& parameter);
    void drawLabel(Desk& desk, const Parameter& parameter);
    void drawValue(Desk& desk, const Parameter& parameter, const Setting& value);
    void drawNumber(Desk& desk, const Parameter& parameter, double number);
    void drawPair(Desk& desk, const Parameter& parameter, std::array<double, 2> pair);
    void drawColour(Desk& desk, const Parameter& parameter, const std::string& written);
    void drawChoice(Desk& desk, const Parameter& parameter, const std::string& word);
    // Sets it now where that is cheap, when the slider is let go where it is not.
    void follow(Desk& desk, const Parameter& parameter, const Setting& setting, const Edit& edit);

    std::string search_;
    bool wantsSearch_ = false;
    // A slider that is being dragged and takes effect when it is let go.
    std::string heldKey_;
    double heldNumber_ = 0.0;
    bool isPreviewing_ = false; // a drag that takes effect as it goes
};

} // namespace tarn::studio
