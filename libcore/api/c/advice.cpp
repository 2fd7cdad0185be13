// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the advice of the C interface.
#include "libcore/api/c/failure.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/job_texts.hpp"
#include "libcore/api/c/site_of_ranks.hpp"
#include "libcore/base/try.hpp"
#include "libcore/program/priced_job.hpp"
#include "libcore/report/program/advice_report.hpp"

#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>

namespace tessera::api {
namespace {

/// The numbers of tessera_advise.
struct AdviceNumbers {
    double operation;
    Index memory;
    Index top;
};

Result<void> check_numbers(AdviceNumbers const& numbers) {
    if (!std::isfinite(numbers.operation) || numbers.operation < 0)
        return fail(fmt::format("operation: expected seconds, 0 or more, not {}", numbers.operation));
    if (numbers.memory < 0) return fail(fmt::format("memory: expected bytes, 0 or more, not {}", numbers.memory));
    if (numbers.top < 0) return fail(fmt::format("top: expected a number of answers, 0 or more, not {}", numbers.top));
    return {};
}

Result<std::string> advice_text_of(Result<Job> const& job, tessera_site const* place, AdviceNumbers const& numbers) {
    if (!job) return forward_error(job);
    TRY(check_numbers(numbers));
    double const operation = numbers.operation > 0 ? numbers.operation : 1e-9;
    auto const priced = TRY(PricedJob::make(
        *job, [place](int ranks) { return site_of_ranks(place, ranks); }, operation));
    AdviceRequest request{.ranks = priced->program().ranks(), .other_ranks = true};
    if (numbers.memory > 0) request.memory = numbers.memory;
    if (numbers.top > 0) request.top = as_size(numbers.top);
    auto const site = TRY(site_of_ranks(place, static_cast<int>(request.ranks)));
    auto advice = TRY(advise(priced->coster(), request));
    AdviceReport const report{priced->job(), priced->coster(), site, request, std::move(advice)};
    return written_text([&](Sink const& sink) { advice_json(report, sink); });
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;

int tessera_advise(char const* text, char const* name, int64_t ranks, tessera_site const* site, double operation, int64_t memory,
                   int64_t top, char** json) {
    return guarded(__func__, {{text, "text"}, {json, "json"}}, [&] {
        auto const job = parse_job_text(text, name == nullptr ? "job" : name, ranks);
        return hand_over(advice_text_of(job, site, {operation, memory, top}), json);
    });
}
