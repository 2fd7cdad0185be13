// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the data derived from a job's text: transitions, plans and totals.
#include "gui/session/derivation.hpp"

#include "libcore/base/try.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>

namespace tessera::gui {
namespace {

DerivedPointer made(Job job, std::vector<Transition> transitions, std::size_t viewed) {
    Transition const shown = transitions[viewed];
    return std::make_shared<Derived const>(Derived{std::move(job), std::move(transitions), viewed, shown.plan, shown.totals});
}

} // namespace

Result<DerivedPointer> derive(std::string_view text, std::string const& name, std::string const& directory, std::size_t viewed,
                              Watch const& watch) {
    ListFiles const files(directory);
    auto job = TRY(parse_job(text, name, {.ranks = std::nullopt, .files = &files}));
    if (job.arrays.empty())
        return fail("no array is mapped yet; declare one and distribute it, e.g. !hpf$ distribute A(block,*) onto P");
    auto transitions = TRY(transitions_of(job, std::nullopt, watch));
    std::size_t const last = transitions.size() - 1;
    return made(std::move(job), std::move(transitions), std::min(viewed, last));
}

DerivedPointer withTransition(Derived const& derived, std::size_t viewed) {
    return made(derived.job, derived.transitions, viewed);
}

} // namespace tessera::gui
