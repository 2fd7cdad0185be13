// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what one rank passes to a routine of ScaLAPACK that moves a submatrix.
#pragma once

#include "libcore/api/scalapack/matrix_side.hpp"

#include <array>
#include <type_traits>

namespace tessera::scalapack {

/// The part of the submatrix that moves.
enum class Part : int { Whole, Upper, Lower };

/// All ints of a request stand together, so that it has no padding: ranks exchange it as it is.
struct MoveRequest {
    std::array<double, 2> alpha{1, 0}; ///< B = beta*B + alpha*op(A); real and imaginary part
    std::array<double, 2> beta{0, 0};
    int type = 0; ///< the letter of the routine's name: i, s, d, c or z
    int rows = 0; ///< of the submatrix of B
    int columns = 0;
    Part part = Part::Whole;
    int diagonal = 1;   ///< 0: the diagonal of a trapezoid stays
    int transposed = 0; ///< 1: op transposes
    int conjugate = 0;  ///< 1: op takes conjugates
    int aliased = 0;    ///< 1: this rank's parts of A and B have memory in common
    MatrixSide from;
    MatrixSide to;

    [[nodiscard]] int source_rows() const { return transposed == 0 ? rows : columns; }
    [[nodiscard]] int source_columns() const { return transposed == 0 ? columns : rows; }

    /// Returns whether both ask for the same, apart from what differs between processes.
    [[nodiscard]] bool is_like(MoveRequest const& other) const {
        auto const global = [](MoveRequest request) {
            request.aliased = 0;
            request.from = request.to = {};
            return request;
        };
        return global(*this) == global(other);
    }
    friend bool operator==(MoveRequest const&, MoveRequest const&) = default;
};

static_assert(std::is_trivially_copyable_v<MoveRequest>);
static_assert(sizeof(MoveRequest) == 4 * sizeof(double) + 8 * sizeof(int) + 2 * sizeof(MatrixSide));

/// Returns the size of an element in bytes for a letter of MoveRequest::type.
[[nodiscard]] constexpr int element_bytes_of(int type) {
    switch (type) {
    case 'd':
    case 'c':
        return 8;
    case 'z':
        return 16;
    default:
        return 4;
    }
}

} // namespace tessera::scalapack
