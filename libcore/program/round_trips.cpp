// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrays that are remapped away from a mapping and back.
#include "libcore/program/round_trips.hpp"

#include <algorithm>

namespace tessera {
namespace {

/// The place of an array: in a phase, or between two steps of a change.
struct Station {
    std::size_t mapping = 0; ///< equal for mappings with equal owners
    std::size_t phase = 0;   ///< current phase, or the next one if the array is between phases
    bool used = false;
    ChangeCost const* arrived = nullptr; ///< the step by which it arrived; null: it has stayed
};

class Journey {
  public:
    Journey(PhaseCoster const& coster, ProgramLayout const& layout, ProgramCost const& cost, std::size_t array)
        : coster_(coster), layout_(layout), cost_(cost), array_(array) {}

    void trips(std::vector<RemapRoundTrip>& found) {
        PhasedProgram const& program = coster_.program();
        std::vector<Station> stations;
        for (std::size_t phase = 0; phase < program.phases().size(); ++phase) arrive(phase, false, stations);
        std::size_t ended = 0; // end of the last trip
        for (std::size_t at = 1; at < stations.size(); ++at)
            if (auto trip = trip_to(stations, at, ended)) {
                found.push_back(*std::move(trip));
                ended = at;
            }
        for (ProgramLoop const& loop : program.loops()) around(loop, found);
    }

  private:
    [[nodiscard]] ArrayMove const* move_in(ChangeCost const& step) const {
        auto const move = std::ranges::find(step.moves, array_, &ArrayMove::array);
        return move == step.moves.end() ? nullptr : &*move;
    }

    void arrive(std::size_t phase, bool back, std::vector<Station>& stations) {
        bool const used = coster_.program().phases()[phase].uses[array_] != nullptr;
        bool moved = false;
        for (ChangeCost const& step : cost_.changes) {
            if (step.change.to != phase || step.change.back != back || move_in(step) == nullptr) continue;
            Mapping const& reached = layout_.after(step.change, step.number, array_, step.step + 1);
            stations.push_back({coster_.prices().number_of(reached), phase, used && step.step + 1 == step.steps, &step});
            moved = true;
        }
        if (!moved && !back) stations.push_back({coster_.prices().number_of(layout_[phase][array_]), phase, used});
    }

    /// Returns the trip that ends at station `to`, or nothing if the array did not have this mapping since `begin`, or has not
    /// moved.
    [[nodiscard]] std::optional<RemapRoundTrip> trip_to(std::vector<Station> const& stations, std::size_t to,
                                                        std::size_t begin) const {
        if (stations[to].arrived == nullptr) return std::nullopt;
        std::size_t from = to;
        while (from > begin && stations[from - 1].mapping != stations[to].mapping) --from;
        if (from == begin) return std::nullopt;
        --from;
        RemapRoundTrip trip{array_,
                            stations[from].phase,
                            stations[to].phase,
                            stations[to].arrived->change.back,
                            stations[to].arrived->change.times,
                            {},
                            0,
                            0.0};
        for (std::size_t at = from + 1; at <= to; ++at) {
            if (at < to && stations[at].used) trip.through.push_back(stations[at].phase);
            if (stations[at].arrived != nullptr) add_step(*stations[at].arrived, trip);
        }
        return trip.bytes > 0 ? std::optional(std::move(trip)) : std::nullopt;
    }

    void add_step(ChangeCost const& step, RemapRoundTrip& trip) const {
        ArrayMove const& mine = *move_in(step);
        if (mine.overwritten) return;
        trip.bytes += mine.traffic.bytes;
        auto const moves = [](ArrayMove const& move) { return !move.overwritten && !move.traffic.is_nothing(); };
        bool const alone = std::ranges::count_if(step.moves, moves) == 1;
        if (alone && trip.seconds && step.price.seconds)
            *trip.seconds += *step.price.seconds;
        else
            trip.seconds.reset();
    }

    /// Adds the trip from the phases of a loop back to its first phase.
    void around(ProgramLoop const& loop, std::vector<RemapRoundTrip>& found) {
        std::vector<Station> stations;
        for (std::size_t phase = loop.first; phase <= loop.last; ++phase) arrive(phase, false, stations);
        std::size_t const inside = stations.size();
        for (ChangeCost const& step : cost_.changes)
            if (step.change.back && step.change.from == loop.last && step.change.to == loop.first) {
                arrive(loop.first, true, stations);
                break;
            }
        if (stations.size() > inside)
            if (auto trip = trip_to(stations, stations.size() - 1, 0)) found.push_back(*std::move(trip));
    }

    PhaseCoster const& coster_;
    ProgramLayout const& layout_;
    ProgramCost const& cost_;
    std::size_t array_;
};

} // namespace

std::vector<RemapRoundTrip> round_trips(PhaseCoster const& coster, ProgramLayout const& layout, ProgramCost const& cost) {
    std::vector<RemapRoundTrip> found;
    for (std::size_t array = 0; array < coster.program().arrays().size(); ++array)
        Journey(coster, layout, cost, array).trips(found);
    return found;
}

} // namespace tessera
