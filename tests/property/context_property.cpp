// SPDX-License-Identifier: BSD-3-Clause
// Tessera: contexts against a flag for every position.
#include "libcore/comm/context/context.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <cstddef>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

using Flags = std::vector<bool>;

/// Long runs, short ones, or none at all.
Flags random_flags(Index positions) {
    Index const most = *rc::gen::element<Index>(1, 2, 9, 200, 1000);
    Flags flags;
    for (bool active = one_in(2); std::ssize(flags) < positions; active = !active)
        for (Index n = between(1, most); n > 0 && std::ssize(flags) < positions; --n) flags.push_back(active);
    if (one_in(10)) flags.assign(as_size(positions), one_in(2));
    return flags;
}

Context context_of(Flags const& flags) {
    return Context::everywhere(std::ssize(flags)).where([&](Index i) { return flags[as_size(i)]; });
}

Flags flags_of(Context const& context) {
    Flags flags(as_size(context.positions()), false);
    Index last = -1;
    Index active = 0;
    context.for_each_run([&](Run run) {
        RC_ASSERT(!run.empty());
        RC_ASSERT(run.begin > last); // maximal: never beside the one before
        last = run.end;
        active += run.size();
        for (Index i = run.begin; i < run.end; ++i) flags[as_size(i)] = true;
    });
    RC_ASSERT(active == context.active());
    return flags;
}

Index random_positions() {
    return *rc::gen::element<Index>(0, 1, 63, 64, 65, 500, 5000);
}

void keeps_every_flag() {
    Flags const flags = random_flags(random_positions());
    Context const context = context_of(flags);
    RC_ASSERT(flags_of(context) == flags);
    RC_ASSERT(context.bytes() <= (std::ssize(flags) + 63) / 64 * 8 + 8); // never worse than a bit for each
}

void nests_and_excludes() {
    Index const positions = random_positions();
    Flags const a = random_flags(positions);
    Flags const b = random_flags(positions);
    Flags both;
    Flags rest;
    Flags either;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both.push_back(a[i] && b[i]);
        rest.push_back(a[i] && !b[i]);
        either.push_back(a[i] || b[i]);
    }
    Context const outer = context_of(a);
    RC_ASSERT(flags_of(outer.and_in(context_of(b))) == both);
    RC_ASSERT(flags_of(outer.except(context_of(b))) == rest);
    RC_ASSERT(flags_of(outer.or_in(context_of(b))) == either);
    std::vector<int> asked(a.size(), 0);
    Context const inner = outer.where([&](Index i) {
        ++asked[as_size(i)];
        return bool(b[as_size(i)]);
    });
    RC_ASSERT(flags_of(inner) == both);
    for (std::size_t i = 0; i < a.size(); ++i) RC_ASSERT(asked[i] == (a[i] ? 1 : 0));
    RC_ASSERT(inner == outer.and_in(context_of(b)));
}

/// By the bytes that it stores, as a message carries them.
void travels_as_bytes() {
    Context const context = context_of(random_flags(random_positions()));
    auto const stored = context.stored_bytes();
    RC_ASSERT(std::ssize(stored) == context.bytes());
    RC_ASSERT(context.bytes() <= Context::most_bytes(context.positions()));
    std::vector<std::byte> const carried(stored.begin(), stored.end());
    Context const arrived = Context::of_bytes(context.positions(), context.active(), context.form(), carried);
    RC_ASSERT(arrived.form() == context.form());
    RC_ASSERT(arrived == context);
}

void boxes_are_their_positions() {
    Extents shape;
    std::vector<Run> box;
    for (Index d = between(1, 4); d > 0; --d) {
        shape.push_back(between(1, 7));
        Index const begin = between(0, shape.back());
        box.push_back({begin, between(begin, shape.back())});
    }
    Index positions = 1;
    for (Index const extent : shape) positions *= extent;
    Flags flags;
    for (Index i = 0; i < positions; ++i) {
        bool inside = true;
        Index rest = i;
        for (std::size_t d = shape.size(); d-- > 0; rest /= shape[d]) inside = inside && box[d].contains(rest % shape[d]);
        flags.push_back(inside);
    }
    RC_ASSERT(flags_of(Context::of_box(shape, box)) == flags);
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=3000");
    return exit_code({rc::check("a context keeps every flag", keeps_every_flag),
                      rc::check("contexts nest and exclude", nests_and_excludes),
                      rc::check("a context travels as bytes", travels_as_bytes),
                      rc::check("a box is its positions", boxes_are_their_positions)});
}
