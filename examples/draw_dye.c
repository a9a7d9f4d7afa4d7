/* Ink on a GPU, drawn from the flow's own buffer: no copy, no wait.
 *
 * The renderer has a context, the flow computes in another one of its share group. A frame: the
 * flow steps, tells where its dye lies, and the renderer draws that with a shader; fences keep the
 * two apart on the GPU, while the program runs ahead. An engine has a window's context in the place
 * of `screen`, and its own loader in the place of tnGl_GetProc; the rest stays.
 *
 * usage: draw_dye [picture.ppm] */
#include <GL/glcorearb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tarn/tarn.h>

enum
{
    kWidth = 320,
    kHeight = 320,
    kFrames = 60
};

/* The functions of OpenGL that a renderer needs here, by the names they have. */
#define FUNCTIONS(X)                                                                               \
    X(PFNGLATTACHSHADERPROC, AttachShader)                                                         \
    X(PFNGLBINDBUFFERBASEPROC, BindBufferBase)                                                     \
    X(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer)                                                   \
    X(PFNGLBINDTEXTUREPROC, BindTexture)                                                           \
    X(PFNGLBINDVERTEXARRAYPROC, BindVertexArray)                                                   \
    X(PFNGLCOMPILESHADERPROC, CompileShader)                                                       \
    X(PFNGLCREATEPROGRAMPROC, CreateProgram)                                                       \
    X(PFNGLCREATESHADERPROC, CreateShader)                                                         \
    X(PFNGLDELETESYNCPROC, DeleteSync)                                                             \
    X(PFNGLDRAWARRAYSPROC, DrawArrays)                                                             \
    X(PFNGLFENCESYNCPROC, FenceSync)                                                               \
    X(PFNGLFLUSHPROC, Flush)                                                                       \
    X(PFNGLFRAMEBUFFERTEXTURE2DPROC, FramebufferTexture2D)                                         \
    X(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers)                                                   \
    X(PFNGLGENTEXTURESPROC, GenTextures)                                                           \
    X(PFNGLGENVERTEXARRAYSPROC, GenVertexArrays)                                                   \
    X(PFNGLGETPROGRAMIVPROC, GetProgramiv)                                                         \
    X(PFNGLGETUNIFORMLOCATIONPROC, GetUniformLocation)                                             \
    X(PFNGLLINKPROGRAMPROC, LinkProgram)                                                           \
    X(PFNGLREADPIXELSPROC, ReadPixels)                                                             \
    X(PFNGLSHADERSOURCEPROC, ShaderSource)                                                         \
    X(PFNGLTEXSTORAGE2DPROC, TexStorage2D)                                                         \
    X(PFNGLUNIFORM1IPROC, Uniform1i)                                                               \
    X(PFNGLUNIFORM2IPROC, Uniform2i)                                                               \
    X(PFNGLUSEPROGRAMPROC, UseProgram)                                                             \
    X(PFNGLVIEWPORTPROC, Viewport)                                                                 \
    X(PFNGLWAITSYNCPROC, WaitSync)

#define MEMBER(Type, name) Type name;
static struct
{
    FUNCTIONS(MEMBER)
} gl;

/* By its bytes: C knows no way from a void* to a function. */
static void load(void* function, tnGl from, const char* name)
{
    void* found = tnGl_GetProc(from, name);
    memcpy(function, &found, sizeof found);
}

static void loadFunctions(tnGl from)
{
#define LOAD(Type, name) load(&gl.name, from, "gl" #name);
    FUNCTIONS(LOAD)
}

/* A triangle that covers the picture. */
static const char kVertices[] = "void main()\n"
                                "{\n"
                                "    vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
                                "    gl_Position = vec4(4.0 * at - 1.0, 0.0, 1.0);\n"
                                "}\n";

/* The field as tnGlFieldView describes it: element (i, j) is
 * numbers[first + j * stride + i * step]. */
static const char kPixels[] =
    "layout(std430, binding = 0) readonly buffer Field { float numbers[]; };\n"
    "uniform ivec2 size;\n" /* of the field */
    "uniform ivec2 picture;\n"
    "uniform int first;\n"
    "uniform int stride;\n"
    "uniform int stepX;\n"
    "out vec4 colour;\n"
    "float at(ivec2 cell)\n"
    "{\n"
    "    cell = clamp(cell, ivec2(0), size - 1);\n"
    "    return numbers[first + cell.y * stride + cell.x * stepX];\n"
    "}\n"
    "void main()\n"
    "{\n"
    "    vec2 place = gl_FragCoord.xy * vec2(size) / vec2(picture) - 0.5;\n"
    "    ivec2 cell = ivec2(floor(place));\n"
    "    vec2 part = place - vec2(cell);\n"
    "    float low = mix(at(cell), at(cell + ivec2(1, 0)), part.x);\n"
    "    float high = mix(at(cell + ivec2(0, 1)), at(cell + ivec2(1, 1)), part.x);\n"
    "    float ink = clamp(mix(low, high, part.y), 0.0, 1.0);\n"
    "    colour = vec4(ink, 0.6 * ink, 0.2 * ink, 1.0);\n"
    "}\n";

static GLuint compiled(const char* version, GLenum kind, const char* text)
{
    const char* const parts[2] = {version, text};
    const GLuint shader = gl.CreateShader(kind);
    gl.ShaderSource(shader, 2, parts, NULL);
    gl.CompileShader(shader);
    return shader;
}

static GLuint makeProgram(const char* version)
{
    GLint good = 0;
    const GLuint program = gl.CreateProgram();
    gl.AttachShader(program, compiled(version, GL_VERTEX_SHADER, kVertices));
    gl.AttachShader(program, compiled(version, GL_FRAGMENT_SHADER, kPixels));
    gl.LinkProgram(program);
    gl.GetProgramiv(program, GL_LINK_STATUS, &good);
    return good ? program : 0;
}

/* A picture to draw into, where there is no window. */
static void makePicture(void)
{
    GLuint texture, framebuffer, vertices;
    gl.GenTextures(1, &texture);
    gl.BindTexture(GL_TEXTURE_2D, texture);
    gl.TexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, kWidth, kHeight);
    gl.GenFramebuffers(1, &framebuffer);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    gl.GenVertexArrays(1, &vertices);
    gl.BindVertexArray(vertices);
    gl.Viewport(0, 0, kWidth, kHeight);
}

static void draw(GLuint program, const tnGlFieldView* view)
{
    gl.UseProgram(program);
    gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, view->buffer);
    gl.Uniform2i(gl.GetUniformLocation(program, "size"), view->columns, view->rows);
    gl.Uniform2i(gl.GetUniformLocation(program, "picture"), kWidth, kHeight);
    gl.Uniform1i(gl.GetUniformLocation(program, "first"), (GLint)(view->offset / 4));
    gl.Uniform1i(gl.GetUniformLocation(program, "stride"), view->stride);
    gl.Uniform1i(gl.GetUniformLocation(program, "stepX"), view->step);
    gl.DrawArrays(GL_TRIANGLES, 0, 3);
}

/* The flow's turn, then the renderer's: each waits on the GPU for what the other did last. */
static tnResult frame(tnFlow flow, tnGl fluid, GLuint program)
{
    void* stepped;
    GLsync drawn;
    tnGlFieldView view;
    tnFlow_Step(flow, 1.0f / 60.0f);
    tnResult result = tnFlow_GetGlView(flow, tn_flowDye0, &view);
    if (result == tn_success)
    {
        result = tnGl_InsertFence(fluid, &stepped);
    }
    if (result != tn_success)
    {
        return result; /* the log has said why */
    }
    gl.WaitSync((GLsync)stepped, 0, GL_TIMEOUT_IGNORED);
    gl.DeleteSync((GLsync)stepped);
    draw(program, &view);
    drawn = gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.Flush();
    result = tnGl_WaitForFence(fluid, drawn);
    gl.DeleteSync(drawn);
    return result;
}

static void stir(tnFlow flow)
{
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = (tnVec2){0.25f, 0.4f};
    brush.to = (tnVec2){0.45f, 0.5f};
    brush.radius = 0.08f;
    brush.velocity = (tnVec2){1.5f, 0.6f};
    brush.dye[0] = 0.8f;
    tnFlow_Brush(flow, &brush);
}

/* Of the whole picture's red, which is the ink's; as the host sees the same in the flow. */
static void report(tnFlow flow, const unsigned char* pixels)
{
    tnFlowTotals totals;
    double red = 0.0;
    for (int k = 0; k < kWidth * kHeight; ++k)
    {
        red += pixels[4 * k] / 255.0;
    }
    tnFlow_GetTotals(flow, &totals); /* this one waits */
    printf("%.4f m^2 of ink in the picture, %.4f in the flow\n", red / (kWidth * kHeight),
           totals.dye[0]);
}

static int writePicture(const char* path, const unsigned char* pixels)
{
    FILE* file = fopen(path, "wb");
    if (file == NULL)
    {
        perror(path);
        return 1;
    }
    fprintf(file, "P6\n%d %d\n255\n", kWidth, kHeight);
    for (int row = kHeight - 1; row >= 0; --row)
    {
        for (int column = 0; column < kWidth; ++column)
        {
            fwrite(pixels + 4 * (row * kWidth + column), 1, 3, file);
        }
    }
    return fclose(file) == 0 ? 0 : 1;
}

/* All of it, in the renderer's context. */
static int run(tnGl screen, tnGl fluid, const char* path)
{
    tnGlInfo info;
    tnFlow flow;
    tnFlowDef def = tnDefaultFlowDef();
    def.nx = def.ny = 128;
    def.cellSize = 1.0f / 128.0f;
    def.dyeChannels = 1;
    def.backend = tn_backendGL;
    def.gl = fluid;
    if (tnGl_GetInfo(screen, &info) != tn_success || tnCreateFlow(&def, &flow) != tn_success)
    {
        return 1;
    }
    loadFunctions(screen);
    const GLuint program =
        makeProgram(strstr(info.version, "OpenGL ES") != NULL
                        ? "#version 310 es\nprecision highp float;\nprecision highp int;\n"
                        : "#version 430 core\n");
    makePicture();
    stir(flow);
    int failed = program == 0;
    for (int k = 0; k < kFrames && !failed; ++k)
    {
        failed = frame(flow, fluid, program) != tn_success;
    }
    unsigned char* pixels = malloc(4 * kWidth * kHeight);
    if (!failed && pixels != NULL)
    {
        gl.ReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        report(flow, pixels);
        failed = path != NULL && writePicture(path, pixels);
    }
    free(pixels);
    tnDestroyFlow(flow);
    return failed;
}

int main(int argc, char** argv)
{
    tnGl screen, fluid;
    tnGlDef def = tnDefaultGlDef();
    if (tnCreateGl(&def, &screen) != tn_success || tnGl_MakeCurrent(screen) != tn_success)
    {
        return 1;
    }
    def.source = tn_glShared; /* with the one that is current now */
    int failed = tnCreateGl(&def, &fluid) != tn_success;
    if (!failed)
    {
        failed = run(screen, fluid, argc > 1 ? argv[1] : NULL);
        tnDestroyGl(fluid);
    }
    tnGl_ReleaseCurrent(screen);
    tnDestroyGl(screen);
    return failed;
}
