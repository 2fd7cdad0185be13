// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a file descriptor that is closed on destruction.
#pragma once

namespace tessera {

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor const&) = delete;
    Descriptor& operator=(Descriptor const&) = delete;
    ~Descriptor();
    [[nodiscard]] int number() const { return number_; } ///< negative: the file could not be opened

  private:
    int number_;
};

} // namespace tessera
