#include "studio/model/presets.h"
