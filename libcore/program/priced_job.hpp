// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program of a job with everything needed to price it, and jobs with other layouts.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/pipeline/method_choice.hpp"
#include "libcore/program/program_cost.hpp"
#include "libcore/spec/job.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

/// A program, the prices of its messages, and its costs. Not movable, because its parts hold references to each other.
class PricedJob {
  public:
    /// Makes the program and its prices. `operation`: seconds for one operation of `work`. `site`: see PriceList. Errors: as
    /// PhasedProgram::make and PhaseCoster::make.
    [[nodiscard]] static Result<std::unique_ptr<PricedJob>> make(Job const& job, SiteOfRanks site, double operation,
                                                                 Watch const& watch = {});
    PricedJob(PricedJob const&) = delete;
    PricedJob& operator=(PricedJob const&) = delete;

    [[nodiscard]] Job const& job() const { return job_; }
    [[nodiscard]] PhasedProgram const& program() const { return program_; }
    [[nodiscard]] PhaseCoster const& coster() const { return *coster_; }

  private:
    PricedJob(Job job, PhasedProgram program, SiteOfRanks site, Watch const& watch)
        : job_(std::move(job)), program_(std::move(program)), prices_(std::move(site), watch) {}

    Job job_;
    PhasedProgram program_;
    PriceList prices_;
    std::optional<PhaseCoster> coster_;
};

/// Returns the job with these layouts, phases and loops, and with the same intermediate layouts; write_hpf() converts it to text. A
/// layout that a loop changes is remapped inside the loop; intermediate layouts on the way around a loop are also inside it.
/// Without phases, the states follow each other.
[[nodiscard]] Job job_with(PhasedProgram const& program, ProgramLayout const& layout);

} // namespace tessera
