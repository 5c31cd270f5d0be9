// The decoder's adaptive instance normalisation and Snake in one: kernels/snake_norm.py.
//
// `channel_moments` gives one block to a channel: LANES threads add in doubles with a
// stride, then their sums are folded in halves, so the order of adding never depends on
// how many blocks run. The rest is float32, one thread a value, as the model computes it.

#include "both.cuh"

// moments[2c], [2c+1]: mean and 1 / standard deviation of channel c over its n values.
ENTRY channel_moments(const float *x, int channels, int size, float *moments) {
    long long n = size;
    SHARED double sums[LANES];
    SHARED double mean;
    EACH_BLOCK(c, channels) {
        const float *row = x + c * n;
        for (int pass = 0; pass < 2; ++pass) {
            EACH_LANE(lane) {
                double sum = 0.0;
                for (long long i = lane; i < n; i += LANES) {
                    double value = pass ? row[i] - mean : row[i];
                    sum += pass ? value * value : value;
                }
                sums[lane] = sum;
            }
            MEET;
            for (int half = LANES / 2; half; half /= 2) {
                EACH_LANE(lane) if (lane < half) sums[lane] += sums[lane + half];
                MEET;
            }
            EACH_LANE(lane) {
                if (lane) continue;
                if (pass == 0) mean = sums[0] / (double)n;
                if (pass == 0) moments[2 * c] = (float)mean;
                if (pass == 1) moments[2 * c + 1] = (float)(1.0 / sqrt(sums[0] / n + EPSILON));
            }
            MEET;
        }
    }
}

ENTRY snake_norm(const float *x, const float *moments, const float *gamma, const float *beta,
                 const float *alpha, int channels, int n, float *out) {
    EACH(i, (long long)channels * n) {
        long long c = i / n;
        float normal = (x[i] - moments[2 * c]) * moments[2 * c + 1];
        float y = (1.0f + gamma[c]) * normal + beta[c];
        float wave = sinf(alpha[c] * y);
        out[i] = y + wave * wave / alpha[c];
    }
}
