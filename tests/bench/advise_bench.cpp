// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long advice takes, up to four arrays in eight phases on 1024 ranks.
#include "libcore/advise/advice.hpp"
#include "libcore/spec/parse.hpp"

#include <benchmark/benchmark.h>
#include <memory>
#include <string>

using namespace tessera;

namespace {

/// Stencils, sweeps both ways, transforms, sums, a triangle: each array wants something else in some phase.
std::string const eight_phases = "!dist$ repeat 20\n"
                                 "!dist$ phase relax: on A(i,j) updates A reads B with A halo A(1,1) work 6\n"
                                 "!dist$ phase rows: on B(i,j) whole B(:,*) work 50\n"
                                 "!dist$ phase columns: on B(i,j) whole B(*,:) work 50\n"
                                 "!dist$ phase sweep: on C(i,j) sweep C(>,:) work 20\n"
                                 "!dist$ phase across: on C(i,j) reads D with C sweep C(:,>) work 20\n"
                                 "!dist$ phase triangle: on D(i,j) work 4 where j <= i\n"
                                 "!dist$ phase sums: on D(i,j) reads D reduce D(+,:) work 1\n"
                                 "!dist$ phase copy: on A(i,j) writes A reads C with A work 1\n"
                                 "!dist$ end repeat\n";

PhasedProgram program_on(Index ranks) {
    std::string const text = "      real*8 A(8192,8192), B(8192,8192), C(8192,8192), D(8192,8192)\n!hpf$ processors P(" +
                             std::to_string(ranks) + ")\n!hpf$ distribute (block,*) onto P :: A, B, C, D\n" + eight_phases;
    return PhasedProgram::make(parse_job(text, "bench.hpf").value()).value();
}

SiteOfRanks sites() {
    Machine machine;
    machine.name = "a cluster";
    machine.protocols.push_back({0, 2e-6, 1e-10, 1e-10, 1e-10, 1e-10});
    return [shared = std::make_shared<Machine const>(machine)](int ranks) {
        auto site = Site::of_ranks(ranks);
        if (site) site->machine = shared;
        return site;
    };
}

/// Asked for: under 5 s.
void four_arrays_eight_phases(benchmark::State& state) {
    PhasedProgram const program = program_on(state.range(0));
    for (auto _ : state) {
        PriceList prices(sites());
        PhaseCoster const coster = PhaseCoster::make(program, prices, 1e-9).value();
        Advice const advice = advise(coster, {.ranks = state.range(0)}).value();
        state.counters["answer_s"] = *advice.answers.front().cost.seconds();
        state.counters["bound_s"] = advice.bound;
    }
}
BENCHMARK(four_arrays_eight_phases)->Arg(16)->Arg(64)->Arg(256)->Arg(1024)->Unit(benchmark::kSecond)->Iterations(1);

} // namespace
