#include "studio/model/parameters.h"
