// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a command line, checked against the command's table.
#include "cli/common/arguments.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace po = boost::program_options;

namespace tessera::cli {
namespace {

constexpr char const* positional_key = "arguments";

std::string full_name(CommandTable const& table, std::string const& subcommand) {
    return subcommand.empty() ? table.command.name : table.command.name + " " + subcommand;
}

std::string help_hint(CommandTable const& table, std::string const& subcommand) {
    return fmt::format("; see '{} --help'", full_name(table, subcommand));
}

po::options_description describe(std::vector<OptionSpec> const& options) {
    po::options_description description;
    for (OptionSpec const& option : options) {
        std::string const names = option.letter == '\0' ? option.name : fmt::format("{},{}", option.name, option.letter);
        if (option.kind == ValueKind::Flag)
            description.add_options()(names.c_str(), "");
        else
            description.add_options()(names.c_str(), po::value<std::string>(), "");
    }
    description.add_options()(positional_key, po::value<std::vector<std::string>>(), "");
    return description;
}

std::vector<std::string> option_names(std::vector<OptionSpec> const& options) {
    std::vector<std::string> names;
    for (OptionSpec const& option : options) names.push_back("--" + option.name);
    return names;
}

/// Returns the error for an option that does not exist, or not for this subcommand, with a suggestion.
std::string unknown_option(CommandTable const& table, std::string const& subcommand, std::string const& name) {
    std::vector<std::string> homes;
    for (OptionSpec const& option : table.options)
        if ("--" + option.name == name) std::ranges::copy(option.subcommands, std::back_inserter(homes));
    if (!homes.empty())
        return fmt::format("option '{}' does not belong to '{}', but to {}", name, full_name(table, subcommand),
                           fmt::join(homes, ", "));
    auto const hint = suggestion(name, option_names(options_of(table, subcommand)));
    if (!hint.empty()) return fmt::format("unknown option '{}'{}", name, hint);
    bool const of_launcher = table.under_mpi && (name == "-n" || name == "-np");
    return fmt::format("unknown option '{}'{}", name,
                       of_launcher ? fmt::format("; ranks are mpirun's: mpirun {} 4 {} ...", name, full_name(table, subcommand))
                                   : help_hint(table, subcommand));
}

Result<void> check_choice(OptionSpec const& option, std::string const& value) {
    if (std::ranges::count(option.choices, value) > 0) return {};
    return fail(fmt::format("--{}: '{}' is not one of {}{}", option.name, value, fmt::join(option.choices, ", "),
                            suggestion(value, option.choices)));
}

} // namespace

Arguments::Given const& Arguments::given(std::string_view option) const {
    auto const found = options_.find(option);
    assert(found != options_.end() && "an option the command's table does not have");
    return found->second;
}

bool Arguments::has(std::string_view option) const {
    return given(option).given;
}

std::optional<std::string> Arguments::text(std::string_view option) const {
    Given const& found = given(option);
    return found.texts.empty() ? std::nullopt : std::optional(found.texts.back());
}

std::string Arguments::text_or(std::string_view option, std::string_view fallback) const {
    return text(option).value_or(std::string(fallback));
}

std::vector<std::string> const& Arguments::texts(std::string_view option) const {
    return given(option).texts;
}

std::optional<Index> Arguments::number(std::string_view option) const {
    Given const& found = given(option);
    assert(found.kind == ValueKind::Number || found.kind == ValueKind::Size);
    return found.number;
}

void Arguments::for_each_given(std::function<void(std::string const&, std::vector<std::string> const&)> const& visit) const {
    for (auto const& [option, found] : options_)
        if (found.given) visit(option, found.texts);
}

/// Parses the words after the subcommand.
class ArgumentParser {
  public:
    ArgumentParser(CommandTable const& table, std::string subcommand) : table_(table), options_(options_of(table, subcommand)) {
        arguments_.subcommand_ = std::move(subcommand);
        for (OptionSpec const& option : table.options) arguments_.options_[option.name].kind = option.kind;
        // An option of the same name may mean something else to another subcommand.
        for (OptionSpec const& option : options_) arguments_.options_[option.name].kind = option.kind;
    }

    Result<Arguments> parse(std::vector<std::string> const& words) {
        auto const parsed = TRY(split(words));
        for (auto const& word : parsed.options) TRY(word.string_key == positional_key ? take_positional(word) : take_option(word));
        TRY(check_count());
        return arguments_;
    }

  private:
    Result<po::parsed_options> split(std::vector<std::string> const& words) const {
        int const style = po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
        std::string const& subcommand = arguments_.subcommand_;
        auto const description = describe(options_);
        po::positional_options_description positional;
        positional.add(positional_key, -1);
        try {
            return po::command_line_parser(words).options(description).positional(positional).style(style).run();
        } catch (po::unknown_option const& error) {
            return fail(unknown_option(table_, subcommand, error.get_option_name()));
        } catch (po::invalid_command_line_syntax const& error) {
            if (error.kind() != po::invalid_syntax::extra_parameter) return fail(needs_value(error.get_option_name()));
            return fail(fmt::format("option '{}' takes no value{}", error.get_option_name(), help_hint(table_, subcommand)));
        } catch (po::error const& error) {
            return fail(error.what() + help_hint(table_, subcommand));
        }
    }

    std::string needs_value(std::string const& option) const {
        return fmt::format("option '{}' needs a value{}", option, help_hint(table_, arguments_.subcommand_));
    }

    Result<void> take_positional(po::option const& word) {
        std::ranges::copy(word.value, std::back_inserter(arguments_.positionals_));
        return {};
    }

    Result<void> take_option(po::option const& word) {
        OptionSpec const& option = *std::ranges::find(options_, word.string_key, &OptionSpec::name);
        auto& given = arguments_.options_[option.name];
        if (given.given && !option.repeatable && option.kind != ValueKind::Flag)
            return fail(fmt::format("option '--{}' is given twice", option.name));
        given.given = true;
        if (option.kind == ValueKind::Flag) return {};
        std::string const& value = word.value.front();
        if (std::ranges::count(option_names(options_), value) > 0) return fail(needs_value("--" + option.name));
        given.texts.push_back(value);
        if (option.kind == ValueKind::Choice) return check_choice(option, value);
        if (option.kind != ValueKind::Number && option.kind != ValueKind::Size) return {};
        auto const number = option.kind == ValueKind::Number ? parse_number(value) : parse_size(value);
        if (!number) return fail(fmt::format("--{}: {}", option.name, number.error().message));
        given.number = *number;
        return {};
    }

    Result<void> check_count() const {
        Invocation const& invocation = invocation_of(table_, arguments_.subcommand_);
        auto const count = static_cast<int>(arguments_.positionals_.size());
        std::string const name = full_name(table_, arguments_.subcommand_);
        if (count < invocation.min_arguments) {
            std::string const after =
                count == 0 ? "" : fmt::format("an argument is missing after '{}'; ", arguments_.positionals_.back());
            return fail(
                fmt::format("{}expected: {} {}{}", after, name, invocation.arguments, help_hint(table_, arguments_.subcommand_)));
        }
        if (count > invocation.max_arguments)
            return fail(fmt::format("unexpected argument '{}'; expected: {} {}",
                                    arguments_.positionals_[as_size(invocation.max_arguments)], name, invocation.arguments));
        return {};
    }

    CommandTable const& table_;
    std::vector<OptionSpec> options_;
    Arguments arguments_;
};

namespace {

/// Returns a request such as --help that needs no valid command line; it takes precedence over errors.
std::optional<Request::Kind> special_request(std::span<std::string const> words) {
    for (std::string const& word : words) {
        if (word == "--") break;
        if (word == "--help" || word == "-h") return Request::Kind::Help;
        if (word == "--help-all") return Request::Kind::HelpAll;
        if (word == "--version") return Request::Kind::Version;
        if (word == "--man") return Request::Kind::Man;
        if (word == "--completion=zsh") return Request::Kind::ZshCompletion;
        if (word == "--completion=fish") return Request::Kind::FishCompletion;
        if (word == "--completion" || word.starts_with("--completion=")) return Request::Kind::BashCompletion;
    }
    return std::nullopt;
}

Result<std::string> take_subcommand(CommandTable const& table, std::span<std::string const> words) {
    std::vector<std::string> names;
    for (Invocation const& subcommand : table.subcommands) names.push_back(subcommand.name);
    bool const is_option = !words.empty() && words.front().starts_with('-');
    auto const near = is_option ? suggestion(words.front(), option_names(options_of(table, ""))) : "";
    if (!near.empty()) return fail(fmt::format("unknown option '{}'{}", words.front(), near));
    if (words.empty() || is_option)
        return fail(fmt::format("expected a subcommand first, one of {}{}", fmt::join(names, ", "), help_hint(table, "")));
    if (find_subcommand(table, words.front()) != nullptr) return words.front();
    auto const hint = suggestion(words.front(), names);
    return fail(fmt::format("unknown subcommand '{}'{}", words.front(),
                            hint.empty() ? fmt::format("; expected one of {}", fmt::join(names, ", ")) : hint));
}

} // namespace

Result<Request> parse_arguments(CommandTable const& table, std::span<std::string const> words) {
    if (!table.subcommands.empty() && !words.empty() && words.front() == "help") {
        std::string of;
        if (words.size() > 1) of = TRY(take_subcommand(table, words.subspan(1)));
        return Request{Request::Kind::Help, of, {}};
    }
    auto const special = special_request(words);
    std::string subcommand;
    if (!table.subcommands.empty() && !(special && words.front().starts_with('-'))) {
        subcommand = TRY(take_subcommand(table, words));
        words = words.subspan(1);
    }
    if (special) return Request{*special, subcommand, {}};
    auto arguments = TRY(ArgumentParser(table, subcommand).parse({words.begin(), words.end()}));
    return Request{Request::Kind::Run, subcommand, std::move(arguments)};
}

} // namespace tessera::cli
