// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a streaming JSON writer, so that a document may be larger than memory.
#include "libcore/report/json_writer.hpp"

#include <cassert>
#include <nlohmann/json.hpp>

namespace tessera {
namespace {

/// File names may contain invalid UTF-8, which would make the document invalid. Such bytes are replaced.
std::string quoted(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

void JsonWriter::key(std::string_view name) {
    before_value();
    sink_(quoted(name) + ": ");
    after_key_ = true;
}

void JsonWriter::value(Index number) {
    put(std::to_string(number));
}
void JsonWriter::value(double number) {
    put(nlohmann::json(number).dump());
}
void JsonWriter::value(bool truth) {
    put(truth ? "true" : "false");
}
void JsonWriter::value(std::string_view text) {
    put(quoted(text));
}
void JsonWriter::null() {
    put("null");
}

void JsonWriter::value(std::span<Index const> numbers) {
    begin_array();
    for (Index const number : numbers) value(number);
    end_array();
}

void JsonWriter::put(std::string_view text) {
    before_value();
    sink_(text);
}

void JsonWriter::new_line() {
    sink_("\n" + std::string(2 * levels_.size(), ' '));
}

void JsonWriter::before_value() {
    if (std::exchange(after_key_, false) || levels_.empty()) return;
    Level& level = levels_.back();
    if (level.has_entries) sink_(level.one_per_line ? "," : ", ");
    if (level.one_per_line) new_line();
    level.has_entries = true;
}

void JsonWriter::open(char bracket, bool one_per_line) {
    before_value();
    sink_(std::string_view(&bracket, 1));
    levels_.push_back({one_per_line, false});
}

void JsonWriter::close(char bracket) {
    assert(!levels_.empty() && !after_key_);
    Level const level = levels_.back();
    levels_.pop_back();
    if (level.one_per_line && level.has_entries) new_line();
    sink_(std::string_view(&bracket, 1));
    if (levels_.empty()) sink_("\n");
}

} // namespace tessera
