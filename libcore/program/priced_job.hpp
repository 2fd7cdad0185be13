// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program of a job with all that is needed to price it, and with other layouts than its own.
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

/// A program, the prices of its messages, and its costs. Stays where it is made, as its parts point at each other.
class PricedJob {
  public:
    /// `operation`: seconds for one operation of `work`. `site`: see PriceList. Errors: as PhasedProgram::make and
    /// PhaseCoster::make.
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

/// The job that has these layouts, phases and loops, and passes the same stops on the way: write_hpf() makes a text of it. What a
/// loop leaves otherwise than it found it is remapped inside; those around a loop stand in it. Without phases: one state after the
/// other.
[[nodiscard]] Job job_with(PhasedProgram const& program, ProgramLayout const& layout);

} // namespace tessera
