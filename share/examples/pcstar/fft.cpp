// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the fast Fourier transform (pC*, B.1), there and back: the elements are put in bit-reversed order, and then combined in
// pairs, at distances of 1, 2, 4, ...
//
// Distribution: any; by default in as many blocks as the next power of 2 above the ranks, dealt in turn, so that pairs of all
// smaller distances lie on one rank. Communication: a general send without collisions for the new order, and a general get from the
// partners of each later stage (IndexRoute); routes are found once and serve both transforms.
//
// Usage: mpirun -n RANKS fft [LENGTH] [--mapped '(block)'] [--check]
#include "libcore/runtime/comm/index/index_route.hpp"
#include "libcore/sets/run_walk.hpp"
#include "share/examples/pcstar/fft_alone.hpp"
#include "share/examples/pcstar/part.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

using namespace tessera;
using namespace tessera::examples;

namespace {

using Waves = Part<Wave>;

/// The transforms of all arrays with one mapping.
class Transform {
  public:
    explicit Transform(Waves& waves) : butterfly_(waves.mapping().volume()) {
        waves.for_each([&](Wave&, Index number) { numbers_.push_back(number); });
        std::vector<Index> reversed;
        for (Index const number : numbers_) reversed.push_back(reversed_bits(number, butterfly_.bits()));
        ElementAddresses const addresses(waves.mapping());
        reversal_.emplace(demand(IndexRoute::make(addresses, MPI_COMM_WORLD, reversed)));
        partners_.resize(numbers_.size());
        for (Index spacing = 1; spacing < waves.mapping().volume(); spacing *= 2) {
            if (pairs_are_together(waves.mapping(), spacing)) continue;
            std::vector<Index> partners;
            for (Index const number : numbers_) partners.push_back(number ^ spacing);
            routes_.emplace(spacing, demand(IndexRoute::make(addresses, MPI_COMM_WORLD, partners)));
        }
    }

    void run(Waves& waves, bool inverse) {
        Index const length = waves.mapping().volume();
        std::vector<Wave> const before(waves.values().begin(), waves.values().end());
        reversal_->send(before.data(), waves.data());
        for (Index spacing = 1; spacing < length; spacing *= 2) {
            auto const route = routes_.find(spacing);
            if (route == routes_.end()) {
                combine_here(waves.values(), spacing, inverse);
            } else {
                route->second.get(waves.data(), partners_.data());
                combine_with_partners(waves.values(), spacing, inverse);
            }
        }
        if (!inverse) return;
        for (Wave& wave : waves.values()) wave /= static_cast<double>(length);
    }

  private:
    /// Does every rank own either both elements of a pair or none? They do where owners change at multiples of 2 * spacing alone.
    static bool pairs_are_together(Mapping const& mapping, Index spacing) {
        DimMapping const& axis = mapping.dim(0);
        for (Index at = 0; at < axis.extent(); at = axis.segment_at(at).run.end)
            if (at % (2 * spacing) != 0) return false;
        return true;
    }

    void combine_here(std::span<Wave> waves, Index spacing, bool inverse) const {
        for (Index first = 0; first < std::ssize(numbers_); first += 2 * spacing)
            for (Index k = 0; k < spacing; ++k)
                butterfly_.combine(waves[as_size(first + k)], waves[as_size(first + k + spacing)], k, spacing, inverse);
    }

    void combine_with_partners(std::span<Wave> waves, Index spacing, bool inverse) {
        for (std::size_t at = 0; at < numbers_.size(); ++at) {
            Index const k = numbers_[at] % spacing;
            bool const upper = (numbers_[at] & spacing) != 0;
            Wave& lower_wave = upper ? partners_[at] : waves[at];
            Wave& upper_wave = upper ? waves[at] : partners_[at];
            butterfly_.combine(lower_wave, upper_wave, k, spacing, inverse);
        }
    }

    Butterfly butterfly_;
    std::vector<Index> numbers_; // of this rank's elements
    std::optional<IndexRoute> reversal_;
    std::map<Index, IndexRoute> routes_; // by the spacing of the stages whose pairs are not together
    std::vector<Wave> partners_;
};

Waves fft(ProgramRun& run) {
    Waves waves(mapping_of(declared("complex*16", run.numbers), run.mapped));
    waves.for_each([](Wave& wave, Index number) { wave = first_wave(number); });
    run.start();
    Transform transform(waves);
    transform.run(waves, false);
    transform.run(waves, true);
    run.stop();
    return waves;
}

Waves fft_in_even_blocks(ProgramRun& run) {
    if (run.mapped == "even blocks") {
        auto const blocks = static_cast<Index>(std::bit_ceil(static_cast<unsigned>(Communicator::world().size())));
        run.mapped = "(cyclic(" + std::to_string(std::max<Index>(1, run.numbers[0] / blocks)) + "))";
    }
    return fft(run);
}

} // namespace

int main(int argc, char** argv) {
    Program<Wave, Waves> const program{"fft", "LENGTH", {65536}, "even blocks", fft_in_even_blocks, fft_alone};
    return run_program(argc, argv, program);
}
