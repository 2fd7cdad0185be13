// SPDX-License-Identifier: BSD-3-Clause
// Tessera: start-up time and rates of a machine, fitted to measured messages.
#include "libcore/network/protocol_fit.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tessera {

namespace {

constexpr std::size_t least_sizes = 4;
constexpr std::size_t most_protocols = 4;
constexpr double worth_a_split = 0.75; // noise alone reduces the error to no less than nine tenths
constexpr double good_error = 0.05;

using Times = std::span<MessageTime const>;
using Ways = std::array<Times, 3>; // exchange, send_receive, single

/// Weighted sums over the times of one use of the ports. The weight 1 / seconds^2 makes the errors relative.
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

    /// Returns the best beta for a given alpha.
    [[nodiscard]] double beta(double alpha) const {
        return bytes_squared > 0 ? std::max(0.0, (product - alpha * bytes) / bytes_squared) : 0.0;
    }
};

struct Line {
    double alpha = 0;
    std::array<double, 3> betas{};
    double squared_error = 0;
};

/// Returns the best alpha. Setting the derivatives to zero, with each beta expressed by alpha, gives one equation for alpha.
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

Ways part_of(Ways const& ways, std::size_t first, std::size_t count) {
    return {ways[0].subspan(first, count), ways[1].subspan(first, count), ways[2].subspan(first, count)};
}

/// Consecutive sizes that one protocol is fitted to.
struct SizeInterval {
    Ways ways;
    Line line;

    explicit SizeInterval(Ways const& times) : ways(times), line(fit_line(times)) {}
    [[nodiscard]] std::size_t sizes() const { return ways[0].size(); }
    [[nodiscard]] Protocol protocol() const {
        return {.from_bytes = ways[0].front().bytes,
                .alpha = line.alpha,
                .beta_ex = line.betas[0],
                .beta_sr = line.betas[1],
                .beta_s = line.betas[2],
                .beta_sat = std::nullopt};
    }
};

/// Returns the split in two with the least error, or nothing if the segment is too short.
std::optional<std::pair<SizeInterval, SizeInterval>> best_halves(SizeInterval const& whole) {
    std::optional<std::pair<SizeInterval, SizeInterval>> best;
    auto const error = [](auto const& halves) { return halves.first.line.squared_error + halves.second.line.squared_error; };
    for (std::size_t split = least_sizes; split + least_sizes <= whole.sizes(); ++split) {
        std::pair const halves{SizeInterval(part_of(whole.ways, 0, split)),
                               SizeInterval(part_of(whole.ways, split, whole.sizes() - split))};
        if (!best || error(halves) < error(*best)) best = halves;
    }
    return best;
}

double squared_error(std::vector<SizeInterval> const& segments) {
    double sum = 0;
    for (SizeInterval const& segment : segments) sum += segment.line.squared_error;
    return sum;
}

/// Returns the segments after the split of one of them that reduces the error most.
std::vector<SizeInterval> split_once(std::vector<SizeInterval> const& segments) {
    std::vector<SizeInterval> best = segments;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        auto const halves = best_halves(segments[i]);
        if (!halves) continue;
        std::vector<SizeInterval> candidate = segments;
        candidate[i] = halves->first;
        candidate.insert(candidate.begin() + static_cast<std::ptrdiff_t>(i) + 1, halves->second);
        if (squared_error(candidate) < squared_error(best)) best = std::move(candidate);
    }
    return best;
}

} // namespace

ProtocolFit fit_protocols(PortTimes const& times) {
    Ways const ways{times.exchange, times.send_receive, times.single};
    std::size_t const sizes = ways[0].size();
    assert(sizes >= 2 && ways[1].size() == sizes && ways[2].size() == sizes);
    auto const rms = [sizes](auto const& segments) { return std::sqrt(squared_error(segments) / static_cast<double>(3 * sizes)); };
    std::vector<SizeInterval> segments{SizeInterval(ways)};
    while (segments.size() < most_protocols && rms(segments) > good_error) {
        auto split = split_once(segments);
        if (squared_error(split) > worth_a_split * squared_error(segments)) break;
        segments = std::move(split);
    }
    ProtocolFit fit{{}, rms(segments)};
    for (SizeInterval const& segment : segments) fit.protocols.push_back(segment.protocol());
    fit.protocols.front().from_bytes = 0;
    return fit;
}

} // namespace tessera
