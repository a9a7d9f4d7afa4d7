// WaterRun: a scene with water at work, its solids moved by Bullet.
//
// In a step from t to t + dt: edges have their values of t + dt; hands, springs, rain and the
// liquid those of the middle; led bodies go from where their formulas have them at t to where they
// have them at t + dt. The water is told where bodies are, goes on, and tells what it does to them;
// with that and their weight the rigid world goes on.
#pragma once

#include "scene/rigid_world.h"
#include "scene/scene_run.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tarn::scene
{

// A body of the scene as it is now.
struct RunBody
{
    std::int32_t group = 0; // of the scene's bodies
    std::int32_t index = 0; // in its group
    tnBody water = {};      // null: it has left
    RigidId rigid = 0;
    float scale = 1.0F;
    RigidMotion start; // where it began
};

class WaterRun : public SceneRun
{
  public:
    // Makes the water, its ground and everything in it. Throws an Error.
    explicit WaterRun(Scene scene, RunOptions options = {});

    std::uint32_t step(double dt) override;
    double time() const override;
    std::int64_t steps() const override;
    std::uint64_t hash() const override;
    StepReport stepReport() const override;
    RunReport report() const override;
    std::vector<std::string> probeColumns() const override;
    std::vector<double> probeNumbers() const override;
    std::vector<std::uint8_t> save() const override;
    void restore(std::span<const std::uint8_t> bytes) override;
    std::unique_ptr<Camera> makeCamera() const override;

    tnWaterStats stats() const;
    tnWaterTotals totals() const;

    // The part of the volume that came or went since the beginning without anybody bringing or
    // taking it: rounding, and nothing else.
    double drift() const;

    // The water and the rigid world, for whatever else is wanted of them.
    tnWater water() const { return water_.handle; }
    RigidWorld& rigid() { return rigid_; }
    const RigidWorld& rigid() const { return rigid_; }
    const tnWaterDef& def() const { return def_; }

    // All that the scene began with, those that have left included.
    const std::vector<RunBody>& bodies() const { return bodies_; }
    const RunBody& body(int group, int index) const;
    bool isThere(const RunBody& body) const { return !TN_IS_NULL(body.water); }

    // Another body of one of the scene's kinds, somewhere and so many times as large; and away with
    // one. Add throws an Error.
    const RunBody& addBody(int group, const RigidMotion& motion, double scale, double density);
    void removeBody(const RunBody& body);
    void resizeBody(const RunBody& body, double scale);

    // Tells that the ground was changed from outside: by a stroke, or a field.
    void groundChanged() { isGroundNew_ = true; }

  private:
    struct Owned
    {
        tnWater handle = {};
        ~Owned() { tnDestroyWater(handle); }
    };

    const WaterDescription& description() const { return scene().water(); }
    const BodyDescription& groupOf(const RunBody& body) const;

    void setField(tnWaterField field, const Pattern& pattern, double t);
    void setInitialFields();
    void addSprings();
    void addBodies();
    void addGroup(int group, std::vector<RigidMotion>& placed, std::vector<double>& reaches);
    void putIn(RunBody& body, double density);
    void takeOut(RunBody& body);

    void applySettings(double middle);
    void applyEdges(double t);
    void applyTerrain(double t);
    void refreshGround();
    void workSprings(double middle);
    void workHands(double t, double dt);
    void workStrokes(double t, double dt);
    void leadBodies(double t, double dt);
    void tellMotions();
    void takeForces();
    void workMotors(double middle);
    void seeOff();

    tnWaterBrush brushAt(const WaterBrushDescription& description, double t, double dt) const;

    Owned water_;
    RigidWorld rigid_;
    tnWaterDef def_ = {};
    std::vector<tnSpring> springs_;
    std::vector<RunBody> bodies_;
    double broughtAlong_ = 0.0; // m^3: the volume of the beginning, less what was added
    bool isGroundNew_ = false;
    bool mayGroundChange_ = false;
    std::vector<float> numbers_; // of the field that is being set
    std::vector<tnBodyMotion> motions_;
    std::vector<tnBody> handles_;
    std::vector<tnBodyForce> forces_;
};

} // namespace tarn::scene
