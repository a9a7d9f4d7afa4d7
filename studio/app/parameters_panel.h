// ParametersPanel: every parameter of the scene, live: a slider, a field to type into, its unit,
// its default, and what it costs.
#pragma once

#include "studio/app/desk.h"

#include <string>

namespace tarn::studio
{

class ParametersPanel
{
  public:
    void draw(Desk& desk);

    // The next frame puts the keyboard into the search field.
    void focusSearch() { wantsSearch_ = true; }

  private:
    void drawPresets(Desk& desk);
    void drawRow(Desk& desk, const Parameter& parameter);
    void drawLabel(Desk& desk, const Parameter& parameter);
    void drawNumber(Desk& desk, const Parameter& parameter);
    void drawPair(Desk& desk, const Parameter& parameter);
    void drawColour(Desk& desk, const Parameter& parameter);
    // Sets it now where that is cheap, when the slider is let go where it is not.
    void follow(Desk& desk, const Parameter& parameter, const Setting& setting, const Edit& edit);

    std::string search_;
    bool wantsSearch_ = false;
    // A slider that is being dragged and takes effect when it is let go.
    std::string heldKey_;
    double heldNumber_ = 0.0;
};

} // namespace tarn::studio
