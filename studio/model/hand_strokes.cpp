#include "studio/model/hand.h"
