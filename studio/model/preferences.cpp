#include "studio/model/preferences.h"
