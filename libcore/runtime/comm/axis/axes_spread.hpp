// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements with given indices in several dimensions, spread along all of these.
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

/// Spreads along one dimension after the other. Only the ranks that hold the given indices of the dimensions that follow take part
/// in all but the last.
class AxesSpread {
  public:
    /// `dims`: at least one, from 0, none twice. Collective over `comm`. Errors: no dimension, or one twice; as AxisSpread::make.
    [[nodiscard]] static Result<AxesSpread> make(Mapping const& mapping, std::vector<int> dims, MPI_Comm comm,
                                                 std::string_view algorithm = "auto");

    /// `indices`: one for each of the dimensions, from 0. Every element of `target` gets the element whose indices are these, and
    /// its own in the other dimensions; elements that are not in `where` stay as they are. Collective. Precondition: the array has
    /// these indices.
    void spread(Extents const& indices, std::byte const* source, std::byte* target, Context const* where = nullptr);

  private:
    AxesSpread(Mapping mapping, std::vector<int> dims, std::optional<Index> position)
        : mapping_(std::move(mapping)), dims_(std::move(dims)), position_(position) {}

    Mapping mapping_;
    std::vector<int> dims_;
    std::optional<Index> position_;   // where this rank holds something
    std::vector<AxisSpread> spreads_; // one for each dimension
};

} // namespace tessera
