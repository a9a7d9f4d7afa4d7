#include "studio/model/browser.h"
