/* All of Tarn: include this one.
 *
 * Tarn is real-time fluid for games. C99; links with C and C++ alike. Start with the header of the
 * part you want; each opens with what it does, and every item states its unit, range and default.
 */
#ifndef TARN_TARN_H
#define TARN_TARN_H

#include "tarn/base.h"
#include "tarn/field.h"
#include "tarn/flow.h"
#include "tarn/gl.h"
#include "tarn/solver.h"
#include "tarn/tasks.h"
#include "tarn/water.h"
#include "tarn/water_on_flow.h"

#endif
