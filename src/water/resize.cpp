// The same water on other cells: a new one is made, takes over everything, and takes the old one's
// place. Where there is no memory for both, nothing changes.
#include "backend/water/regrid.h"
#include "water/water.h"

#include <algorithm>

namespace tarn
{

// Their hulls and working space fit the new cells; they are there at once, as far as before.
tnResult Water::takeOverBodies(Water& from)
{
    auto slot = bodies_.begin();
    for (Slot<BodyState>& old : from.bodies_)
    {
        slot->generation = old.generation;
        if (old.used)
        {
            tnBodyDef def = old.value.def;
            def.vertices = old.value.mesh.vertices;
            def.triangles = old.value.mesh.triangles;
            const tnResult result = makeBody(def, backend_->shape().grid, &slot->value);
            if (result != tn_success)
            {
                bodies_.recount();
                return result;
            }
            slot->used = true;
            slot->value.body.presence = old.value.jumped ? 0.0f : old.value.body.presence;
            slot->value.body.forces.host = old.value.body.forces.host;
        }
        ++slot;
    }
    bodies_.recount();
    return tn_success;
}

// Where bodies were before they were put elsewhere, as the next step would do it.
void Water::leaveJumpedBehind(Water& from)
{
    const WaterScope scope(*from.backend_);
    for (const Slot<BodyState>& slot : from.bodies_)
    {
        if (slot.used && slot.value.jumped)
        {
            from.backend_->leaveBehind(slot.value.body);
        }
    }
}

tnResult Water::takeOver(Water& from, const float* ground)
{
    WaterOnGrid old;
    double before = 0.0;
    {
        const WaterScope scope(*from.backend_);
        from.added_ += from.backend_->takeLate();
        before = from.backend_->totals(1.0f, 1.0f).volume;
        old = {from.backend_->shape().grid, from.backend_->fields(), def_.dyeChannels};
    }
    const tnResult result = takeOverBodies(from);
    if (result != tn_success)
    {
        return result;
    }
    leaveJumpedBehind(from);
    std::copy(from.springs_.begin(), from.springs_.end(), springs_.begin());
    springs_.recount();
    std::copy_n(from.brushes_, from.brushCount_, brushes_);
    brushCount_ = from.brushCount_;

    const SprayState drops = from.spray_.state();
    const SprayState now = spray_.state();
    std::copy_n(drops.particles, drops.count, now.particles);
    std::copy_n(drops.traits, drops.count, now.traits);
    std::copy_n(drops.dyes, drops.count * drops.dyeChannels, now.dyes);
    *now.ledger = *drops.ledger;
    spray_.restored(drops.count);

    const WaterScope scope(*backend_);
    regridWater(old, {backend_->shape().grid, backend_->fields(), def_.dyeChannels}, ground);
    backend_->finishFields();
    backend_->finishRestore();
    placeBodies(0.0f); // so that one which leaves before the next step leaves its volume behind
    // Rounding, and water too thin for a surface.
    added_ = from.added_ + (backend_->totals(1.0f, 1.0f).volume - before);
    pendingFlags_ = from.pendingFlags_;
    lastDt_ = from.lastDt_;
    stats_ = from.stats_;
    return tn_success;
}

tnResult Water::resize(int32_t nx, int32_t ny, const float* ground)
{
    tnWaterDef def = def_;
    def.nx = nx;
    def.ny = ny;
    def.cellSize = def_.cellSize * static_cast<float>(def_.nx) / static_cast<float>(nx);
    Water* fresh = nullptr;
    tnResult result = create(def, device_, &fresh);
    if (result != tn_success)
    {
        return result;
    }
    const Owned<Water> owner(fresh);
    result = fresh->takeOver(*this, ground);
    if (result == tn_success)
    {
        fresh->reads_.goOnFrom(reads_);
        swap(*fresh);
    }
    return result;
}

} // namespace tarn
