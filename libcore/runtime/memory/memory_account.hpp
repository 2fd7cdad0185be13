// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory one rank may use for its buffers, and what it has used.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"

#include <memory>
#include <stdexcept>

namespace tessera {

/// A buffer was asked for that does not fit any more: the plan of the work was wrong.
class MemoryExceeded : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

/// A hard bound on all buffers of one rank, from which every buffer is taken. Where a bound holds for all ranks together, this is
/// one rank's share of it. Copies are the same account; not for several threads at once.
class MemoryAccount {
  public:
    /// bound >= 0, in bytes.
    explicit MemoryAccount(Index bound);

    /// Bytes taken from the account, given back by the destructor. Move-only. It may outlive the account.
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

    /// For memory that lies elsewhere (vectors, a library's buffers). Throws MemoryExceeded.
    [[nodiscard]] Share take(Index bytes);

    [[nodiscard]] Index bound() const;
    [[nodiscard]] Index used() const;
    [[nodiscard]] Index left() const { return bound() - used(); }
    [[nodiscard]] Index peak() const; ///< the most that was in use at one time

  private:
    std::shared_ptr<Share::Book> book_;
};

/// A buffer whose bytes are taken from an account. Move-only.
class AccountedBuffer {
  public:
    AccountedBuffer() = default;
    /// Throws MemoryExceeded before it asks the system for anything.
    AccountedBuffer(MemoryAccount& account, Index bytes) : share_(account.take(bytes)), buffer_(bytes) {}

    [[nodiscard]] std::byte* data() { return buffer_.data(); }
    [[nodiscard]] std::byte const* data() const { return buffer_.data(); }
    [[nodiscard]] Index size() const { return buffer_.size(); }
    void clear() { buffer_.clear(); } ///< all bytes 0

  private:
    MemoryAccount::Share share_;
    Buffer buffer_;
};

} // namespace tessera
