// SPDX-License-Identifier: BSD-3-Clause
// Tessera: histogram equalization (pC*, B.2): the intensities of an image are spread over the whole range, each according to how
// many pixels are darker.
//
// Distribution: image and histogram are arrays of their own, the image on any mapping, the histogram in blocks. Communication:
// every pixel sends 1 to the element of the histogram that its value names (IndexRoute with a sum, many for few); a scan along the
// histogram (AxisScan); every pixel gets its new value from there, by the same route.
//
// Usage: mpirun -n RANKS histeq [ROWS COLUMNS] [--mapped '(cyclic,*)'] [--check]
#include "libcore/runtime/comm/axis/axis_scan.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"
#include "share/examples/pcstar/histeq_alone.hpp"
#include "share/examples/pcstar/part.hpp"

#include <algorithm>
#include <vector>

using namespace tessera;
using namespace tessera::examples;

namespace {

/// In a histogram of so many intensities: darker[k] pixels are darker than k, same[k] have it.
void equalize(Part<std::int32_t>& same, Index pixels) {
    Part<std::int32_t> darker(same.mapping());
    auto scan = demand(AxisScan::make(same.mapping(), 0, ReduceOp::Sum, MPI_COMM_WORLD, {.exclusive = true}));
    scan.execute(same.data(), darker.data());
    for (std::size_t k = 0; k < same.values().size(); ++k)
        same.values()[k] = equalized(darker.values()[k], same.values()[k], pixels);
}

Part<std::uint8_t> histeq(ProgramRun& run) {
    Part<std::uint8_t> image(mapping_of(declared("uint8", run.numbers), run.mapped));
    image.for_each([](std::uint8_t& pixel, Index number) { pixel = dim_pixel(number); });
    Combined<std::int32_t> largest(ReduceOp::Max, {"int32", 4});

    run.start();
    std::vector<std::uint8_t> pixels; // the rank's own, without what its memory is padded with
    pixels.reserve(image.values().size());
    image.for_each_at([&](std::uint8_t pixel, Index, Index) { pixels.push_back(pixel); });
    std::int32_t const brightest = largest(pixels.empty() ? 0 : std::int32_t{std::ranges::max(pixels)});
    Part<std::int32_t> histogram(mapping_of(declared("int32", {{Index{brightest} + 1}}), "(block)"));
    auto route = demand(IndexRoute::make(ElementAddresses(histogram.mapping()), MPI_COMM_WORLD, pixels));
    std::vector<std::int32_t> values(pixels.size(), 1);
    route.send(values.data(), histogram.data(), demand(Combiner::make(ReduceOp::Sum, histogram.mapping().array().type)));
    equalize(histogram, image.mapping().volume());
    route.get(histogram.data(), values.data());
    auto value = values.begin();
    image.for_each_at([&](std::uint8_t& pixel, Index, Index) { pixel = static_cast<std::uint8_t>(*value++); });
    run.stop();
    run.found = brightest_text(brightest);
    return image;
}

} // namespace

int main(int argc, char** argv) {
    Program<std::uint8_t, Part<std::uint8_t>> const program{"histeq",    "ROWS COLUMNS", {512, 512},
                                                            "(block,*)", histeq,         histeq_alone};
    return run_program(argc, argv, program);
}
