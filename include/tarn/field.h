/* tarn/field.h: what the parts of Tarn have in common: points, sides of a grid, views of fields,
 * and what a step reports.
 *
 * Units are SI. x goes right and y up on the grid; where there is a third axis, z goes up from it.
 */
#ifndef TARN_FIELD_H
#define TARN_FIELD_H

#include "tarn/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tnVec2
{
    float x;
    float y;
} tnVec2;

typedef struct tnVec3
{
    float x;
    float y;
    float z;
} tnVec3;

/* A rotation: (x, y, z) is its axis times the sine of half the angle, w the cosine. */
typedef struct tnQuat
{
    float x;
    float y;
    float z;
    float w;
} tnQuat;

typedef enum tnSide TN_ENUM_TYPE
{
    tn_sideLeft = 0,
    tn_sideRight = 1,
    tn_sideBottom = 2,
    tn_sideTop = 3
} tnSide;

/* Read-only numbers of a field, valid until the next call that changes its owner. Element (i, j) is
 * data[j * stride + i] and lies at origin + spacing * (i, j). */
typedef struct tnFieldView
{
    const float* data;
    int32_t columns;
    int32_t rows;
    int32_t stride; /* from row to row (unit: floats) */
    tnVec2 origin;
    float spacing;
} tnFieldView;

#define TN_MAX_READS 8 /* of one flow or water at once */

/* Something that was asked of a flow or water and is on its way; see tnFlow_RequestField. Zero is
 * null; stale ones are refused. */
typedef struct tnRead
{
    uint32_t index;
    uint32_t generation;
} tnRead;

typedef enum tnBrushMode TN_ENUM_TYPE
{
    tn_brushImpulse = 0, /* amounts are added once, at the beginning of the next step */
    tn_brushRate = 1,    /* amounts are per second, during the next step; emitters always are */
    tn_brushHold = 2     /* the fluid is drawn towards the amounts, at `holdRate` */
} tnBrushMode;

/* What a step reports: 0 when all went well. */
typedef enum tnStepFlags TN_ENUM_TYPE
{
    tn_stepClamped = 1,      /* dt, or a speed, was beyond its limit and was cut */
    tn_stepNotConverged = 2, /* a solve ended before its tolerance */
    tn_stepBadInput = 4,     /* dt was not a number above 0, or the handle was bad: no step taken */
    tn_stepCapacity = 8,     /* strokes, tracers or spray were refused since the last step */
    tn_stepIncompatible = 16, /* more flows into a closed region than out: spread evenly */
    tn_stepSlow = 32,         /* water: more substeps were needed than allowed; less time passed */
    tn_stepLost = 64 /* the GPU's context is lost, and the def asks for no other: no step taken */
} tnStepFlags;

#ifdef __cplusplus
}
#endif

#endif
