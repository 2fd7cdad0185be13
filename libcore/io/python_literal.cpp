// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion between Python literals and JSON.
#include "libcore/io/python_literal.hpp"

#include "libcore/base/utf8.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace tessera {

namespace {

/// Reads `python` from the front, and appends JSON to the result.
class PythonReader {
  public:
    PythonReader(std::string_view python, bool utf8) : rest_(python), utf8_(utf8) {}

    Result<std::string> json() {
        while (!rest_.empty()) {
            char const next = rest_.front();
            if (next == '\'' || next == '"') {
                auto const text = quoted();
                if (!text) return fail("a string in it has no end");
                json_ += nlohmann::json(*text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
            } else if (!word()) {
                rest_.remove_prefix(1);
                mark(next);
            }
        }
        return std::move(json_);
    }

  private:
    bool word() {
        using Word = std::pair<std::string_view, std::string_view>;
        static constexpr std::array words{Word{"True", "true"}, Word{"False", "false"}, Word{"None", "null"}};
        for (auto const& [python, written] : words) {
            if (!rest_.starts_with(python)) continue;
            json_ += written;
            rest_.remove_prefix(python.size());
            return true;
        }
        return false;
    }

    /// Python allows a comma before a closing bracket. Python 2 writes L after long numbers.
    void mark(char next) {
        bool const closes = next == ')' || next == ']' || next == '}';
        if (closes && json_.ends_with(',')) json_.pop_back();
        if (next == '(' || next == ')') next = next == '(' ? '[' : ']';
        bool const blank = next == ' ' || next == '\n';
        if (!blank && next != 'L') json_ += next;
    }

    std::optional<std::string> quoted() {
        char const quote = rest_.front();
        std::string text;
        for (rest_.remove_prefix(1); !rest_.empty() && rest_.front() != quote;) {
            if (rest_.front() == '\\') {
                text += escaped();
                continue;
            }
            auto const byte = static_cast<unsigned char>(rest_.front());
            text += utf8_ ? std::string(1, rest_.front()) : utf8_of(byte);
            rest_.remove_prefix(1);
        }
        if (rest_.empty()) return std::nullopt;
        rest_.remove_prefix(1);
        return text;
    }

    std::string escaped() {
        using Escape = std::pair<char, std::size_t>;
        static constexpr std::array digits{Escape{'x', 2}, Escape{'u', 4}, Escape{'U', 8}};
        char const letter = rest_.size() > 1 ? rest_[1] : '\\';
        rest_.remove_prefix(std::min<std::size_t>(rest_.size(), 2));
        for (auto const& [known, count] : digits) {
            if (letter != known || rest_.size() < count) continue;
            std::uint32_t point = 0;
            std::from_chars(rest_.data(), rest_.data() + count, point, 16);
            rest_.remove_prefix(count);
            return utf8_of(point);
        }
        if (letter == 'n') return "\n";
        if (letter == 't') return "\t";
        if (letter == 'r') return "\r";
        return {letter};
    }

    std::string_view rest_;
    bool utf8_;
    std::string json_;
};

} // namespace

Result<std::string> json_of_python(std::string_view python, bool utf8) {
    return PythonReader(python, utf8).json();
}

std::string python_text(std::string_view text) {
    std::string quoted = "'";
    for (char const letter : text) {
        bool const control = static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F;
        if (letter == '\'' || letter == '\\') quoted += '\\';
        quoted += control ? fmt::format("\\x{:02x}", letter) : std::string(1, letter);
    }
    return quoted + '\'';
}

} // namespace tessera
