// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a command line, checked against the command's table.
#pragma once

#include "cli/common/command_table.hpp"
#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera::cli {

/// The parsed command line. Asking for an option that is not in the table is a bug. An option of another subcommand counts as
/// not given.
class Arguments {
  public:
    [[nodiscard]] std::string const& subcommand() const { return subcommand_; }
    [[nodiscard]] std::vector<std::string> const& positionals() const { return positionals_; }

    /// Returns a copy with the same options and these positionals.
    [[nodiscard]] Arguments with_positionals(std::vector<std::string> positionals) const {
        Arguments other = *this;
        other.positionals_ = std::move(positionals);
        return other;
    }

    [[nodiscard]] bool has(std::string_view option) const; ///< whether a flag or a value was given
    [[nodiscard]] std::optional<std::string> text(std::string_view option) const;
    [[nodiscard]] std::string text_or(std::string_view option, std::string_view fallback) const;
    [[nodiscard]] std::vector<std::string> const& texts(std::string_view option) const; ///< all values of a repeatable option
    [[nodiscard]] std::optional<Index> number(std::string_view option) const;           ///< Number: the value; Size: bytes
    /// Calls visit(option, values) for every given option; a flag has no values.
    void for_each_given(std::function<void(std::string const&, std::vector<std::string> const&)> const& visit) const;

  private:
    friend class ArgumentParser;
    struct Given {
        ValueKind kind = ValueKind::Flag;
        bool given = false;
        std::vector<std::string> texts;
        std::optional<Index> number;
    };
    [[nodiscard]] Given const& given(std::string_view option) const;

    std::string subcommand_;
    std::vector<std::string> positionals_;
    std::map<std::string, Given, std::less<>> options_; // every option of the table
};

/// The request of a command line.
struct Request {
    enum class Kind { Run, Help, HelpAll, Version, Man, BashCompletion, ZshCompletion, FishCompletion } kind = Kind::Run;
    std::string subcommand; ///< the subcommand of the request; "" for the command itself
    Arguments arguments;    ///< for Run only
};

/// Parses a command line and checks numbers, sizes and choices. `words`: the command line without the program's name. Errors:
/// unknown subcommand or option (with the nearest name); a missing, superfluous or malformed value; too few or too many
/// arguments.
[[nodiscard]] Result<Request> parse_arguments(CommandTable const& table, std::span<std::string const> words);

} // namespace tessera::cli
