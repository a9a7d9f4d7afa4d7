// The same fluid in a flow of another size, or with other edges: a new flow is made, takes over
// everything, and takes the old one's place. Where there is no memory for both, nothing changes.
#include "core/log.h"
#include "flow/flow.h"

#include <algorithm>

namespace tarn
{

tnResult Flow::createLike(const tnFlowDef& def, Flow** out) const
{
    tnFlowDef shared = def;
    shared.tasks = tasks_->forOthers();
    shared.threads = 1;
    const tnResult result = create(shared, gl_, out);
    if (result == tn_success)
    {
        (*out)->def_.tasks = def.tasks;
        (*out)->def_.threads = def.threads;
    }
    return result;
}

void Flow::takeOver(Flow& from)
{
    from.bringForces();
    backend_->copyFluid(*from.backend_);
    std::copy(from.solids_.begin(), from.solids_.end(), solids_.begin());
    std::copy(from.emitters_.begin(), from.emitters_.end(), emitters_.begin());
    solids_.recount();
    emitters_.recount();
    std::copy_n(from.brushes_, from.brushCount_, brushes_);
    brushCount_ = from.brushCount_;
    maskForce_ = from.maskForce_;

    // The mask: the cell that a cell's middle was in.
    const auto old = [](int32_t cell, int32_t now, int32_t before) {
        return static_cast<int32_t>((int64_t{2} * cell + 1) * before / (int64_t{2} * now));
    };
    masked_ = from.masked_;
    for (int32_t j = 0; masked_ && j < def_.ny; ++j)
    {
        const auto row = static_cast<size_t>(old(j, def_.ny, from.def_.ny));
        const uint8_t* source = from.mask_ + row * static_cast<size_t>(from.def_.nx);
        uint8_t* mask = mask_ + static_cast<size_t>(j) * static_cast<size_t>(def_.nx);
        for (int32_t i = 0; i < def_.nx; ++i)
        {
            mask[i] = source[old(i, def_.nx, from.def_.nx)];
        }
    }

    const bool sameSize = def_.nx == from.def_.nx && def_.ny == from.def_.ny;
    bool lost = false;
    for (int32_t k = 0; k < 4; ++k)
    {
        const auto side = static_cast<tnSide>(k);
        for (int32_t quantity = 0; quantity < kEdgeQuantities; ++quantity)
        {
            const bool profiled = from.edgeProfiled_[k][quantity];
            lost = lost || (profiled && !sameSize);
            if (profiled && sameSize)
            {
                edgeProfiled_[k][quantity] = true;
                std::copy_n(from.edgeValues_[k][quantity], cellsAlong(side),
                            edgeValues_[k][quantity]);
            }
        }
    }
    if (lost)
    {
        logMessage(tn_logWarning, tn_logFlowResize,
                   "tnFlow_Resize: profiles along edges do not fit %d x %d cells and are dropped; "
                   "set them again",
                   def_.nx, def_.ny);
    }

    velocityGiven_ = true;
    pendingFlags_ = from.pendingFlags_;
    texturePhase_ = from.texturePhase_;
    lastDt_ = from.lastDt_;
    stats_ = from.stats_;
    bringUpToDate();
}

tnResult Flow::rebuild(const tnFlowDef& def)
{
    Flow* fresh = nullptr;
    const tnResult result = createLike(def, &fresh);
    if (result == tn_success)
    {
        const Owned<Flow> owner(fresh);
        fresh->takeOver(*this);
        fresh->reads_.goOnFrom(reads_);
        *this = std::move(*fresh);
    }
    return result;
}

tnResult Flow::resize(int32_t nx, int32_t ny, int32_t dyeScale)
{
    tnFlowDef def = def_;
    def.nx = nx;
    def.ny = ny;
    def.dyeScale = dyeScale;
    def.cellSize = def_.cellSize * static_cast<float>(def_.nx) / static_cast<float>(nx);
    return rebuild(def);
}

} // namespace tarn
