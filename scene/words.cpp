#include "scene/words.h"

namespace tarn::scene
{

const std::vector<std::string>& advectionNames()
{
    static const std::vector<std::string> kNames = {"maccormack", "semi_lagrangian", "conserving"};
    return kNames;
}

const std::vector<std::string>& inkNames()
{
    static const std::vector<std::string> kNames = {"light", "pigment", "smoke"};
    return kNames;
}

const std::vector<std::string>& legendNames()
{
    static const std::vector<std::string> kNames = {"none", "inside", "below"};
    return kNames;
}

const std::vector<std::string>& fresnelNames()
{
    static const std::vector<std::string> kNames = {"exact", "formed"};
    return kNames;
}

const std::vector<std::string>& groundNames()
{
    static const std::vector<std::string> kNames = {"land", "sand", "tiles", "plain"};
    return kNames;
}

const std::vector<std::string>& borderNames()
{
    static const std::vector<std::string> kNames = {"cut", "pool"};
    return kNames;
}

const std::vector<std::string>& reliefQualityNames()
{
    static const std::vector<std::string> kNames = {"draft", "smooth", "fine"};
    return kNames;
}

const std::vector<std::string>& detailNames()
{
    static const std::vector<std::string> kNames = {"low", "medium", "high", "best"};
    return kNames;
}

} // namespace tarn::scene
