// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the two-dimensional FFT of a stream of images (CDT, section 3.4), two ways: as one data-parallel program that transforms
// columns, redistributes and transforms rows, and as two tasks on half of the ranks each, coupled by a channel, so that one
// transforms the columns of the next image while the other transforms the rows of the last.
//
// Usage: mpirun -n P ./fft2d N IMAGES       N a power of two, P at least 2
//
// Every image is a plane wave, whose transform is a single point: both ways are checked, then timed against each other.
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/spec/parse.hpp"
#include "share/examples/coupled.hpp"

#include <cmath>
#include <complex>
#include <cstdio>
#include <mpi.h>
#include <numbers>

using namespace tessera;
using namespace tessera::examples;

namespace {

using Complex = std::complex<double>;

/// In place, of a power of two of numbers.
void transform_line(std::vector<Complex>& line) {
    std::size_t const n = line.size();
    for (std::size_t i = 1, j = 0; i < n; ++i) { // bits of the index in reverse
        std::size_t bit = n / 2;
        for (; (j & bit) != 0; bit /= 2) j ^= bit;
        j ^= bit;
        if (i < j) std::swap(line[i], line[j]);
    }
    for (std::size_t length = 2; length <= n; length *= 2) {
        Complex const root = std::polar(1.0, -2 * std::numbers::pi / static_cast<double>(length));
        for (std::size_t first = 0; first < n; first += length) {
            Complex factor = 1;
            for (std::size_t k = first; k < first + length / 2; ++k, factor *= root) {
                Complex const odd = line[k + length / 2] * factor;
                line[k + length / 2] = line[k] - odd;
                line[k] += odd;
            }
        }
    }
}

enum class Phase { Columns, Rows };

std::string text_of(Index n, Phase phase) {
    std::string const extent = std::to_string(n);
    return "complex*16 a(" + extent + "," + extent + ")\n!hpf$ distribute a" +
           (phase == Phase::Columns ? "(*,block)" : "(block,*)") + "\n";
}

/// Some columns of the image, or some rows: whole lines along one dimension. Column by column in memory.
class Lines {
  public:
    Lines(std::optional<LocalLayout> const& layout, Phase phase) : phase_(phase) {
        if (!layout) return;
        rows_ = layout->local_shape()[0];
        columns_ = layout->local_shape()[1];
        first_ = layout->owned().dims()[phase == Phase::Columns ? 1 : 0].bounds().begin;
        row_step_ = layout->strides()[0];
        column_step_ = layout->strides()[1];
        begin_ = layout->first_offset();
        elements_.resize(static_cast<std::size_t>(layout->allocation_size()));
    }

    [[nodiscard]] Complex* data() { return elements_.data(); }

    /// The plane wave with `image` waves along either side. Of columns.
    void fill(Index image) {
        for (Index j = 0; j < columns_; ++j)
            for (Index i = 0; i < rows_; ++i)
                at(i, j) = std::polar(1.0, 2 * std::numbers::pi * static_cast<double>(image * (i + first_ + j) % rows_) /
                                               static_cast<double>(rows_));
    }

    void transform() {
        Index const lines = phase_ == Phase::Columns ? columns_ : rows_;
        Index const length = phase_ == Phase::Columns ? rows_ : columns_;
        std::vector<Complex> line(static_cast<std::size_t>(length));
        for (Index l = 0; l < lines; ++l) {
            for (Index k = 0; k < length; ++k) line[static_cast<std::size_t>(k)] = phase_ == Phase::Columns ? at(k, l) : at(l, k);
            transform_line(line);
            for (Index k = 0; k < length; ++k) (phase_ == Phase::Columns ? at(k, l) : at(l, k)) = line[static_cast<std::size_t>(k)];
        }
    }

    /// Is it the transform of that wave? Of rows.
    void check(Index image) {
        auto const size = static_cast<double>(columns_);
        for (Index i = 0; i < rows_; ++i)
            for (Index j = 0; j < columns_; ++j) {
                bool const peak = i + first_ == image % columns_ && j == image % columns_;
                if (std::abs(at(i, j) - (peak ? size * size : 0)) > 1e-6 * size * size)
                    throw std::runtime_error("a transform is wrong");
            }
    }

  private:
    Complex& at(Index i, Index j) { return elements_[static_cast<std::size_t>(begin_ + row_step_ * i + column_step_ * j)]; }

    Phase phase_;
    Index rows_ = 0;
    Index columns_ = 0;
    Index first_ = 0; ///< index of the first line
    Index begin_ = 0; ///< where the first element lies in memory, and how far the next row and column
    Index row_step_ = 1;
    Index column_step_ = 0;
    std::vector<Complex> elements_;
};

Mapping mapping_of(std::string const& hpf, int ranks) {
    auto const job = take(parse_job(hpf, "fft2d", {ranks, nullptr}));
    return take(Mapping::make(job.arrays.front().states.back()));
}

/// All ranks transform columns, redistribute, and transform rows.
void run_data_parallel(Communicator const& world, Index n, Index images) {
    auto const plan = take(
        RedistPlan::make(mapping_of(text_of(n, Phase::Columns), world.size()), mapping_of(text_of(n, Phase::Rows), world.size())));
    RankLayouts const layouts = RankLayouts::standard({&plan, 1}, world.rank());
    Redistributor redistributor = take(Redistributor::make(take(MultiPlan::make({plan})), world.handle()));
    Lines columns(layouts.sources[0], Phase::Columns), rows(layouts.targets[0], Phase::Rows);
    for (Index image = 0; image < images; ++image) {
        columns.fill(image);
        columns.transform();
        redistributor.execute(columns.data(), rows.data());
        rows.transform();
        rows.check(image);
    }
}

/// The first half of the ranks transforms columns, the other rows.
void run_as_two_tasks(Communicator const& world, Index n, Index images) {
    Rank const border = (world.size() + 1) / 2;
    bool const first = world.rank() < border;
    Communicator const own = world.split(first ? 0 : 1);
    auto const meeting = ChannelMeeting::within(world.handle(), 0, border, "transformed columns");
    ChannelSide const side{own.handle(), text_of(n, first ? Phase::Columns : Phase::Rows)};
    if (first) {
        ArrayChannel channel = take(ArrayChannel::to_receiver(meeting, side));
        Lines columns(channel.sending(), Phase::Columns);
        for (Index image = 0; image < images; ++image) {
            columns.fill(image);
            columns.transform();
            channel.send(columns.data());
        }
        channel.close();
    } else {
        ArrayChannel channel = take(ArrayChannel::from_sender(meeting, side));
        Lines rows(channel.receiving(), Phase::Rows);
        for (Index image = 0; channel.receive(rows.data()); ++image) {
            rows.transform();
            rows.check(image);
        }
    }
}

double seconds_of(Communicator const& world, Index n, Index images, void (*run)(Communicator const&, Index, Index)) {
    world.barrier();
    double const begin = MPI_Wtime();
    run(world, n, images);
    world.barrier();
    return MPI_Wtime() - begin;
}

} // namespace

int main(int argc, char** argv) {
    return run_program(argc, argv, "fft2d N IMAGES", 2, [](std::vector<std::string> const& words) {
        Communicator const world = Communicator::world();
        Index const n = std::stoll(words[0]), images = std::stoll(words[1]);
        if (n < 2 || (n & (n - 1)) != 0 || world.size() < 2)
            throw std::runtime_error("N is a power of two, and it takes two ranks");
        seconds_of(world, n, 1, run_data_parallel); // MPI opens its connections
        seconds_of(world, n, 1, run_as_two_tasks);
        double const together = seconds_of(world, n, images, run_data_parallel);
        double const coupled = seconds_of(world, n, images, run_as_two_tasks);
        if (world.rank() == 0)
            std::printf("%lld images of %lld x %lld on %d ranks: data-parallel %.3f s, two tasks %.3f s\n",
                        static_cast<long long>(images), static_cast<long long>(n), static_cast<long long>(n), world.size(),
                        together, coupled);
    });
}
