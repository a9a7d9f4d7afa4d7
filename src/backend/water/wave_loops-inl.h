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
                  const CellRow& after, int32_t axis, const FaceRow& low, const FaceRow& high,
                  int32_t count)
{
    const float dry = constants.dryDepth;
    const float zero = constants.zero;
    const float* hb = before.depth;
    const float* h = here.depth;
    const float* ha = after.depth;
    const float* sb = before.surface;
    const float* s = here.surface;
    const float* sa = after.surface;
    const float* ub = before.velocity[axis];
    const float* u = here.velocity[axis];
    const float* ua = after.velocity[axis];
    const float* vb = before.velocity[1 - axis];
    const float* v = here.velocity[1 - axis];
    const float* va = after.velocity[1 - axis];
    float* lowH = low.depth;
    float* lowS = low.surface;
    float* lowU = low.across;
    float* lowV = low.along;
    float* highH = high.depth;
    float* highS = high.surface;
    float* highU = high.across;
    float* highV = high.along;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float part = halfOfRise(hb[i], h[i], ha[i], dry);
        const float dh = halfSlope(hb[i], h[i], ha[i], part, zero);
        const float ds = halfSlope(sb[i], s[i], sa[i], part, zero);
        const float du = halfSlope(ub[i], u[i], ua[i], part, zero);
        const float dv = halfSlope(vb[i], v[i], va[i], part, zero);
        lowH[i] = h[i] - dh;
        highH[i] = h[i] + dh;
        lowS[i] = s[i] - ds;
        highS[i] = s[i] + ds;
        lowU[i] = u[i] - du;
        highU[i] = u[i] + du;
        lowV[i] = v[i] - dv;
        highV[i] = v[i] + dv;
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

template <bool kSecond, bool kPushed>
inline void updateOf(const WaveConstants& constants, const UpdateRow& row, int32_t first,
                     int32_t end)
{
    const UpdateRow r = row;
    const float rate = r.rate;
    const float gravity = constants.gravity;
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
    const float* westS = r.west.surface;
    const float* eastS = r.east.surface;
    const float* southS = r.south.surface;
    const float* northS = r.north.surface;
    const float* moves = r.moves;
    float* stirred = r.stirred;
    float* deepest = r.deepest;
    TN_ROW_LOOP
    for (int32_t i = first; i < end; ++i)
    {
        const float roughness = (leftRough[i] + leftRough[i + 1]) + (belowRough[i] + aboveRough[i]);
        const float works = lesser(greater(roughness, moves[i]), 1.0f); // 0 or 1
        // g/2 (h_e + h_w) = g h
        const float weight = works * (gravity * r.depth[i]);
        const float innerX = weight * (eastS[i] - westS[i]);
        const float innerY = weight * (northS[i] - southS[i]);
        const float dh = rate * ((leftMass[i + 1] - leftMass[i]) + (aboveMass[i] - belowMass[i]));
        const float dx =
            rate * (((leftLow[i + 1] - leftHigh[i]) + innerX) + (aboveAlong[i] - belowAlong[i]));
        const float dy =
            rate * (((aboveLow[i] - belowHigh[i]) + innerY) + (leftAlong[i + 1] - leftAlong[i]));
        float h = r.depth[i] - dh;
        float x = r.momentumX[i] - dx;
        float y = r.momentumY[i] - dy;
        if constexpr (kSecond)
        {
            h = 0.5f * (r.firstDepth[i] + h);
            x = 0.5f * (r.firstMomentumX[i] + x);
            y = 0.5f * (r.firstMomentumY[i] + y);
        }
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
            const float share = works * (r.pushShare * rate);
            r.pushX[i] += share * ((lowP[i + 1] - highP[i]) - innerX);
            r.pushY[i] += share * ((r.above.lowPressure[i] - r.below.highPressure[i]) - innerY);
            r.worked[i] += share;
        }
    }
}

inline void update(const WaveConstants& constants, const UpdateRow& row, int32_t first, int32_t end)
{
    const bool second = row.firstDepth != nullptr;
    if (row.pushX != nullptr)
    {
        second ? updateOf<true, true>(constants, row, first, end)
               : updateOf<false, true>(constants, row, first, end);
    }
    else
    {
        second ? updateOf<true, false>(constants, row, first, end)
               : updateOf<false, false>(constants, row, first, end);
    }
}

// Of a thin film; a rough ground, yield stress and wind take more.
template <bool kMore>
inline void frictionOf(const FrictionRow& row, int32_t count)
{
    const FrictionRow r = row;
    float* momentumX = r.momentumX;
    float* momentumY = r.momentumY;
    const float* depth = r.depth;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float h = greater(depth[i], r.thinDepth);
        const float laminar = r.dt * r.laminar;
        float x = momentumX[i];
        float y = momentumY[i];
        if constexpr (kMore)
        {
            const bool wet = depth[i] > r.dryDepth;
            const float perDepth = 1.0f / h;
            x = wet ? x + r.dt * r.windX : 0.0f;
            y = wet ? y + r.dt * r.windY : 0.0f;
            const float u = std::sqrt(x * x + y * y) * perDepth;
            const float slowing =
                r.dt * (r.manning * u * perDepth / cubeRoot(h)) + laminar * (perDepth * perDepth);
            // What yield stress leaves of the speed.
            const float lost = r.dt * r.yield * perDepth;
            const float held = u > lost ? (u - lost) / u : 0.0f;
            const float kept = held / (1.0f + slowing);
            momentumX[i] = x * kept;
            momentumY[i] = y * kept;
        }
        else
        {
            const float h2 = h * h;
            const float kept = h2 / (h2 + laminar);
            momentumX[i] = x * kept;
            momentumY[i] = y * kept;
        }
    }
}

inline void friction(const FrictionRow& row, int32_t count)
{
    const bool more =
        row.manning > 0.0f || row.yield > 0.0f || row.windX != 0.0f || row.windY != 0.0f;
    more ? frictionOf<true>(row, count) : frictionOf<false>(row, count);
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

inline void carriedFaces(const WaveConstants& constants, const float* before, const float* here,
                         const float* after, float* low, float* high, int32_t count)
{
    const float zero = constants.zero;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float d = halfSlope(before[i], here[i], after[i], 0.25f, zero);
        low[i] = here[i] - d;
        high[i] = here[i] + d;
    }
}

template <bool kSecond>
inline void carryOf(float rate, const float* leftMass, const float* belowMass,
                    const float* aboveMass, const float* west, const float* east,
                    const float* south, const float* north, const float* northOfBelow,
                    const float* southOfAbove, const float* amount,
                    [[maybe_unused]] const float* first, float* to, int32_t count)
{
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float x = carriedBy(leftMass[i + 1], east[i], west[i + 1]) -
                        carriedBy(leftMass[i], east[i - 1], west[i]);
        const float y = carriedBy(aboveMass[i], north[i], southOfAbove[i]) -
                        carriedBy(belowMass[i], northOfBelow[i], south[i]);
        float changed = amount[i] - rate * (x + y);
        if constexpr (kSecond)
        {
            changed = 0.5f * (first[i] + changed);
        }
        to[i] = greater(changed, 0.0f);
    }
}

inline void carry(float rate, const float* leftMass, const float* belowMass, const float* aboveMass,
                  const float* west, const float* east, const float* south, const float* north,
                  const float* northOfBelow, const float* southOfAbove, const float* amount,
                  const float* first, float* to, int32_t count)
{
    const auto loop = first != nullptr ? carryOf<true> : carryOf<false>;
    loop(rate, leftMass, belowMass, aboveMass, west, east, south, north, northOfBelow, southOfAbove,
         amount, first, to, count);
}

constexpr WaveRowKernels kWaveRowKernels = {cells,  faces,          fluxes,       update, friction,
                                            speeds, concentrations, carriedFaces, carry};
