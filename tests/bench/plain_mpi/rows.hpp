// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a matrix in blocks of rows, as a program without Tessera keeps it: what the plain MPI programs have in common.
#pragma once

#include "libcore/base/index.hpp"

#include <algorithm>
#include <cstddef>
#include <mpi.h>
#include <vector>

namespace tessera::bench {

inline int ranks() {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}
inline int this_rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

/// This rank's rows of a matrix, with `frame` rows above and below for those of the neighbours.
template <class T>
class Rows {
  public:
    Rows(Index rows, Index columns, Index frame) : columns_(columns), frame_(frame) {
        Index const most = (rows + ranks() - 1) / ranks();
        first_ = std::min(most * this_rank(), rows);
        count_ = std::min(most, rows - first_);
        values_.resize(as_size((count_ + 2 * frame) * columns));
    }

    [[nodiscard]] Index first() const { return first_; }
    [[nodiscard]] Index count() const { return count_; }
    [[nodiscard]] Index columns() const { return columns_; }
    /// Row i of the rank's, from 0; -frame ... count() + frame - 1.
    [[nodiscard]] T* row(Index i) { return values_.data() + (i + frame_) * columns_; }

    /// Calls visit(element, i, j) for each of the rank's, by its indices in the whole.
    template <class Visit>
    void for_each(Visit const& visit) {
        for (Index i = 0; i < count_; ++i)
            for (Index j = 0; j < columns_; ++j) visit(row(i)[j], first_ + i, j);
    }

    /// The frame from the neighbours; on a torus the last rank's neighbour is the first. Every rank owns at least `frame` rows.
    void exchange(bool torus) {
        int const up = neighbour(-1, torus);
        int const down = neighbour(1, torus);
        auto const bytes = static_cast<int>(frame_ * columns_ * Index{sizeof(T)});
        MPI_Sendrecv(row(0), bytes, MPI_BYTE, up, 0, row(count_), bytes, MPI_BYTE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(row(count_ - frame_), bytes, MPI_BYTE, down, 0, row(-frame_), bytes, MPI_BYTE, up, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }

    [[nodiscard]] Index differences(std::vector<T> const& whole) {
        Index different = 0;
        for_each([&](T const& value, Index i, Index j) { different += value == whole[as_size(i * columns_ + j)] ? 0 : 1; });
        return different;
    }

  private:
    static int neighbour(int step, bool torus) {
        int const rank = this_rank() + step;
        if (torus) return (rank + ranks()) % ranks();
        return rank < 0 || rank >= ranks() ? MPI_PROC_NULL : rank;
    }

    Index columns_;
    Index frame_;
    Index first_ = 0;
    Index count_ = 0;
    std::vector<T> values_;
};

} // namespace tessera::bench
