// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements numbered along a dimension of a distributed array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/runtime/comm/axis/axis_scan.hpp"

#include <cstdint>
#include <mpi.h>
#include <utility>
#include <vector>

namespace tessera {

/// Every active element gets its number among the active ones of its line: a scan of ones (pC*, 3.2.3.1: how elements that a
/// context names are packed side by side).
class AxisEnumeration {
  public:
    /// `options`: exclusive counts from 0, else from 1; the last first where the direction is Down; anew in each segment.
    /// Collective over `comm`. Errors: ranks and dimension as AxisScan::make; the mapping's element type does not matter.
    [[nodiscard]] static Result<AxisEnumeration> make(Mapping const& mapping, int dim, MPI_Comm comm,
                                                      AxisScanOptions options = {.exclusive = true});

    /// `numbers`: one for each element of this rank's part in the standard layout; those of inactive elements stay as they are.
    /// `starts` and `where`: as AxisScan::execute. Collective.
    void execute(Index* numbers, std::uint8_t const* starts = nullptr, Context const* where = nullptr);

    [[nodiscard]] AxisPlan const& plan() const { return scan_.plan(); }

  private:
    explicit AxisEnumeration(AxisScan scan, Index size) : scan_(std::move(scan)), ones_(as_size(size), 1) {}

    AxisScan scan_;
    std::vector<Index> ones_; // a part of an array of ones
};

} // namespace tessera
