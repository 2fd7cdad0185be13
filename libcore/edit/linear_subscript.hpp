// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parts of an alignment subscript: dummy, stride and offset.
#pragma once

#include "libcore/base/index.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// The subscript "2*i-1" is i with stride 2 and offset -1, "3" a fixed position, "*" a copy at every position.
struct LinearSubscript {
    enum class Kind { Linear, Fixed, Replicated };
    Kind kind = Kind::Linear;
    std::string dummy; ///< for Linear only
    Index stride = 1;
    Index offset = 0; ///< for Fixed: the position
    friend bool operator==(LinearSubscript const&, LinearSubscript const&) = default;
};

/// Parses a subscript. Returns nothing if it is not such a form with plain numbers: `n*i`, `:`, `2:10:2`.
[[nodiscard]] std::optional<LinearSubscript> read_subscript(std::string_view text);
[[nodiscard]] std::string write_subscript(LinearSubscript const& subscript);

} // namespace tessera
