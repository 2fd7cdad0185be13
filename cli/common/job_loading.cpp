// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job that a command line names: a job file, or --array, --from, --to and --copy.
#include "cli/common/job_loading.hpp"

#include "libcore/base/file_text.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/job_files.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace tessera::cli {
namespace {

constexpr Index most_ranks = std::numeric_limits<Rank>::max();

Result<ParseOptions> parse_options(Arguments const& arguments, std::optional<Index> default_ranks, FileReader const& files) {
    auto const given = arguments.number("ranks");
    auto const ranks = given ? given : default_ranks;
    if (ranks && (*ranks < 1 || *ranks > most_ranks))
        return fail(fmt::format("--ranks: a job has between 1 and {} ranks, not {}", most_ranks, *ranks));
    return ParseOptions{ranks, &files};
}

bool compact_given(Arguments const& arguments) {
    return arguments.has("array") || arguments.has("from") || arguments.has("to") || arguments.has("copy");
}

Result<Job> load_file(Arguments const& arguments, std::string const& name, std::optional<Index> ranks) {
    std::string const path = job_path(name);
    auto const read = file_text(path, "the job file");
    if (!read) return fail(read.error().message + suggestion(name, job_names()));
    ListFiles const beside(std::filesystem::path(path).parent_path().string());
    auto const options = TRY(parse_options(arguments, ranks, beside));
    return parse_job(*read, path, options);
}

Result<Job> load_compact(Arguments const& arguments, std::optional<Index> ranks) {
    if (!arguments.has("array")) return fail("--from, --to and --copy need --array, e.g. --array 'real8 A(1024,1024)'");
    ListFiles const here(".", ListFiles::AllowedPaths::Anywhere);
    auto const options = TRY(parse_options(arguments, ranks, here));
    return parse_compact({.arrays = arguments.texts("array"),
                          .from = arguments.text_or("from", ""),
                          .to = arguments.text_or("to", ""),
                          .copies = arguments.texts("copy")},
                         options);
}

Result<void> check_maps_an_array(Job const& job) {
    return job.arrays.empty() ? fail(fmt::format("{} maps no array; add a distribute directive", job.name)) : Result<void>();
}

std::optional<std::string> first_word(Arguments const& arguments) {
    auto const& words = arguments.positionals();
    return words.empty() ? std::nullopt : std::optional(words.front());
}

} // namespace

Result<Job> load_job(Arguments const& arguments, std::optional<std::string> const& file, std::optional<Index> ranks) {
    bool const compact = compact_given(arguments);
    if (file && compact)
        return fail(fmt::format("a job file ('{}') cannot be used together with --array, --from, --to or --copy", *file));
    if (file) return load_file(arguments, *file, ranks);
    if (compact) return load_compact(arguments, ranks);
    return fail("expected a job: a job file as the first argument, or --array, --from and --to, e.g. "
                "--array 'real8 A(8,8)' --from '(block,*) onto P(4)' --to '(*,block) onto P(4)'");
}

Result<Job> load_job(Arguments const& arguments, std::optional<Index> ranks) {
    return load_job(arguments, first_word(arguments), ranks);
}

Result<Job> load_sized_job(Arguments const& arguments, std::optional<std::string> const& file, Index ranks) {
    if (auto job = load_job(arguments, file)) return job;
    return load_job(arguments, file, ranks);
}

Result<Job> load_sized_job(Arguments const& arguments, Index ranks) {
    return load_sized_job(arguments, first_word(arguments), ranks);
}

Result<ArrayStates const*> choose_array(Job const& job, std::optional<std::string> const& name) {
    TRY(check_maps_an_array(job));
    if (!name) return &job.arrays.front();
    if (ArrayStates const* const found = job.find(*name)) return found;
    std::vector<std::string> names;
    for (ArrayStates const& each : job.arrays) names.push_back(each.array.name);
    return fail(fmt::format("{}: there is no array '{}'; there is {}{}", job.name, *name, fmt::join(names, ", "),
                            suggestion(*name, names)));
}

Result<void> keep_states(Job& job, std::string_view states) {
    auto const colon = states.find(':');
    if (colon == std::string_view::npos)
        return fail(fmt::format("--state: '{}' does not name two states; expected for example 0:1 or from:to", states));
    for (ArrayStates& array : job.arrays) {
        if (array.states.size() < 2) continue;
        auto const first = TRY(state_of(array, states.substr(0, colon)));
        auto const last = TRY(state_of(array, states.substr(colon + 1)));
        array.states = std::vector{*first, *last};
    }
    return {};
}

Result<std::optional<CopyMap>> load_section(Arguments const& arguments, Job const& job) {
    auto const text = arguments.text("section");
    if (!text) return std::optional<CopyMap>{};
    TRY(check_maps_an_array(job));
    auto const moves = [](ArrayStates const& array) { return array.states.size() > 1; };
    auto const moving = std::ranges::find_if(job.arrays, moves);
    return std::optional(TRY(parse_section(*text, (moving == job.arrays.end() ? job.arrays.front() : *moving).array)));
}

Result<std::vector<Transition>> load_transitions(Arguments const& arguments, Job job, Watch const& watch) {
    auto const states = arguments.text("state");
    auto const number = arguments.number("transition");
    if (states && number) return fail("--state and --transition cannot be used together");
    if (states) TRY(keep_states(job, *states));
    auto const section = TRY(load_section(arguments, job));
    auto transitions = transitions_of(job, section, watch);
    if (!transitions || !number) return transitions;
    auto const found = find_transition(*transitions, *number);
    if (!found) return fail(fmt::format("--transition: {}", found.error().message));
    return std::vector{**found};
}

} // namespace tessera::cli
