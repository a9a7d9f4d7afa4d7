// A benchmark suite: a list of measured rows, one per case, size and number of threads.
//
// A row is a JSON object whose keys are the columns of the CSV too; an object in it is spread over
// several ("stages.projection"). Every row carries the hash of
// what was computed, and yardsticks measured in the same run beside the thing itself, so that
// ratios mean something on any machine.
#pragma once

#include "scene/picture_size.h"

#include "tarn/base.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::bench
{

using Row = nlohmann::ordered_json;

// What to measure.
struct Request
{
    std::vector<int32_t> sizes;   // cells along an edge
    std::vector<int32_t> threads; // threads at work, >= 1
    tnBackend backend = tn_backendCpu;
    int32_t glDevice = 0;                          // of tn_backendGL, and for pictures
    std::vector<scene::PictureSize> pictures = {}; // empty: the suite draws none
};

// Who wants to know. Rows arrive as they are measured.
class Listener
{
  public:
    virtual ~Listener() = default;
    virtual void onRow(const Row& row) = 0;
    virtual void onProgress(double fraction, std::string_view what) = 0;
};

// One column of the table people read; the files have all keys of the row instead.
struct Column
{
    std::string title;
    int width;
    std::string (*text)(const Row& row);
};

struct Suite
{
    std::string name;
    std::string summary; // one line, for the help
    Request defaults;
    int32_t maxSize; // of Request::sizes
    std::vector<Column> columns;
    void (*run)(const Request& request, Listener& listener); // throws std::runtime_error
    // Lines to print below the table; may be null.
    std::vector<std::string> (*remarks)(const std::vector<Row>& rows) = nullptr;
    bool takesBackend = false; // measures other backends than the CPU's, too
};

// All suites there are.
const std::vector<Suite>& suites();

Suite makeFlowSuite();
Suite makeRenderSuite(); // where there is OpenGL
Suite makeSolverSuite();
Suite makeWaterSuite();

} // namespace tarn::bench
