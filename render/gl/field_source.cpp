#include "render/gl/field_source.h"

#include <algorithm>
#include <utility>

namespace tarn::render::gl
{

FieldSource::FieldSource(const Context& context)
    : context_(&context), texture_(context, Format::r32f, Filter::nearest)
{
    const float zero = 0.0F;
    texture_.upload(1, 1, &zero, 1);
    if (context.maxBufferTexels() > 0)
    {
        window_.emplace(context);
    }
}

void FieldSource::take(const FieldView& field)
{
    field_ = field;
    isPlain_ = false;
    if (!field.isAnywhere())
    {
        field_ = {};
        isPlain_ = true;
    }
    else if (field.isThere() && field.columns == 1 && field.rows == 1)
    {
        field_.gpu = {};
        field_.gpu.offset = *field.data;
        isPlain_ = true;
    }
    else if (field.isThere())
    {
        field_.gpu = {};
        texture_.upload(field.columns, field.rows, field.data, field.rowStride);
    }
}

bool FieldSource::canBeReadInPlace() const
{
    const std::int64_t numbers = field_.gpu.bytes / std::int64_t(sizeof(float));
    return isPlain_ || (field_.isOnGpu() && numbers <= context_->maxBufferTexels());
}

void FieldSource::bind(Program& program, const std::string& name, int unit, bool isInPlace)
{
    const GlField& gpu = field_.gpu;
    int first = 0;
    if (isInPlace)
    {
        if (!isPlain_)
        {
            window_->show(gpu.buffer);
        }
        window_->bind(unit);
        first = static_cast<int>(gpu.first); // no more than maxBufferTexels
    }
    else
    {
        if (field_.isOnGpu())
        {
            const int columns = field_.columns - (gpu.isMeanOfColumns ? 0 : 1);
            texture_.copyFrom(gpu.buffer, gpu.first, columns * gpu.step + 1,
                              field_.rows + (gpu.isMeanOfRows ? 1 : 0), gpu.stride);
        }
        texture_.bind(unit);
    }
    program.set((name + ".numbers").c_str(), unit);
    program.set((name + ".shape").c_str(), std::max(field_.columns, 1), std::max(field_.rows, 1),
                gpu.isMeanOfColumns ? 1 : 0, gpu.isMeanOfRows ? 1 : 0);
    program.set((name + ".lie").c_str(), first, gpu.stride, gpu.step, isPlain_ ? 1 : 0);
    program.set((name + ".meaning").c_str(), gpu.factor, gpu.offset, gpu.risePerColumn,
                gpu.risePerRow);
}

FieldProgram::FieldProgram(const Context& context, std::string fragment)
    : context_(&context), fragment_(std::move(fragment))
{
}

Program& FieldProgram::use(std::initializer_list<NamedField> fields, int firstUnit)
{
    // Constants can be seen through an empty window as well as in a texture.
    const bool isInPlace =
        context_->maxBufferTexels() > 0 &&
        std::any_of(fields.begin(), fields.end(),
                    [](const NamedField& f) { return f.field->field_.isOnGpu(); }) &&
        std::all_of(fields.begin(), fields.end(),
                    [](const NamedField& f) { return f.field->canBeReadInPlace(); });
    std::optional<Program>& program = isInPlace ? fromBuffers_ : fromTextures_;
    if (!program)
    {
        program.emplace(*context_, ProgramFiles{"full.vert", fragment_,
                                                isInPlace ? "#define FROM_BUFFERS\n" : ""});
    }
    program->use();
    int unit = firstUnit;
    for (const NamedField& named : fields)
    {
        named.field->bind(*program, named.name, unit++, isInPlace);
    }
    return *program;
}

} // namespace tarn::render::gl
