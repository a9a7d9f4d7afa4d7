#include "scene/gl_fences.h"

#include "scene/require.h"

namespace tarn::scene
{

GlKinship kinshipOf(const SceneRun& run)
{
    const RunOptions& options = run.options();
    return options.backend == tn_backendGL && options.isGlShared ? GlKinship::shares
                                                                 : GlKinship::none;
}

GlFences::Scope::Scope(const GlFences& fences) : fences_(fences)
{
    if (!fences.isNeeded_)
    {
        return;
    }
    void* stepped = nullptr;
    require(tnGl_InsertFence(fences.fluid_, &stepped), "the GPU gives no fence");
    const auto sync = static_cast<GLsync>(stepped);
    fences.context_->WaitSync(sync, 0, GL_TIMEOUT_IGNORED);
    fences.context_->DeleteSync(sync);
}

GlFences::Scope::~Scope()
{
    if (!fences_.isNeeded_)
    {
        return;
    }
    const GLsync drawn = fences_.context_->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    fences_.context_->Flush();
    tnGl_WaitForFence(fences_.fluid_, drawn); // fails where the context is lost, which steps tell
    fences_.context_->DeleteSync(drawn);
}

} // namespace tarn::scene
