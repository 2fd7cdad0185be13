// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the loops of a program around its statements, and the arrays in them.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::notation {

/// Reads a program statement by statement, as far as it is loops (`do`, `do 1`, `do concurrent`, `forall`, implied), conditions
/// (`if`, `select`, `where`), jumps out of loops, `print`, `read`, `write` and assignments; whatever else it holds is passed over,
/// and nothing is an error.
class LoopNestReader {
  public:
    explicit LoopNestReader(Constants const& constants) : constants_(constants) {}

    /// The tokens of one line that is no directive and no declaration, with the End; `;` parts statements. `remaps`: how many
    /// redistribute and realign directives stand before it.
    void statement(std::vector<Token> const& tokens, std::size_t remaps);
    /// What was read, when the program has ended.
    [[nodiscard]] std::vector<ProgramNest> take();

  private:
    using Tokens = std::vector<Token>;
    using At = std::size_t; // a place in the tokens

    void one_statement(Tokens const& tokens);
    void body(Tokens const& t, At at);
    /// Is it the end of something? Then it is done with.
    [[nodiscard]] bool ended(Tokens const& t, At at);
    /// The same for what opens a block, or guards one statement.
    [[nodiscard]] bool opened(Tokens const& t, At at);
    void transfer(Tokens const& t, At at);
    void loop(Tokens const& t, At at);
    /// The loops of `(i = 1:m, j = 1:n, mask)` at `at`; the mask's line becomes a condition.
    [[nodiscard]] std::vector<NestLoop> index_set(Tokens const& t, At at, std::optional<int>& mask);
    void forall(Tokens const& t, At at);
    void where(Tokens const& t, At at);
    void jump(int line, bool out_of_all);
    void condition(Tokens const& t, At at);
    void assignment(Tokens const& t, At at, At equal);
    /// The items of an I/O list in [at, end).
    void items(Tokens const& t, At at, At end, RegionAction action);
    void implied_loop(Tokens const& t, At at, At end, RegionAction action);
    /// Every array name in an expression is read.
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
        std::string label;              ///< that ends it; empty: `end do`
        std::vector<NestLoop> loops;    ///< one; none of `do while` and the like; several of `do concurrent`
        std::optional<int> condition{}; ///< the line of a mask, or of `do while`
        std::size_t first_access = 0;   ///< the accesses of the nest before it
        std::optional<int> jump{};      ///< the line that may leave it
    };

    Constants const& constants_;
    std::vector<OpenLoop> loops_;
    std::vector<int> conditions_; // the lines of open `if` blocks
    std::optional<int> guard_;    // the line of `if (...) statement`
    std::vector<NestLoop> implied_;
    std::size_t remaps_ = 0; // before the statement that is read
    ProgramNest nest_;
    std::vector<ProgramNest> done_;
};

} // namespace tessera::notation
