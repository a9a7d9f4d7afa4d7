// WaterRun: a scene with water at work, its solids moved by Bullet.
//
// In a step from t to t + dt: edges have their values of t + dt; hands, springs, rain and the
// liquid those of the middle; led bodies go from where their formulas have them at t to where they
// have them at t + dt. The water is told where bodies are, goes on, and tells what it does to them;
// with that and their weight the rigid world goes on. With [water.on_flow] a flow makes the surface
// instead of waves, and all else is the same.
#pragma once

#include "scene/crowd.h"
#include "scene/flow_surface.h"
#include "scene/rigid_world.h"
#include "scene/scene_run.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tarn::scene
{

// A body as it is now. Its number in WaterRun::bodies() stays the same until another scene is
// adopted; one that has left keeps it.
struct RunBody
{
    std::int32_t group = 0; // of the scene's bodies
    std::int32_t index = 0; // in its group
    tnBody water = {};      // null: it has left
    RigidId rigid = 0;
    float scale = 1.0F;
    float density = 0.0F; // kg/m^3
    RigidMotion start;    // where it began

    bool isThere() const { return !TN_IS_NULL(water); }
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

    // Those of the scene first, group by group.
    const std::vector<RunBody>& bodies() const { return bodies_; }
    const RunBody& body(int group, int index) const;

    // Another body of one of the scene's kinds, so many times as large; returns its number. Throws
    // an Error.
    std::size_t addBody(int group, const RigidMotion& motion, double scale, double density);
    void removeBody(std::size_t number);
    void resizeBody(std::size_t number, double scale);

    // Tells that the ground was changed from outside: by a stroke, or a field.
    void groundChanged() { isGroundNew_ = true; }

  protected:
    void follow(const Scene& before, Change change) override;

  private:
    struct Owned
    {
        tnWater handle = {};
        ~Owned()
        {
            if (!TN_IS_NULL(handle)) // it could not be made
            {
                tnDestroyWater(handle);
            }
        }
    };

    const WaterDescription& description() const { return scene().water(); }
    const BodyDescription& kindOf(const RunBody& body) const;

    void fillCells(const Pattern& pattern, double t); // numbers_, one for each cell
    void setField(tnWaterField field, const Pattern& pattern, double t);
    void setInitialFields();
    void addSprings(double t);
    void raiseWalls();
    void addBodies();
    float highestGround(float x, float y, float reach) const;
    tnBodyDef defOf(const RunBody& body, const RigidMotion& motion, Mesh& mesh) const;
    RigidDef rigidOf(const RunBody& body, const tnBodyDef& def) const;
    void putIn(RunBody& body, const RigidMotion& motion);
    Crowd newCrowd() const;
    void putInGroup(int group, Crowd& crowd, std::vector<RunBody>& bodies);
    void takeOut(RunBody& body);

    void regrid(bool isGroundOther);
    void followSprings();
    void followBodies(const Scene& before);

    void applySettings(double middle);
    void applyEdges(double t);
    void applyTerrain(double t);
    void refreshGround();
    void workSprings(double middle);
    void workHands(double t, double dt);
    void workStrokes(double t, double dt);
    void workMotors(double middle);
    void tellMotions(double t, double dt);
    void leadBodies(double t, double dt);
    void takeForces();
    void seeOff();

    void stroke(tnWaterBrush brush);
    tnWaterBrush brushAt(const WaterBrushDescription& description, double t, double dt) const;

    Owned water_;
    RigidWorld rigid_;
    std::optional<FlowSurface> surface_; // that makes the surface, in place of waves
    tnWaterDef def_ = {};
    std::vector<tnSpring> springs_;
    std::vector<RunBody> bodies_;
    double broughtAlong_ = 0.0; // m^3: the volume of the beginning, less what was added
    std::vector<float> ground_; // as the rigid world knows it
    bool isGroundNew_ = true;
    double rigidMs_ = 0.0;       // wall time of the rigid world's last step
    std::vector<float> numbers_; // of the field that is being set
    std::vector<tnBodyMotion> motions_;
    std::vector<tnBody> handles_; // of bodies that forces are asked for
    std::vector<RigidId> ids_;
    std::vector<tnBodyForce> forces_;
};

} // namespace tarn::scene
