// SPDX-License-Identifier: BSD-3-Clause
// Tessera: programs from texts, priced on a machine whose messages cost a + b * bytes.
#pragma once

#include "libcore/program/program_cost.hpp"
#include "libcore/spec/parse.hpp"

#include <QtGlobal>
#include <memory>
#include <string>

namespace tessera::testing {

/// What a test asks about. Not movable: its parts point at each other.
struct PricedProgram {
    /// A message of n bytes takes a + b * n seconds, an operation `operation`.
    PricedProgram(std::string const& text, double a, double b, double operation = 1)
        : program(made(text)), prices(sites(a, b)), coster(PhaseCoster::make(program, prices, operation).value()) {}
    PricedProgram(PricedProgram const&) = delete;
    PricedProgram& operator=(PricedProgram const&) = delete;

    static PhasedProgram made(std::string const& text) {
        auto const job = parse_job(text, "test.hpf");
        if (!job) qFatal("%s", to_string(job.error()).c_str());
        auto program = PhasedProgram::make(*job);
        if (!program) qFatal("%s", to_string(program.error()).c_str());
        return *std::move(program);
    }

    static SiteOfRanks sites(double a, double b) {
        Machine machine;
        machine.name = "a + b n";
        machine.protocols.push_back({0, a, b, b, b, b});
        return [shared = std::make_shared<Machine const>(machine)](int ranks) {
            auto site = Site::of_ranks(ranks);
            if (site) site->machine = shared;
            return site;
        };
    }

    PhasedProgram program;
    PriceList prices;
    PhaseCoster coster;
};

} // namespace tessera::testing
