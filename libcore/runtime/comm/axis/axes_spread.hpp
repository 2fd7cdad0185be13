// SPDX-License-Identifier: BSD-3-Clause
// Tessera: spreads the elements with given indices in several dimensions along these dimensions.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/comm/axis/axis_spread.hpp"

#include <cstddef>
#include <mpi.h>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// Spreads along one dimension after another. In all but the last, only those ranks take part that hold the given indices of
/// the later dimensions.
class AxesSpread {
  public:
    /// `dims`: at least one dimension, counted from 0, none twice. Collective over `comm`. Errors: no dimension, or one twice;
    /// those of AxisSpread::make.
    [[nodiscard]] static Result<AxesSpread> make(Mapping const& mapping, std::vector<int> dims, MPI_Comm comm,
                                                 std::string_view algorithm = "auto");

    /// Sets every element of `target` to the source element with these indices and the same other indices. `indices`: one per
    /// dimension, from 0. Elements outside `where` keep their values. Collective. Precondition: the array has these indices.
    void spread(Extents const& indices, std::byte const* source, std::byte* target, Context const* where = nullptr);

  private:
    AxesSpread(Mapping mapping, std::vector<int> dims, std::optional<Index> position)
        : mapping_(std::move(mapping)), dims_(std::move(dims)), position_(position) {}

    Mapping mapping_;
    std::vector<int> dims_;
    std::optional<Index> position_;   // empty if this rank holds nothing
    std::vector<AxisSpread> spreads_; // one per dimension
};

} // namespace tessera
