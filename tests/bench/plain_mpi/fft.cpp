// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the fast Fourier transform in plain MPI, to measure share/examples/pcstar/fft.cpp against: blocks of equal length, an
// all-to-all for the bit-reversed order, and in the last stages whole blocks from one partner. The ranks are a power of 2.
#include "share/examples/pcstar/fft_alone.hpp"
#include "tests/bench/plain_mpi/rows.hpp"

#include <algorithm>
#include <utility>

using namespace tessera;
using namespace tessera::examples;

namespace {

struct WaveBlock {
    Index first;
    std::vector<Wave> waves;

    [[nodiscard]] Index differences(std::vector<Wave> const& whole) const {
        Index different = 0;
        for (std::size_t k = 0; k < waves.size(); ++k) different += waves[k] == whole[as_size(first) + k] ? 0 : 1;
        return different;
    }
};

/// Every rank sends every other as many, in the order of the receiver's places.
void reverse_bits(WaveBlock& block, int bits) {
    Index const count = std::ssize(block.waves);
    Index const share = count / bench::ranks();
    std::vector<std::pair<Index, Wave>> sorted;
    for (Index k = 0; k < count; ++k) sorted.emplace_back(reversed_bits(block.first + k, bits), block.waves[as_size(k)]);
    std::ranges::sort(sorted, {}, [](auto const& item) { return item.first; });
    std::vector<Wave> outgoing;
    for (auto const& [place, wave] : sorted) outgoing.push_back(wave);
    std::vector<Wave> incoming(block.waves.size());
    auto const bytes = static_cast<int>(share * Index{sizeof(Wave)});
    MPI_Alltoall(outgoing.data(), bytes, MPI_BYTE, incoming.data(), bytes, MPI_BYTE, MPI_COMM_WORLD);
    // What comes from a rank goes to ascending places: those whose reversed number it owns.
    std::vector<Index> next(static_cast<std::size_t>(bench::ranks()));
    for (Index k = 0; k < count; ++k) {
        Index const from = reversed_bits(block.first + k, bits) / count;
        block.waves[as_size(k)] = incoming[as_size(from * share + next[as_size(from)]++)];
    }
}

void transform(WaveBlock& block, Butterfly const& butterfly, bool inverse) {
    Index const count = std::ssize(block.waves);
    Index const length = count * bench::ranks();
    reverse_bits(block, butterfly.bits());
    for (Index spacing = 1; spacing < count; spacing *= 2)
        for (Index first = 0; first < count; first += 2 * spacing)
            for (Index k = 0; k < spacing; ++k)
                butterfly.combine(block.waves[as_size(first + k)], block.waves[as_size(first + k + spacing)], k, spacing, inverse);
    std::vector<Wave> partner(block.waves.size());
    auto const bytes = static_cast<int>(count * Index{sizeof(Wave)});
    for (Index spacing = count; spacing < length; spacing *= 2) {
        auto const peer = static_cast<int>((block.first ^ spacing) / count);
        MPI_Sendrecv(block.waves.data(), bytes, MPI_BYTE, peer, 0, partner.data(), bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        bool const upper = (block.first & spacing) != 0;
        for (Index k = 0; k < count; ++k)
            butterfly.combine(upper ? partner[as_size(k)] : block.waves[as_size(k)],
                              upper ? block.waves[as_size(k)] : partner[as_size(k)], (block.first + k) % spacing, spacing, inverse);
    }
    if (!inverse) return;
    for (Wave& wave : block.waves) wave /= static_cast<double>(length);
}

WaveBlock fft(ProgramRun& run) {
    Index const length = run.numbers[0];
    if ((bench::ranks() & (bench::ranks() - 1)) != 0 || length % (bench::ranks() * bench::ranks()) != 0)
        throw std::invalid_argument("the ranks must be a power of 2, and their square no more than the length");
    WaveBlock block{length / bench::ranks() * bench::this_rank(), {}};
    for (Index k = 0; k < length / bench::ranks(); ++k) block.waves.push_back(first_wave(block.first + k));
    run.start();
    Butterfly const butterfly(length);
    transform(block, butterfly, false);
    transform(block, butterfly, true);
    run.stop();
    return block;
}

} // namespace

int main(int argc, char** argv) {
    Program<Wave, WaveBlock> const program{"fft", "LENGTH", {65536}, "", fft, fft_alone};
    return run_program(argc, argv, program);
}
