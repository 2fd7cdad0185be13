// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a number of the system for an open file, closed at the end.
#pragma once

namespace tessera {

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor const&) = delete;
    Descriptor& operator=(Descriptor const&) = delete;
    ~Descriptor();
    [[nodiscard]] int number() const { return number_; } ///< negative: it could not be opened

  private:
    int number_;
};

} // namespace tessera
