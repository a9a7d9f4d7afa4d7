#include "studio/model/drops.h"
