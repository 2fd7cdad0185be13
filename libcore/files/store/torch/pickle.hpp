// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Python pickles as plain trees. Nothing is executed: classes and functions are only names.
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
    Index number = 0; ///< value of a bool or an integer
    /// Content of a text or bytes; "module name" of a global.
    std::string text = {};
    /// Elements. Dict: alternating keys and values. Object: its class or function and the arguments. Persistent object: its name.
    std::vector<PickleValue const*> items = {};
    PickleValue* state = nullptr; ///< state of an object, if set

    [[nodiscard]] bool is(std::string_view global) const { return kind == Kind::Global && text == global; }
    /// Returns whether this is an object of this class, or the result of this function.
    [[nodiscard]] bool is_made_by(std::string_view global) const { return kind == Kind::Object && items.front()->is(global); }
    /// Returns the value of a text key in a dict; null if there is none or this is no dict.
    [[nodiscard]] PickleValue const* find(std::string_view key) const;
    /// Like find(), in the state of an object (a dataclass).
    [[nodiscard]] PickleValue const* member(std::string_view name) const { return state == nullptr ? nullptr : state->find(name); }
};

/// Owns all values. They may form cycles, so walks must limit their depth.
class PickleTree {
  public:
    /// Parses a pickle of protocol 2 to 5. `allowed`: whether it may name this class or function ("collections OrderedDict").
    /// Errors: it is damaged, has more than eight million values, or names something else.
    [[nodiscard]] static Result<PickleTree> parse(std::span<std::byte const> pickle,
                                                  std::function<bool(std::string_view global)> const& allowed);
    [[nodiscard]] PickleValue const& root() const { return *root_; }

  private:
    friend class PickleMachine;
    std::deque<PickleValue> values_;
    PickleValue const* root_ = nullptr;
};

} // namespace tessera
