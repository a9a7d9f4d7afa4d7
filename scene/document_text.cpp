#include "scene/document_text.h"
