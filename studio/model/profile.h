// Profile: what the last steps cost and left, in rings for graphs.
#pragma once

#include "studio/model/defaults.h"

#include "scene/scene_run.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tarn::studio
{

// The last kProfileSteps numbers of something, oldest first.
class Ring
{
  public:
    static constexpr std::size_t kCapacity = kProfileSteps;

    void push(float number);
    void clear();

    std::size_t size() const { return size_; }
    float operator[](std::size_t k) const; // 0: the oldest
    float last() const { return size_ > 0 ? (*this)[size_ - 1] : 0.0F; }
    float most() const;
    float mean() const;

    // For plots that take a ring as it lies in memory: all of them, and where the oldest is.
    const float* data() const { return numbers_.data(); }
    std::size_t oldest() const { return size_ < kCapacity ? 0 : next_; }

  private:
    std::array<float, kCapacity> numbers_ = {};
    std::size_t next_ = 0;
    std::size_t size_ = 0;
};

// A curve with a name: "waves" (ms), "pressure_iterations", "drift".
struct Curve
{
    std::string name;
    Ring numbers;
};

class Profile
{
  public:
    // After each step; `wallMs` is how long it took altogether.
    void take(const scene::SceneRun& run, double wallMs);
    void clear();

    const Ring& stepMs() const { return stepMs_; }

    // Wall time of each stage (ms), in the order of a step; and what else a step tells: iterations,
    // divergence, substeps, particles, drift of the volume.
    const std::vector<Curve>& stages() const { return stages_; }
    const std::vector<Curve>& figures() const { return figures_; }

  private:
    Ring stepMs_;
    double drift_ = 0.0;
    int untilDrift_ = 0; // steps
    std::vector<Curve> stages_;
    std::vector<Curve> figures_;
};

// Bytes of memory that this program has now; 0 where the system does not tell.
std::uint64_t programMemory();

} // namespace tarn::studio
