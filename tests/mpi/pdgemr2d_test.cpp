// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random submatrices moved between block-cyclic matrices by ScaLAPACK's pdgemr2d and by a Redistributor, compared byte by
// byte: padding and guards around the arrays too.
//
// Usage: local-mpirun -n N pdgemr2d_tests pdgemr2d_test [PAIRS] [SEED]
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/spec/forms/form.hpp"
#include "tests/mpi/block_cyclic_pairs.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" void Cpdgemr2d(int rows, int columns, double* a, int ia, int ja, int* desc_a, double* b, int ib, int jb, int* desc_b,
                          int context);

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// As the notation says it: scalapack(...), on these ranks.
Mapping mapping_of(Descriptor const& matrix, char const* name) {
    ArraySpec array;
    array.name = name;
    array.type = {"float64", 8};
    array.lower = {1, 1};
    array.extents = {matrix.rows, matrix.columns};
    std::string text = "scalapack(mb=" + std::to_string(matrix.row_block) + ",nb=" + std::to_string(matrix.column_block) +
                       ",grid=" + std::to_string(matrix.grid_rows) + "x" + std::to_string(matrix.grid_columns) +
                       ",rsrc=" + std::to_string(matrix.first_row) + ",csrc=" + std::to_string(matrix.first_column);
    if (matrix.alike) text += ",lld=" + std::to_string(matrix.leading(0));
    auto spec = read_mapping(text + ")", array);
    if (!spec) throw std::runtime_error(text + "): " + spec.error().message);
    if (spec->processors.ranks.empty()) {
        spec->processors.ranks.resize(matrix.ranks.size());
        std::iota(spec->processors.ranks.begin(), spec->processors.ranks.end(), 0);
    }
    for (Rank& rank : spec->processors.ranks) rank = matrix.ranks[static_cast<std::size_t>(rank)];
    return Mapping::make(*std::move(spec)).value();
}

constexpr double guard = -1;
constexpr int guards = 64; // elements in front of and behind an array

/// One matrix as this rank holds it.
class Side {
  public:
    Side(Descriptor const& matrix, char const* name) : mapping_(mapping_of(matrix, name)), context_(make_context(matrix)) {
        auto const found = std::ranges::find(matrix.ranks, Communicator::world().rank());
        int leading = 1;
        int columns = 0;
        if (found != matrix.ranks.end()) {
            auto const number = static_cast<int>(found - matrix.ranks.begin());
            leading = matrix.leading(number);
            columns = matrix.columns_of(number);
            Index const position = mapping_.grid().position(*found).value();
            layout_ = matrix.alike ? LocalLayout(mapping_, position) : LocalLayout::padded(mapping_, position, leading).value();
            is_numroc_ = layout_->local_shape() == Extents{matrix.rows_of(number / matrix.grid_columns), columns};
            if (matrix.padding == 0 && !matrix.alike && columns > 1 && layout_->local_shape()[0] > 0)
                is_numroc_ = is_numroc_ && LocalLayout(mapping_, position).strides()[1] == leading;
        }
        elements_.assign(static_cast<std::size_t>(2 * guards + leading * columns), guard);
        descriptor_ = matrix.words(context_, leading);
    }
    Side(Side const&) = delete;
    Side& operator=(Side const&) = delete;
    ~Side() {
        if (context_ >= 0) Cblacs_gridexit(context_);
    }

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }
    [[nodiscard]] double* data(std::vector<double>& elements) const { return elements.data() + guards; }
    [[nodiscard]] std::vector<double>& elements() { return elements_; }
    [[nodiscard]] int* descriptor() { return descriptor_.data(); }
    /// Does the standard layout hold what NUMROC says, without gaps?
    [[nodiscard]] bool is_numroc() const { return is_numroc_; }
    void fill() {
        if (!layout_) return;
        layout_->owned().for_each([&](std::span<Index const> index) {
            Index const at = layout_->offset(layout_->global_to_local(index).value());
            data(elements_)[at] = static_cast<double>(index[0] + 1000 * index[1]);
        });
    }

  private:
    Mapping mapping_;
    int context_;
    std::optional<LocalLayout> layout_;
    std::vector<double> elements_;
    std::array<int, 9> descriptor_{};
    bool is_numroc_ = true;
};

/// Ours, in place of pdgemr2d.
void move(Pair const& pair, Side& source, Side& target, std::vector<double>& to, Transport transport) {
    CopyMap map = CopyMap::identity(Extents{pair.m, pair.n});
    map.axes[0].source->start = pair.ia - 1;
    map.axes[1].source->start = pair.ja - 1;
    map.axes[0].target->start = pair.ib - 1;
    map.axes[1].target->start = pair.jb - 1;
    auto const plan = MultiPlan::make({RedistPlan::make(source.mapping(), target.mapping(), map).value()}).value();
    RedistributorOptions options;
    options.transport = transport;
    options.least_shared = 0;
    auto mover = Redistributor::make(plan, MPI_COMM_WORLD, {{source.layout()}, {target.layout()}}, options).value();
    mover.execute(source.data(source.elements()), target.data(to));
}

/// Collective: do both move the same?
bool agree(Choice& choice, int number, int context) {
    Pair const pair = random_pair(choice, 60);
    auto const transports = transport_names();
    auto const named = transports[static_cast<std::size_t>(choice.between(0, static_cast<int>(transports.size()) - 1))];
    Transport transport = transport_named(named).value();
    if (transport == Transport::Scheduled) transport = Transport::Auto; // which needs a schedule
    Side source(pair.from, "A");
    Side target(pair.to, "B");
    source.fill();
    std::vector<double> const before = source.elements();
    std::vector<double> ours = target.elements();
    Cpdgemr2d(pair.m, pair.n, source.data(source.elements()), pair.ia, pair.ja, source.descriptor(), target.data(target.elements()),
              pair.ib, pair.jb, target.descriptor(), context);
    int same = source.elements() == before ? 1 : 0;
    move(pair, source, target, ours, transport);
    if (source.elements() != before || ours != target.elements() || !source.is_numroc() || !target.is_numroc()) same = 0;
    int all = 0;
    MPI_Allreduce(&same, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (all == 0 && Communicator::world().rank() == 0)
        std::printf("pair %d differs: %d x %d elements from (%d,%d) of %s to (%d,%d) of %s, %s\n", number, pair.m, pair.n, pair.ia,
                    pair.ja, pair.from.text().c_str(), pair.ib, pair.jb, pair.to.text().c_str(), std::string(named).c_str());
    return all != 0;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    int const pairs = argc > 1 ? std::atoi(argv[1]) : 60;
    auto const seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    int context = 0; // of all ranks
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "Row", 1, Communicator::world().size());
    Choice choice(seed);
    int wrong = 0;
    for (int number = 0; number < pairs; ++number) wrong += agree(choice, number, context) ? 0 : 1;
    Cblacs_gridexit(context);
    if (Communicator::world().rank() == 0) std::printf("%d pairs of seed %llu, %d differ\n", pairs, seed, wrong);
    return wrong == 0 ? 0 : 1;
}
