// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Python pickles as plain trees, after the opcodes of CPython 3.13's Lib/pickletools.py.
#include "libcore/files/store/torch/pickle.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace tessera {

namespace {

/// Ends parsing; the text gives the reason.
class PickleFault : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

} // namespace

PickleValue const* PickleValue::find(std::string_view key) const {
    if (kind != Kind::Dict) return nullptr;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        if (items[i]->kind == Kind::Text && items[i]->text == key) return items[i + 1];
    return nullptr;
}

/// The stack machine for which a pickle is the program.
class PickleMachine {
  public:
    PickleMachine(std::span<std::byte const> rest, std::function<bool(std::string_view)> const& allowed)
        : rest_(rest), allowed_(allowed) {}

    PickleTree run() {
        for (;;) {
            auto const code = static_cast<unsigned char>(number(1));
            if (code == '.') break;
            if (!step_constant(code) && !step_container(code) && !step_object(code) && !step_memo(code))
                throw PickleFault(fmt::format("it has the opcode 0x{:02x}, which no checkpoint needs", code));
        }
        tree_.root_ = pop();
        return std::move(tree_);
    }

  private:
    using Kind = PickleValue::Kind;
    static constexpr std::size_t most_values = 8'000'000;
    static constexpr char const* too_many = "it has more than 8 000 000 values";

    // Reading of the program.

    std::span<std::byte const> bytes(std::size_t count) {
        if (count > rest_.size()) throw PickleFault("it is cut off");
        auto const taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }
    std::uint64_t number(std::size_t count) {
        std::uint64_t value = 0;
        unsigned shift = 0;
        for (std::byte const byte : bytes(count)) {
            value |= std::to_integer<std::uint64_t>(byte) << shift;
            shift += 8;
        }
        return value;
    }
    std::string text(std::size_t count) {
        std::string made;
        for (std::byte const byte : bytes(count)) made.push_back(static_cast<char>(byte));
        return made;
    }
    std::string line() {
        constexpr auto end = std::byte{'\n'};
        auto const length = std::ranges::find(rest_, end) - rest_.begin();
        std::string made = text(static_cast<std::size_t>(length));
        bytes(1);
        return made;
    }
    /// Reads an integer of any length. Those of more than 64 bits are not distinguished.
    Index long_integer(std::size_t count) {
        if (count > sizeof(Index)) {
            bytes(count);
            throw PickleFault("it has an integer of more than 64 bits");
        }
        std::uint64_t value = number(count);
        bool const negative = count > 0 && count < sizeof(Index) && (value >> (8 * count - 1) & 1U) != 0;
        if (negative) value |= ~std::uint64_t{0} << (8 * count);
        return static_cast<Index>(value);
    }

    // Stack operations.

    PickleValue* made(PickleValue value) {
        if (tree_.values_.size() == most_values) throw PickleFault(too_many);
        return &tree_.values_.emplace_back(std::move(value));
    }
    void push(PickleValue value) { push(made(std::move(value))); }
    void push(PickleValue* value) {
        if (stack_.size() == most_values) throw PickleFault(too_many);
        stack_.push_back(value);
    }
    PickleValue* pop() {
        if (stack_.size() <= bottom()) throw PickleFault("its stack is empty");
        PickleValue* const value = stack_.back();
        stack_.pop_back();
        return value;
    }
    PickleValue& top() {
        PickleValue* const value = pop();
        stack_.push_back(value);
        return *value;
    }
    [[nodiscard]] std::size_t bottom() const { return marks_.empty() ? 0 : marks_.back(); }
    std::vector<PickleValue const*> pop_to_mark() {
        if (marks_.empty()) throw PickleFault("it has no mark");
        auto const begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
        std::vector<PickleValue const*> items(begin, stack_.end());
        stack_.erase(begin, stack_.end());
        marks_.pop_back();
        return items;
    }
    std::vector<PickleValue const*> pop_some(std::size_t count) {
        std::vector<PickleValue const*> items(count);
        while (count > 0) items[--count] = pop();
        return items;
    }
    void append(Kind kind, std::vector<PickleValue const*> const& items) {
        PickleValue& target = top();
        bool const pairs = kind == Kind::Dict;
        // An OrderedDict receives its items this way.
        if (target.kind == Kind::Object && pairs && target.state == nullptr) target.state = made({Kind::Dict});
        PickleValue* const holder = target.kind == Kind::Object ? target.state : &target;
        if (holder == nullptr || holder->kind != kind || (pairs && items.size() % 2 != 0))
            throw PickleFault("it adds elements to what holds none");
        holder->items.insert(holder->items.end(), items.begin(), items.end());
    }

    // Opcodes.

    bool step_constant(unsigned char code) {
        switch (code) {
        case 0x80: // PROTO
            if (number(1) > 5) throw PickleFault("it is of a newer protocol than 5");
            return true;
        case 0x95:
            bytes(8);
            return true; // FRAME
        case 'N':
            push({Kind::None});
            return true;
        case 0x88:
        case 0x89:
            push({Kind::Bool, code == 0x88 ? 1 : 0});
            return true;
        case 'K':
            push({Kind::Integer, static_cast<Index>(number(1))});
            return true;
        case 'M':
            push({Kind::Integer, static_cast<Index>(number(2))});
            return true;
        case 'J':
            push({Kind::Integer, static_cast<std::int32_t>(number(4))});
            return true;
        case 0x8A:
            push({Kind::Integer, long_integer(number(1))});
            return true;
        case 'G':
            bytes(8);
            push({Kind::Real});
            return true;
        case 'X':
            push({Kind::Text, 0, text(number(4))});
            return true;
        case 0x8C:
            push({Kind::Text, 0, text(number(1))});
            return true;
        case 0x8D:
            push({Kind::Text, 0, text(number(8))});
            return true;
        case 'U':
        case 'C':
            push({Kind::Bytes, 0, text(number(1))});
            return true;
        case 'T':
        case 'B':
            push({Kind::Bytes, 0, text(number(4))});
            return true;
        case 0x8E:
            push({Kind::Bytes, 0, text(number(8))});
            return true;
        default:
            return false;
        }
    }

    bool step_container(unsigned char code) {
        switch (code) {
        case '(':
            if (marks_.size() == most_values) throw PickleFault(too_many);
            marks_.push_back(stack_.size());
            return true;
        case '0':
            pop();
            return true;
        case '1':
            pop_to_mark();
            return true;
        case '2':
            push(&top());
            return true;
        case ')':
            push({Kind::Tuple});
            return true;
        case ']':
            push({Kind::List});
            return true;
        case '}':
            push({Kind::Dict});
            return true;
        case 0x8F:
            push({Kind::Set});
            return true;
        case 0x85:
        case 0x86:
        case 0x87:
            push({Kind::Tuple, 0, {}, pop_some(code - 0x84U)});
            return true;
        case 't':
            push({Kind::Tuple, 0, {}, pop_to_mark()});
            return true;
        case 0x91:
            push({Kind::Set, 0, {}, pop_to_mark()});
            return true;
        case 'a':
            append(Kind::List, pop_some(1));
            return true;
        case 'e':
            append(Kind::List, pop_to_mark());
            return true;
        case 's':
            append(Kind::Dict, pop_some(2));
            return true;
        case 'u':
            append(Kind::Dict, pop_to_mark());
            return true;
        case 0x90:
            append(Kind::Set, pop_to_mark());
            return true;
        default:
            return false;
        }
    }

    bool step_object(unsigned char code) {
        switch (code) {
        case 'c': {
            std::string const module = line();
            push_global(module, line());
            return true;
        }
        case 0x93: {
            auto const names = pop_some(2);
            if (names[0]->kind != Kind::Text || names[1]->kind != Kind::Text) throw PickleFault("a class in it has no name");
            push_global(names[0]->text, names[1]->text);
            return true;
        }
        case 'R':
        case 0x81:
            push_object(pop_some(2));
            return true;
        case 'Q':
            push({Kind::Persistent, 0, {}, pop_some(1)});
            return true;
        case 'b': {
            PickleValue* const state = pop();
            if (top().kind != Kind::Object) throw PickleFault("it gives a state to what is no object");
            top().state = state;
            return true;
        }
        default:
            return false;
        }
    }

    bool step_memo(unsigned char code) {
        switch (code) {
        case 'q':
            remember(number(1));
            return true;
        case 'r':
            remember(number(4));
            return true;
        case 0x94:
            remember(memo_.size());
            return true;
        case 'h':
            push(remembered(number(1)));
            return true;
        case 'j':
            push(remembered(number(4)));
            return true;
        default:
            return false;
        }
    }

    void push_global(std::string const& module, std::string const& name) {
        std::string const global = fmt::format("{} {}", module, name);
        if (!allowed_(global))
            throw PickleFault(fmt::format("it names '{}.{}', which no checkpoint needs; nothing of it was run", module, name));
        push({Kind::Global, 0, global});
    }
    void push_object(std::vector<PickleValue const*> parts) {
        if (parts[0]->kind != Kind::Global || parts[1]->kind != Kind::Tuple) throw PickleFault("it calls what is no class");
        push({Kind::Object, 0, {}, std::move(parts)});
    }
    void remember(std::uint64_t place) {
        if (place >= most_values) throw PickleFault(too_many);
        if (place >= memo_.size()) memo_.resize(place + 1, nullptr);
        memo_[place] = &top();
    }
    PickleValue* remembered(std::uint64_t place) {
        if (place >= memo_.size() || memo_[place] == nullptr) throw PickleFault("it remembers what it has not");
        return memo_[place];
    }

    std::span<std::byte const> rest_;
    std::function<bool(std::string_view)> const& allowed_;
    PickleTree tree_;
    std::vector<PickleValue*> stack_;
    std::vector<std::size_t> marks_;
    std::vector<PickleValue*> memo_;
};

Result<PickleTree> PickleTree::parse(std::span<std::byte const> pickle,
                                     std::function<bool(std::string_view global)> const& allowed) {
    try {
        return PickleMachine(pickle, allowed).run();
    } catch (PickleFault const& fault) {
        return fail(fault.what());
    }
}

} // namespace tessera
