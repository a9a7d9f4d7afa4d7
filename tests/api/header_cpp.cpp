// The C99 program again, compiled as C++: the headers mean the same to both.
#include "header_c99.c"
