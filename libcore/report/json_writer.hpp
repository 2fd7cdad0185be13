// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a streaming JSON writer, so that a document may be larger than memory.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Begins and ends must pair up; inside objects every value is preceded by its key. The outermost object and lists have one entry
/// per line, everything else is on one line. So documents can be read, compared line by line, and searched.
class JsonWriter {
  public:
    explicit JsonWriter(Sink sink) : sink_(std::move(sink)) {}

    void begin_object() { open('{', levels_.empty()); }
    void end_object() { close('}'); }
    void begin_array() { open('[', false); }
    void end_array() { close(']'); }
    void begin_list() { open('[', true); } ///< an array with one entry per line; closed by end_array()
    void key(std::string_view name);

    void value(Index number);
    void value(double number);
    void value(bool truth);
    void value(std::string_view text);
    void value(char const* text) { value(std::string_view(text)); }
    void value(std::span<Index const> numbers);
    void null();
    /// Writes null if `content` is empty.
    template <class T>
    void value(std::optional<T> const& content) {
        content ? value(*content) : null();
    }

    template <class T>
    void entry(std::string_view name, T const& content) {
        key(name);
        value(content);
    }

  private:
    struct Level {
        bool one_per_line = false;
        bool has_entries = false;
    };
    void open(char bracket, bool one_per_line);
    void close(char bracket);
    void before_value();
    void new_line();
    void put(std::string_view text);

    Sink sink_;
    std::vector<Level> levels_; // the open objects and arrays
    bool after_key_ = false;
};

} // namespace tessera
