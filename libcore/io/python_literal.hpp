// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion between Python literals and JSON.
#pragma once

#include "libcore/base/result.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// Converts dictionaries, lists, tuples, strings, numbers, True, False and None. Tuples become lists. Strings become UTF-8; bytes
/// outside ASCII are read as Latin-1 unless `utf8`. For other input the result is not JSON. Error: a string without an end.
[[nodiscard]] Result<std::string> json_of_python(std::string_view python, bool utf8);

/// Returns the text as a Python string in single quotes.
[[nodiscard]] std::string python_text(std::string_view text);

} // namespace tessera
