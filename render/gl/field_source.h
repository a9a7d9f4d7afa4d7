// FieldSource: a field as the first pass of a picture reads it, wherever it lies.
//
// Numbers of the host go into a texture. Those that lie in a buffer of the GPU are read where they
// are, through a buffer texture; where there is no such thing (OpenGL ES 3.0) they are copied into
// a texture on the GPU. Shaders see all of them as a Field of source.glsl:
//
//     FieldProgram program(context, "mix.frag");   // uniform Field a, b;
//     sources[0].take(frame.dyes[0]);
//     Program& current = program.use({{"a", &sources[0]}, {"b", &sources[1]}});
//     current.set("perA", ...);
//     context.drawFull();
#pragma once

#include "render/frame.h"
#include "render/gl/objects.h"
#include "render/gl/program.h"

#include <initializer_list>
#include <optional>
#include <string>

namespace tarn::render::gl
{

class FieldSource
{
  public:
    explicit FieldSource(const Context& context);

    // Without a field it is 0 everywhere. Numbers of the host are taken at once; a buffer of the
    // GPU must stay as it is until the pass is drawn.
    void take(const FieldView& field);

    bool isThere() const { return field_.columns > 0; }
    int columns() const { return field_.columns; }
    int rows() const { return field_.rows; }

  private:
    friend class FieldProgram;

    bool canBeReadInPlace() const;
    void bind(Program& program, const std::string& name, int unit, bool isInPlace);

    const Context* context_;
    FieldView field_;     // its data is not looked at after take()
    bool isPlain_ = true; // a constant or nothing: there are no numbers to be read
    Texture texture_;
    std::optional<BufferTexture> window_; // on the buffer
};

struct NamedField
{
    const char* name; // of the uniform
    FieldSource* field;
};

// A pass over fields: a fragment shader that may be compiled for textures, for buffers, or both,
// each when it is needed.
class FieldProgram
{
  public:
    FieldProgram(const Context& context, std::string fragment);

    // Binds the fields to units from `firstUnit` on and makes the program current.
    Program& use(std::initializer_list<NamedField> fields, int firstUnit = 0);

  private:
    const Context* context_;
    std::string fragment_;
    std::optional<Program> fromTextures_;
    std::optional<Program> fromBuffers_;
};

} // namespace tarn::render::gl
