// Reads [constants], [run], and what grids and things of all parts share.
#include "scene/defaults.h"
#include "scene/error.h"
#include "scene/sections.h"

#include <algorithm>
#include <fmt/format.h>

#if defined(__unix__)
#include <unistd.h>
#endif

namespace tarn::scene
{
namespace
{

constexpr int kMaxCells = 16384; // along an axis; the library's limit

double machineMemory()
{
#if defined(__unix__) && defined(_SC_PHYS_PAGES)
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes > 0)
    {
        return static_cast<double>(pages) * static_cast<double>(bytes);
    }
#endif
    return kFallbackMemory;
}

// The cell size, or the width that all cells make together.
float readCellSize(Reader& table, int nx, float fallback, const Rule& rule)
{
    const bool hasSize = table.has("cell_size");
    const double size = table.number("cell_size", positive("length", "m"), double(fallback));
    if (!table.has("width"))
    {
        checkNumber(size, rule, table.origin("cell_size"));
        return static_cast<float>(size);
    }
    if (hasSize)
    {
        table.origin("width").fail("both width and cell_size are given; leave one of them out");
    }
    const double width = table.number("width", positive("length", "m"), 1.0);
    if (!isAllowed(width / nx, rule))
    {
        table.origin("width").fail(
            fmt::format("{} m over {} cells makes each {} m; give a width that makes it {} to {}",
                        width, nx, width / nx, rule.low, rule.high));
    }
    return static_cast<float>(width / nx);
}

} // namespace

Rectangle GridKeys::area() const
{
    const double h = double(cellSize);
    const double left = double(origin.x);
    const double bottom = double(origin.y);
    return {left, bottom, left + h * nx, bottom + h * ny};
}

GridKeys readGrid(Reader& table, const GridKeys& fallback, const Rule& cellSize)
{
    const Rule cells = within("number of cells", "", 1.0, kMaxCells);
    GridKeys grid;
    grid.nx = table.whole("nx", cells, fallback.nx);
    grid.ny = table.whole("ny", cells, fallback.ny);
    grid.cellSize = readCellSize(table, grid.nx, fallback.cellSize, cellSize);
    const std::vector<double> origin = table.numbers("origin", kPlaceRule, 2, {0.0, 0.0});
    grid.origin = {static_cast<float>(origin[0]), static_cast<float>(origin[1])};
    return grid;
}

void checkMemory(Reader& table, double bytes, const std::string& what)
{
    const double allowed = kMemoryShare * machineMemory();
    if (bytes > allowed)
    {
        table.origin("nx").fail(fmt::format("{} would take some {:.1f} GB, and {:.1f} GB are to be "
                                            "had; give fewer cells or dyes",
                                            what, bytes / 1e9, allowed / 1e9));
    }
}

void readSides(Reader table, const std::function<bool(Reader, std::size_t)>& readIsPeriodic)
{
    static const std::array<const char*, 4> kSides = {"left", "right", "bottom", "top"};
    std::array<bool, 4> isPeriodic = {};
    for (std::size_t side = 0; side < kSides.size(); ++side)
    {
        isPeriodic[side] = readIsPeriodic(table.table(kSides[side]), side);
    }
    for (std::size_t side = 0; side < kSides.size(); side += 2)
    {
        if (isPeriodic[side] != isPeriodic[side + 1])
        {
            const std::size_t periodic = isPeriodic[side] ? side : side + 1;
            const std::size_t other = isPeriodic[side] ? side + 1 : side;
            table.origin(kSides[periodic])
                .fail(fmt::format("is periodic, and {} is not; make both so, or neither",
                                  kSides[other]));
        }
    }
    table.finish();
}

void checkNames(const std::vector<std::string>& names, std::vector<Reader>& tables,
                const char* what)
{
    for (std::size_t k = 0; k < names.size(); ++k)
    {
        const auto last = names.begin() + std::ptrdiff_t(k);
        if (std::find(names.begin(), last, names[k]) != last)
        {
            tables[k].origin("name").fail(
                fmt::format("'{}' is taken by another {}; choose another", names[k], what));
        }
    }
}

std::string readName(Reader& table, const std::string& fallback)
{
    const std::string name = table.text("name", fallback);
    const bool isGood = !name.empty() && name.size() <= 64 &&
                        name.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
                            std::string::npos;
    if (!isGood)
    {
        table.origin("name").fail(
            "is not a name; use up to 64 letters without accents, digits, - and _");
    }
    return name;
}

void readConstants(Reader table, FormulaContext& formulas)
{
    for (const std::string& name : table.keys())
    {
        if (!Formula::isFreeName(name))
        {
            table.origin(name).fail("cannot be the name of a constant; use letters, digits and _, "
                                    "and none of the names that formulas know already");
        }
        // Earlier ones are there for later ones.
        formulas.constants[name] = table.number(name, any("number", ""), 0.0);
    }
}

RunDescription readRun(Reader table)
{
    RunDescription run;
    run.dt = table.number("dt", Rule{"time", "s", 0.0, kMaxDt, true}, kDefaultDt);
    run.time = table.number("time", within("time", "s", 0.0, kMaxRunTime), kDefaultRunTime);
    run.probeInterval = table.number("probe_interval", notNegative("time", "s"), 0.0);
    table.finish();
    return run;
}

} // namespace tarn::scene
