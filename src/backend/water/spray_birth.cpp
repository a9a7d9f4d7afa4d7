// Takes water out of cells and throws it: where the search found a wave that breaks or water that
// falls, and in a crown around bodies that hit the surface.
//
// The water's velocity goes along, and the water is pushed back by what the drops are faster or
// slower: momentum is kept.
#include "backend/water/spray_parts.h"
#include "core/trig.h"

#include <numbers>

namespace tarn
{

namespace
{

float scattered(CounterRandom& random)
{
    return 1.0f + spray::kScatter * random.signedUnit();
}

// Where a drop over an edge comes from: the side of the cell that the water flows to.
tnVec2 lip(tnVec2 middle, tnVec3 velocity, float cellSize)
{
    constexpr float kJustBeyond = 0.55f; // cells
    const float fastest = std::max(std::fabs(velocity.x), std::fabs(velocity.y));
    const float reach = fastest > 0.0f ? kJustBeyond * cellSize / fastest : 0.0f;
    return {middle.x + reach * velocity.x, middle.y + reach * velocity.y};
}

// The cells along an axis whose middles are within `reach` of `at` (in cells), each once.
struct AxisSpan
{
    double middle;
    int32_t first;
    int32_t last;

    AxisSpan(double at, double reach, int32_t count, bool wraps)
    {
        const double n = static_cast<double>(count);
        const double most = 0.5 * n - 0.5;
        middle = wraps ? at - n * std::floor(at / n) : at;
        const double low = wraps ? middle - std::min(reach, most) : std::max(middle - reach, 0.0);
        const double high =
            wraps ? middle + std::min(reach, most) : std::min(middle + reach, n - 1.0);
        // Empty where it lies beside the grid.
        first = static_cast<int32_t>(std::ceil(std::min(low, 2.0 * n)));
        last = static_cast<int32_t>(std::floor(std::max(high, -1.0)));
    }
};

// Foam where a body goes in, and where its crown stands.
void whitenUnder(const SprayStep& step, const SprayImpact& impact)
{
    const WaterGrid& grid = step.water.grid;
    const float part = spray::kFoamImpact * (impact.speed / spray::kFoamImpactSpeed) *
                       thinness(step.settings->liquid) * step.dt;
    const double reach = wide(spray::kCrownRadius * impact.radius) / wide(grid.cellSize);
    const AxisSpan columns(grid.column(impact.position.x), reach, grid.nx, grid.wrapX);
    const AxisSpan rows(grid.row(impact.position.y), reach, grid.ny, grid.wrapY);
    const Vec2 at = {columns.middle, rows.middle};
    for (int32_t j = rows.first; j <= rows.last; ++j)
    {
        for (int32_t i = columns.first; i <= columns.last; ++i)
        {
            const Vec2 from = Vec2{static_cast<double>(i), static_cast<double>(j)} - at;
            WaterCell cell;
            if (dot(from, from) <= reach * reach && findCell(grid, i, j, &cell))
            {
                whiten(step.water.fields, cell, part);
                const int32_t tile = step.water.tiles.tileOf(cell.i, cell.j);
                step.water.tiles.stirred[tile] = 1; // water is as fast and as deep as it was
                step.water.tiles.foamy[tile] = 1;
            }
        }
    }
}

} // namespace

bool Spray::throwDrop(const SprayStep& step, const WaterExchange& exchange, WaterCell from,
                      float volume, tnVec3 position, tnVec3 velocity, float size)
{
    if (!pool_.hasRoom())
    {
        return false;
    }
    bringInside(step.water.grid, position.x, position.y);
    float dyes[TN_MAX_WATER_DYES] = {};
    const float taken = exchange.take(from, wide(volume), {velocity.x, velocity.y}, dyes);
    if (taken > 0.0f)
    {
        const int32_t k = pool_.placeForDrop();
        pool_.particles()[k] = {position, velocity, taken, 0.0f, tn_particleSpray};
        pool_.traits()[k].drag = dragOfSpray(step.settings->liquid, size);
        std::copy_n(dyes, pool_.dyeChannels(), pool_.dyes(k));
    }
    return true;
}

void Spray::addFleck(const SprayStep& step, tnVec2 position, float random)
{
    const int32_t k = pool_.placeForFleck();
    if (k == ParticlePool::kNoRoom)
    {
        return;
    }
    const WaterPlace place = waterPlace(step.water.grid, position.x, position.y);
    const tnVec2 velocity = waterVelocity(step.water.fields, place.cell());
    pool_.particles()[k] = {{position.x, position.y, surfaceAt(step.water.fields, place)},
                            {velocity.x, velocity.y, 0.0f},
                            0.0f,
                            0.0f,
                            tn_particleFoam};
    pool_.traits()[k].life = (0.5f + random) * spray::kFleckLife * step.settings->foamLife;
}

void Spray::giveBirth(const SprayStep& step, SprayReport* report)
{
    const WaterTiles& tiles = step.water.tiles;
    const WaterExchange exchange(step.water.grid, step.water.fields, pool_.dyeChannels(),
                                 &ledger_.rests);
    for (int32_t tile = 0; tile < tiles.count(); ++tile)
    {
        const int32_t count = std::min(birthCounts_[tile], spray::kBirthsPerTile);
        report->refused |= count < birthCounts_[tile];
        for (int32_t k = 0; k < count; ++k)
        {
            const SprayBirth& birth = birthsOf(tile)[k];
            const WaterCell cell = {tile % tiles.columns * kTileColumns + birth.cell % kTileColumns,
                                    tile / tiles.columns * kTileRows + birth.cell / kTileColumns};
            giveBirthIn(step, exchange, cell, birth, report);
        }
    }
}

void Spray::giveBirthIn(const SprayStep& step, const WaterExchange& exchange, WaterCell cell,
                        const SprayBirth& birth, SprayReport* report)
{
    const WaterGrid& grid = step.water.grid;
    const Fold fold(grid, cell);
    CounterRandom random(ledger_.steps, kForBirth, fold.low, fold.high);
    const tnVec2 middle = middleOf(grid, cell);
    const float half = 0.5f * grid.cellSize;
    const float surface = step.water.fields.surface(cell.i, cell.j);
    for (int32_t drop = 0; drop < birth.drops; ++drop)
    {
        const tnVec2 aside = fold.direction(random);
        const tnVec2 away = fold.direction(random);
        const float faster = scattered(random);
        const tnVec2 place = birth.falls
                                 ? lip(middle, birth.velocity, grid.cellSize)
                                 : tnVec2{middle.x + half * away.x, middle.y + half * away.y};
        const tnVec3 velocity = {birth.velocity.x + birth.spread * aside.x,
                                 birth.velocity.y + birth.spread * aside.y,
                                 birth.velocity.z * faster};
        if (!throwDrop(step, exchange, cell, birth.volume, {place.x, place.y, surface},
                       boundedVelocity(velocity), random.unit()))
        {
            report->refused = true;
            break;
        }
    }
    for (int32_t fleck = 0; fleck < birth.flecks; ++fleck)
    {
        const tnVec2 away = fold.direction(random);
        addFleck(step, {middle.x + half * away.x, middle.y + half * away.y}, random.unit());
    }
}

void Spray::splash(const SprayStep& step, SprayReport* report)
{
    for (size_t k = 0; k < step.impacts.size(); ++k)
    {
        SprayImpact impact = step.impacts[k];
        impact.speed = std::min(impact.speed, spray::kFastestImpact);
        if (impact.speed > spray::kLeastImpact && impact.area > 0.0f)
        {
            whitenUnder(step, impact);
            throwCrown(step, impact, static_cast<uint32_t>(k), report);
        }
    }
}

// Drops all around, from the water just outside the body.
void Spray::throwCrown(const SprayStep& step, const SprayImpact& impact, uint32_t number,
                       SprayReport* report)
{
    const WaterGrid& grid = step.water.grid;
    const WaterFields& fields = step.water.fields;
    const WaterExchange exchange(grid, fields, pool_.dyeChannels(), &ledger_.rests);
    const float rate = step.settings->spray * thinness(step.settings->liquid) * spray::kCrownPart *
                       impact.area * (impact.speed - spray::kLeastImpact);
    const float volume = rate * step.dt;
    const float parcel = parcelVolume(grid);
    CounterRandom random(ledger_.steps, kForCrown, number, 0);
    const int32_t drops = random.rounded(volume / parcel, spray::kMostCrownDrops);
    const float each = std::max(parcel, volume / static_cast<float>(spray::kMostCrownDrops));
    const float radius = spray::kCrownRadius * impact.radius;
    // The cells around give no more together than each may; about how many there are to a drop:
    const float around = std::max(1.0f, 6.0f * radius / grid.cellSize);
    const float alone = std::min(1.0f, around / static_cast<float>(std::max(drops, 1)));
    for (int32_t drop = 0; drop < drops; ++drop)
    {
        const double turn = (static_cast<double>(drop) + wide(random.unit())) / drops;
        const SinCos angle = sinCos(2.0 * std::numbers::pi * turn);
        const tnVec2 out = {static_cast<float>(angle.cos), static_cast<float>(angle.sin)};
        const float faster = impact.speed * scattered(random);
        const float size = random.unit();
        tnVec2 at = {impact.position.x + radius * out.x, impact.position.y + radius * out.y};
        if (!bringInside(grid, at.x, at.y))
        {
            continue;
        }
        const WaterCell cell = cellUnder(grid, at.x, at.y);
        const float depth = fields.depth.row(cell.j)[cell.i];
        if (!(depth > leastDepth(grid)))
        {
            continue;
        }
        const tnVec2 water = waterVelocity(fields, cell);
        const tnVec3 velocity = {water.x + spray::kCrownOut * faster * out.x,
                                 water.y + spray::kCrownOut * faster * out.y,
                                 spray::kCrownUp * faster};
        const float most = spray::kMostRate * alone * depth * grid.cellArea();
        step.water.tiles.wake(cell.i, cell.j);
        if (!throwDrop(step, exchange, cell, std::min(each, most),
                       {at.x, at.y, fields.surface(cell.i, cell.j)}, boundedVelocity(velocity),
                       size))
        {
            report->refused = true;
            return;
        }
    }
}

} // namespace tarn
