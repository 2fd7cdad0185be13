// SPDX-License-Identifier: BSD-3-Clause
// Tessera: FileLayout, FileSection and FileRunWalk against a file whose every place is known.
#include "tests/property/file_oracle.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"

#include "libcore/io/file_run_walk.hpp"
#include "libcore/io/file_section.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <map>

using namespace tessera;
using namespace tessera::oracle;

namespace {

Run random_positions(FileLayout const& layout) {
    Index const begin = between(0, layout.positions());
    return {begin, between(begin, layout.positions())};
}

bool places() {
    return rc::check("positions, indices and bytes of every place", [] {
        FileSample const file = random_file(4);
        FileLayout const& layout = file.layout;
        RC_ASSERT(layout.positions() == static_cast<Index>(file.index.size()));
        for (std::size_t i = 0; i < file.index.size(); ++i) {
            auto const p = static_cast<Index>(i);
            RC_ASSERT(layout.index(p) == file.index[i]);
            RC_ASSERT(layout.byte(p) == file.byte[i]);
            if (file.index[i]) RC_ASSERT(layout.position(*file.index[i]) == p);
            Index end = p + 1;
            while (end < layout.positions() && file.byte[static_cast<std::size_t>(end - 1)] + layout.element_bytes() ==
                                                   file.byte[static_cast<std::size_t>(end)])
                ++end;
            RC_ASSERT(layout.gapless_end(p) == end);
        }
        Index const first = between(-5, 80);
        Run const bytes{first, first + between(0, 80)};
        Run const found = layout.positions_in(bytes);
        for (std::size_t i = 0; i < file.index.size(); ++i)
            RC_ASSERT(found.contains(static_cast<Index>(i)) == bytes.contains(file.byte[i]));
    });
}

bool stored_elements() {
    return rc::check("elements of chunks that are not stored have no position", [] {
        FileSample const file = random_file(3);
        std::set<Extents> stored;
        for (auto const& index : file.index)
            if (index) stored.insert(*index);
        FileSection const all(file.layout);
        all.section().for_each([&](std::span<Index const> index) {
            RC_ASSERT(file.layout.position(index).has_value() == stored.contains({index.begin(), index.end()}));
        });
        RC_ASSERT(all.count() == static_cast<Index>(stored.size()));
        RC_ASSERT(all.missing() == all.section().count() - all.count());
    });
}

bool boxes_of_runs() {
    return rc::check("a run of positions is cut into few boxes within chunks", [] {
        FileSample const file = random_file(4);
        Run const run = random_positions(file.layout);
        std::map<Index, std::size_t> boxes_in;
        Index next = 0; // boxes ascend
        std::set<Index> seen;
        file.layout.for_each_box(run, [&](FileBox const& box) {
            ++boxes_in[box.slot];
            std::vector<PeriodicSet> dims;
            for (Run const range : box.ranges) dims.push_back(PeriodicSet::interval(range));
            auto const positions = positions_of(file, BoxSet(std::move(dims)));
            RC_ASSERT(!positions.empty());
            RC_ASSERT((next <= *positions.begin() && *positions.rbegin() / file.layout.chunk_elements() == box.slot));
            next = *positions.rbegin() + 1;
            seen.insert(positions.begin(), positions.end());
        });
        for (auto const& [slot, count] : boxes_in) RC_ASSERT(count <= std::max<std::size_t>(1, 2 * file.layout.dims() - 1));
        for (Index p = 0; p < file.layout.positions(); ++p)
            RC_ASSERT(seen.contains(p) == (run.contains(p) && file.index[static_cast<std::size_t>(p)].has_value()));
    });
}

bool sections() {
    return rc::check("a section's positions: counting, searching, picking", [] {
        FileSample const file = random_file(4);
        FileSection const section(file.layout, random_section(file.layout.shape().extents));
        auto const expected = positions_of(file, section.section());
        RC_ASSERT(section.count() == static_cast<Index>(expected.size()));
        RC_ASSERT(section.empty() == expected.empty());
        Index k = 0;
        for (Index const p : expected) RC_ASSERT(section.element(k++) == p);
        k = 0;
        for (Index p = 0; p <= file.layout.positions(); ++p) {
            RC_ASSERT(section.count_below(p) == k);
            auto const from = expected.lower_bound(p);
            RC_ASSERT(section.first_from(p) == (from == expected.end() ? std::nullopt : std::optional(*from)));
            RC_ASSERT(section.last_below(p) == (from == expected.begin() ? std::nullopt : std::optional(*std::prev(from))));
            if (expected.contains(p)) ++k;
        }
        RC_ASSERT((section.count_below(-1) == 0 && section.count_below(file.layout.positions() + 7) == k));
    });
}

bool runs() {
    return rc::check("a section's runs: counted in closed form, walked from anywhere", [] {
        FileSample const file = random_file(4);
        FileSection const section(file.layout, random_section(file.layout.shape().extents));
        auto const all = positions_of(file, section.section());
        RC_ASSERT(section.run_count() == static_cast<Index>(runs_of(file, all).size()));
        Run const range = random_positions(file.layout);
        std::set<Index> within(all.lower_bound(range.begin), all.lower_bound(range.end));
        std::vector<Run> walked;
        for (FileRunWalk walk(section, range); !walk.done(); walk.next()) walked.push_back(walk.run());
        RC_ASSERT(walked == runs_of(file, within));
        std::set<Index> in_boxes;
        section.for_each_box(range, [&](BoxSet const& box, Index slot) {
            for (Index const p : positions_of(file, box)) {
                RC_ASSERT(p / file.layout.chunk_elements() == slot);
                RC_ASSERT(in_boxes.insert(p).second);
            }
        });
        RC_ASSERT(in_boxes == within);
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=4000");
    return exit_code({places(), stored_elements(), boxes_of_runs(), sections(), runs()});
}
