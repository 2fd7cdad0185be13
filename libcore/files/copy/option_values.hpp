// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the options of a copy between files, by the names that iocopy gives them.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Options by name, without dashes: "chunk", "memory". An option that was not added is not given.
class OptionValues {
  public:
    /// Gives a flag.
    OptionValues& add(std::string_view option) { return values_.try_emplace(std::string(option)), *this; }
    /// Gives a value. A repeatable option keeps all its values in this order.
    OptionValues& add(std::string_view option, std::string value);

    [[nodiscard]] bool has(std::string_view option) const { return values_.contains(option); }
    /// Returns the last value; nothing for a flag.
    [[nodiscard]] std::optional<std::string> text(std::string_view option) const;
    [[nodiscard]] std::string text_or(std::string_view option, std::string_view fallback) const;
    [[nodiscard]] std::vector<std::string> const& texts(std::string_view option) const; ///< all values
    /// Returns a number, or a size in bytes ("64MiB"). Nothing if the option is not given or has another form, which
    /// check_copy_options() refuses.
    [[nodiscard]] std::optional<Index> number(std::string_view option) const;

    [[nodiscard]] std::map<std::string, std::vector<std::string>, std::less<>> const& all() const { return values_; }

  private:
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

/// A source and a target as iocopy names them, such as "a.h5:/x" and "b.zarr", with the options of the copy.
struct CopyRequest {
    std::string source;
    std::string target;
    OptionValues options = {};
};

/// The form of an option's value.
enum class CopyOptionForm { Flag, Text, Number, Size, Choice };

struct CopyOption {
    std::string_view name;
    CopyOptionForm form = CopyOptionForm::Flag;
    std::vector<std::string_view> choices = {};
    bool repeatable = false;
};

/// Returns the options that decide about a copy. The help of iocopy describes them.
[[nodiscard]] std::vector<CopyOption> const& copy_options();

/// Error: an option is unknown, lacks a value, has one too many, or its value has another form.
[[nodiscard]] Result<void> check_copy_options(OptionValues const& given);

} // namespace tessera
