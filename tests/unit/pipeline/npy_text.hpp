// SPDX-License-Identifier: BSD-3-Clause
// Tessera: npy files that stand in the test.
#pragma once

#include "libcore/io/npy_header.hpp"

#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// A file of numbers; bytes of those in the order in which the file has them.
template <class T>
std::string npy_text(std::string type, Extents extents, std::vector<T> const& numbers, StorageOrder order = StorageOrder::C) {
    std::string text = npy_header({.array = {{std::move(type), sizeof(T)}, std::move(extents), order}}).value();
    std::size_t const header = text.size();
    text.resize(header + numbers.size() * sizeof(T));
    if (!numbers.empty()) std::memcpy(text.data() + header, numbers.data(), numbers.size() * sizeof(T));
    return text;
}

} // namespace tessera
