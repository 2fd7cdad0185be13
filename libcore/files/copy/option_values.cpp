// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the options of a copy between files, by the names that iocopy gives them.
#include "libcore/files/copy/option_values.hpp"

#include "libcore/base/size_text.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/array_formats.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

namespace {

CopyOption flag(std::string_view name) {
    return {.name = name};
}

CopyOption rules(std::string_view name) {
    return {.name = name, .form = CopyOptionForm::Text, .repeatable = true};
}

Result<void> check_value(CopyOption const& option, std::string const& value) {
    using Form = CopyOptionForm;
    if (option.form == Form::Choice && std::ranges::find(option.choices, value) == option.choices.end())
        return fail(fmt::format("--{}: '{}' is none of {}", option.name, value, fmt::join(option.choices, ", ")));
    if (option.form != Form::Number && option.form != Form::Size) return {};
    auto const number = option.form == Form::Number ? parse_number(value) : parse_size(value);
    return number ? Result<void>() : fail(fmt::format("--{}: {}", option.name, number.error().message));
}

Result<void> check_option(std::string const& name, std::vector<std::string> const& values) {
    auto const known = std::ranges::find(copy_options(), name, &CopyOption::name);
    if (known == copy_options().end()) {
        std::vector<std::string> names;
        for (CopyOption const& each : copy_options()) names.emplace_back(each.name);
        return fail(fmt::format("a copy has no option '{}'{}", name, suggestion(name, names)));
    }
    bool const is_flag = known->form == CopyOptionForm::Flag;
    if (is_flag != values.empty()) return fail(fmt::format("--{} takes {} value", name, is_flag ? "no" : "a"));
    if (values.size() > 1 && !known->repeatable) return fail(fmt::format("--{} is given twice", name));
    for (std::string const& value : values) TRY(check_value(*known, value));
    return {};
}

} // namespace

OptionValues& OptionValues::add(std::string_view option, std::string value) {
    values_[std::string(option)].push_back(std::move(value));
    return *this;
}

std::optional<std::string> OptionValues::text(std::string_view option) const {
    auto const& all = texts(option);
    return all.empty() ? std::nullopt : std::optional(all.back());
}

std::string OptionValues::text_or(std::string_view option, std::string_view fallback) const {
    return text(option).value_or(std::string(fallback));
}

std::vector<std::string> const& OptionValues::texts(std::string_view option) const {
    static std::vector<std::string> const none;
    auto const found = values_.find(option);
    return found == values_.end() ? none : found->second;
}

std::optional<Index> OptionValues::number(std::string_view option) const {
    auto const given = text(option);
    auto const value = given ? parse_size(*given) : fail("");
    return value ? std::optional(*value) : std::nullopt;
}

std::vector<CopyOption> const& copy_options() {
    using Form = CopyOptionForm;
    static std::vector<CopyOption> const all{
        rules("chunk"),
        {"for", Form::Choice, {"time series", "maps", "both"}},
        rules("deflate"),
        rules("compress"),
        rules("shuffle"),
        rules("nbit"),
        rules("scale-offset"),
        rules("fletcher32"),
        {"shard", Form::Text},
        {"as", Form::Choice, all_format_versions()},
        {"order", Form::Choice, {"c", "fortran"}},
        {"to", Form::Text},
        {"files", Form::Number},
        {"libver", Form::Text},
        {"align", Form::Text},
        {"page", Form::Size},
        {"user-block", Form::Text},
        {"copy", Form::Text},
        {"section", Form::Text},
        flag("all"),
        rules("exclude"),
        flag("skip-unknown"),
        {"array", Form::Text},
        {"header", Form::Text},
        {"byte-order", Form::Text},
        flag("preserve"),
        {"memory", Form::Size},
        {"scratch", Form::Text},
        {"bandwidth", Form::Text},
        {"threads", Form::Number},
        {"access", Form::Choice, {"auto", "direct", "sieve", "two-phase"}},
        {"mpi-io", Form::Choice, {"ompio", "romio"}},
        {"domains", Form::Choice, {"dynamic", "static", "cyclic"}},
        {"aggregators", Form::Number},
        flag("verify"),
        flag("strict"),
        flag("complete"),
        flag("resume"),
        flag("salvage"),
        flag("any-size"),
        flag("force"),
    };
    return all;
}

Result<void> check_copy_options(OptionValues const& given) {
    for (auto const& [name, values] : given.all()) TRY(check_option(name, values));
    return {};
}

} // namespace tessera
