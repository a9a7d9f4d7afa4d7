#include "studio/model/session.h"
