// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the loops of a program around its statements, and the arrays in them.
#pragma once

#include "libcore/spec/detail/syntax.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::notation {

/// Reads a program statement by statement, as far as it is loops (`do`, `do 1`, implied), `print`, `read`, `write`, `if` and
/// assignments; whatever else it holds is passed over, and nothing is an error.
class LoopNestReader {
  public:
    explicit LoopNestReader(Constants const& constants) : constants_(constants) {}

    /// The tokens of one statement that is no directive and no declaration, with the End.
    void statement(std::vector<Token> const& tokens);
    /// What was read, when the program has ended.
    [[nodiscard]] std::vector<ProgramNest> take();

  private:
    using Tokens = std::vector<Token>;
    using At = std::size_t; // a place in the tokens

    void body(Tokens const& t, At at);
    void loop(Tokens const& t, At at);
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
        std::string label;            ///< that ends it; empty: `end do`
        std::optional<NestLoop> loop; ///< nothing: `do while` and the like
    };

    Constants const& constants_;
    std::vector<OpenLoop> loops_;
    std::vector<int> conditions_; // the lines of open `if` blocks
    std::optional<int> guard_;    // the line of `if (...) statement`
    std::vector<NestLoop> implied_;
    ProgramNest nest_;
    std::vector<ProgramNest> done_;
};

} // namespace tessera::notation
