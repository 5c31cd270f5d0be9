// A stand-in for NVIDIA's driver library: the calls of kernels/driver.py, on host memory.
//
// Device memory is host memory, a stream is nothing, a launch calls back into the test,
// which runs the kernel's host build. It proves what we ask of a driver and in what order;
// it proves nothing about a real one.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace {
typedef void (*Launched)(const char *entry, unsigned blocks, unsigned threads, void **arguments);
Launched launched = nullptr;
std::map<std::string, int> fails; // call -> result of the next calls
int version = 13000, cards = 1, allocations = 0, pins = 0, streams = 0;
char *names[64];
int named = 0;
int result(const char *call) { return fails.count(call) ? fails[call] : 0; }
} // namespace

#define FAILS(call) if (int code = result(#call)) return code
#define CALL(name, ...) extern "C" int name(__VA_ARGS__)

extern "C" void standin_on_launch(Launched back) { launched = back; }
extern "C" void standin_fail(const char *call, int code) { fails[call] = code; }
extern "C" void standin_machine(int release, int count) { version = release; cards = count; }
extern "C" void standin_reset() { fails.clear(); version = 13000; cards = 1; }
extern "C" int standin_held() { return allocations * 10000 + pins * 100 + streams; }

CALL(cuInit, unsigned) { FAILS(cuInit); return 0; }
CALL(cuGetErrorName, int code, const char **words) {
    *words = code == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : code == 100 ? "CUDA_ERROR_NO_DEVICE" :
        code == 719 ? "CUDA_ERROR_LAUNCH_FAILED" : code == 801 ? "CUDA_ERROR_NOT_SUPPORTED" : nullptr;
    return *words ? 0 : 1;
}
CALL(cuDriverGetVersion, int *number) { *number = version; return 0; }
CALL(cuDeviceGetCount, int *count) { *count = cards; return 0; }
CALL(cuDeviceGet, int *device, int index) { *device = index; return index < cards ? 0 : 101; }
CALL(cuDeviceGetName, char *name, int size, int) { strncpy(name, "Stand-in 9000", size); return 0; }
CALL(cuDeviceTotalMem_v2, size_t *size, int) { *size = 8ull << 30; return 0; }
CALL(cuDeviceGetAttribute, int *value, int which, int) {
    *value = which == 75 ? 8 : which == 76 ? 6 : which == 38 ? 4 << 20 : -1;
    return 0;
}
CALL(cuDevicePrimaryCtxRetain, void **context, int) { *context = (void *)1; return 0; }
CALL(cuDevicePrimaryCtxRelease_v2, int) { return 0; }
CALL(cuCtxSetCurrent, void *context) { return context ? 0 : 201; }
CALL(cuCtxGetStreamPriorityRange, int *least, int *most) { *least = 0; *most = -5; return 0; }
CALL(cuMemGetInfo_v2, size_t *unused, size_t *total) {
    *unused = 7ull << 30; *total = 8ull << 30; return 0;
}
CALL(cuMemAlloc_v2, uint64_t *address, size_t size) {
    FAILS(cuMemAlloc_v2);
    *address = (uint64_t)malloc(size); memset((void *)*address, 0xA5, size); ++allocations; return 0;
}
CALL(cuMemFree_v2, uint64_t address) { free((void *)address); --allocations; return 0; }
CALL(cuMemcpyHtoDAsync_v2, uint64_t to, const void *from, size_t size, void *) {
    memcpy((void *)to, from, size); return 0;
}
CALL(cuMemcpyDtoHAsync_v2, void *to, uint64_t from, size_t size, void *) {
    memcpy(to, (void *)from, size); return 0;
}
CALL(cuMemcpyDtoDAsync_v2, uint64_t to, uint64_t from, size_t size, void *) {
    memcpy((void *)to, (void *)from, size); return 0;
}
CALL(cuStreamCreateWithPriority, void **stream, unsigned flags, int priority) {
    if (flags != 1 || priority < -5 || priority > 0) return 1;
    *stream = (void *)(uintptr_t)(++streams); return 0;
}
CALL(cuStreamDestroy_v2, void *) { --streams; return 0; }
CALL(cuStreamSynchronize, void *) { FAILS(cuStreamSynchronize); return 0; }
CALL(cuEventCreate, void **event, unsigned) { *event = (void *)7; return 0; }
CALL(cuEventRecord, void *, void *) { return 0; }
CALL(cuEventSynchronize, void *) { return 0; }
CALL(cuEventElapsedTime, float *took, void *, void *) { *took = 0.5f; return 0; }
CALL(cuModuleLoadData, void **module, const void *code) {
    FAILS(cuModuleLoadData);
    *module = (void *)code; return strstr((const char *)code, ".visible .entry") ? 0 : 218;
}
CALL(cuModuleGetFunction, void **function, void *, const char *name) {
    names[named] = strdup(name); *function = names[named++]; return 0;
}
CALL(cuLaunchKernel, void *function, unsigned blocks, unsigned, unsigned, unsigned threads,
     unsigned, unsigned, unsigned, void *, void **arguments, void **) {
    FAILS(cuLaunchKernel);
    launched((const char *)function, blocks, threads, arguments); return 0;
}
CALL(cuStreamBeginCapture_v2, void *, int) { return 0; }
CALL(cuStreamEndCapture, void *, void **graph) { *graph = (void *)3; return 0; }
CALL(cuGraphInstantiateWithFlags, void **ready, void *, unsigned long long) {
    *ready = (void *)4; return 0;
}
CALL(cuGraphDestroy, void *) { return 0; }
CALL(cuGraphExecDestroy, void *) { return 0; }
CALL(cuGraphLaunch, void *, void *) { return 0; }
CALL(cuMemHostRegister_v2, void *, size_t, unsigned flags) {
    FAILS(cuMemHostRegister_v2);
    if (flags != 10) return 1;
    ++pins; return 0;
}
CALL(cuMemHostGetDevicePointer_v2, uint64_t *seen, void *address, unsigned) {
    *seen = (uint64_t)address; return 0;
}
CALL(cuMemHostUnregister, void *) { --pins; return 0; }
