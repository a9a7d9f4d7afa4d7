#include "studio/model/autosave.h"
