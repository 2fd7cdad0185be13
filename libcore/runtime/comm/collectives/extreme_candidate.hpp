// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements that may be the largest or smallest, with their places, compared among ranks.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/comm/axis/sort_key.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace tessera {

enum class Extreme { Least, Largest };

/// "minloc", "maxloc", in the order of the enumeration.
[[nodiscard]] std::span<std::string_view const> extreme_names();
[[nodiscard]] std::optional<Extreme> extreme_named(std::string_view name);

/// An element by its rank in the order of all values, and its place. As made: no element, which any other one beats.
struct ExtremeCandidate {
    static constexpr Index none = std::numeric_limits<Index>::max();
    std::uint64_t key = 0;
    Index place = none;

    /// The larger key wins; of equal ones the lower place.
    [[nodiscard]] bool beats(ExtremeCandidate const& other) const {
        return key != other.key ? key > other.key : place < other.place;
    }
};

/// Makes candidates of elements.
class CandidateMaker {
  public:
    /// Error: elements of the type have no order (SortKey).
    [[nodiscard]] static Result<CandidateMaker> make(Extreme extreme, ElementType const& type);

    /// NaNs are no candidates, as for min and max. Both zeros of floats are equal.
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

/// ExtremeCandidate i of all ranks becomes the one that beats all others, on every rank. Collective.
void agree_on_best(Comm const& comm, std::span<ExtremeCandidate> candidates);

} // namespace tessera
