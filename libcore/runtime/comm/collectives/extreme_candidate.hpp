// SPDX-License-Identifier: BSD-3-Clause
// Tessera: candidates for the largest or smallest element, compared among ranks.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/comm/axis/sort_key.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace tessera {

enum class Extreme { Least, Largest };

/// Returns the names "minloc", "maxloc", in the order of the enumeration.
[[nodiscard]] std::span<std::string_view const> extreme_names();
[[nodiscard]] std::optional<Extreme> extreme_named(std::string_view name);

/// A candidate: the key of an element in the order of all values, and its place. The default is no element; every element
/// beats it.
struct ExtremeCandidate {
    static constexpr Index none = std::numeric_limits<Index>::max();
    std::uint64_t key = 0;
    Index place = none;

    /// Returns whether this has the larger key or, with equal keys, the lower place.
    [[nodiscard]] bool beats(ExtremeCandidate const& other) const {
        return key != other.key ? key > other.key : place < other.place;
    }
};

/// Makes candidates from elements.
class CandidateMaker {
  public:
    /// Error: elements of the type have no order (SortKey).
    [[nodiscard]] static Result<CandidateMaker> make(Extreme extreme, ElementType const& type);

    /// Returns the candidate of an element. NaNs are no candidates, as for min and max. Both zeros of floats are equal.
    [[nodiscard]] ExtremeCandidate of(std::byte const* element, Index place) const {
        std::uint64_t const key = key_.of(element);
        if (floats_ && key == std::numeric_limits<std::uint64_t>::max()) return {};
        return {extreme_ == Extreme::Largest ? key : ~key, place};
    }

  private:
    CandidateMaker(Extreme extreme, SortKey key, bool floats) : extreme_(extreme), key_(key), floats_(floats) {}

    Extreme extreme_;
    SortKey key_;
    bool floats_;
};

/// Replaces candidate i on every rank by the best candidate i of all ranks. Collective.
void agree_on_best(Communicator const& comm, std::span<ExtremeCandidate> candidates);

} // namespace tessera
