// SPDX-License-Identifier: BSD-3-Clause
// Tessera: derives the alignment and the distribution of each array, state by state.
#include "libcore/spec/detail/assembler.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/detail/copies.hpp"
#include "libcore/spec/detail/form_placement.hpp"
#include "libcore/spec/detail/io_distribution.hpp"
#include "libcore/spec/detail/io_statements.hpp"
#include "libcore/spec/detail/nest_regions.hpp"
#include "libcore/spec/detail/pending_sums.hpp"
#include "libcore/spec/detail/phase_statements.hpp"
#include "libcore/spec/detail/region_statements.hpp"
#include "libcore/spec/detail/validation.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace tessera::notation {

namespace {

using Key = std::string; // a name in lower case

/// The end of a chain of alignments: a template, or an array that is distributed itself and serves as a template.
struct Root {
    Key key;
    Template space;
    std::vector<Place> dims;
};

struct RootedAlignment {
    Root root;
    Alignment alignment;
};

class Assembler {
  public:
    Assembler(Program const& program, ParseOptions const& options, Diagnostics& diagnostics)
        : program_(program), options_(options), diagnostics_(diagnostics), symbols_(program, diagnostics), names_(symbols_),
          sums_(options, diagnostics) {}

    void run(Job& job) {
        collect_aligns();
        for (DistributeNode const& node : program_.distributes) distribute(node);
        for (AlignNode const& node : program_.aligns) align(node);
        first_states();
        count_states();
        for (auto const& remap : program_.remaps) {
            std::visit([&](auto const& node) { this->remap(node); }, remap);
            count_states();
        }
        if (diagnostics_.failed()) return;
        for (ArraySymbol const& array : symbols_.arrays())
            if (auto const found = states_.find(lower(array.name.text)); found != states_.end())
                job.arrays.push_back({array.spec, std::move(found->second)});
        sums_.add_up(program_, job);
        for (CopyNode const& node : program_.copies) copy(node, job);
        for (DistributeNode const& node : program_.io_distributes)
            if (auto io = resolve_io_distribution(node, symbols_, diagnostics_)) job.io.push_back(std::move(*io));
        for (IoNode const& node : program_.io) io(node, job);
        check_program(program_.phases, diagnostics_);
        for (ProgramNode const& node : program_.phases) program_line(node, job);
        for (RegionNode const& node : program_.regions) region(node, job);
        if (program_.regions.empty())
            for (ProgramNest const& nest : program_.nests) regions_of(nest, job);
    }

  private:
    // Static directives.

    void collect_aligns() {
        for (AlignNode const& node : program_.aligns) {
            auto const [first, is_new] = static_aligns_.try_emplace(lower(node.alignee.text), &node);
            if (!is_new)
                diagnostics_.fail(node.alignee.place, fmt::format("{} is aligned twice; the first time in line {}",
                                                                  node.alignee.text, first->second->alignee.place.line));
        }
    }

    void distribute(DistributeNode const& node) {
        Key const key = lower(node.distributee.text);
        if (!root_of(node.distributee)) return;
        if (auto const align = static_aligns_.find(key); align != static_aligns_.end())
            return diagnostics_.fail(
                node.distributee.place,
                fmt::format("{0} is aligned with {1} and has no distribution of its own; distribute {1} instead",
                            node.distributee.text, align->second->target.text));
        auto placement = placed(node);
        if (!placement) return;
        if (!distributions_.try_emplace(key, *std::move(placement)).second)
            diagnostics_.fail(
                node.distributee.place,
                fmt::format("{0} is distributed twice; to change it later, write redistribute {0}", node.distributee.text));
    }

    std::optional<RootMapping> placed(DistributeNode const& node) {
        auto const* const space = symbols_.find_template(node.distributee.text);
        if (node.leading && space != nullptr) {
            diagnostics_.fail(node.leading->second,
                              fmt::format("{} is a template, which has no memory; give lld to an array that is distributed itself",
                                          space->spec.name));
            return std::nullopt;
        }
        if (!node.form.empty() && space != nullptr) {
            diagnostics_.fail(node.distributee.place, fmt::format("{} is a template; forms distribute arrays", space->spec.name));
            return std::nullopt;
        }
        if (!node.form.empty()) return placement_of_form(node, *symbols_.array(node.distributee), names_, options_, diagnostics_);
        auto distribution = resolve_distribution(node, symbols_, options_.ranks, diagnostics_);
        if (!distribution) return std::nullopt;
        if (!node.onto) names_.name(distribution->processors);
        if (space != nullptr) check_template_distribution(space->spec, space->dims, *distribution, options_.ranks, diagnostics_);
        return RootMapping{*std::move(distribution), std::nullopt, std::nullopt, {}};
    }

    /// Resolves an ALIGN. First resolves the ALIGN directives of its target, if that is an aligned array, and so on.
    void align(AlignNode const& node) {
        std::vector<AlignNode const*> chain;
        std::set<Key> seen;
        AlignNode const* next = &node;
        while (next != nullptr && !alignments_.contains(lower(next->alignee.text))) {
            if (!seen.insert(lower(next->alignee.text)).second)
                return diagnostics_.fail(next->alignee.place,
                                         fmt::format("{} is aligned with itself through other arrays", next->alignee.text));
            chain.push_back(next);
            auto const found = static_aligns_.find(lower(next->target.text));
            next = found == static_aligns_.end() ? nullptr : found->second;
        }
        for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
            if (auto alignment = rooted_alignment(**link)) alignments_.emplace(lower((*link)->alignee.text), std::move(*alignment));
            if (diagnostics_.failed()) return;
        }
    }

    std::optional<RootedAlignment> rooted_alignment(AlignNode const& node) {
        auto const alignee = root_of(node.alignee);
        auto target = alignee ? root_of(node.target) : std::nullopt;
        if (!target) return std::nullopt;
        auto inner = resolve_alignment(node, alignee->space, target->space, diagnostics_);
        if (!inner) return std::nullopt;
        auto const outer = alignments_.find(target->key);
        if (outer == alignments_.end()) {
            if (!distributions_.contains(target->key)) return fail_undistributed(node.target);
            return RootedAlignment{std::move(*target), std::move(*inner)};
        }
        auto const& [root, alignment] = outer->second;
        auto both = composed(*inner, target->space, alignment, root.space, diagnostics_);
        if (!both) return std::nullopt;
        return RootedAlignment{root, std::move(*both)};
    }

    std::nullopt_t fail_undistributed(Name const& name) {
        diagnostics_.fail(name.place,
                          fmt::format("{0} is not distributed; add a directive such as distribute {0}(block) onto P", name.text));
        return std::nullopt;
    }

    /// Returns the template or array of this name as an index space for alignment or distribution.
    std::optional<Root> root_of(Name const& name) {
        if (auto const* const symbol = symbols_.find_template(name.text)) return Root{lower(name.text), symbol->spec, symbol->dims};
        ArraySymbol const* const array = symbols_.array(name);
        if (array == nullptr) return std::nullopt;
        return Root{lower(name.text), {array->spec.name, array->spec.lower, array->spec.extents}, array->dims};
    }

    // States.

    void first_states() {
        for (ArraySymbol const& array : symbols_.arrays()) {
            Key const key = lower(array.name.text);
            if (distributions_.contains(key) || alignments_.contains(key)) add_state(array);
        }
    }

    void add_state(ArraySymbol const& array) {
        if (diagnostics_.failed()) return;
        Key const key = lower(array.name.text);
        auto const found = alignments_.find(key);
        RootedAlignment const* const aligned = found == alignments_.end() ? nullptr : &found->second;
        RootMapping const& placement = distributions_.at(aligned == nullptr ? key : aligned->root.key);
        if (placement.addends.count > 0 && aligned == nullptr) return sums_.add(array, placement, states_.contains(key));
        if (placement.addends.count > 0)
            return diagnostics_.fail(
                placement.distribution.list,
                fmt::format("{0} is aligned with an array that becomes a pending sum here; distribute {0} directly",
                            array.spec.name));
        if (auto spec = state_on(array, placement, aligned)) states_[key].push_back(std::move(*spec));
    }

    /// Composes the array's alignment (null: none) with the template of a form with copies, if there is one.
    std::optional<MappingSpec> state_on(ArraySymbol const& array, RootMapping const& placement, RootedAlignment const* aligned) {
        Template const* space = placement.space ? &*placement.space : nullptr;
        Alignment const* alignment = placement.alignment ? &*placement.alignment : nullptr;
        std::vector<Place> const* dims = nullptr;
        std::optional<Alignment> both;
        if (aligned != nullptr && space != nullptr) {
            both = composed(aligned->alignment, aligned->root.space, *alignment, *space, diagnostics_);
            if (!both) return std::nullopt;
            alignment = &*both;
        } else if (aligned != nullptr) {
            space = &aligned->root.space;
            dims = &aligned->root.dims;
            alignment = &aligned->alignment;
        }
        return valid_state({array, space, dims, alignment, placement.distribution}, options_.ranks, diagnostics_);
    }

    // Executable directives.

    void remap(DistributeNode const& node) {
        Key const key = lower(node.distributee.text);
        if (diagnostics_.failed() || !root_of(node.distributee)) return;
        auto const aligned = alignments_.find(key);
        if (aligned != alignments_.end()) {
            if (!node.extended)
                return diagnostics_.fail(
                    node.distributee.place,
                    fmt::format("{0} is aligned with {1}; redistribute {1}, or write !dist$ redistribute {0} to "
                                "free it from {1}",
                                node.distributee.text, aligned->second.root.space.name));
            alignments_.erase(aligned);
        } else if (!distributions_.contains(key)) {
            fail_undistributed(node.distributee);
            return;
        }
        auto placement = placed(node);
        if (!placement) return;
        distributions_.insert_or_assign(key, *std::move(placement));
        for (ArraySymbol const& array : symbols_.arrays())
            if (depends_on(lower(array.name.text), key)) add_state(array);
    }

    /// Returns whether the array is this root, or is aligned with it.
    bool depends_on(Key const& array, Key const& root) const {
        auto const aligned = alignments_.find(array);
        return aligned == alignments_.end() ? array == root : aligned->second.root.key == root;
    }

    void remap(AlignNode const& node) {
        Key const key = lower(node.alignee.text);
        ArraySymbol const* const array = diagnostics_.failed() ? nullptr : symbols_.array(node.alignee);
        if (array == nullptr || !may_be_realigned(node, key)) return;
        auto alignment = rooted_alignment(node);
        if (!alignment) return;
        distributions_.erase(key);
        alignments_.insert_or_assign(key, std::move(*alignment));
        add_state(*array);
    }

    bool may_be_realigned(AlignNode const& node, Key const& key) {
        std::string const& name = node.alignee.text;
        if (!distributions_.contains(key) && !alignments_.contains(key)) return fail_undistributed(node.alignee), false;
        for (ArraySymbol const& other : symbols_.arrays())
            if (lower(other.name.text) != key && depends_on(lower(other.name.text), key)) {
                diagnostics_.fail(node.alignee.place,
                                  fmt::format("{} cannot be realigned while {} is aligned with it", name, other.name.text));
                return false;
            }
        if (distributions_.contains(key) && !node.extended) {
            diagnostics_.fail(node.alignee.place, fmt::format("{0} is distributed directly, and HPF realigns only aligned arrays; "
                                                              "write !dist$ realign {0} to realign it anyway",
                                                              name));
            return false;
        }
        if (lower(node.target.text) == key) {
            diagnostics_.fail(node.target.place, fmt::format("{} cannot be aligned with itself", name));
            return false;
        }
        return true;
    }

    // Files.

    void io(IoNode const& node, Job& job) {
        ArraySymbol const* const array = mapped(node.array);
        if (array == nullptr) return;
        check_io(node, array->spec, diagnostics_);
        add_statement(node, array->spec, job, job.io_statements);
    }

    /// Adds the statement with the number of its state: the state that it names, else the state in effect at its line.
    template <class Node, class Statement>
    void add_statement(Node const& node, ArraySpec const& array, Job const& job, std::vector<Statement>& statements) {
        Statement statement = node.statement;
        statement.array = array.name;
        ArrayStates const& states = *job.find(array.name);
        auto const named = statement.state.empty() ? nullptr : state_of(states, statement.state);
        if (!named) diagnostics_.fail(node.state, named.error().message);
        if (diagnostics_.failed()) return;
        statement.state_here = *named == nullptr ? state_after(node.remaps, array.name) : as_size(*named - states.states.data());
        statements.push_back(std::move(statement));
    }

    // Regions.

    void region(RegionNode node, Job& job) {
        ArraySymbol const* const array = mapped(node.array);
        if (array == nullptr) return;
        check_region(node, array->spec, diagnostics_);
        // an empty list stands for the whole array
        if (node.statement.subscripts.empty()) node.statement.subscripts.resize(array->spec.extents.size());
        add_statement(node, array->spec, job, job.regions);
    }

    /// Names without a mapping (arrays, scalars, functions) give no regions.
    void regions_of(ProgramNest const& nest, Job& job) {
        for (NestAccess const& access : nest.accesses) {
            ArrayStates const* const array = job.find(access.array.text);
            auto statement = array ? region_of(access, nest.names, nest.assigned, array->array) : std::nullopt;
            if (!statement) continue;
            statement->state_here = state_after(access.remaps, statement->array);
            if (auto const later = state_after(nest.remaps, array->array.name);
                array->states[later] != array->states[statement->state_here])
                report_remap_below(*statement, later);
            job.regions.push_back(*std::move(statement));
        }
    }

    // The program.

    /// Records the current state of each array.
    void count_states() {
        for (auto& counts = counts_.emplace_back(); auto const& [name, states] : states_) counts[name] = states.size();
    }

    /// Returns the number of the state of an array after `remaps` remaps.
    [[nodiscard]] std::size_t state_after(std::size_t remaps, std::string const& array) const {
        return counts_[remaps].at(lower(array)) - 1;
    }

    void program_line(ProgramNode const& node, Job& job) {
        ProgramLine line;
        line.kind = node.kind;
        line.count = node.count;
        line.line = node.place.line;
        if (node.kind == ProgramLine::Kind::Phase) line.phase = phase(node.phase);
        if (diagnostics_.failed()) return;
        for (ArrayStates const& each : job.arrays) line.states.push_back(state_after(node.remaps, each.array.name));
        job.program.push_back(std::move(line));
    }

    PhaseStatement phase(PhaseNode const& node) {
        std::vector<ArraySpec const*> arrays;
        for (Name const& name : node.arrays) {
            ArraySymbol const* const array = mapped(name);
            if (array == nullptr) return node.statement;
            arrays.push_back(&array->spec);
        }
        check_phase(node, arrays, diagnostics_);
        return with_declared_names(node.statement, arrays);
    }

    // Copies.

    void copy(CopyNode const& node, Job& job) {
        ArraySymbol const* const target = mapped(node.target.array);
        ArraySymbol const* const source = mapped(node.source.array);
        if (target == nullptr || source == nullptr) return;
        auto map = resolve_copy(node, target->spec, source->spec, diagnostics_);
        if (map) job.copies.push_back({target->spec.name, source->spec.name, std::move(*map)});
    }

    ArraySymbol const* mapped(Name const& name) {
        ArraySymbol const* const array = symbols_.array(name);
        if (array == nullptr || states_.contains(lower(name.text))) return array;
        fail_undistributed(name);
        return nullptr;
    }

    Program const& program_;
    ParseOptions const& options_;
    Diagnostics& diagnostics_;
    Symbols symbols_;
    std::map<Key, AlignNode const*> static_aligns_;
    MadeNames names_;
    std::map<Key, RootMapping> distributions_;  // key: a root
    std::map<Key, RootedAlignment> alignments_; // key: an array; value: its alignment with its root
    std::map<Key, std::vector<MappingSpec>> states_;
    PendingSums sums_;
    std::vector<std::map<Key, std::size_t>> counts_; // number of states by array, after each number of remaps
};

} // namespace

Job assemble(Program const& program, std::string name, ParseOptions const& options, Diagnostics& diagnostics) {
    Job job;
    job.name = std::move(name);
    job.ranks = options.ranks;
    if (!diagnostics.failed()) Assembler(program, options, diagnostics).run(job);
    return job;
}

} // namespace tessera::notation
