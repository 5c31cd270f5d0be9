// Gain, spectral tilt and limiter of the finished waveform: kernels/waveform.shape and limit.
//
// The tilt filters come as a bank of rows, one each TILT_GRID_DB from -TILT_LIMIT_DB up;
// they are symmetric, so a sample is a weighted sum of its neighbours, one thread each.

#include "both.cuh"

// A curve's value at a sample: linear between the middles of the hops, held beyond them.
FN double curve_at(const float *curve, long long m, long long hop, long long i) {
    double first = (double)(hop - 1) / 2.0, at = (double)i;
    if (at <= first) return (double)curve[0];
    long long k = (long long)floor((at - first) / (double)hop);
    if (k >= m - 1) return (double)curve[m - 1];
    double left = (double)(k * hop) + first, right = (double)((k + 1) * hop) + first;
    double slope = ((double)curve[k + 1] - (double)curve[k]) / (right - left);
    return slope * (at - left) + (double)curve[k];
}

FN double filtered(const float *audio, long long n, const double *row, int taps, long long i) {
    int half = taps / 2;
    double sum = 0.0;
    for (int k = 0; k < taps; ++k) {
        long long at = i + half - k;
        if (at >= 0 && at < n) sum += (double)audio[at] * row[k];
    }
    return sum;
}

FN double tilted(const float *audio, long long n, const double *bank, int taps, int step,
                 long long i) {
    int zero = (int)(TILT_LIMIT_DB / TILT_GRID_DB);
    if (step == 0) return (double)audio[i];
    return filtered(audio, n, bank + (long long)(step + zero) * taps, taps, i);
}

ENTRY shape(const float *audio, const float *gain_db, const float *tilt_db, const double *bank,
            int n, int m, int hop, int taps, float *out) {
    EACH(i, n) {
        double tilt = held_within(curve_at(tilt_db, m, hop, i), -TILT_LIMIT_DB, TILT_LIMIT_DB);
        double place = tilt / TILT_GRID_DB, low = floor(place), blend = place - low;
        double value = tilted(audio, n, bank, taps, (int)low, i);
        if (blend > 0.0)
            value = (1.0 - blend) * value + blend * tilted(audio, n, bank, taps, (int)low + 1, i);
        out[i] = (float)(value * pow(10.0, curve_at(gain_db, m, hop, i) / 20.0));
    }
}

// The gain that keeps each sample at the ceiling. asked: the ceiling, and the largest
// float32 that is not above it.
ENTRY limit_need(const float *audio, const double *asked, int n, double *need) {
    double ceiling = asked[0];
    EACH(i, n) { need[i] = least(1.0, ceiling / most(fabs((double)audio[i]), ceiling)); }
}

// The least of what is needed within `half` samples to both sides.
ENTRY limit_hold(const double *need, int n, int half, double *held) {
    EACH(i, n) {
        double low = 1.0;
        for (long long j = i - half; j <= i + half; ++j)
            low = least(low, need[place_within(j, n)]);
        held[i] = low;
    }
}

// `window` holds 2 * half + 1 weights that add up to 1.
ENTRY limit_apply(const float *audio, const double *need, const double *held,
                  const double *window, const double *asked, int n, int half, float *out) {
    float top = (float)asked[1];
    EACH(i, n) {
        double sum = 0.0, low = 1.0;
        for (long long k = 0; k <= 2 * half; ++k) {
            double value = held[place_within(i - half + k, n)];
            sum += window[k] * value;
            low = least(low, value);
        }
        double gain = low == 1.0 ? 1.0 : least(sum, need[i]);
        float limited = (float)((double)audio[i] * gain);
        out[i] = limited > top ? top : limited < -top ? -top : limited;
    }
}
