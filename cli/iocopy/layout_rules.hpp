// SPDX-License-Identifier: BSD-3-Clause
// Tessera: options that say the layout of some variables and not of others.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/store/array_format.hpp"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// Does a shell's pattern fit the path of a variable, "/group/temp", or the last name in it?
[[nodiscard]] bool fits_name(std::string const& pattern, std::string const& path);

/// "VARS:VALUE" for variables of these names, "VALUE" for all.
struct LayoutRule {
    std::string pattern;
    std::string value;
    bool is_for_all = false; ///< there is no pattern
};

/// `option`: whose value it is; some have a ':' of their own, as "auto:4MiB" and "zstd:3".
[[nodiscard]] LayoutRule layout_rule(std::string_view option, std::string const& text);

/// The first rule of this option that fits the variable's path; nothing where none does.
[[nodiscard]] std::optional<LayoutRule> rule_for(Arguments const& arguments, std::string_view option, std::string const& path);
/// Its value.
[[nodiscard]] std::optional<std::string> value_for(Arguments const& arguments, std::string_view option, std::string const& path);

/// The options whose values are such rules.
inline constexpr std::array<std::string_view, 7> ruled_options{"chunk", "deflate",      "compress",  "shuffle",
                                                               "nbit",  "scale-offset", "fletcher32"};

/// Error: a rule, or a pattern of --exclude, fits none of these variables; `further_names`: what else they are called, asked only
/// then.
[[nodiscard]] Result<void> check_rules(Arguments const& arguments, std::span<std::string const> paths,
                                       std::function<std::vector<FurtherName>()> const& further_names);

} // namespace tessera::cli
