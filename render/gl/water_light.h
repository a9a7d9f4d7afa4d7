// WaterLight: maps of sunlight on the plane of mean water (see shaders/light.glsl): which places
// are shaded by bodies and hills, and where waves gather light.
#pragma once

#include "render/gl/body_meshes.h"
#include "render/gl/defaults.h"
#include "render/gl/grid_mesh.h"
#include "render/gl/program.h"
#include "render/gl/scene_block.h"
#include "render/gl/target.h"
#include "render/gl/water_fields.h"
#include "render/relief_site.h"

namespace tarn::render::gl
{

// Which part of the plane the maps cover, and between which heights.
struct LightFrame
{
    Vec4 map;   // middle x, y and halves (m)
    Vec4 range; // lowest, highest z, texels of shadows and of caustics (m)
};

class WaterLight
{
  public:
    WaterLight(const Context& context, const WaterDetail& detail);

    void setDetail(const WaterDetail& detail);

    // For a site between the lowest ground and the highest thing.
    LightFrame frameOf(const ReliefSite& site, float lowest, float highest, float level) const;

    // The maps; the scene's block and textures of the water are bound.
    void drawShadows(const BodyMeshes& bodies, const SceneBlock& scene, const GridMesh& grid);
    void drawCaustics(const WaterFields& fields, const SceneBlock& scene);

    const Texture& shadows() const { return shadows_; }
    const Texture& caustics() const { return caustics_.texture(); }

    // So that programs of this class read the scene's block and textures.
    template <class Visit>
    void visitPrograms(const Visit& visit)
    {
        visit(bodyProgram_);
        visit(groundProgram_);
        visit(causticProgram_);
    }

  private:
    const Context* context_;
    WaterDetail detail_;
    Texture shadows_;
    Framebuffer shadowFrame_;
    Target gathered_;
    MapTarget caustics_;
    GridMesh beams_;
    Program bodyProgram_;
    Program groundProgram_;
    Program causticProgram_;
    Program softenProgram_;
};

} // namespace tarn::render::gl
