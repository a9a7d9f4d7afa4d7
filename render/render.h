// Pictures and videos of fluid, drawn on the CPU: all that a caller of this room needs.
//
// A View says how a picture looks (size, colours, range, legend): fill it in once, from a scene or
// a command line. A Frame says what is seen at one moment: views of fields that the simulation
// owns, in metres and seconds. A Painter turns Frames into Images and remembers what must not
// flicker from one to the next. Recorders put Images into a video or a folder.
//
//     render::View view;
//     view.content = render::Content::scalar;
//     view.scalar = render::quantityStyle("speed");     // name, unit, colours, range
//     view.legend = render::LegendPlace::inside;
//     view.arrows.shown = true;
//
//     render::Painter painter(view);
//     render::Video video("wake.mp4", {.framesPerSecond = 30});
//     for (each moment)
//     {
//         render::Frame frame;
//         frame.world = {0, 0, 4, 2};                    // metres: left, bottom, right, top
//         frame.time = seconds;
//         frame.scalar = {speed, columns, rows, stride}; // row 0 at the bottom
//         frame.velocityX = {u, columns, rows, stride};  // at cell centres
//         frame.velocityY = {v, columns, rows, stride};
//         frame.solid = {coverage, columns, rows, stride};
//         video.add(painter.draw(frame));
//     }
//     video.finish();
//
// Ink: view.content = Content::ink, view.ink.colours, frame.dyes. A liquid picture:
// Content::texture, frame.texture. One picture: writePng("wake.png", painter.draw(frame)).
//
// What goes wrong is a render::Error whose text names the value and the remedy. A Frame is never
// wrong because of its numbers: a scalar that is not finite is drawn in a signal colour, a dye that
// is none does not count.
#pragma once

#include "render/colour.h"
#include "render/error.h"
#include "render/frame.h"
#include "render/image.h"
#include "render/painter.h"
#include "render/recorder.h"
#include "render/relief.h"
#include "render/texture.h"
#include "render/view.h"
