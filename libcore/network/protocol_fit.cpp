// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the start-up time and the rates of a machine, fitted to measured messages.
#include "libcore/network/protocol_fit.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>

namespace tessera {

namespace {

constexpr std::size_t least_sizes = 4;
constexpr double good_error = 0.05;

using Times = std::span<MessageTime const>;
using Ways = std::array<Times, 3>; // exchange, send_receive, single

/// Weighted sums over the times of one way; a weight of 1 / seconds^2 makes errors relative.
struct Sums {
    double one = 0;
    double bytes = 0;
    double bytes_squared = 0;
    double seconds = 0;
    double product = 0;

    explicit Sums(Times times) {
        for (auto const& [size, time] : times) {
            auto const length = static_cast<double>(size);
            double const weight = 1 / (time * time);
            one += weight;
            bytes += weight * length;
            bytes_squared += weight * length * length;
            seconds += weight * time;
            product += weight * time * length;
        }
    }

    /// The best beta for a given alpha.
    [[nodiscard]] double beta(double alpha) const {
        return bytes_squared > 0 ? std::max(0.0, (product - alpha * bytes) / bytes_squared) : 0.0;
    }
};

struct Line {
    double alpha = 0;
    std::array<double, 3> betas{};
    double squared_error = 0;
};

/// Setting the derivatives to zero leaves one equation for alpha once each beta is written in terms of it.
double best_alpha(std::span<Sums const> ways) {
    double factor = 0;
    double right = 0;
    for (Sums const& sums : ways) {
        double const slope = sums.bytes_squared > 0 ? sums.bytes / sums.bytes_squared : 0;
        factor += sums.one - slope * sums.bytes;
        right += sums.seconds - slope * sums.product;
    }
    return factor > 0 ? std::max(0.0, right / factor) : 0.0;
}

double squared_error(Times times, double alpha, double beta) {
    double sum = 0;
    for (auto const& [size, time] : times) {
        double const error = (alpha + beta * static_cast<double>(size)) / time - 1;
        sum += error * error;
    }
    return sum;
}

Line fit_line(Ways const& ways) {
    std::array<Sums, 3> const sums{Sums(ways[0]), Sums(ways[1]), Sums(ways[2])};
    Line line;
    line.alpha = best_alpha(sums);
    for (std::size_t way = 0; way < ways.size(); ++way) {
        line.betas[way] = sums[way].beta(line.alpha);
        line.squared_error += squared_error(ways[way], line.alpha, line.betas[way]);
    }
    return line;
}

Protocol protocol_of(Line const& line, Index from_bytes) {
    return {.from_bytes = from_bytes,
            .alpha = line.alpha,
            .beta_ex = line.betas[0],
            .beta_sr = line.betas[1],
            .beta_s = line.betas[2],
            .beta_sat = std::nullopt};
}

Ways part_of(Ways const& ways, std::size_t first, std::size_t count) {
    return {ways[0].subspan(first, count), ways[1].subspan(first, count), ways[2].subspan(first, count)};
}

} // namespace

ProtocolFit fit_protocols(PortTimes const& times) {
    Ways const ways{times.exchange, times.send_receive, times.single};
    std::size_t const sizes = ways[0].size();
    assert(sizes >= 2 && ways[1].size() == sizes && ways[2].size() == sizes);
    Line const whole = fit_line(ways);
    auto const rms = [sizes](double squared_error) { return std::sqrt(squared_error / static_cast<double>(3 * sizes)); };
    ProtocolFit fit{{protocol_of(whole, 0)}, rms(whole.squared_error)};
    if (fit.error <= good_error) return fit;
    double best = whole.squared_error;
    for (std::size_t split = least_sizes; split + least_sizes <= sizes; ++split) {
        Line const low = fit_line(part_of(ways, 0, split));
        Line const high = fit_line(part_of(ways, split, sizes - split));
        double const error = low.squared_error + high.squared_error;
        if (error > whole.squared_error / 2 || error >= best) continue;
        best = error;
        fit = {{protocol_of(low, 0), protocol_of(high, ways[0][split].bytes)}, rms(best)};
    }
    return fit;
}

} // namespace tessera
