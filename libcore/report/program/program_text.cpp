// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of a program, as a table.
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/program/round_trips.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/program/program_report.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string>
#include <utility>

namespace tessera {
namespace {

std::string time_or_dash(std::optional<double> const& seconds) {
    return seconds ? short_seconds(*seconds) : "-";
}

std::optional<double> times(std::optional<double> seconds, double count) {
    return seconds ? std::optional(*seconds * count) : std::nullopt;
}

class ProgramTable {
  public:
    ProgramTable(ProgramReport const& report, Sink const& sink)
        : report_(report), program_(report.coster.program()), table_({{"phase", TextTable::Align::Left},
                                                                      {"runs"},
                                                                      {"max/mean"},
                                                                      {"work"},
                                                                      {"messages"},
                                                                      {"bytes"},
                                                                      {"their time"},
                                                                      {"in all"},
                                                                      {"per rank"}},
                                                                     sink) {}

    void write() {
        for (std::size_t phase = 0; phase < program_.phases().size(); ++phase) {
            loops_that_begin(phase);
            phase_row(phase);
            loops_that_end(phase);
            changes(phase, false);
        }
        table_.finish();
    }

  private:
    [[nodiscard]] std::string indented(std::string_view text) const { return std::string(2 * depth_, ' ') + std::string(text); }

    void loops_that_begin(std::size_t phase) {
        for (auto loop = program_.loops().rbegin(); loop != program_.loops().rend(); ++loop) {
            if (loop->first != phase) continue;
            table_.add_line(indented(loop->count == 0 ? "repeat" : fmt::format("repeat {}", loop->count)));
            ++depth_;
        }
    }

    void loops_that_end(std::size_t phase) {
        changes(phase, true);
        for (ProgramLoop const& loop : program_.loops())
            if (loop.last == phase) --depth_;
    }

    void phase_row(std::size_t number) {
        ProgramPhase const& phase = program_.phases()[number];
        PhaseCost const& cost = report_.cost.phases[number];
        Price const moving = cost.communication();
        table_.add({indented(phase.statement.name), fmt::format("{:.12g}", phase.times),
                    cost.work > 0 ? fmt::format("{:.3f}", cost.balance()) : "-", time_or_dash(cost.compute),
                    moving.messages > 0 ? grouped(moving.messages) : "-", moving.bytes > 0 ? scaled_bytes(moving.bytes) : "-",
                    moving.messages > 0 ? time_or_dash(moving.seconds) : "-", time_or_dash(times(cost.seconds(), phase.times)),
                    scaled_bytes(cost.memory)});
        for (std::size_t array = 0; array < program_.arrays().size(); ++array)
            if (phase.uses[array] != nullptr || program_.is_remapped_at_end(number, array))
                table_.add_line(indented("    " + layout_of(number, array)));
        if (cost.balance() > worth_telling) table_.add_line(indented("    " + loads_of(number)));
        for (std::string const& part : parts_of(cost)) table_.add_line(indented("    " + part));
    }

    [[nodiscard]] std::string layout_of(std::size_t phase, std::size_t array) const {
        return fmt::format("{} {}", program_.arrays()[array].array.name, mapping_text(report_.layout[phase][array].spec()));
    }

    static constexpr double worth_telling = 1.05; // ratio from which uneven work is reported

    /// Returns the work of each rank; if there are many, of the least and the most loaded rank.
    [[nodiscard]] std::string loads_of(std::size_t phase) const {
        constexpr std::size_t few = 16;
        auto const loads = report_.coster.loads(phase, report_.layout[phase]);
        double const mean = report_.cost.phases[phase].work / static_cast<double>(loads.size());
        std::string text = "work over the mean:";
        if (loads.size() <= few) {
            for (auto const& [rank, work] : loads) text += fmt::format(" {:.3g}", work / mean);
            return text;
        }
        auto const [least, most] = std::ranges::minmax_element(loads, {}, &std::pair<Rank, double>::second);
        return text + fmt::format(" {:.3g} on rank {} to {:.3g} on rank {}", least->second / mean, least->first,
                                  most->second / mean, most->first);
    }

    /// Returns the purposes of a phase's messages, if there are several.
    static std::vector<std::string> parts_of(PhaseCost const& cost) {
        std::vector<std::string> parts;
        for (auto const& [what, price] : {std::pair<char const*, Price const*>{"halo", &cost.halo},
                                          {"sums", &cost.reduction},
                                          {"blocks to all", &cost.spreading},
                                          {"operands", &cost.operands},
                                          {"pipeline", &cost.sweep}})
            if (price->messages > 0)
                parts.push_back(fmt::format("{}: {}{}{}", what, counted(price->messages, "message"),
                                            price == &cost.sweep ? std::string() : " by " + price->algorithm,
                                            price->seconds ? ", " + short_seconds(*price->seconds) : ""));
        return parts;
    }

    void changes(std::size_t phase, bool back) {
        for (ChangeCost const& cost : report_.cost.changes) {
            if (cost.change.from != phase || cost.change.back != back) continue;
            auto const& to = program_.phases()[cost.change.to].statement.name;
            std::string const step = cost.steps > 1 ? fmt::format(", step {} of {}", cost.step + 1, cost.steps) : "";
            table_.add({indented(fmt::format("-> {}{}{}", to, back ? " again" : "", step)),
                        fmt::format("{:.12g}", cost.change.times), "", "", grouped(cost.price.messages),
                        scaled_bytes(cost.price.bytes), time_or_dash(cost.price.seconds),
                        time_or_dash(times(cost.price.seconds, cost.change.times)), scaled_bytes(cost.memory)});
            for (ArrayMove const& move : cost.moves) table_.add_line(indented("    " + move_text(cost, move)));
            if (cost.price.messages > 0)
                table_.add_line(indented(fmt::format("    {}{} by {}", std::ssize(cost.moves) > 1 ? "all together in " : "in ",
                                                     counted(cost.price.steps, "step"), cost.price.algorithm)));
        }
    }

    [[nodiscard]] std::string move_text(ChangeCost const& cost, ArrayMove const& move) const {
        std::string const& name = program_.arrays()[move.array].array.name;
        if (move.overwritten) return fmt::format("{} is overwritten there: nothing moves", name);
        std::string const price = move.traffic.is_nothing() ? "all of it stays"
                                                            : fmt::format("{} in {}", scaled_bytes(move.traffic.bytes),
                                                                          counted(move.traffic.messages, "message"));
        // The target is in the row of the next phase; only intermediate steps name it here.
        Mapping const& reached = report_.layout.after(cost.change, cost.number, move.array, cost.step + 1);
        std::string const where = cost.step + 1 < cost.steps ? " to " + mapping_text(reached.spec()) : "";
        return fmt::format("{} moves{}: {}{}", name, where, price, move.unused ? unused_there(cost) : "");
    }

    [[nodiscard]] std::string unused_there(ChangeCost const& cost) const {
        return program_.phases()[cost.change.to].implied ? "" : "; that phase does not use it";
    }

    ProgramReport const& report_;
    PhasedProgram const& program_;
    TextTable table_;
    std::size_t depth_ = 0;
};

void write_sums(ProgramReport const& report, Sink const& sink) {
    ProgramCost const& cost = report.cost;
    bool const endless = report.coster.program().is_endless();
    if (auto const all = cost.seconds()) {
        auto const share = [&](double part) { return *all > 0 ? fmt::format(" ({:.0f} %)", 100 * part / *all) : std::string(); };
        sink(fmt::format("{} {}: work {}{}, messages within phases {}{}, remaps {}{}\n", endless ? "each time around" : "in all",
                         short_seconds(*all), short_seconds(*cost.compute), share(*cost.compute),
                         short_seconds(*cost.within.seconds), share(*cost.within.seconds), short_seconds(*cost.between.seconds),
                         share(*cost.between.seconds)));
    } else {
        sink(fmt::format("{}: {} within phases, {} by remaps; {}\n", endless ? "each time around" : "in all",
                         scaled_bytes(cost.within.bytes), scaled_bytes(cost.between.bytes),
                         report.lack.empty() ? "for times, name a machine" : "no times: " + report.lack));
    }
    sink(fmt::format("at most {} per rank at any time, {} in all\n", scaled_bytes(cost.memory),
                     scaled_bytes(saturated_mul(cost.memory, report.layout.ranks()))));
    if (!report.own) return;
    auto const all = cost.seconds();
    auto const own = report.own->seconds();
    if (all && own)
        sink(fmt::format("the job as written: {} in all, at most {} per rank; this takes {:.2f} times as long\n",
                         short_seconds(*own), scaled_bytes(report.own->memory), *own > 0 ? *all / *own : 1.0));
    else
        sink(fmt::format("the job as written: {} within phases, {} by remaps, at most {} per rank\n",
                         scaled_bytes(report.own->within.bytes), scaled_bytes(report.own->between.bytes),
                         scaled_bytes(report.own->memory)));
}

/// Writes sentences such as "round trip of A: from (block,*) onto P(8) in rows to another mapping for columns and back for irows:
/// 30.0 MiB, 594 ms, 10 times".
void write_round_trips(ProgramReport const& report, Sink const& sink) {
    PhasedProgram const& program = report.coster.program();
    auto const name_of_phase = [&](std::size_t phase) { return program.phases()[phase].statement.name; };
    for (RemapRoundTrip const& trip : round_trips(report.coster, report.layout, report.cost)) {
        std::vector<std::string> through;
        for (std::size_t const phase : trip.through) through.push_back(name_of_phase(phase));
        sink(fmt::format("round trip of {}: from {} away {}and back {}{}{}: {}{}{}\n", program.arrays()[trip.array].array.name,
                         name_of_phase(trip.from), through.empty() ? "" : fmt::format("for {} ", fmt::join(through, ", ")),
                         through.empty() ? "before " : "for ", name_of_phase(trip.to), trip.back ? " again" : "",
                         scaled_bytes(trip.bytes), trip.seconds ? ", " + short_seconds(*trip.seconds) : "",
                         trip.times == 1 ? std::string() : fmt::format(", {:.12g} times", trip.times)));
        if (trip.through.empty()) sink("  no phase needs this; remove both redistributions\n");
    }
}

/// Writes notes on estimated work, and on moves that no phase needs.
void write_remarks(ProgramReport const& report, Sink const& sink) {
    PhasedProgram const& program = report.coster.program();
    for (std::string const& sentence : estimates_in(report.coster)) sink(sentence + "\n");
    for (std::string const& sentence : unstated_in(program)) sink(sentence + "\n");
    std::set<std::size_t> idle;
    for (ChangeCost const& change : report.cost.changes)
        for (ArrayMove const& move : change.moves)
            if (move.unused && !move.traffic.is_nothing() && !program.phases()[change.change.to].implied) idle.insert(move.array);
    for (std::size_t const array : idle)
        sink(fmt::format("{} is moved for phases that do not use it; remove these moves, or name it in the phases that use it\n",
                         program.arrays()[array].array.name));
}

} // namespace

void program_text(ProgramReport const& report, Sink const& sink) {
    PhasedProgram const& program = report.coster.program();
    std::string const machine = report.site.machine_name();
    sink(fmt::format("{}: {} of {} on {}, {}{}\n\n", program.name(), counted(program.declared_phases(), "phase"),
                     counted(std::ssize(program.arrays()), "array"), counted(report.layout.ranks(), "rank"), report.site.network(),
                     machine.empty() ? ""
                                     : fmt::format(", {}, {} per operation", machine, short_seconds(report.coster.operation()))));
    ProgramTable(report, sink).write();
    sink("\n");
    write_sums(report, sink);
    write_round_trips(report, sink);
    write_remarks(report, sink);
}

} // namespace tessera
