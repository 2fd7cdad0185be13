// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which elements the ranks name in distcomm send and get, and what must come of it.
#pragma once

#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_data.hpp"
#include "cli/distcomm/comm_settings.hpp"
#include "cli/distcomm/rounding_bound.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/comm/collectives/combiner.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera::cli {

/// Every rank has a value for each element that it owns of the first copy, and names another element for it: element k of the array
/// (in storage order) names element f(k).
class NamedElements {
  public:
    /// `pattern`: "permuted", every element is named once; "random", some again and some never; "few", all name the first
    /// hundredth.
    /// Only elements that settings.where lets name others.
    [[nodiscard]] static NamedElements make(CommSettings const& settings, std::string pattern) {
        return {settings, std::move(pattern)};
    }

    [[nodiscard]] std::string const& pattern() const { return pattern_; }
    /// What the rank at a grid position names; nothing where it takes no part.
    [[nodiscard]] std::vector<Index> of(std::optional<Index> position) const;

    /// The values that belong to them: those of this rank's elements that take part, in one row; and such a row back to their
    /// places.
    [[nodiscard]] std::vector<std::byte> own_values(CommArray const& source) const;
    void put_values(std::span<std::byte const> values, CommArray& target) const;
    /// Before a send: what combining does not change, or zeros.
    void prepare_to_receive(CommArray& array, std::optional<Combiner> const& combiner) const;

    /// The rank's elements after a send, and its values after a get, against one process.
    [[nodiscard]] Result<void> check_array(CommArray const& array, CommData const& data,
                                           std::optional<Combiner> const& combiner) const;
    [[nodiscard]] Result<void> check_values(std::span<std::byte const> values, std::span<Index const> indices,
                                            CommData const& data) const;

  private:
    NamedElements(CommSettings const& settings, std::string pattern)
        : settings_(settings), mapping_(settings.mapping), pattern_(std::move(pattern)) {}

    [[nodiscard]] Index named_by(Index element) const;
    [[nodiscard]] Index element_bytes() const { return mapping_.array().type.bytes; }
    struct Element {
        Index linear = 0; ///< number in storage order
        Index place = 0;  ///< in bytes, in its rank's allocation
    };
    /// What takes part of what a position owns of the first copy, in a fixed order.
    [[nodiscard]] std::vector<Element> active_elements_of(Index position) const;
    template <class Visit>
    void for_each_naming(Visit const& visit) const;
    /// The whole array after the send of all ranks, and how far elements may lie from it.
    struct Sent {
        std::vector<std::byte> whole;
        std::map<Index, RoundingBound> bounds; // by number; nothing: not at all
    };
    [[nodiscard]] Sent sent_by_one_process(CommData const& data, std::optional<Combiner> const& combiner) const;

    CommSettings const& settings_;
    Mapping const& mapping_;
    std::string pattern_;
};

} // namespace tessera::cli
