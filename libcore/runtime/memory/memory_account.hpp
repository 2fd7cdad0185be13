// SPDX-License-Identifier: BSD-3-Clause
// Tessera: bounds and counts the memory for buffers of one rank.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <memory>
#include <stdexcept>

namespace tessera {

/// A buffer does not fit within the bound, because the plan of the work was wrong.
class MemoryExceeded : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// A hard bound on all buffers of one rank. Every buffer is taken from it. If a bound holds for all ranks together, this is
/// one rank's share of it. Copies are the same account. Not for use by several threads at the same time.
class MemoryAccount {
  public:
    /// bound >= 0, in bytes.
    explicit MemoryAccount(Index bound);

    /// Bytes taken from the account; the destructor gives them back. Move-only. A share may outlive the account.
    class Share {
      public:
        Share() = default;
        Share(Share&& other) noexcept;
        Share& operator=(Share&& other) noexcept;
        ~Share() { give_back(); }
        [[nodiscard]] Index bytes() const { return bytes_; }

      private:
        friend class MemoryAccount;
        struct Book;
        Share(std::shared_ptr<Book> book, Index bytes) : book_(std::move(book)), bytes_(bytes) {}
        void give_back() noexcept;

        std::shared_ptr<Book> book_;
        Index bytes_ = 0;
    };

    /// Takes `bytes` for memory allocated elsewhere (vectors, a library's buffers). Throws MemoryExceeded.
    [[nodiscard]] Share take(Index bytes);

    [[nodiscard]] Index bound() const;
    [[nodiscard]] Index used() const;
    [[nodiscard]] Index left() const { return bound() - used(); }
    [[nodiscard]] Index peak() const; ///< the largest number of bytes in use at one time

  private:
    std::shared_ptr<Share::Book> book_;
};

/// A buffer with its bytes taken from an account. Move-only.
class AccountedBuffer {
  public:
    AccountedBuffer() = default;
    /// Throws MemoryExceeded before it allocates anything.
    AccountedBuffer(MemoryAccount& account, Index bytes) : share_(account.take(bytes)), buffer_(bytes) {}

    [[nodiscard]] std::byte* data() { return buffer_.data(); }
    [[nodiscard]] std::byte const* data() const { return buffer_.data(); }
    [[nodiscard]] Index size() const { return buffer_.size(); }
    void clear() { buffer_.clear(); } ///< sets all bytes to 0

  private:
    MemoryAccount::Share share_;
    Buffer buffer_;
};

} // namespace tessera
