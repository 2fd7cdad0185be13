// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bounds and counts the memory for buffers of one rank.
#include "libcore/runtime/memory/memory_account.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

struct MemoryAccount::Share::Book {
    Index bound = 0;
    Index used = 0;
    Index peak = 0;
};

MemoryAccount::Share::Share(Share&& other) noexcept : book_(std::move(other.book_)), bytes_(std::exchange(other.bytes_, 0)) {}

MemoryAccount::Share& MemoryAccount::Share::operator=(Share&& other) noexcept {
    if (this == &other) return *this;
    give_back();
    book_ = std::move(other.book_);
    bytes_ = std::exchange(other.bytes_, 0);
    return *this;
}

void MemoryAccount::Share::give_back() noexcept {
    if (book_) book_->used -= bytes_;
    book_.reset();
    bytes_ = 0;
}

MemoryAccount::MemoryAccount(Index bound) : book_(std::make_shared<Share::Book>(Share::Book{.bound = bound})) {}

MemoryAccount::Share MemoryAccount::take(Index bytes) {
    if (bytes > left())
        throw MemoryExceeded(
            fmt::format("the memory for buffers is {} bytes; {} are in use and {} more were asked for", bound(), used(), bytes));
    book_->used += bytes;
    book_->peak = std::max(book_->peak, book_->used);
    return {book_, bytes};
}

Index MemoryAccount::bound() const {
    return book_->bound;
}
Index MemoryAccount::used() const {
    return book_->used;
}
Index MemoryAccount::peak() const {
    return book_->peak;
}

} // namespace tessera
