// Each token's features repeated for as many frames as it lasts: kernels/durations.regulate.
// One thread an output value; ends[t] is the frame at which token t is over.

#include "both.cuh"

FN long long token_at(const int *ends, long long tokens, long long frame) {
    long long low = 0, high = tokens - 1;
    while (low < high) {
        long long middle = (low + high) / 2;
        if (ends[middle] > frame)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

ENTRY regulate(const float *features, const int *ends, int channels, int tokens, int frames,
               float *out) {
    EACH(i, (long long)channels * frames) {
        long long channel = i / frames, frame = i % frames;
        out[i] = features[channel * tokens + token_at(ends, tokens, frame)];
    }
}
