// The tree is made level by level; items are only ever moved within their node.
#include "render/box_tree.h"

#include <algorithm>
#include <numeric>

namespace tarn::render
{
namespace
{

float along(Vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

int longestAxis(const Bounds& b)
{
    const Vec3 size = b.high - b.low;
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

} // namespace

void BoxTree::build(const std::vector<Bounds>& boxes)
{
    items_.resize(boxes.size());
    std::iota(items_.begin(), items_.end(), 0U);
    nodes_.clear();
    if (boxes.empty())
    {
        return;
    }
    nodes_.reserve(2 * boxes.size());
    nodes_.push_back({{}, 0, static_cast<std::uint32_t>(boxes.size())});
    // Nodes are split in the order in which they were made.
    for (std::size_t n = 0; n < nodes_.size(); ++n)
    {
        Node node = nodes_[n];
        Bounds middles;
        for (std::uint32_t k = node.first; k < node.first + node.count; ++k)
        {
            node.bounds.include(boxes[items_[k]]);
            middles.include(boxes[items_[k]].middle());
        }
        if (node.count > kLeafItems)
        {
            const int axis = longestAxis(middles);
            const auto first = items_.begin() + node.first;
            const std::uint32_t half = node.count / 2;
            // Ties by number: the same tree whatever the library's algorithm.
            std::nth_element(first, first + half, first + node.count,
                             [&](std::uint32_t a, std::uint32_t b) {
                                 const float x = along(boxes[a].middle(), axis);
                                 const float y = along(boxes[b].middle(), axis);
                                 return x != y ? x < y : a < b;
                             });
            const std::uint32_t start = node.first;
            const std::uint32_t rest = node.count - half;
            node.first = static_cast<std::uint32_t>(nodes_.size());
            node.count = 0;
            nodes_.push_back({{}, start, half});
            nodes_.push_back({{}, start + half, rest});
        }
        nodes_[n] = node;
    }
}

} // namespace tarn::render
