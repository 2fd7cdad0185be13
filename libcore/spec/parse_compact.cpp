// SPDX-License-Identifier: BSD-3-Clause
// Tessera: makes a job from command line options.
#include "libcore/spec/parse.hpp"

#include "libcore/spec/detail/compact_mapping.hpp"
#include "libcore/spec/detail/copies.hpp"
#include "libcore/spec/detail/declarations.hpp"
#include "libcore/spec/detail/mapping_rules.hpp"
#include "libcore/spec/detail/option_text.hpp"
#include "libcore/spec/detail/pending_sums.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

namespace notation {

namespace {

class CompactAssembler {
  public:
    CompactAssembler(CompactJob const& compact, ParseOptions const& options)
        : compact_(compact), options_(options), lists_(options.files) {}

    Result<Job> run() {
        Job job;
        job.name = "<command line>";
        job.ranks = options_.ranks;
        for (std::string const& array : compact_.arrays) declare(array);
        check_what_is_given();
        if (diagnostics_.failed()) return tl::unexpected(diagnostics_.error());
        map_arrays(job);
        for (std::string const& text : compact_.copies) copy(text, job);
        if (addends_) add_up(job);
        if (diagnostics_.failed()) return tl::unexpected(diagnostics_.error());
        return job;
    }

  private:
    Cursor cursor(std::string option, std::string_view text) {
        return option_cursor(texts_, std::move(option), text, diagnostics_);
    }

    void declare(std::string const& text) {
        Cursor at = cursor("--array", text);
        for (ArrayDecl const& declaration : array_declaration(at, {})) {
            for (ArraySymbol const& other : arrays_)
                if (same_word(other.name.text, declaration.name.text))
                    at.fail(declaration.name.place, fmt::format("{} is declared twice", declaration.name.text));
            arrays_.push_back(array_symbol(declaration));
        }
        at.expect_end("after the array");
    }

    void check_what_is_given() {
        if (diagnostics_.failed()) return;
        auto const complain = [&](std::string message) {
            diagnostics_.fail(Error{std::move(message), std::nullopt, std::nullopt});
        };
        bool const both = !compact_.from.empty() && !compact_.to.empty();
        if (arrays_.empty())
            complain("expected --array, such as --array 'real8 A(1024,1024)'");
        else if (compact_.from.empty() && compact_.to.empty())
            complain("expected --from or --to, such as --from '(block,*) onto P(4)'");
        else if (compact_.copies.empty() && arrays_.size() > 1)
            complain("several arrays need --copy, such as --copy 'B(j,i)=A(i,j)', or a job file");
        else if (!compact_.copies.empty() && arrays_.size() > 2)
            complain("--copy takes two arrays; for more, use a job file");
        else if (!compact_.copies.empty() && arrays_.size() == 2 && !both)
            complain("--copy between two arrays needs --from for the source and --to for the target");
        else if (!compact_.copies.empty() && arrays_.size() == 1 && both)
            complain("--copy from one mapping to another needs two arrays: give the target as a second --array");
    }

    void map_arrays(Job& job) {
        for (ArraySymbol const& array : arrays_) job.arrays.push_back({array.spec, {}});
        // With two arrays, --from maps the source of the copy and --to its target. The copy tells which array is the source.
        std::size_t const source = arrays_.size() == 2 ? source_of_copy() : 0;
        std::size_t const target = arrays_.size() == 2 ? 1 - source : 0;
        if (!compact_.from.empty()) map("--from", compact_.from, source, job);
        if (!compact_.to.empty()) map("--to", compact_.to, target, job);
    }

    std::size_t source_of_copy() {
        Cursor at = cursor("--copy", compact_.copies.front());
        CopyNode const node = copy_statement(at, {});
        return same_word(node.source.array.text, arrays_[1].name.text) ? 1 : 0;
    }

    void map(std::string option, std::string_view text, std::size_t array, Job& job) {
        Cursor at = cursor(std::move(option), text);
        auto mapping = compact_mapping(at, {arrays_[array], processors_, lists_, options_, compact_.copies.empty()});
        if (!mapping) return;
        bool const aligned = mapping->target.has_value();
        ArraySymbol mapped = arrays_[array];
        if (mapping->addends.count > 0) mapped.spec = array_of_addends(mapped.spec, mapping->addends);
        auto spec = valid_state({mapped, aligned ? &*mapping->target : nullptr, nullptr, aligned ? &*mapping->alignment : nullptr,
                                 mapping->distribution},
                                options_.ranks, diagnostics_);
        if (!spec) return;
        make_names_unique(*spec);
        if (mapping->addends.count > 0) {
            if (!job.arrays[array].states.empty() || (addends_ && addends_->array != mapped.spec))
                return diagnostics_.fail(
                    mapping->distribution.list,
                    "elements cannot become addends here; a redistribution combines addends, or moves them unchanged");
            if (!addends_) addends_ = ArrayStates{mapped.spec, {}};
            addends_->states.push_back(*spec);
        } else {
            job.arrays[array].states.push_back(*spec);
        }
        specs_.push_back(std::move(*spec));
    }

    /// Two mappings may use the name P for different arrangements (or templates). A job needs two names.
    void make_names_unique(MappingSpec& spec) {
        auto const clashes = [&](std::string const& name, auto const& differs) {
            bool const array = std::ranges::any_of(arrays_, [&](ArraySymbol const& a) { return same_word(a.name.text, name); });
            return array || std::ranges::any_of(specs_, differs);
        };
        auto const other_processors = [&](MappingSpec const& other) {
            bool const is_template = other.target && same_word(other.target->name, spec.processors.name);
            return is_template || (same_word(other.processors.name, spec.processors.name) && other.processors != spec.processors);
        };
        if (clashes(spec.processors.name, other_processors) && !spec.processors.extents.empty())
            spec.processors.name += fmt::format("_{}", fmt::join(spec.processors.extents, "x"));
        while (clashes(spec.processors.name, other_processors)) spec.processors.name += '_';
        auto const other_template = [&](MappingSpec const& other) {
            bool const is_processors = same_word(other.processors.name, spec.target->name);
            return is_processors ||
                   (other.target && same_word(other.target->name, spec.target->name) && other.target != spec.target);
        };
        while (spec.target && (clashes(spec.target->name, other_template) || same_word(spec.target->name, spec.processors.name)))
            spec.target->name += '_';
    }

    void copy(std::string const& text, Job& job) {
        if (diagnostics_.failed()) return;
        Cursor at = cursor("--copy", text);
        CopyNode const node = copy_statement(at, {});
        at.expect_end("after the copy");
        ArraySymbol const* const target = find(node.target.array);
        ArraySymbol const* const source = find(node.source.array);
        if (diagnostics_.failed()) return;
        if (arrays_.size() == 2 && target == source && compact_.copies.size() == 1)
            diagnostics_.fail(node.source.array.place,
                              fmt::format("this copies {} to itself; expected the other array", source->name.text));
        auto map = resolve_copy(node, target->spec, source->spec, diagnostics_);
        if (map) job.copies.push_back({target->spec.name, source->spec.name, std::move(*map)});
    }

    /// Puts the array of addends in front of the sum, with the copy A = sum(A_addends). If the job adds nothing up, the array of
    /// addends stands alone.
    void add_up(Job& job) {
        ArrayStates const sum = job.arrays.front();
        job.arrays = {*addends_};
        if (sum.states.empty()) return;
        job.arrays.push_back(sum);
        job.copies.push_back(sum_of_addends(sum.array, addends_->array));
    }

    ArraySymbol const* find(Name const& name) {
        for (ArraySymbol const& array : arrays_)
            if (same_word(array.name.text, name.text)) return &array;
        diagnostics_.fail(name.place, fmt::format("no --array is called {}", name.text));
        return nullptr;
    }

    CompactJob const& compact_;
    ParseOptions const& options_;
    Diagnostics diagnostics_;
    std::deque<SourceText> texts_;
    ListReader lists_;
    std::vector<ArraySymbol> arrays_;
    std::vector<ProcessorsSymbol> processors_;
    std::vector<MappingSpec> specs_;     // all mappings so far
    std::optional<ArrayStates> addends_; // states of the array of addends, if a mapping has addends
};

} // namespace

} // namespace notation

Result<Job> parse_compact(CompactJob const& compact, ParseOptions const& options) {
    return notation::CompactAssembler(compact, options).run();
}

} // namespace tessera
