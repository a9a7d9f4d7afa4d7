#include "studio/model/profile.h"

#include "scene/water_run.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>

#if defined(__unix__)
#include <unistd.h>
#endif

namespace tarn::studio
{
namespace
{

// Curves keep their names from step to step; another scene has others.
void push(std::vector<Curve>& curves, const scene::Figures& figures)
{
    const bool areSame = std::equal(
        curves.begin(), curves.end(), figures.begin(), figures.end(),
        [](const Curve& curve, const scene::Figure& figure) { return curve.name == figure.name; });
    if (!areSame)
    {
        curves.clear();
        for (const scene::Figure& figure : figures)
        {
            curves.push_back({figure.name, {}});
        }
    }
    for (std::size_t k = 0; k < figures.size(); ++k)
    {
        curves[k].numbers.push(static_cast<float>(figures[k].value));
    }
}

} // namespace

void Ring::push(float number)
{
    numbers_[next_] = number;
    next_ = (next_ + 1) % kCapacity;
    size_ = std::min(size_ + 1, kCapacity);
}

void Ring::clear()
{
    *this = {};
}

float Ring::operator[](std::size_t k) const
{
    return numbers_[(oldest() + k) % kCapacity];
}

float Ring::most() const
{
    const auto last = numbers_.begin() + std::ptrdiff_t(size_);
    return size_ > 0 ? *std::max_element(numbers_.begin(), last) : 0.0F;
}

float Ring::mean() const
{
    const auto last = numbers_.begin() + std::ptrdiff_t(size_);
    return size_ > 0 ? std::accumulate(numbers_.begin(), last, 0.0F) / static_cast<float>(size_)
                     : 0.0F;
}

void Profile::take(const scene::SceneRun& run, double wallMs)
{
    scene::StepReport report = run.stepReport();
    if (const auto* water = dynamic_cast<const scene::WaterRun*>(&run))
    {
        if (--untilDrift_ < 0) // the sum over all cells would be most of a small step
        {
            drift_ = water->drift();
            untilDrift_ = kStepsPerDrift;
        }
        report.stats.push_back({"drift", drift_});
    }
    stepMs_.push(static_cast<float>(wallMs));
    push(stages_, report.stages);
    push(figures_, report.stats);
}

void Profile::clear()
{
    *this = {};
}

std::uint64_t programMemory()
{
#if defined(__linux__)
    struct Closer
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    const std::unique_ptr<std::FILE, Closer> file(std::fopen("/proc/self/statm", "r"));
    unsigned long long whole = 0;
    unsigned long long resident = 0;
    if (file && std::fscanf(file.get(), "%llu %llu", &whole, &resident) == 2)
    {
        return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    }
#endif
    return 0;
}

} // namespace tarn::studio
