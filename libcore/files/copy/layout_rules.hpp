// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout options for some variables of a file.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/files/store/array_format.hpp"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Returns whether a shell pattern fits the path of a variable, "/group/temp", or the last name in it.
[[nodiscard]] bool fits_name(std::string const& pattern, std::string const& path);

/// A rule "VARS:VALUE" for variables of these names, or "VALUE" for all.
struct LayoutRule {
    std::string pattern;
    std::string value;
    bool is_for_all = false; ///< the rule has no pattern
};

/// Parses a rule. `option`: the option of this value. Some values contain a ':', such as "auto:4MiB" and "zstd:3".
[[nodiscard]] LayoutRule layout_rule(std::string_view option, std::string const& text);

/// Returns the first rule of this option that fits the variable's path; nothing if none does.
[[nodiscard]] std::optional<LayoutRule> rule_for(OptionValues const& given, std::string_view option, std::string const& path);
/// Returns the value of this rule.
[[nodiscard]] std::optional<std::string> value_for(OptionValues const& given, std::string_view option, std::string const& path);

/// Returns whether the option is not given, or only says that the target has no chunks or no filter.
[[nodiscard]] bool asks_for_none(OptionValues const& given, std::string_view option);

/// Options whose values are rules.
inline constexpr std::array<std::string_view, 7> ruled_options{"chunk", "deflate",      "compress",  "shuffle",
                                                               "nbit",  "scale-offset", "fletcher32"};

/// Error: a rule, or a pattern of --exclude, fits none of these variables. `aliases`: returns other names of the variables;
/// called only for the error's text.
[[nodiscard]] Result<void> check_rules(OptionValues const& given, std::span<std::string const> paths,
                                       std::function<std::vector<ArrayAlias>()> const& aliases);

/// Returns the error of one variable of a whole file, with its name. An error about an option that knows no variables
/// ("--bandwidth: ...") stays as it is. `way_out`: "--exclude leaves it out"; added where the variable is at fault, not an option.
[[nodiscard]] tl::unexpected<Error> error_of_variable(std::string const& name, Error const& error, std::string_view way_out);

} // namespace tessera
