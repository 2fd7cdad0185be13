// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reader for the loops of a program and the array accesses in them.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::notation {

/// Reads a program statement by statement. It understands loops (`do`, `do 1`, `do concurrent`, `forall`, implied), conditions
/// (`if`, `select`, `where`), jumps out of loops, `print`, `read`, `write` and assignments. It skips all other statements and
/// reports no errors.
class LoopNestReader {
  public:
    explicit LoopNestReader(Constants const& constants) : constants_(constants) {}

    /// Reads the tokens of one line that is neither a directive nor a declaration, with the End. `;` separates statements.
    /// `remaps`: number of redistribute and realign directives before it.
    void statement(std::vector<Token> const& tokens, std::size_t remaps);
    /// Returns the loop nests. Call this after the last statement.
    [[nodiscard]] std::vector<ProgramNest> take();

  private:
    using Tokens = std::vector<Token>;
    using At = std::size_t; // an index into the tokens

    void one_statement(Tokens const& tokens);
    void body(Tokens const& t, At at);
    /// Handles a statement that ends a block or loop. Returns false if it is another kind of statement.
    [[nodiscard]] bool ended(Tokens const& t, At at);
    /// Handles a statement that opens a block or guards one statement. Returns false if it is another kind of statement.
    [[nodiscard]] bool opened(Tokens const& t, At at);
    void transfer(Tokens const& t, At at);
    void loop(Tokens const& t, At at);
    /// Returns the loops of `(i = 1:m, j = 1:n, mask)` at `at`. The mask's line becomes a condition.
    [[nodiscard]] std::vector<NestLoop> index_set(Tokens const& t, At at, std::optional<int>& mask);
    void forall(Tokens const& t, At at);
    void where(Tokens const& t, At at);
    void jump(int line, bool out_of_all);
    void condition(Tokens const& t, At at);
    void assignment(Tokens const& t, At at, At equal);
    /// Reads the items of an I/O list in [at, end).
    void items(Tokens const& t, At at, At end, RegionAction action);
    void implied_loop(Tokens const& t, At at, At end, RegionAction action);
    /// Records a read of every array named in an expression.
    void reads(Tokens const& t, At at, At end);
    void access(Tokens const& t, At at, At end, RegionAction action);
    [[nodiscard]] NestSubscript subscript(Tokens const& t, At at, At end);
    [[nodiscard]] NestLoop loop_of(Tokens const& t, At variable, At end);
    [[nodiscard]] std::vector<AffineForm> bound(Tokens const& t, At at, At end, std::string_view choice);
    [[nodiscard]] std::optional<AffineForm> form(Tokens const& t, At at, At end);
    [[nodiscard]] std::size_t name(std::string_view text);
    void close_label(std::string_view label);
    void close_nest();

    struct OpenLoop {
        std::string label;              ///< the label that ends it; empty: `end do` ends it
        std::vector<NestLoop> loops;    ///< one; none for `do while` and the like; several for `do concurrent`
        std::optional<int> condition{}; ///< line of a mask, or of `do while`
        std::size_t first_access = 0;   ///< number of accesses of the nest before the loop
        std::optional<int> jump{};      ///< line of a statement that may leave the loop
    };

    Constants const& constants_;
    std::vector<OpenLoop> loops_;
    std::vector<int> conditions_; // lines of the open `if` blocks
    std::optional<int> guard_;    // line of `if (...) statement`
    std::vector<NestLoop> implied_;
    std::size_t remaps_ = 0; // before the current statement
    ProgramNest nest_;
    std::vector<ProgramNest> done_;
};

} // namespace tessera::notation
