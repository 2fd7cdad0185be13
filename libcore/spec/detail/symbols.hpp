// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the symbol table of a job.
#pragma once

#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/spec/detail/syntax.hpp"

#include <map>
#include <string>
#include <vector>

namespace tessera::notation {

/// Largest number of processors where each of them costs memory: along one dimension, and where ranks are listed or reordered. No
/// machine is nearly as large, and the limit keeps a typing error from filling the memory.
inline constexpr Index most_processors = Index{1} << 24;

struct ArraySymbol {
    Name name;
    ArraySpec spec;
    std::vector<Place> dims;
    std::vector<Place> shadow;
    std::optional<Error> problem; ///< reported when a directive names the array
};

struct ProcessorsSymbol {
    Name name;
    Processors spec;
    std::vector<Place> dims;
    bool io = false;
};

struct TemplateSymbol {
    Name name;
    Template spec;
    std::vector<Place> dims;
};

[[nodiscard]] ArraySymbol array_symbol(ArrayDecl const& declaration);
[[nodiscard]] ProcessorsSymbol processors_symbol(SpaceDecl const& declaration, bool io);

/// Sets the shadow of an array. Error: not one width per dimension.
void set_shadow(ArraySymbol& array, ShadowNode const& node, Diagnostics& diagnostics);
/// Returns the number of listed ranks; nothing if it does not fit in 64 bits.
[[nodiscard]] std::optional<Index> rank_count(RanksNode const& node);
/// Sets the real ranks of an arrangement. Errors: not one rank per processor, a negative rank, or a number too large for a rank.
void set_ranks(ProcessorsSymbol& processors, RanksNode const& node, Diagnostics& diagnostics);

/// Arrays, arrangements and templates share one name space and ignore case. A lookup of an unknown name reports the nearest known
/// one and returns null.
class Symbols {
  public:
    /// Declares everything in the program and applies shadows, ranks and orders.
    Symbols(Program const& program, Diagnostics& diagnostics);

    [[nodiscard]] ArraySymbol const* array(Name const& name) const;
    [[nodiscard]] ProcessorsSymbol const* processors(Name const& name, bool io = false) const;
    /// Returns a template, or null (without an error).
    [[nodiscard]] TemplateSymbol const* find_template(std::string_view name) const;
    [[nodiscard]] bool known(std::string_view name) const;

    /// All arrays, in the order of their declarations.
    [[nodiscard]] std::vector<ArraySymbol> const& arrays() const { return arrays_; }

  private:
    void declare_arrays(Program const& program);
    void declare_spaces(Program const& program);
    void apply_properties(Program const& program);
    void check_new(Name const& name);
    [[nodiscard]] std::string kind_of(std::string_view name) const;
    void fail_unknown(Name const& name, std::string_view wanted, std::vector<std::string> const& candidates) const;
    [[nodiscard]] ProcessorsSymbol* find_processors(Name const& name);

    Diagnostics& diagnostics_;
    std::vector<ArraySymbol> arrays_;
    std::map<std::string, std::size_t, std::less<>> array_numbers_;
    std::map<std::string, ProcessorsSymbol, std::less<>> processors_;
    std::map<std::string, TemplateSymbol, std::less<>> templates_;
};

} // namespace tessera::notation
