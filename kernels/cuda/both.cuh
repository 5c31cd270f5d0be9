// One source for the graphics card and for the processor.
//
// Under NVRTC an entry is a kernel and EACH hands one value to each thread; under a
// C++ compiler the same entry is a function and EACH is a loop. What stands between is
// the arithmetic, once. Nothing else may tell the two apart, and both are compiled
// without contracting a * b + c, so that they round alike. (Transcendental functions
// are the libraries' own: they may differ in the last place of a double.)

// Every entry takes what it reads, then whole numbers of 32 bits, then what it writes: the
// order in which TensorRT starts a plugin's kernel. Other numbers come as arrays of doubles.

#pragma once

#ifdef __CUDACC_RTC__

#define FN __device__ static inline
#define ENTRY extern "C" __global__ void
#define SHARED __shared__
#define MEET __syncthreads()
#define EACH(i, n)                                                                \
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < (n); \
         i += gridDim.x * (long long)blockDim.x)
#define EACH_BLOCK(b, n) for (long long b = blockIdx.x; b < (n); b += gridDim.x)
#define EACH_LANE(lane) for (int lane = threadIdx.x; lane < LANES; lane += blockDim.x)

#else

// What is used of the C library, declared here: its headers cost half a second a file.
extern "C" {
double exp(double), fabs(double), floor(double), log(double), log2(double), pow(double, double),
    sqrt(double), tanh(double);
float sinf(float);
}

#define FN static inline
#define ENTRY extern "C" void
#define SHARED
#define MEET
#define EACH(i, n) for (long long i = 0; i < (n); ++i)
#define EACH_BLOCK(b, n) for (long long b = 0; b < (n); ++b)
#define EACH_LANE(lane) for (int lane = 0; lane < LANES; ++lane)

#endif

// Threads that work on one channel together; a power of two.
#define LANES 256

FN double least(double a, double b) { return a < b ? a : b; }
FN double most(double a, double b) { return a > b ? a : b; }
FN double held_within(double x, double low, double high) { return most(low, least(x, high)); }
FN long long place_within(long long i, long long n) { return i < 0 ? 0 : i < n ? i : n - 1; }
