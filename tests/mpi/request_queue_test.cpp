// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bytes that are written in any order arrive, in requests that are no longer than the system likes them.
#include "libcore/base/arithmetic.hpp"
#include "libcore/files/access/box_requests.hpp"
#include "libcore/files/access/request_queue.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/scratch_folder.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <rapidcheck.h>
#include <span>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;

namespace {

constexpr Index file_bytes = Index{2} << 20;
std::optional<ScratchFolder> queue_folder; // of the whole run

/// Which bytes of the file are written, one entry each.
using Written = std::vector<bool>;

/// Stretches of written bytes, each cut from its beginning on.
Index requests_of(Written const& written) {
    Index requests = 0;
    Index length = 0; // of the stretch so far
    for (bool const here : written) {
        if (here && length % longest_write == 0) ++requests;
        length = here ? length + 1 : 0;
    }
    return requests;
}

/// Runs that do not meet, in any order; some follow each other without a gap.
std::vector<Run> random_runs() {
    std::vector<Run> runs;
    for (Index at = between(0, 3000); at < file_bytes;) {
        Index const bytes = one_in(3) ? between(1, 5 * longest_write) : between(1, 3000);
        runs.push_back({at, std::min(at + bytes, file_bytes)});
        at = runs.back().end + (one_in(2) ? 0 : between(1, longest_write));
    }
    for (std::size_t last = runs.size(); last > 1; --last)
        std::swap(runs[last - 1], runs[as_size(between(0, std::ssize(runs) - 1)) % last]);
    return runs;
}

void long_writes_are_cut() {
    std::vector<std::byte> memory(as_size(file_bytes));
    for (Index at = 0; at < file_bytes; ++at) memory[as_size(at)] = static_cast<std::byte>(at * 31 / 7);
    std::string const path = queue_folder->path("written");
    auto const file = FileChannel::open_alone(path, FileUse::Create);
    file->resize(file_bytes);
    RequestQueue queue(file.get(), RequestQueue::Direction::Write, 0);
    Written written(as_size(file_bytes));
    for (Run const run : random_runs()) {
        queue.add(run.begin, memory.data() + run.begin, run.size());
        std::fill(written.begin() + run.begin, written.begin() + run.end, true);
    }
    queue.finish();
    std::vector<std::byte> there(as_size(file_bytes));
    file->read_at(0, there);
    for (Index at = 0; at < file_bytes; ++at)
        RC_ASSERT(there[as_size(at)] == (written[as_size(at)] ? memory[as_size(at)] : std::byte{0}));
    RC_ASSERT(queue.counts().requests == requests_of(written));
    RC_ASSERT(queue.counts().bytes == std::ranges::count(written, true));
}

/// A box within one whose cells it does not begin with: only its elements are read, each to its place.
void boxes_begin_within_cells() {
    Extents const extents{between(1, 30), between(1, 30)};
    std::vector<std::int32_t> numbers(as_size(extents[0] * extents[1]));
    std::iota(numbers.begin(), numbers.end(), 1);
    std::string const path = queue_folder->path("numbers");
    auto const file = FileChannel::open_alone(path, FileUse::Create);
    file->write_at(0, std::as_bytes(std::span(numbers)));
    StoredFile const stored = in_one_piece(path, extents, StorageOrder::C, 0);
    std::vector<Run> inner;
    Extents cell;
    for (Index const extent : extents) {
        Index const begin = between(0, extent - 1);
        inner.push_back({begin, between(begin + 1, extent)});
        cell.push_back(between(1, extent));
    }
    BoxLayout const whole({{0, extents[0]}, {0, extents[1]}}, {1, 0}, cell, 4);
    BoxLayout const narrow = whole.narrowed(inner);
    std::vector<std::int32_t> memory(as_size(whole.bytes() / 4), 0);
    std::vector<BoxLine> lines;
    for (std::size_t d = 0; d < 2; ++d) lines.push_back({inner[d].size(), inner[d].begin, 1, inner[d].begin, 1, &narrow.dims()[d]});
    RequestQueue queue(file.get(), RequestQueue::Direction::Read, 0);
    add_requests(queue, {stored.shape, *stored.places, 4}, lines, std::as_writable_bytes(std::span(memory)).data(),
                 [](auto&&...) {});
    queue.finish();
    for (Index i = inner[0].begin; i < inner[0].end; ++i)
        for (Index j = inner[1].begin; j < inner[1].end; ++j) {
            Index const offset = whole.dims()[0].offset(i) + whole.dims()[1].offset(j);
            RC_ASSERT(std::exchange(memory[as_size(offset / 4)], 0) == i * extents[1] + j + 1);
        }
    RC_ASSERT(std::ranges::count(memory, 0) == std::ssize(memory));
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    try_many_cases("seed=1 max_success=60");
    queue_folder.emplace("request-queue");
    bool const passed = rc::check("long writes are cut, and every byte arrives", long_writes_are_cut);
    bool const placed = rc::check("elements of a box that begins within a cell find their places", boxes_begin_within_cells);
    queue_folder.reset();
    return exit_code({passed, placed});
}
