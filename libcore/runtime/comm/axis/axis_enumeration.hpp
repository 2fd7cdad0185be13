// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers the elements along a dimension of a distributed array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/runtime/comm/axis/axis_scan.hpp"

#include <cstdint>
#include <mpi.h>
#include <utility>
#include <vector>

namespace tessera {

/// Numbers the active elements of each line: a scan of ones (pC*, 3.2.3.1: packing of elements that a context selects).
class AxisEnumeration {
  public:
    /// `options`: exclusive numbers from 0, else from 1; direction Down gives the last element the first number; each segment
    /// starts anew. Collective over `comm`. Errors: rank and dimension errors of AxisScan::make; the mapping's element type
    /// does not matter.
    [[nodiscard]] static Result<AxisEnumeration> make(Mapping const& mapping, int dim, MPI_Comm comm,
                                                      AxisScanOptions options = {.exclusive = true});

    /// `numbers`: one per element of this rank's part, in the standard layout; those of inactive elements keep their values.
    /// `starts`, `where`: as for AxisScan::execute. Collective.
    void execute(Index* numbers, std::uint8_t const* starts = nullptr, Context const* where = nullptr);

    [[nodiscard]] AxisPlan const& plan() const { return scan_.plan(); }

  private:
    explicit AxisEnumeration(AxisScan scan, Index size) : scan_(std::move(scan)), ones_(as_size(size), 1) {}

    AxisScan scan_;
    std::vector<Index> ones_; // this rank's part of an array of ones
};

} // namespace tessera
