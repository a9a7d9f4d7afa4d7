// The loops of WaveRowKernels. Included inside a namespace, by a file that says for which
// instruction set; no include guard for that reason. Needs wave_rows.h, core/cube_root.h, <cmath>,
// <type_traits>, and TN_ROW_LOOP: a word to the compiler that rows do not overlap, other than one
// being the other. (Local pointers that are `restrict` do not tell GCC that.)

// Differences of the surface that are rounding, as part of the numbers it is made of.
constexpr float kLevelRounding = 4.0e-7f;

// A cell gives a little less than all, so that rounding does not ask for more.
constexpr float kMostGiven = 0.999998f;

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
inline float waysOut(float velocity, float wave)
{
    return greater(velocity + wave, 0.0f);
}

inline void cells(const WaveConstants& constants, const float* depth, const float* momentumX,
                  const float* momentumY, const float* bed, const CellRow& out, int32_t count)
{
    const WaveConstants c = constants;
    float* surface = out.surface;
    float* u = out.velocity[0];
    float* v = out.velocity[1];
    float* moves = out.moves;
    float* wave = out.wave;
    float* give = out.give;
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
        const float ways = (waysOut(x, w) + waysOut(-x, w)) + (waysOut(y, w) + waysOut(-y, w));
        wave[i] = w;
        give[i] = ways > 0.0f ? budget * h / ways : 0.0f;
    }
}

// Half the slope of a cell: the mean one, and no more than leads to the neighbours (van Leer's
// monotonized central limiter).
inline float halfSlope(float before, float here, float after)
{
    const float a = here - before;
    const float b = after - here;
    const float mean = 0.25f * (a + b);
    const float least = lesser(std::fabs(a), std::fabs(b));
    const float size = lesser(std::fabs(mean), least);
    const float signedSize = mean > 0.0f ? size : -size;
    return a * b > 0.0f ? signedSize : 0.0f;
}

inline void faces(const WaveConstants& constants, const CellRow& before, const CellRow& here,
                  const CellRow& after, int32_t axis, const FaceRow& low, const FaceRow& high,
                  int32_t count)
{
    const float dry = constants.dryDepth;
    const float* hb = before.depth;
    const float* h = here.depth;
    const float* ha = after.depth;
    const float* sb = before.surface;
    const float* s = here.surface;
    const float* sa = after.surface;
    float* lowH = low.depth;
    float* lowS = low.surface;
    float* highH = high.depth;
    float* highS = high.surface;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        // Beside dry ground the surface has no slope to speak of.
        const float wet = lesser(lesser(hb[i], ha[i]), h[i]) > dry ? 1.0f : 0.0f;
        const float dh = wet * halfSlope(hb[i], h[i], ha[i]);
        const float ds = wet * halfSlope(sb[i], s[i], sa[i]);
        lowH[i] = h[i] - dh;
        highH[i] = h[i] + dh;
        lowS[i] = s[i] - ds;
        highS[i] = s[i] + ds;
    }
    const float* ub = before.velocity[axis];
    const float* u = here.velocity[axis];
    const float* ua = after.velocity[axis];
    const float* vb = before.velocity[1 - axis];
    const float* v = here.velocity[1 - axis];
    const float* va = after.velocity[1 - axis];
    float* lowU = low.across;
    float* lowV = low.along;
    float* highU = high.across;
    float* highV = high.along;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float wet = lesser(lesser(hb[i], ha[i]), h[i]) > dry ? 1.0f : 0.0f;
        const float du = wet * halfSlope(ub[i], u[i], ua[i]);
        const float dv = wet * halfSlope(vb[i], v[i], va[i]);
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
    const float* lowCellU = lowCells.velocity[axis];
    const float* highCellU = highCells.velocity[axis];
    const float* lowWave = lowCells.wave;
    const float* highWave = highCells.wave;
    const float* lowGive = lowCells.give;
    const float* highGive = highCells.give;
    float* mass = out.mass;
    float* toLow = out.low;
    float* toHigh = out.high;
    float* along = out.along;
    float* rough = out.rough;
    const float halfGravity = 0.5f * c.gravity;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        // Both states over the higher of the two beds.
        const float bed = greater(lowS[i] - lowH[i], highS[i] - highH[i]);
        const float hl = greater(lowS[i] - bed, 0.0f);
        const float hr = greater(highS[i] - bed, 0.0f);
        const float ul = lowU[i];
        const float ur = highU[i];
        const float cl = std::sqrt(c.gravity * hl);
        const float cr = std::sqrt(c.gravity * hr);

        // Speeds of the outermost waves (Toro 2001, ch. 10; into the dry: twice the wave speed).
        const float um = 0.5f * (ul + ur) + (cl - cr);
        const float cm = greater(0.5f * (cl + cr) + 0.25f * (ul - ur), 0.0f);
        float left = lesser(ul - cl, um - cm);
        float right = greater(ur + cr, um + cm);
        left = hl > 0.0f ? left : ur - 2.0f * cr;
        right = hl > 0.0f ? right : ur + cr;
        left = hr > 0.0f ? left : ul - cl;
        right = hr > 0.0f ? right : ul + 2.0f * cl;
        left = lesser(left, 0.0f);
        right = greater(right, 0.0f);
        const float width = right - left;
        const float perWidth = width > 0.0f ? 1.0f / width : 0.0f;

        const float ql = hl * ul;
        const float qr = hr * ur;
        const float both = left * right;
        float m = ((right * ql - left * qr) + both * (hr - hl)) * perWidth;
        float p = ((right * (ql * ul) - left * (qr * ur)) + both * (qr - ql)) * perWidth;
        const float pressed = (halfGravity * ((hl - hr) * (hl + hr))) * perWidth;

        // Calm: neither side moves, and their surfaces differ by rounding, or by what yield
        // stress holds.
        const float sl = lowCellS[i];
        const float sr = highCellS[i];
        const float meanDepth = 0.5f * (lowCellH[i] + highCellH[i]);
        const float size = (std::fabs(sl) + std::fabs(sr)) + (lowCellH[i] + highCellH[i]);
        const float rise = (std::fabs(sl - sr) - kLevelRounding * size) * meanDepth;
        const float seen = greater(hl, hr) > 0.0f ? rise : -1.0f;
        const float isRough = seen > c.yieldRise ? 1.0f : 0.0f;
        const float works = greater(greater(lowMoves[i], highMoves[i]), isRough); // 0 or 1

        const float mostLow = lowGive[i] * waysOut(lowCellU[i], lowWave[i]);
        const float mostHigh = highGive[i] * waysOut(-highCellU[i], highWave[i]);
        const float asked = m;
        m = lesser(greater(m, -mostHigh), mostLow);
        p = m == asked ? p : carriedBy(m, ul, ur);

        mass[i] = works * m;
        toLow[i] = works * (p + left * pressed);
        toHigh[i] = works * (p + right * pressed);
        along[i] = works * carriedBy(m, lowV[i], highV[i]);
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
inline void updateOf(const WaveConstants& constants, const UpdateRow& row, int32_t count)
{
    const UpdateRow r = row;
    const float rate = r.rate;
    const float halfGravity = 0.5f * constants.gravity;
    const float dry = constants.dryDepth;
    const float stillSpeed2 = constants.stillSpeed2;
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
    const float* westH = r.west.depth;
    const float* westS = r.west.surface;
    const float* eastH = r.east.depth;
    const float* eastS = r.east.surface;
    const float* southH = r.south.depth;
    const float* southS = r.south.surface;
    const float* northH = r.north.depth;
    const float* northS = r.north.surface;
    const float* moves = r.moves;
    float* stirred = r.stirred;
    float* deepest = r.deepest;
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float roughness = (leftRough[i] + leftRough[i + 1]) + (belowRough[i] + aboveRough[i]);
        const float works = greater(roughness, moves[i]) > 0.0f ? 1.0f : 0.0f;
        const float innerX =
            works * (halfGravity * ((eastH[i] + westH[i]) * (eastS[i] - westS[i])));
        const float innerY =
            works * (halfGravity * ((northH[i] + southH[i]) * (northS[i] - southS[i])));
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
        h = greater(h, 0.0f);
        // As good as still: |q|^2 <= (part of the wave speed)^2 h^2
        float holds = (x * x + y * y) > stillSpeed2 * (h * h) * h ? 1.0f : 0.0f;
        holds = roughness > 0.0f ? 1.0f : holds;
        holds = h > dry ? holds : 0.0f;
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

inline void update(const WaveConstants& constants, const UpdateRow& row, int32_t count)
{
    const bool second = row.firstDepth != nullptr;
    if (row.pushX != nullptr)
    {
        second ? updateOf<true, true>(constants, row, count)
               : updateOf<false, true>(constants, row, count);
    }
    else
    {
        second ? updateOf<true, false>(constants, row, count)
               : updateOf<false, false>(constants, row, count);
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

inline void concentrations(const float* amount, const float* depth, float dryDepth, float* out,
                           int32_t count)
{
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        out[i] = depth[i] > dryDepth ? amount[i] / depth[i] : 0.0f;
    }
}

inline void carriedFaces(const float* before, const float* here, const float* after, float* low,
                         float* high, int32_t count)
{
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float d = halfSlope(before[i], here[i], after[i]);
        low[i] = here[i] - d;
        high[i] = here[i] + d;
    }
}

inline void carry(float rate, const float* leftMass, const float* belowMass, const float* aboveMass,
                  const float* west, const float* east, const float* south, const float* north,
                  const float* northOfBelow, const float* southOfAbove, const float* amount,
                  const float* first, float* to, int32_t count)
{
    TN_ROW_LOOP
    for (int32_t i = 0; i < count; ++i)
    {
        const float x = carriedBy(leftMass[i + 1], east[i], west[i + 1]) -
                        carriedBy(leftMass[i], east[i - 1], west[i]);
        const float y = carriedBy(aboveMass[i], north[i], southOfAbove[i]) -
                        carriedBy(belowMass[i], northOfBelow[i], south[i]);
        const float changed = amount[i] - rate * (x + y);
        to[i] = greater(first != nullptr ? 0.5f * (first[i] + changed) : changed, 0.0f);
    }
}

constexpr WaveRowKernels kWaveRowKernels = {cells,    faces,          fluxes,       update,
                                            friction, concentrations, carriedFaces, carry};
