// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writer of Python pickles, protocol 2.
#include "libcore/files/store/torch/pickle_writer.hpp"

#include <limits>

namespace tessera {

void PickleWriter::number(std::uint64_t value, int bytes) {
    for (int b = 0; b < bytes; ++b) bytes_ += static_cast<char>(value >> (8 * b) & 0xFFU);
}

PickleWriter& PickleWriter::integer(Index value) {
    if (value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max()) {
        code('J');
        number(static_cast<std::uint64_t>(value), 4);
    } else {
        code('\x8a');
        number(8, 1);
        number(static_cast<std::uint64_t>(value), 8);
    }
    return *this;
}

PickleWriter& PickleWriter::text(std::string_view value) {
    code('X');
    number(value.size(), 4);
    bytes_ += value;
    return *this;
}

PickleWriter& PickleWriter::global(std::string_view module, std::string_view name) {
    code('c');
    bytes_ += module;
    bytes_ += '\n';
    bytes_ += name;
    bytes_ += '\n';
    return *this;
}

PickleWriter& PickleWriter::extents(std::span<Index const> values) {
    mark();
    for (Index const value : values) integer(value);
    return tuple();
}

PickleWriter& PickleWriter::size(std::span<Index const> values) {
    return global("torch", "Size").mark().extents(values).tuple().call();
}

} // namespace tessera
