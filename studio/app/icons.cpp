// Icons are paths in a square of 24 by 24, y down:
//
//     m x y       begins a line              c x y r     a ring
//     l x y       goes on to                 d x y r     a disc
//     b 6 numbers goes on along a Bezier     z           closes the line and draws it
//     f           closes it and fills it     s           draws it as it is
#include "studio/app/icons.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace tarn::studio
{
namespace
{

struct Drawing
{
    std::string_view name;
    const char* path;
};

constexpr Drawing kDrawings[] = {
    {"play", "m 7 4 l 20 12 l 7 20 f"},
    {"pause", "m 6 4 l 10 4 l 10 20 l 6 20 f m 14 4 l 18 4 l 18 20 l 14 20 f"},
    {"step", "m 5 4 l 15 12 l 5 20 f m 17 4 l 20 4 l 20 20 l 17 20 f"},
    {"reset", "m 6 7 b 10 2 20 4 20 12 b 20 21 6 22 4 14 s m 6 2 l 6 7.5 l 11.5 7.5 s"},
    {"undo", "m 8 4 l 3 9 l 8 14 s m 3 9 l 14 9 b 22 9 22 19 14 19 l 9 19 s"},
    {"redo", "m 16 4 l 21 9 l 16 14 s m 21 9 l 10 9 b 2 9 2 19 10 19 l 15 19 s"},
    {"open", "m 3 19 l 3 5 l 9 5 l 11 8 l 20 8 l 20 11 s m 3 19 l 6.5 11 l 22 11 l 19 19 z"},
    {"save", "m 4 4 l 17 4 l 20 7 l 20 20 l 4 20 z m 8 4 l 8 9 l 15 9 l 15 4 s m 7 20 l 7 14 l "
             "17 14 l 17 20 s"},
    {"camera", "m 3 7 l 8 7 l 9.5 4.5 l 14.5 4.5 l 16 7 l 21 7 l 21 19 l 3 19 z c 12 13 3.8"},
    {"record", "c 12 12 9 d 12 12 4.5"},
    {"stop", "m 6 6 l 18 6 l 18 18 l 6 18 f"},
    {"help", "c 12 12 9 m 9 9.5 b 9 5.5 15 5.5 15 9.5 b 15 12 12 12 12 14.5 s d 12 17.4 1.1"},
    {"close", "m 6 6 l 18 18 s m 18 6 l 6 18 s"},
    {"search", "c 10.5 10.5 6 m 15 15 l 21 21 s"},
    {"sliders", "m 3 7 l 21 7 s m 3 17 l 21 17 s d 9 7 3 d 16 17 3"},
    {"scenes", "m 4 4 l 10.5 4 l 10.5 10.5 l 4 10.5 z m 13.5 4 l 20 4 l 20 10.5 l 13.5 10.5 z m 4 "
               "13.5 l 10.5 13.5 l 10.5 20 l 4 20 z m 13.5 13.5 l 20 13.5 l 20 20 l 13.5 20 z"},
    {"profile", "m 3 20 l 21 20 s m 3 16 l 8 9 l 12 13 l 17 5 l 21 9 s"},
    {"inside", "m 2 12 b 7 4 17 4 22 12 b 17 20 7 20 2 12 z c 12 12 3.2"},
    {"picture", "m 3 5 l 21 5 l 21 19 l 3 19 z m 3 16 l 9 10 l 14 15 l 17 12 l 21 16 s d 16 9 1.6"},
    {"settings", "c 12 12 3 m 12 2.5 l 12 6 s m 12 18 l 12 21.5 s m 2.5 12 l 6 12 s m 18 12 l 21.5 "
                 "12 s m 5.3 5.3 l 7.8 7.8 s m 16.2 16.2 l 18.7 18.7 s m 18.7 5.3 l 16.2 7.8 s m "
                 "7.8 16.2 l 5.3 18.7 s"},
    {"warning", "m 12 3 l 22 20 l 2 20 z m 12 9 l 12 14 s d 12 17 1"},
    {"info", "c 12 12 9 m 12 11 l 12 17 s d 12 7.5 1.1"},
    {"down", "m 5 9 l 12 16 l 19 9 s"},
    {"right", "m 9 5 l 16 12 l 9 19 s"},
    {"cost", "c 12 13 8 m 12 13 l 16 9 s m 9 2.5 l 15 2.5 s"},
    {"revert", "m 5 9 b 9 3 19 5 19 12 b 19 19 9 21 5 15.5 s m 4.5 3.5 l 4.5 9.5 l 10.5 9.5 s"},
    {"perspective", "m 4 9 l 12 5 l 20 9 l 12 13 z m 4 9 l 4 15 l 12 19.5 l 20 15 l 20 9 s m 12 13 "
                    "l 12 19.5 s"},
    {"top", "m 4 4 l 20 4 l 20 20 l 4 20 z m 4 12 l 20 12 s m 12 4 l 12 20 s"},
    {"side", "m 2 9 b 5 6 8 6 12 9 b 16 12 19 12 22 9 s m 4 20 l 20 20 l 20 14 s m 4 20 l 4 14 s"},
    {"under", "m 2 6 b 5 3 8 3 12 6 b 16 9 19 9 22 6 s m 5 15 b 9 10 15 10 19 15 b 15 20 9 20 5 15 "
              "z d 12 15 2"},
    {"fit", "m 3 8 l 3 3 l 8 3 s m 16 3 l 21 3 l 21 8 s m 21 16 l 21 21 l 16 21 s m 8 21 l 3 21 l "
            "3 16 s"},
    // Tools.
    {"dye", "m 12 3 b 16 9 18 11 18 15 b 18 23 6 23 6 15 b 6 11 8 9 12 3 f"},
    {"water", "m 12 3 b 16 9 18 11 18 15 b 18 23 6 23 6 15 b 6 11 8 9 12 3 z m 9 15 b 9 18 11 19 "
              "12.5 19 s"},
    {"drain",
     "m 2 6 b 5 3 8 3 12 6 b 16 9 19 9 22 6 s m 12 11 l 12 20 s m 8.5 16.5 l 12 20 l 15.5 16.5 s"},
    {"duck", "m 5 13 b 2 13 2 20 8 20 l 16 20 b 21 20 21 12 19 11 b 16 14 13 13 11 12 b 15 9 13 3 "
             "8.5 4 b 5 5 5 9 7 11 b 6 12 6 12.5 5 13 z m 5.6 7 l 2.5 8.5 l 5.6 9.5 s d 9 7.5 0.9"},
    {"push", "m 2 8 b 8 4 11 12 16 8 s m 2 15 b 8 11 11 19 18 15 s m 15 11.5 l 19 15 l 15 18.5 s"},
    {"splash", "m 3 18 b 7 15 9 21 12 18 b 15 15 17 21 21 18 s m 12 13 l 12 4 s m 8 13 b 7 10 5 8 "
               "3.5 8 s m 16 13 b 17 10 19 8 20.5 8 s"},
    {"wall", "m 3 5 l 21 5 l 21 19 l 3 19 z m 3 12 l 21 12 s m 12 5 l 12 12 s m 7.5 12 l 7.5 19 s "
             "m 16.5 12 l 16.5 19 s"},
    {"eraser", "m 4 15 l 13 5 l 20 11 l 12 20 l 8 20 z m 8 10.5 l 15.5 17 s m 12 20 l 21 20 s"},
    {"raise", "m 2 20 b 8 20 8 12 12 12 b 16 12 16 20 22 20 z m 12 9 l 12 2.5 s m 9 5.5 l 12 2.5 l "
              "15 5.5 s"},
    {"lower", "m 2 13 b 8 13 8 21 12 21 b 16 21 16 13 22 13 s m 12 3 l 12 11 s m 9 8 l 12 11 l 15 "
              "8 s"},
    {"crate", "m 4 5 l 20 5 l 20 20 l 4 20 z m 4 5 l 20 20 s m 4 9 l 15.5 20 s m 8.5 5 l 20 16 s"},
    {"ball", "c 12 12 9 m 12 3 b 5 8 5 16 12 21 s m 12 3 b 19 8 19 16 12 21 s"},
    {"barrel", "m 6 4 l 18 4 b 21 9 21 15 18 20 l 6 20 b 3 15 3 9 6 4 z m 4.3 9 l 19.7 9 s m 4.3 "
               "15 l 19.7 15 s"},
    {"grab", "m 7 12 l 7 7 b 7 5 10 5 10 7 l 10 10 l 10 5 b 10 3 13 3 13 5 l 13 10 l 13 6 b 13 4 "
             "16 4 16 6 l 16 11 b 16 9 19 9 19 11 l 19 15 b 19 22 9 22 7 18 l 4 14 b 3 12 5 11 7 "
             "13 s"},
    {"remove", "m 4 6 l 20 6 s m 9 6 l 9 3 l 15 3 l 15 6 s m 6 6 l 7 21 l 17 21 l 18 6 s m 10 10 l "
               "10 17 s m 14 10 l 14 17 s"},
    {"rain", "m 6 12 b 1 12 2 5 7 6 b 9 1 17 2 17 7 b 22 6 22 12 18 12 z m 8 15 l 6.5 20 s m 12.5 "
             "15 l 11 20 s m 17 15 l 15.5 20 s"},
};

constexpr float kBox = 24.0F;
constexpr float kStroke = 1.7F; // of the box

class Pen
{
  public:
    Pen(ImDrawList& list, ImVec2 corner, float size, ImU32 colour)
        : list_(list), corner_(corner), unit_(size / kBox), colour_(colour)
    {
    }

    void draw(const char* path)
    {
        for (const char* at = path; *at != '\0';)
        {
            const char command = *at++;
            obey(command, at);
            while (*at == ' ')
            {
                ++at;
            }
        }
    }

  private:
    static float number(const char*& at)
    {
        char* end = nullptr;
        const float value = std::strtof(at, &end);
        at = end;
        return value;
    }

    ImVec2 place(const char*& at) const
    {
        const float x = number(at);
        const float y = number(at);
        return {corner_.x + x * unit_, corner_.y + y * unit_};
    }

    void obey(char command, const char*& at)
    {
        const float thickness = std::max(kStroke * unit_, 1.0F);
        switch (command)
        {
        case 'm':
            list_.PathClear();
            list_.PathLineTo(place(at));
            break;
        case 'l':
            list_.PathLineTo(place(at));
            break;
        case 'b':
        {
            const ImVec2 first = place(at);
            const ImVec2 second = place(at);
            list_.PathBezierCubicCurveTo(first, second, place(at), 12);
            break;
        }
        case 'c':
        case 'd':
        {
            const ImVec2 middle = place(at);
            const float radius = number(at) * unit_;
            command == 'c' ? list_.AddCircle(middle, radius, colour_, 28, thickness)
                           : list_.AddCircleFilled(middle, radius, colour_, 20);
            break;
        }
        case 'f':
            list_.PathFillConvex(colour_);
            break;
        case 's':
        case 'z':
            list_.PathStroke(colour_, command == 'z' ? ImDrawFlags_Closed : ImDrawFlags_None,
                             thickness);
            break;
        default:
            break;
        }
    }

    ImDrawList& list_;
    ImVec2 corner_;
    float unit_;
    ImU32 colour_;
};

} // namespace

void drawIcon(ImDrawList& list, std::string_view name, ImVec2 corner, float size, ImU32 colour)
{
    const auto* found =
        std::find_if(std::begin(kDrawings), std::end(kDrawings),
                     [name](const Drawing& drawing) { return drawing.name == name; });
    Pen(list, corner, size, colour).draw(found != std::end(kDrawings) ? found->path : "c 12 12 8");
}

} // namespace tarn::studio
