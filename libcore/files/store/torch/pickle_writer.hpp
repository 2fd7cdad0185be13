// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writer of Python pickles, protocol 2.
#pragma once

#include "libcore/base/index.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// Each call emits an opcode, which pushes values to the stack or pops some.
class PickleWriter {
  public:
    PickleWriter& none() { return code('N'); }
    PickleWriter& boolean(bool value) { return code(value ? '\x88' : '\x89'); }
    PickleWriter& integer(Index value);
    PickleWriter& text(std::string_view value);
    PickleWriter& global(std::string_view module, std::string_view name);
    PickleWriter& mark() { return code('('); }
    PickleWriter& tuple() { return code('t'); } ///< from the values above the mark
    PickleWriter& empty_tuple() { return code(')'); }
    PickleWriter& empty_list() { return code(']'); }
    PickleWriter& empty_dict() { return code('}'); }
    PickleWriter& append() { return code('e'); }          ///< appends the values above the mark to the list below it
    PickleWriter& set_items() { return code('u'); }       ///< adds the keys and values above the mark to the dict below it
    PickleWriter& call() { return code('R'); }            ///< calls a function with a tuple of arguments
    PickleWriter& make() { return code('\x81'); }         ///< creates an object of a class with a tuple of arguments
    PickleWriter& build() { return code('b'); }           ///< sets the state of an object
    PickleWriter& persistent() { return code('Q'); }      ///< refers to a persistent object by name
    PickleWriter& extents(std::span<Index const> values); ///< a tuple of integers
    PickleWriter& size(std::span<Index const> values);    ///< a torch.Size
    [[nodiscard]] std::string finished() const { return bytes_ + '.'; }

  private:
    PickleWriter& code(char opcode) {
        bytes_ += opcode;
        return *this;
    }
    void number(std::uint64_t value, int bytes);

    std::string bytes_ = "\x80\x02";
};

} // namespace tessera
