// The loops of WaveRowKernels. Included inside a namespace, by a file that says for which
// instruction set; no include guard for that reason. Needs wave_rows.h, core/cube_root.h, <cmath>,
// <type_traits>, and TN_ROW_LOOP: a word to the compiler that rows do not overlap, other than one
// being the other. (Local pointers that are `restrict` do not tell GCC that.)

// By value: compilers make no vectors of std::min's references. The second where one is not a
// number.
inline float lesser(float a, float b)
{
    return a < b ? a : b;
}
inline float greater(float a, float b)
{
    return a > b ? a : b;
}

// What mass takes along: of the side it comes from.
inline float carriedBy(float mass, float low, float high)
{
    return mass * (mass > 0.0f ? low : high);
}

// How fast waves run out of a cell whose water goes that way at `velocity`.
inline float waysOut(float velocity, float wave, float zero)
{
    return greater(velocity + wave, zero);
}

inline void cells(const WaveConstants& constants, const float* depth, const float* momentumX,
                  const float* momentumY, const float* bed, const CellRow& out, int32_t count)
{
    const WaveConstants c = constants;
    float* surface = out.surface;
    float* u = out.velocity[0];
    float* v = out.velocity[1];
    float* moves = out.moves;
    float* mostLeft = out.most[0];
    float* mostRight = out.most[1];
    float* mostDown = out.most[2];
    float* mostUp = out.most[3];
    const float budget = kMostGiven * c.perRate;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float h = depth[i];
        const float h2 = h * h;
        // q / h, gently down to 0 where it is thin (Kurganov and Petrova 2007, eq. 2.17)
        const float perDepth = h > c.dryDepth ? 2.0f * h / (h2 + greater(h2, c.thinDepth2)) : 0.0f;
        const float x = lesser(greater(momentumX[i] * perDepth, -c.maxSpeed), c.maxSpeed);
        const float y = lesser(greater(momentumY[i] * perDepth, -c.maxSpeed), c.maxSpeed);
        surface[i] = bed[i] + h;
        u[i] = x;
        v[i] = y;
        moves[i] = std::fabs(x) + std::fabs(y) > 0.0f ? 1.0f : 0.0f;
        const float w = std::sqrt(c.gravity * h);
        const float left = waysOut(-x, w, c.zero);
        const float right = waysOut(x, w, c.zero);
        const float down = waysOut(-y, w, c.zero);
        const float up = waysOut(y, w, c.zero);
        const float ways = (left + right) + (down + up);
        const float give = ways > 0.0f ? budget * h / ways : 0.0f;
        mostLeft[i] = -give * left;
        mostRight[i] = give * right;
        mostDown[i] = -give * down;
        mostUp[i] = give * up;
    }
}

// Of the rise from the cell before to the one after, the part that is half the slope of this one.
// Beside dry ground the surface has no slope to speak of.
inline float halfOfRise(float before, float here, float after, float dryDepth)
{
    return lesser(lesser(before, after), here) > dryDepth ? 0.25f : 0.0f;
}

// Half the slope of a cell: the mean one (`part` of the rise), no more than leads to the
// neighbours, and 0 at crests and in troughs (van Leer's monotonized central limiter).
inline float halfSlope(float before, float here, float after, float part, float zero)
{
    const float a = here - before;
    const float b = after - here;
    const float mean = part * (a + b);
    const float lowest = lesser(greater(a, b), zero);
    const float highest = greater(lesser(a, b), zero);
    return lesser(greater(mean, lowest), highest);
}

inline void faces(const WaveConstants& constants, const CellRow& before, const CellRow& here,
                  const CellRow& after, const FaceRow& west, const FaceRow& east,
                  const FaceRow& south, const FaceRow& north, const InnerRow& inner, int32_t count)
{
    const WaveConstants c = constants;
    const float dry = c.dryDepth;
    const float zero = c.zero;
    const float rate = c.rate;
    const float* hb = before.depth;
    const float* hs = here.depth;
    const float* ha = after.depth;
    const float* sb = before.surface;
    const float* ss = here.surface;
    const float* sa = after.surface;
    const float* ub = before.velocity[0];
    const float* us = here.velocity[0];
    const float* ua = after.velocity[0];
    const float* vb = before.velocity[1];
    const float* vs = here.velocity[1];
    const float* va = after.velocity[1];
    float* westH = west.depth;
    float* westS = west.surface;
    float* westU = west.across;
    float* westV = west.along;
    float* eastH = east.depth;
    float* eastS = east.surface;
    float* eastU = east.across;
    float* eastV = east.along;
    float* southH = south.depth;
    float* southS = south.surface;
    float* southV = south.across;
    float* southU = south.along;
    float* northH = north.depth;
    float* northS = north.surface;
    float* northV = north.across;
    float* northU = north.along;
    float* innerX = inner.x;
    float* innerY = inner.y;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float partX = halfOfRise(hs[i - 1], hs[i], hs[i + 1], dry);
        const float partY = halfOfRise(hb[i], hs[i], ha[i], dry);
        const float hx = halfSlope(hs[i - 1], hs[i], hs[i + 1], partX, zero);
        const float sx = halfSlope(ss[i - 1], ss[i], ss[i + 1], partX, zero);
        const float ux = halfSlope(us[i - 1], us[i], us[i + 1], partX, zero);
        const float vx = halfSlope(vs[i - 1], vs[i], vs[i + 1], partX, zero);
        const float hy = halfSlope(hb[i], hs[i], ha[i], partY, zero);
        const float sy = halfSlope(sb[i], ss[i], sa[i], partY, zero);
        const float uy = halfSlope(ub[i], us[i], ua[i], partY, zero);
        const float vy = halfSlope(vb[i], vs[i], va[i], partY, zero);
        // Half a step ahead; the order is that of the mirror image too.
        const float dh = rate * ((us[i] * hx + hs[i] * ux) + (vs[i] * hy + hs[i] * vy));
        const float du = rate * ((us[i] * ux + vs[i] * uy) + c.gravity * sx);
        const float dv = rate * ((vs[i] * vy + us[i] * vx) + c.gravity * sy);
        const float h = hs[i] - dh;
        const float s = ss[i] - dh;
        const float u = us[i] - du;
        const float v = vs[i] - dv;
        westH[i] = h - hx;
        eastH[i] = h + hx;
        const float sw = s - sx;
        const float se = s + sx;
        const float weight = c.gravity * h;
        innerX[i] = weight * (se - sw);
        westS[i] = sw;
        eastS[i] = se;
        westU[i] = u - ux;
        eastU[i] = u + ux;
        westV[i] = v - vx;
        eastV[i] = v + vx;
        southH[i] = h - hy;
        northH[i] = h + hy;
        const float sd = s - sy;
        const float su = s + sy;
        innerY[i] = weight * (su - sd);
        southS[i] = sd;
        northS[i] = su;
        southU[i] = u - uy;
        northU[i] = u + uy;
        southV[i] = v - vy;
        northV[i] = v + vy;
    }
}

template <bool kPressures>
inline void fluxesOf(const WaveConstants& constants, const FaceRow& low, const FaceRow& high,
                     const CellRow& lowCells, const CellRow& highCells, int32_t axis,
                     const FluxRow& out, float* fastest, int32_t count)
{
    const WaveConstants c = constants;
    const float* lowH = low.depth;
    const float* lowS = low.surface;
    const float* lowU = low.across;
    const float* lowV = low.along;
    const float* highH = high.depth;
    const float* highS = high.surface;
    const float* highU = high.across;
    const float* highV = high.along;
    const float* lowCellS = lowCells.surface;
    const float* highCellS = highCells.surface;
    const float* lowCellH = lowCells.depth;
    const float* highCellH = highCells.depth;
    const float* lowMoves = lowCells.moves;
    const float* highMoves = highCells.moves;
    const float* mostLow = highCells.most[2 * axis];
    const float* mostHigh = lowCells.most[2 * axis + 1];
    float* mass = out.mass;
    float* toLow = out.low;
    float* toHigh = out.high;
    float* along = out.along;
    float* rough = out.rough;
    const float halfGravity = 0.5f * c.gravity;
    const float yieldRise = 2.0f * c.yieldRise; // times the mean depth at the face
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        // Both states over the higher of the two beds.
        const float bed = greater(lowS[i] - lowH[i], highS[i] - highH[i]);
        const float hl = greater(lowS[i] - bed, c.zero);
        const float hr = greater(highS[i] - bed, c.zero);
        const float cl = std::sqrt(c.gravity * hl);
        const float cr = std::sqrt(c.gravity * hr);
        // Beside the dry, the front of a dam that breaks.
        const float ul = hl > 0.0f ? lowU[i] : highU[i] - 2.0f * cr;
        const float ur = hr > 0.0f ? highU[i] : lowU[i] + 2.0f * cl;

        // Calm: neither side moves, and their surfaces differ by rounding, or by what yield
        // stress holds.
        const float sl = lowCellS[i];
        const float sr = highCellS[i];
        const float size = std::fabs(sl + sr) + (lowCellH[i] + highCellH[i]);
        const float rise = (std::fabs(sl - sr) - kLevelRounding * size) * (hl + hr);
        const float isRough = rise > yieldRise ? 1.0f : 0.0f;
        const float works = greater(greater(lowMoves[i], highMoves[i]), isRough); // 0 or 1

        // Speeds of the outermost waves, as if all were rarefactions (Toro 2001, ch. 10): between
        // them u + 2c is that of the left and u - 2c that of the right.
        const float fromLeft = ul + 2.0f * cl;
        const float fromRight = ur - 2.0f * cr;
        const float quarter = 0.25f * (fromLeft - fromRight);
        const float left = lesser(lesser(ul - cl, fromRight + quarter), c.zero);
        const float right = greater(greater(ur + cr, fromLeft - quarter), c.zero);
        const float width = right - left;
        const float perWidth = width > 0.0f ? works / width : 0.0f;

        const float ql = hl * ul;
        const float qr = hr * ur;
        const float both = left * right;
        const float rises = hr - hl;
        float m = ((right * ql - left * qr) + both * rises) * perWidth;
        float p = ((right * (ql * ul) - left * (qr * ur)) + both * (qr - ql)) * perWidth;
        const float pressed = (halfGravity * (rises * (hl + hr))) * perWidth;

        const float asked = m;
        m = lesser(greater(m, mostLow[i]), mostHigh[i]);
        p = m == asked ? p : carriedBy(m, ul, ur);

        mass[i] = m;
        toLow[i] = p - left * pressed;
        toHigh[i] = p - right * pressed;
        along[i] = carriedBy(m, lowV[i], highV[i]);
        rough[i] = isRough;
        if constexpr (kPressures)
        {
            out.lowPressure[i] = halfGravity * (hl * hl);
            out.highPressure[i] = halfGravity * (hr * hr);
        }
        fastest[i] = greater(fastest[i], greater(right, -left));
    }
}

inline void fluxes(const WaveConstants& constants, const FaceRow& low, const FaceRow& high,
                   const CellRow& lowCells, const CellRow& highCells, int32_t axis,
                   const FluxRow& out, float* fastest, int32_t count)
{
    out.lowPressure != nullptr
        ? fluxesOf<true>(constants, low, high, lowCells, highCells, axis, out, fastest, count)
        : fluxesOf<false>(constants, low, high, lowCells, highCells, axis, out, fastest, count);
}

template <bool kPushed>
inline void updateOf(const WaveConstants& constants, const UpdateRow& row, int32_t first,
                     int32_t end)
{
    const UpdateRow r = row;
    const float rate = constants.rate;
    const float dry = constants.dryDepth;
    const float stillSpeed2 = constants.stillSpeed2;
    const float zero = constants.zero;
    const float* leftMass = r.left.mass;
    const float* leftLow = r.left.low;
    const float* leftHigh = r.left.high;
    const float* leftAlong = r.left.along;
    const float* leftRough = r.left.rough;
    const float* belowMass = r.below.mass;
    const float* belowHigh = r.below.high;
    const float* belowAlong = r.below.along;
    const float* belowRough = r.below.rough;
    const float* aboveMass = r.above.mass;
    const float* aboveLow = r.above.low;
    const float* aboveAlong = r.above.along;
    const float* aboveRough = r.above.rough;
    const float* slopesX = r.inner.x;
    const float* slopesY = r.inner.y;
    const float* moves = r.moves;
    float* stirred = r.stirred;
    float* deepest = r.deepest;
    TN_ROW_LOOP
    for (int32_t i = first; i < end; ++i)
    {
        const float roughness = (leftRough[i] + leftRough[i + 1]) + (belowRough[i] + aboveRough[i]);
        const float works = lesser(greater(roughness, moves[i]), 1.0f); // 0 or 1
        const float innerX = works * slopesX[i];
        const float innerY = works * slopesY[i];
        const float dh = rate * ((leftMass[i + 1] - leftMass[i]) + (aboveMass[i] - belowMass[i]));
        const float dx =
            rate * (((leftLow[i + 1] - leftHigh[i]) + innerX) + (aboveAlong[i] - belowAlong[i]));
        const float dy =
            rate * (((aboveLow[i] - belowHigh[i]) + innerY) + (leftAlong[i + 1] - leftAlong[i]));
        float h = r.depth[i] - dh;
        float x = r.momentumX[i] - dx;
        float y = r.momentumY[i] - dy;
        h = greater(h, zero);
        // As good as still: |q|^2 <= (part of the wave speed)^2 h^2
        const float faster = (x * x + y * y) - stillSpeed2 * (h * h) * h;
        const float holds = lesser(greater(faster, roughness), h - dry);
        x = holds > 0.0f ? x : 0.0f;
        y = holds > 0.0f ? y : 0.0f;
        r.toDepth[i] = h;
        r.toMomentumX[i] = x;
        r.toMomentumY[i] = y;
        const float change = (std::fabs(dh) + std::fabs(x)) + (std::fabs(y) + moves[i]);
        stirred[i] = greater(stirred[i], change);
        deepest[i] = greater(deepest[i], h);
        if constexpr (kPushed)
        {
            const float* lowP = r.left.lowPressure;
            const float* highP = r.left.highPressure;
            const float share = works * rate;
            r.pushX[i] += share * ((lowP[i + 1] - highP[i]) - innerX);
            r.pushY[i] += share * ((r.above.lowPressure[i] - r.below.highPressure[i]) - innerY);
            r.worked[i] += share;
        }
    }
}

inline void update(const WaveConstants& constants, const UpdateRow& row, int32_t first, int32_t end)
{
    row.pushX != nullptr ? updateOf<true>(constants, row, first, end)
                         : updateOf<false>(constants, row, first, end);
}

enum class Slows
{
    film,  // viscosity alone
    rough, // and a rough ground
    more   // and yield stress or wind
};

template <Slows kBy>
inline void frictionOf(const FrictionRow& row, int32_t count)
{
    const FrictionRow r = row;
    float* momentumX = r.momentumX;
    float* momentumY = r.momentumY;
    const float* depth = r.depth;
    const float laminar = r.dt * r.laminar;
    const float manning = r.dt * r.manning;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float h = greater(depth[i], r.thinDepth);
        float x = momentumX[i];
        float y = momentumY[i];
        float slowing = laminar;
        float momentum = 0.0f;
        if constexpr (kBy == Slows::more)
        {
            const bool wet = depth[i] > r.dryDepth;
            x = wet ? x + r.dt * r.windX : 0.0f;
            y = wet ? y + r.dt * r.windY : 0.0f;
        }
        if constexpr (kBy != Slows::film)
        {
            momentum = std::sqrt(x * x + y * y);
            slowing = manning * momentum * inverseCubeRoot(h) + laminar;
        }
        const float h2 = h * h;
        float kept = h2 / (h2 + slowing);
        if constexpr (kBy == Slows::more)
        {
            // What yield stress leaves of the speed.
            const float lost = r.dt * r.yield;
            kept = momentum > lost ? kept * ((momentum - lost) / momentum) : 0.0f;
        }
        momentumX[i] = x * kept;
        momentumY[i] = y * kept;
    }
}

inline void friction(const FrictionRow& row, int32_t count)
{
    if (row.yield > 0.0f || row.windX != 0.0f || row.windY != 0.0f)
    {
        frictionOf<Slows::more>(row, count);
    }
    else if (row.manning > 0.0f)
    {
        frictionOf<Slows::rough>(row, count);
    }
    else
    {
        frictionOf<Slows::film>(row, count);
    }
}

inline void extremes(const float* depth, const float* momentumX, const float* momentumY,
                     float gravity, float* fastest, float* deepest, int32_t count)
{
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        fastest[i] = greater(fastest[i], waveSpeed(depth[i], momentumX[i], momentumY[i], gravity));
        deepest[i] = greater(deepest[i], depth[i]);
    }
}

inline void speeds(const float* depth, const float* momentumX, const float* momentumY,
                   float dryDepth, float* fastest2, int32_t count)
{
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float perDepth = depth[i] > dryDepth ? 1.0f / depth[i] : 0.0f;
        const float u = momentumX[i] * perDepth;
        const float v = momentumY[i] * perDepth;
        fastest2[i] = greater(fastest2[i], u * u + v * v);
    }
}

inline void concentrations(const float* amount, const float* depth, float dryDepth, float* out,
                           int32_t count)
{
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        out[i] = depth[i] > dryDepth ? amount[i] / depth[i] : 0.0f;
    }
}

inline void carriedFaces(const WaveConstants& constants, const CellRow& cells, const float* before,
                         const float* here, const float* after, float* west, float* east,
                         float* south, float* north, int32_t count)
{
    const float zero = constants.zero;
    const float rate = constants.rate;
    const float* u = cells.velocity[0];
    const float* v = cells.velocity[1];
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float dx = halfSlope(here[i - 1], here[i], here[i + 1], 0.25f, zero);
        const float dy = halfSlope(before[i], here[i], after[i], 0.25f, zero);
        const float middle = here[i] - rate * (u[i] * dx + v[i] * dy);
        west[i] = middle - dx;
        east[i] = middle + dx;
        south[i] = middle - dy;
        north[i] = middle + dy;
    }
}

inline void carry(float rate, const float* leftMass, const float* belowMass, const float* aboveMass,
                  const float* west, const float* east, const float* south, const float* north,
                  const float* northOfBelow, const float* southOfAbove, const float* amount,
                  float* to, int32_t count)
{
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float x = carriedBy(leftMass[i + 1], east[i], west[i + 1]) -
                        carriedBy(leftMass[i], east[i - 1], west[i]);
        const float y = carriedBy(aboveMass[i], north[i], southOfAbove[i]) -
                        carriedBy(belowMass[i], northOfBelow[i], south[i]);
        to[i] = greater(amount[i] - rate * (x + y), 0.0f);
    }
}

constexpr WaveRowKernels kWaveRowKernels = {
    cells, faces, fluxes, update, friction, extremes, speeds, concentrations, carriedFaces, carry};
