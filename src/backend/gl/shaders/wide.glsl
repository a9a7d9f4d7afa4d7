// 64-bit numbers for sums and residuals; OpenGL ES has 32 bits only.
#ifdef TARN_ES
#define WIDE float
#define WIDE3 vec3
#else
#define WIDE double
#define WIDE3 dvec3
#endif
