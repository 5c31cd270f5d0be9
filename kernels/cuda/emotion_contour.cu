// F0 and energy bent by an emotion: the contract of kernels/contour.py, one thread a value.
//
// Each line needs a few constants (the median of what is heard, its middle, how much is
// still to come). `contour_frame` finds them by counting: a value's rank is the number of
// values below it. That is n^2 comparisons over n threads, for the at most few thousand
// values of a line cheaper than a sort, and it needs no second pass and no atomics.
//
// The constants in capitals come from kernels/contour.py by way of the compiler's options.

#include "both.cuh"

FN bool voiced(float f0) { return f0 >= (float)VOICED_HZ; }
FN double semitones(float f0) { return 12.0 * log2((double)f0); }
FN double smoothstep(double u) { return u * u * (3.0 - 2.0 * u); }

// line: [0], [1] the two middle values, [2], [3] first and last index, [4] how many are heard.
// left[i]: heard values after i.
ENTRY contour_frame(const float *f0, const unsigned char *sounding, int size, double *line,
                    int *left) {
    long long n = size;
    EACH(i, n) {
        long long count[2] = {0, 0}, below[2] = {0, 0}, before[2] = {0, 0}, after[2] = {0, 0};
        for (long long j = 0; j < n; ++j) {
            if (!voiced(f0[j])) continue;
            for (int which = 0; which < (sounding[j] ? 2 : 1); ++which) {
                ++count[which];
                below[which] += f0[j] < f0[i] || (f0[j] == f0[i] && j < i);
                before[which] += j < i;
                after[which] += j > i;
            }
        }
        // Where nothing voiced is heard, all that is voiced counts.
        int which = count[1] ? 1 : 0;
        long long total = count[which];
        left[i] = (int)after[which];
        if (i == 0) line[4] = (double)total;
        if (!voiced(f0[i]) || (which && !sounding[i])) continue;
        if (below[which] == (total - 1) / 2) line[0] = semitones(f0[i]);
        if (below[which] == total / 2) line[1] = semitones(f0[i]);
        if (before[which] == 0) line[2] = (double)i;
        if (after[which] == 0) line[3] = (double)i;
    }
}

// MurmurHash3's 32-bit finaliser (Austin Appleby, public domain), to [-1, 1).
FN double hashed(unsigned int counter, unsigned int seed) {
    unsigned int state = counter * 0x9E3779B9u + seed;
    state = (state ^ (state >> 16)) * 0x85EBCA6Bu;
    state = (state ^ (state >> 13)) * 0xC2B2AE35u;
    state ^= state >> 16;
    return (double)(state >> 8) * (1.0 / 8388608.0) - 1.0;
}

FN double slow_movement(long long i, unsigned int seed, double step_s) {
    double place = (double)i * (step_s * JITTER_KNOTS_HZ);
    double knot = floor(place);
    unsigned int count = (unsigned int)knot;
    double from = hashed(count, seed), to = hashed(count + 1u, seed);
    return from + (to - from) * smoothstep(place - knot);
}

// Held inside the limits, or no further out than the value was; eased above the knee.
FN double within_limits(double hertz, double f0) {
    double knee = log(F0_HIGH_KNEE_HZ), room = log(F0_HIGH_HZ) - knee;
    double over = most((log(hertz) - knee) / room, 0.0);
    double eased = over > 0.0 ? exp(knee + room * tanh(over)) : hertz;
    eased = most(eased, least(hertz, f0));
    return most(eased, least(f0, F0_LOW_HZ));
}

// asked: level, excursion, declination, final, its span, jitter, seconds between two values.
ENTRY bend_f0(const float *f0, const double *strength, const double *line, const int *left,
              const double *asked, int n, int seed, float *out) {
    double level = asked[0], excursion = asked[1], declination = asked[2], final = asked[3];
    double span = asked[4], jitter = asked[5], step_s = asked[6];
    bool nothing = level == 0.0 && declination == 0.0 && final == 0.0 && jitter == 0.0 &&
                   excursion == 1.0;
    EACH(i, n) {
        double w = strength[i];
        if (nothing || line[4] == 0.0 || !voiced(f0[i]) || !(w > 0.0)) {
            out[i] = f0[i];
            continue;
        }
        double median = line[0] == line[1] ? line[0] : (line[0] + line[1]) / 2.0;
        double away = semitones(f0[i]) - median;
        double near = held_within(away, -EXCURSION_REACH_ST, EXCURSION_REACH_ST);
        double middle = ((double)i - (line[2] + line[3]) / 2.0) * step_s;
        double end = smoothstep(held_within(1.0 - left[i] * step_s / span, 0.0, 1.0));
        double bent = away + near * (pow(excursion, w) - 1.0);
        bent += w * (level + declination * middle + final * end +
                     jitter * slow_movement(i, (unsigned int)seed, step_s));
        double hertz = pow(2.0, median / 12.0) * pow(2.0, bent / 12.0);
        out[i] = (float)within_limits(hertz, (double)f0[i]);
    }
}

// line: the two middle values of the energy curve.
ENTRY energy_frame(const float *energy, int size, double *line) {
    long long n = size;
    EACH(i, n) {
        long long below = 0;
        for (long long j = 0; j < n; ++j)
            below += energy[j] < energy[i] || (energy[j] == energy[i] && j < i);
        if (below == (n - 1) / 2) line[0] = (double)energy[i];
        if (below == n / 2) line[1] = (double)energy[i];
    }
}

// asked: excursion, offset.
ENTRY bend_energy(const float *energy, const double *strength, const double *line,
                  const double *asked, int n, float *out) {
    double excursion = asked[0], offset = asked[1];
    bool nothing = excursion == 1.0 && offset == 0.0;
    EACH(i, n) {
        double wide = (double)energy[i], w = strength[i];
        double median = line[0] == line[1] ? line[0] : (line[0] + line[1]) / 2.0;
        double change = (wide - median) * (pow(excursion, w) - 1.0) + w * offset;
        change = held_within(change, -ENERGY_LIMIT, ENERGY_LIMIT);
        out[i] = nothing ? energy[i] : (float)(wide + change);
    }
}
