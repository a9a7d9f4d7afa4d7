// GlFences: keeps drawing and stepping apart where both use the same buffers from two contexts that
// share them. The GPU waits, not the program.
#pragma once

#include "scene/field_place.h"
#include "scene/gl_camera.h"

namespace tarn::scene
{

// How the context that was current when the run was made is related to it.
GlKinship kinshipOf(const SceneRun& run);

// Where fields are drawn from then.
inline FieldsFrom fieldsFor(GlKinship kinship)
{
    return kinship == GlKinship::none ? FieldsFrom::host : FieldsFrom::buffers;
}

class GlFences
{
  public:
    // `fluid` is the context that steps, `context` the one that draws.
    GlFences(tnGl fluid, const render::gl::Context& context, GlKinship kinship)
        : fluid_(fluid), context_(context), isNeeded_(kinship == GlKinship::shares)
    {
    }

    // Lives while the fluid's buffers are drawn from. Throws an Error.
    class Scope
    {
      public:
        explicit Scope(const GlFences& fences);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

      private:
        const GlFences& fences_;
    };

  private:
    tnGl fluid_;
    const render::gl::Context& context_;
    bool isNeeded_;
};

} // namespace tarn::scene
