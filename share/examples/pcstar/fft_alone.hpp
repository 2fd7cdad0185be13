// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the fast Fourier transform there and back: the data, the butterfly, and one process that computes it.
#pragma once

#include "share/examples/pcstar/numbers.hpp"
#include "share/examples/pcstar/program.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tessera::examples {

using Wave = std::complex<double>;

inline Wave first_wave(Index number) {
    return {static_cast<double>(random_below(number, 10000)) / 100.0 - 50.0,
            static_cast<double>(random_below(number + (Index{1} << 40), 10000)) / 100.0 - 50.0};
}

/// The number with its last `bits` bits in reverse.
inline Index reversed_bits(Index number, int bits) {
    Index reversed = 0;
    for (int k = 0; k < bits; ++k) reversed |= (number >> k & 1) << (bits - 1 - k);
    return reversed;
}

/// What a transform of `length` elements needs to know: its angles.
class Butterfly {
  public:
    /// Throws std::invalid_argument where the length is no power of 2.
    explicit Butterfly(Index length) : length_(length) {
        while (Index{1} << bits_ < length) ++bits_;
        if (Index{1} << bits_ != length) throw std::invalid_argument("the length must be a power of 2");
        for (Index k = 0; 2 * k < length; ++k) {
            double const angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(length);
            factors_.emplace_back(std::cos(angle), -std::sin(angle));
        }
    }

    [[nodiscard]] int bits() const { return bits_; }
    /// Of the elements at position k and k + spacing, 0 <= k < spacing, in a stage of this spacing: what the upper one is
    /// multiplied with.
    [[nodiscard]] Wave factor(Index k, Index spacing, bool inverse) const {
        Wave const& factor = factors_[as_size(k * (length_ / (2 * spacing)))];
        return inverse ? std::conj(factor) : factor;
    }
    /// The product; std::complex's own looks for infinities.
    static Wave times(Wave const& a, Wave const& b) {
        return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
    }
    void combine(Wave& lower, Wave& upper, Index k, Index spacing, bool inverse) const {
        Wave const turned = times(factor(k, spacing, inverse), upper);
        upper = lower - turned;
        lower += turned;
    }

  private:
    Index length_;
    int bits_ = 0;
    std::vector<Wave> factors_;
};

inline void transform_alone(std::vector<Wave>& waves, Butterfly const& butterfly, bool inverse) {
    Index const length = std::ssize(waves);
    for (Index k = 0; k < length; ++k)
        if (Index const reversed = reversed_bits(k, butterfly.bits()); k < reversed)
            std::swap(waves[as_size(k)], waves[as_size(reversed)]);
    for (Index spacing = 1; spacing < length; spacing *= 2)
        for (Index first = 0; first < length; first += 2 * spacing)
            for (Index k = 0; k < spacing; ++k)
                butterfly.combine(waves[as_size(first + k)], waves[as_size(first + k + spacing)], k, spacing, inverse);
    if (!inverse) return;
    for (Wave& wave : waves) wave /= static_cast<double>(length);
}

inline std::vector<Wave> fft_alone(ProgramRun& run) {
    Index const length = run.numbers[0];
    std::vector<Wave> waves;
    for (Index k = 0; k < length; ++k) waves.push_back(first_wave(k));
    run.start();
    Butterfly const butterfly(length);
    transform_alone(waves, butterfly, false);
    transform_alone(waves, butterfly, true);
    run.stop();
    return waves;
}

} // namespace tessera::examples
