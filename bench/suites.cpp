// The list of suites; a new one is named here.
#include "bench/suite.h"

namespace tarn::bench
{

const std::vector<Suite>& suites()
{
    static const std::vector<Suite> all = {makeFlowSuite(), makeSolverSuite(), makeWaterSuite(),
#ifdef TARN_HAS_GL
                                           makeRenderSuite()
#endif
    };
    return all;
}

} // namespace tarn::bench
