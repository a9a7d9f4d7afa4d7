// Hand: applies the tool in hand to the scene at work, along the way between frames: strokes have
// no gaps, however few frames there are.
//
// The app tells where the pointer is, frame by frame, as a ray; the session lets the hand work
// before each step. A flow lies in the plane z = 0, so that any ray through the point will do.
#pragma once

#include "studio/model/tools.h"

#include "tarn/field.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tarn::studio
{

class Session;

// From the eye through the pixel under the pointer.
struct Ray
{
    tnVec3 origin = {0.0F, 0.0F, 1.0F};     // m
    tnVec3 direction = {0.0F, 0.0F, -1.0F}; // of any length but 0

    // Straight down on a point of the plane, as a flow is seen.
    static Ray at(double x, double y);
};

// What the pointer is on.
struct Aim
{
    tnVec3 point = {0.0F, 0.0F, 0.0F}; // on the body, the water or the ground
    std::optional<std::size_t> body;   // its number in WaterRun::bodies()
    bool isInside = false;             // the point is over the grid
};

class Hand
{
  public:
    explicit Hand(Session& session);

    // The tool in hand. One that the scene has no use for is taken all the same and does nothing.
    // What was painted so far is an edit of its own then. Throws an Error as keepPaint() does.
    void take(ToolId tool);
    ToolId tool() const { return tool_; }

    // Of the tool's effect (unit: m); and how strong it is, 1: as usual. 0: as fits the scene.
    void setRadius(double radius) { radius_ = radius; }
    double radius() const;
    void setStrength(double strength) { strength_ = strength; }
    double strength() const { return strength_; }

    // Which dye is given: a channel of the scene; 0 where none is open.
    void setDye(int channel) { dye_ = channel; }
    int dye() const;

    // What is under the pointer; none where the ray misses everything.
    std::optional<Aim> aim(const Ray& ray) const;

    // The pointer goes down, moves (by so many seconds of the wall's) and comes up. With the second
    // button every tool pushes; a body under the pointer is grabbed then. Throws an Error where
    // what was asked for cannot be done: a body that has no room.
    void begin(const Ray& ray, bool isSecondButton = false);
    void move(const Ray& ray, double wallSeconds);
    void end();

    bool isDown() const { return isDown_; }
    // The body that is held, by its number in WaterRun::bodies().
    std::optional<std::size_t> held() const { return held_; }
    tnVec3 heldPoint() const { return target_; } // where the hand wants it

    // Before each step of the session: what the hand does in the next dt seconds of the scene.
    // `stepsLeft` counts the steps of this frame, this one included.
    void work(double dt, int stepsLeft);

    // What was painted since the pointer went down becomes an edit of the session, which asks for
    // it before it makes another one; the stroke may go on. Throws an Error where the scene refuses
    // it.
    void keepPaint();

    // A scene was opened, or began anew.
    void letGo();
    // The scene's bodies may have other numbers from now on.
    void letGoOfBody();

  private:
    void applyOnce(const Aim& aim);
    void addBody(tnVec3 point);
    void eraseBody(std::size_t number);
    void grab(const Aim& aim, const Ray& ray);
    void dragTo(const Ray& ray);
    void throwBody();

    static bool isPaintTool(ToolId tool); // works at once, and not in steps
    void paint(tnVec2 from, tnVec2 to, double seconds);
    void paintWalls(tnVec2 from, tnVec2 to);
    void paintGround(tnVec2 from, tnVec2 to, double seconds);

    // A piece of the way in a step of dt, its share of it, and the length of the step's whole way.
    void strokeFlow(tnVec2 from, tnVec2 to, double dt, double share, double length);
    void strokeWater(tnVec2 from, tnVec2 to, double dt, double share, double length);
    tnVec2 velocityOf(tnVec2 from, tnVec2 to, double dt, double length) const;
    void shower(tnVec2 middle, double dt);
    ToolId working() const { return isPushing_ ? ToolId::push : tool_; }

    Session& session_;
    ToolId tool_ = ToolId::push;
    double radius_ = 0.0;
    double strength_ = 1.0;
    int dye_ = 0;

    bool isDown_ = false;
    bool isPushing_ = false;  // by the second button
    std::vector<tnVec2> way_; // since the last step; the first is where that ended
    std::optional<std::size_t> held_;
    tnVec3 target_ = {0.0F, 0.0F, 0.0F};
    tnVec3 planePoint_ = {0.0F, 0.0F, 0.0F}; // the held point goes along this plane
    tnVec3 planeNormal_ = {0.0F, 0.0F, 1.0F};
    struct Moment
    {
        double time;
        tnVec3 place;
    };
    std::vector<Moment> lately_; // where the held point was, by time of the wall
    double wall_ = 0.0;
    std::vector<float> painted_; // ground or walls, while they are being painted
    double sinceSplash_ = 0.0;   // s
    std::uint64_t showers_ = 0;  // drops so far: where chance comes from
};

} // namespace tarn::studio
