// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pickles of Python's protocol 2, value by value.
#pragma once

#include "libcore/base/index.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// Every call adds a value to the stack or takes some from it, as the opcodes do.
class PickleWriter {
  public:
    PickleWriter& none() { return code('N'); }
    PickleWriter& boolean(bool value) { return code(value ? '\x88' : '\x89'); }
    PickleWriter& integer(Index value);
    PickleWriter& text(std::string_view value);
    PickleWriter& global(std::string_view module, std::string_view name);
    PickleWriter& mark() { return code('('); }
    PickleWriter& tuple() { return code('t'); } ///< of what lies above the mark
    PickleWriter& empty_tuple() { return code(')'); }
    PickleWriter& empty_list() { return code(']'); }
    PickleWriter& empty_dict() { return code('}'); }
    PickleWriter& append() { return code('e'); }          ///< what lies above the mark, to the list below it
    PickleWriter& set_items() { return code('u'); }       ///< the same of keys and values, to a dict
    PickleWriter& call() { return code('R'); }            ///< a function with a tuple
    PickleWriter& make() { return code('\x81'); }         ///< an object of a class, with a tuple
    PickleWriter& build() { return code('b'); }           ///< gives an object its state
    PickleWriter& persistent() { return code('Q'); }      ///< an object by its name
    PickleWriter& extents(std::span<Index const> values); ///< a tuple
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
