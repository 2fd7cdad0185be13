// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the highest places of an image, put side by side in arrays of their own (pC*, section 3.2.3.1, Figs. 3.11 to 3.15).
//
// Usage: mpirun -n RANKS compaction N MAPPING, e.g. compaction 100 '(block,cyclic(3))'; compaction alone takes the image of the
// thesis on 4 ranks. What a rank holds is seen as one dimension in the order of its memory; `where` chooses, counting gives every
// chosen place a number, and a send by these numbers fills the new arrays. Only the counting and the sends communicate.
// (linear_alias, Context, AxisEnumeration, IndexRoute.)
#include "share/examples/example_array.hpp"

#include "libcore/comm/context/context_places.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/shape_alias.hpp"
#include "libcore/runtime/comm/axis/axis_enumeration.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mpi.h>
#include <utility>
#include <vector>

using namespace tessera;
using namespace tessera::examples;

namespace {

using Number = std::int64_t;

/// Elevation and two bands of light, of every place.
struct Image {
    Index n = 4;
    std::function<Number(Index, Index)> elevation;

    [[nodiscard]] static Number band1(Index i, Index j) { return i + j; }
    [[nodiscard]] static Number band2(Index i, Index j) { return 16 - (i + j); }
};

Image image_of_the_thesis() {
    static constexpr std::array<std::array<Number, 4>, 4> elevations{{{4, 1, 2, 1}, {1, 2, 1, 4}, {4, 1, 3, 1}, {4, 4, 2, 1}}};
    return {4, [](Index i, Index j) { return elevations[as_size(i)][as_size(j)]; }};
}

Mapping mapped(std::string const& declared, std::string const& mapping) {
    Job const job = demand(parse_compact({{declared}, mapping, "", {}}, {Communicator::world().size(), nullptr}));
    return demand(Mapping::make(job.arrays.front().states.front()));
}

/// What a rank holds of an image, in the order of its memory.
struct LocalImage {
    std::vector<Number> elevation;
    std::vector<Number> band1;
    std::vector<Number> band2;

    LocalImage(Image const& image, Mapping const& mapping, Rank rank) {
        auto const position = mapping.grid().position(rank);
        if (!position || !mapping.holds(*position)) return;
        LocalLayout const layout(mapping, *position);
        for_each_contiguous_run(Context::everywhere(layout.owned().count()), layout, [&](Index, Index offset, Index count) {
            for (Index k = 0; k < count; ++k) {
                Index const row = offset + k; // its place, in rows of the allocation
                Extents const at = layout.local_to_global(Extents{row / layout.strides()[0], row % layout.strides()[0]});
                elevation.push_back(image.elevation(at[0], at[1]));
                band1.push_back(Image::band1(at[0], at[1]));
                band2.push_back(Image::band2(at[0], at[1]));
            }
        });
    }
    [[nodiscard]] Context highest(Number top) const {
        return Context::everywhere(std::ssize(elevation)).where([&](Index i) { return elevation[as_size(i)] == top; });
    }
};

/// The chosen values, in the order of ranks and of their memory.
using Bands = std::array<std::vector<Number>, 2>;

void append(Bands& bands, LocalImage const& image, Context const& chosen) {
    chosen.for_each_run([&](Run run) {
        bands[0].insert(bands[0].end(), image.band1.begin() + run.begin, image.band1.begin() + run.end);
        bands[1].insert(bands[1].end(), image.band2.begin() + run.begin, image.band2.begin() + run.end);
    });
}

Number highest_of(Image const& image) {
    Number top = image.elevation(0, 0);
    for (Index i = 0; i < image.n; ++i)
        for (Index j = 0; j < image.n; ++j) top = std::max(top, image.elevation(i, j));
    return top;
}

Bands chosen_by_one_process(Image const& image, Mapping const& mapping) {
    Bands bands;
    for (Rank rank = 0; rank < Communicator::world().size(); ++rank) {
        LocalImage const local(image, mapping, rank);
        append(bands, local, local.highest(highest_of(image)));
    }
    return bands;
}

/// This rank's part of the new arrays, and how long they are.
std::pair<Bands, Index> compacted(Image const& image, Mapping const& mapping) {
    LocalImage const local(image, mapping, Communicator::world().rank());
    Number top = local.elevation.empty() ? 0 : *std::ranges::max_element(local.elevation);
    MPI_Allreduce(MPI_IN_PLACE, &top, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    Context const chosen = local.highest(top);
    // The image as one dimension, in the order of memory; its chosen places are numbered through all ranks.
    Mapping const line = demand(linear_alias(mapping));
    std::vector<Index> numbered(local.elevation.size());
    demand(AxisEnumeration::make(line, 0, MPI_COMM_WORLD)).execute(numbered.data(), nullptr, &chosen);
    std::vector<Index> numbers;
    chosen.for_each_run([&](Run run) { numbers.insert(numbers.end(), numbered.begin() + run.begin, numbered.begin() + run.end); });
    Index all = chosen.active();
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    Mapping const reduced = mapped("integer*8 band(" + std::to_string(all) + ")", "(block)");
    auto route = demand(IndexRoute::make(ElementAddresses(reduced), MPI_COMM_WORLD, numbers));
    Bands values;
    append(values, local, chosen);
    Bands result;
    for (std::size_t band = 0; band < result.size(); ++band) {
        result[band].resize(as_size(reduced.owned_count(*reduced.grid().position(Communicator::world().rank()))));
        route.send(values[band].data(), result[band].data());
    }
    return {std::move(result), all};
}

std::vector<Number> gathered(std::vector<Number> const& part, Index all) {
    int const count = static_cast<int>(part.size());
    std::vector<int> counts(as_size(Communicator::world().size()));
    MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    std::vector<int> starts{0};
    for (int const each : counts) starts.push_back(starts.back() + each);
    std::vector<Number> whole(as_size(all));
    MPI_Allgatherv(part.data(), count, MPI_INT64_T, whole.data(), counts.data(), starts.data(), MPI_INT64_T, MPI_COMM_WORLD);
    return whole;
}

int run(Image const& image, std::string const& distribution, bool shows) {
    std::string const extents = std::to_string(image.n) + "][" + std::to_string(image.n);
    Mapping const mapping = mapped("int64 image[" + extents + "]", distribution);
    auto const [bands, count] = compacted(image, mapping);
    Bands const expected = chosen_by_one_process(image, mapping);
    Index wrong = 0;
    for (std::size_t band = 0; band < bands.size(); ++band) {
        auto const whole = gathered(bands[band], count);
        for (std::size_t i = 0; i < whole.size(); ++i) wrong += i < expected[band].size() && whole[i] == expected[band][i] ? 0 : 1;
        wrong += std::ssize(expected[band]) == count ? 0 : 1;
        if (Communicator::world().rank() != 0 || !shows) continue;
        std::printf("band %zu:", band + 1);
        for (Number const value : whole) std::printf(" %lld", static_cast<long long>(value));
        std::printf("\n");
    }
    if (Communicator::world().rank() == 0)
        std::printf("%lld of %lld places, %s: %lld differ from one process\n", static_cast<long long>(count),
                    static_cast<long long>(image.n * image.n), distribution.c_str(), static_cast<long long>(wrong));
    return wrong == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    if (argc == 1) return run(image_of_the_thesis(), "(block,block)", true);
    if (argc != 3) {
        std::fprintf(stderr, "Usage: compaction [N MAPPING]\n");
        return 2;
    }
    Index const n = std::atoll(argv[1]);
    return run({n, [](Index i, Index j) { return (i * i * 7 + j * 5 + i * j) % 11; }}, argv[2], false);
}
