#include "studio/model/thumbnails.h"
