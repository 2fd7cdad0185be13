// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Python's pickles as plain trees. Nothing of a pickle is run: classes and functions are names.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

struct PickleValue {
    enum class Kind { None, Bool, Integer, Real, Text, Bytes, Tuple, List, Dict, Set, Global, Object, Persistent };
    Kind kind = Kind::None;
    Index number = 0; ///< of a bool or an integer
    /// Text or bytes; of a global "module name".
    std::string text = {};
    /// Elements; of a dict keys and values in turn; of an object its class or function and its arguments; of a persistent object
    /// its name.
    std::vector<PickleValue const*> items = {};
    PickleValue* state = nullptr; ///< what an object was given at last

    [[nodiscard]] bool is(std::string_view global) const { return kind == Kind::Global && text == global; }
    /// Is it an object of this class, or what this function would make?
    [[nodiscard]] bool is_made_by(std::string_view global) const { return kind == Kind::Object && items.front()->is(global); }
    /// The value of a dict's key that is a text; null: there is none, or it is no dict.
    [[nodiscard]] PickleValue const* find(std::string_view key) const;
    /// The same of what a dataclass was given.
    [[nodiscard]] PickleValue const* member(std::string_view name) const { return state == nullptr ? nullptr : state->find(name); }
};

/// Owns all values. They may refer to one another in circles: whoever walks them knows how deep.
class PickleTree {
  public:
    /// Protocols 2 to 5. `allowed`: may a pickle name this class or function ("collections OrderedDict")? Errors: it is damaged,
    /// has more than eight million values, or names something else.
    [[nodiscard]] static Result<PickleTree> parse(std::span<std::byte const> pickle,
                                                  std::function<bool(std::string_view global)> const& allowed);
    [[nodiscard]] PickleValue const& root() const { return *root_; }

  private:
    friend class PickleMachine;
    std::deque<PickleValue> values_;
    PickleValue const* root_ = nullptr;
};

} // namespace tessera
