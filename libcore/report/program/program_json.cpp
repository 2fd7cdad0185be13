// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of a program, as JSON.
#include "libcore/program/round_trips.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/program/program_report.hpp"

#include <utility>

namespace tessera {
namespace {

void write_price(JsonWriter& json, std::string_view name, Price const& price) {
    json.key(name);
    json.begin_object();
    json.entry("messages", price.messages);
    json.entry("bytes", price.bytes);
    json.entry("steps", price.steps);
    json.entry("algorithm", std::string_view(price.algorithm));
    json.entry("time", price.seconds);
    json.end_object();
}

void write_phase_cost(JsonWriter& json, ProgramReport const& report, std::size_t number) {
    PhasedProgram const& program = report.coster.program();
    ProgramPhase const& phase = program.phases()[number];
    PhaseCost const& cost = report.cost.phases[number];
    json.begin_object();
    json.entry("name", std::string_view(phase.statement.name));
    json.entry("times", phase.times);
    json.key("layouts");
    json.begin_object();
    for (std::size_t array = 0; array < program.arrays().size(); ++array)
        json.entry(program.arrays()[array].array.name, std::string_view(mapping_text(report.layout[number][array].spec())));
    json.end_object();
    json.entry("work", cost.work);
    json.entry("most_work", cost.most_work);
    json.entry("balance", cost.balance());
    json.entry("estimated", report.coster.work(number).is_sampled());
    json.entry("compute", cost.compute);
    for (auto const& [what, price] : {std::pair<char const*, Price const*>{"halo", &cost.halo},
                                      {"reduction", &cost.reduction},
                                      {"spread", &cost.spreading},
                                      {"operands", &cost.operands},
                                      {"sweep", &cost.sweep}})
        if (price->messages > 0) write_price(json, what, *price);
    json.entry("time", cost.seconds());
    json.entry("memory", cost.memory);
    json.end_object();
}

void write_change(JsonWriter& json, ProgramReport const& report, ChangeCost const& cost) {
    PhasedProgram const& program = report.coster.program();
    json.begin_object();
    json.entry("from", std::string_view(program.phases()[cost.change.from].statement.name));
    json.entry("to", std::string_view(program.phases()[cost.change.to].statement.name));
    json.entry("times", cost.change.times);
    json.entry("back", cost.change.back);
    json.entry("step", static_cast<Index>(cost.step + 1));
    json.entry("steps", static_cast<Index>(cost.steps));
    json.key("moves");
    json.begin_array();
    for (ArrayMove const& move : cost.moves) {
        json.begin_object();
        json.entry("array", std::string_view(program.arrays()[move.array].array.name));
        Mapping const& reached = report.layout.after(cost.change, cost.number, move.array, cost.step + 1);
        json.entry("layout", std::string_view(mapping_text(reached.spec())));
        json.entry("overwritten", move.overwritten);
        json.entry("unused", move.unused);
        json.entry("messages", move.traffic.messages);
        json.entry("bytes", move.traffic.bytes);
        json.end_object();
    }
    json.end_array();
    write_price(json, "price", cost.price);
    json.entry("time", cost.price.seconds);
    json.entry("memory", cost.memory);
    json.end_object();
}

} // namespace

void write_program(JsonWriter& json, ProgramReport const& report) {
    PhasedProgram const& program = report.coster.program();
    json.key("phases");
    json.begin_list();
    for (std::size_t phase = 0; phase < program.phases().size(); ++phase) write_phase_cost(json, report, phase);
    json.end_array();
    json.key("changes");
    json.begin_list();
    for (ChangeCost const& change : report.cost.changes) write_change(json, report, change);
    json.end_array();
    json.key("totals");
    json.begin_object();
    json.entry("compute", report.cost.compute);
    write_price(json, "within", report.cost.within);
    write_price(json, "remaps", report.cost.between);
    json.entry("time", report.cost.seconds());
    json.entry("memory", report.cost.memory);
    json.end_object();
}

namespace {

/// Writes the work of each rank, for phases in which it differs.
void write_loads(JsonWriter& json, ProgramReport const& report) {
    json.key("loads");
    json.begin_list();
    for (std::size_t phase = 0; phase < report.cost.phases.size(); ++phase) {
        if (report.cost.phases[phase].is_even()) continue;
        json.begin_object();
        json.entry("phase", std::string_view(report.coster.program().phases()[phase].statement.name));
        json.key("ranks");
        json.begin_array();
        for (auto const& [rank, work] : report.coster.loads(phase, report.layout[phase])) {
            json.begin_object();
            json.entry("rank", static_cast<Index>(rank));
            json.entry("work", work);
            json.end_object();
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

void write_round_trips(JsonWriter& json, ProgramReport const& report) {
    PhasedProgram const& program = report.coster.program();
    auto const name_of_phase = [&](std::size_t phase) { return std::string_view(program.phases()[phase].statement.name); };
    json.key("round_trips");
    json.begin_list();
    for (RemapRoundTrip const& trip : round_trips(report.coster, report.layout, report.cost)) {
        json.begin_object();
        json.entry("array", std::string_view(program.arrays()[trip.array].array.name));
        json.entry("from", name_of_phase(trip.from));
        json.entry("to", name_of_phase(trip.to));
        json.entry("back", trip.back);
        json.entry("times", trip.times);
        json.key("through");
        json.begin_array();
        for (std::size_t const phase : trip.through) json.value(name_of_phase(phase));
        json.end_array();
        json.entry("bytes", trip.bytes);
        json.entry("time", trip.seconds);
        json.end_object();
    }
    json.end_array();
}

} // namespace

void program_json(ProgramReport const& report, Sink const& sink) {
    PhasedProgram const& program = report.coster.program();
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.program/1");
    json.entry("job", std::string_view(program.name()));
    json.entry("ranks", report.layout.ranks());
    json.entry("network", std::string_view(report.site.network()));
    json.key("machine");
    if (report.site.machine == nullptr)
        json.null();
    else
        json.value(std::string_view(report.site.machine_name()));
    json.entry("operation", report.coster.operation());
    json.entry("endless", program.is_endless());
    write_program(json, report);
    write_loads(json, report);
    write_round_trips(json, report);
    if (report.own) {
        json.key("own");
        json.begin_object();
        json.entry("time", report.own->seconds());
        json.entry("memory", report.own->memory);
        json.end_object();
    }
    json.end_object();
}

} // namespace tessera
