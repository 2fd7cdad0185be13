// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the words of a region for the patterns of its program.
#include "libcore/codegen/detail/region_words.hpp"

#include "libcore/codegen/detail/box_patterns.hpp"
#include "libcore/codegen/detail/box_program.hpp"
#include "libcore/codegen/detail/helper_patterns.hpp"
#include "libcore/codegen/detail/name_table.hpp"
#include "libcore/codegen/detail/program_frame.hpp"
#include "libcore/codegen/detail/region_patterns.hpp"
#include "libcore/codegen/loop_text.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::detail {

namespace {

/// Returns (x1 * n2 + x2) * n3 + x3, the slowest dimension first; "0" without dimensions.
std::string linear_expression(std::vector<std::string> const& places, std::vector<Index> const& extents, bool first_is_fastest) {
    std::string text;
    for (std::size_t k = 0; k < places.size(); ++k) {
        std::size_t const d = first_is_fastest ? places.size() - 1 - k : k;
        text = k == 0 ? places[d] : fmt::format("{} * {} + {}", k == 1 ? text : "(" + text + ")", extents[d], places[d]);
    }
    return text.empty() ? "0" : text;
}

/// Returns "(a1 - 1)", "(a1 + 2)", "a1".
std::string minus(std::string const& name, Index number) {
    return number == 0 ? name : fmt::format("({} {} {})", name, number < 0 ? '+' : '-', number < 0 ? -number : number);
}

/// Returns "long a1, long a2", or only the types.
std::string typed(std::vector<std::string> const& names, bool named = true) {
    std::vector<std::string> list;
    for (std::string const& name : names) list.push_back(named ? "long " + name : "long");
    return listed(list);
}

/// Returns "a, b" for two lists. Either may be empty.
std::string both(std::string const& first, std::string const& second) {
    return first.empty() || second.empty() ? first + second : first + ", " + second;
}

constexpr std::string_view cpp_choice_of_values = R"(
/// A statement that may write writes some elements, here those with even numbers, and leaves the others as they are.
bool is_written(std::size_t number) { return number % 2 == 0; }
Element value_of(std::size_t number) { return element(is_written(number) ? number + @written_shift@ : number); }

)";

constexpr std::string_view fortran_choice_of_values = R"(
! A statement that may write writes some elements, here those with even numbers, and leaves the others as they are.
pure logical function is_written(i)
  integer(long), intent(in) :: i
  is_written = mod(i, 2_long) == 0
end function

pure @element_type@ function value_of(i)
  integer(long), intent(in) :: i
  value_of = element(merge(i + @written_shift@_long, i, is_written(i)))
end function

)";

class RegionWriter {
  public:
    RegionWriter(RegionMove const& move, RegionScan const& scan, std::vector<Rank> const& hosts, ProgramLanguage language)
        : region_(move.region), mapping_(move.mapping), collects_(move.collects), scan_(scan), hosts_(hosts), language_(language),
          parameters_(parameter_names(region_)), a_(numbered("a", region_.array().extents.size())),
          p_(numbered("p", scan.coordinates.size())), q_(numbered("q", p_.size())) {}

    ProgramWords run() {
        words_ = words_of(region_.array(), language_);
        words_["holders"] = holders_text(mapping_, language_, "holders");
        sizes();
        loops();
        cpp() ? cpp_lists() : fortran_lists();
        return std::move(words_);
    }

  private:
    [[nodiscard]] bool cpp() const { return language_ == ProgramLanguage::Cpp; }

    void sizes() {
        ArraySpec const& array = region_.array();
        bool const first_is_fastest = array.order == StorageOrder::Fortran;
        std::vector<Rank> ranks;
        for (Index position = 0; position < mapping_.grid().size(); ++position) ranks.push_back(mapping_.grid().rank(position));
        std::vector<std::string> indices;
        std::vector<std::string> places;
        std::vector<std::string> coordinates;
        for (std::size_t d = 0; d < a_.size(); ++d) indices.push_back(minus(a_[d], array.lower[d]));
        for (int const d : levels_of(array)) // in the program, the number of a dimension is its level
            places.push_back(fmt::format(fmt::runtime(cpp() ? "along({0}, {1}) * strides[{0}]" : "along({0}, {1}) * strides({0})"),
                                         places.size() + (cpp() ? 0 : 1), indices[as_size(d)]));
        for (std::string const& p : p_) coordinates.push_back(minus(p, 1));
        words_["array_size"] = fmt::to_string(mapping_.volume());
        words_["processors"] = fmt::to_string(ranks.size());
        words_["ranks_list"] = fmt::format("{}", fmt::join(ranks, ", "));
        words_["hosts_list"] = fmt::format("{}", fmt::join(hosts_, ", "));
        words_["number_expression"] = linear_expression(indices, array.extents, first_is_fastest);
        words_["place_expression"] = fmt::format("{}", fmt::join(places, " + "));
        words_["processor_expression"] = linear_expression(coordinates, scan_.coordinates, false);
    }

    /// Returns the names of loops in the program: its parameters, coordinates, indices a1, a2, ... and so on.
    [[nodiscard]] std::vector<std::string> names_of(ScanLoops const& loops) const {
        std::vector<std::string> names = parameters_;
        for (std::size_t i = names.size(); i < loops.parameters(); ++i) names.push_back(p_[i - parameters_.size()]);
        for (std::size_t i = names.size(); i < loops.names().size(); ++i) {
            std::string name = loops.names()[i];
            name.erase(name.find_last_not_of('_') +
                       1); // the trailing underscores separate it from the user's names, which the name table already does
            names.push_back(name.starts_with('_') ? "a" + name.substr(1) : name);
        }
        return names;
    }

    /// An argument of a Fortran procedure must have the procedure's kind.
    [[nodiscard]] static std::string long_text(std::string const& text) {
        return std::ranges::any_of(text, notation::is_letter) ? text : fmt::format("int({}, long)", text);
    }

    /// Writes loops that pass on the first `coordinates` of every point, in Fortran with the declaration of their variables.
    /// `visit`: the call for each point in Fortran.
    void loop(std::string const& word, ScanLoops const& loops, std::size_t coordinates, std::string const& visit) {
        auto const names = names_of(loops);
        std::string const text = loop_text(loops, names, language_, 0, [&](std::vector<std::string> const& point) {
            std::vector<std::string> some(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(coordinates));
            if (!cpp()) std::ranges::transform(some, some.begin(), long_text);
            return fmt::format(fmt::runtime(cpp() ? "visit({});" : visit), listed(some));
        });
        words_[word + "_loops"] = text;
        std::vector<std::string> variables;
        for (std::size_t i = loops.parameters(); i < names.size(); ++i)
            if (text.find(names[i] + " = ") != std::string::npos) variables.push_back(names[i]);
        words_[word + "_variables"] = variables.empty() ? "" : "integer(long) :: " + listed(variables);
    }

    void loops() {
        loop("owner", scan_.owners, p_.size(), "call add(list, n, [integer(long) :: {}])");
        loop("element", scan_.elements, a_.size(), "call visit_element({})");
        loop("touched", region_.loops(), a_.size(), "call visit_touched({})");
        ScanLoops const& condition = scan_.condition;
        words_["condition_loops"] = loop_text(condition, parameters_, language_, 0, [&](std::vector<std::string> const&) {
            return std::string(cpp() ? "return true;" : "is_touched = .true.");
        });
        bool const always = !condition.steps().empty() && condition.steps().front().kind == ScanStep::Kind::Visit;
        words_["otherwise_false"] = always ? "" : "return false;";
    }

    /// Returns the visitor argument of loops, without a name if the loops visit nothing.
    [[nodiscard]] std::string visit_of(std::string const& loops) const {
        return words_.at(loops).find("visit(") == std::string::npos ? "Visit" : "Visit visit";
    }

    void cpp_lists() {
        words_["helpers"] = filled(cpp_floor_div, {});
        words_["a"] = listed(a_);
        words_["p"] = listed(p_);
        words_["q"] = listed(q_);
        words_["p_and"] = p_.empty() ? "" : listed(p_) + ", ";
        words_["a_arguments"] = typed(a_);
        words_["p_arguments"] = typed(p_);
        words_["q_arguments"] = typed(q_);
        words_["p_arguments_and"] = p_.empty() ? "" : typed(p_) + ", ";
        words_["owner_visit"] = visit_of("owner_loops");
        words_["touched_visit"] = visit_of("touched_loops");
        std::vector<std::string> given; // unused names are left out
        for (std::string const& p : p_)
            given.push_back(words_["element_loops"].find(p) == std::string::npos ? "long" : "long " + p);
        words_["element_visit"] = both(listed(given), visit_of("element_loops"));
        words_["unnamed_index"] = typed(a_, false);
        std::vector<std::string> lines;
        for (std::size_t p = 0; p < p_.size(); ++p)
            lines.push_back(
                fmt::format("{0}for (long {1} = 1; {1} <= {2}; ++{1})", std::string(4 * p, ' '), p_[p], scan_.coordinates[p]));
        lines.push_back(fmt::format("{}visit({});", std::string(4 * p_.size(), ' '), listed(p_)));
        words_["processor_loops"] = stacked(lines);
        // Coordinates that do not distinguish copies take all values (Pr).
        std::vector<std::string> equal;
        for (std::size_t p = 0; p < p_.size(); ++p)
            if (!scan_.replicated[p]) equal.push_back(fmt::format("{} == {}", q_[p], p_[p]));
        words_["shares_with_owner"] = equal.empty() ? "true" : fmt::format("{}", fmt::join(equal, " && "));
        cpp_values();
    }

    void fortran_lists() {
        std::string const declare = "integer(long), intent(in) :: ";
        words_["a"] = listed(a_);
        words_["p"] = listed(p_);
        words_["declare_p"] = p_.empty() ? "" : declare + listed(p_);
        words_["p_count"] = fmt::to_string(p_.size());
        words_["owner"] = owner();
        words_["and_owner"] = p_.empty() ? "" : ", " + owner();
        for (char const* const task : {"what", "counting", "placing", "checking"})
            words_[fmt::format("{}_{}p", task, task == std::string_view("what") ? "and_" : "")] = both(task, listed(p_));
        words_["declare_coordinates"] = p_.empty() ? "" : "integer(long) :: " + listed(p_);
        std::vector<std::string> lines;
        Index step = mapping_.grid().size();
        for (std::size_t p = 0; p < p_.size(); ++p) {
            step /= scan_.coordinates[p];
            lines.push_back(fmt::format("{} = mod(o / {}, {}_long) + 1", p_[p], step, scan_.coordinates[p]));
        }
        words_["coordinates_of_o"] = stacked(lines);
        words_["helpers"] = (in_loops("floor_div(") ? filled(fortran_floor_div, {}) : "") +
                            (in_loops("call add(") ? filled(fortran_add_column, {}) : "");
        std::vector<std::string> unused; // the compiler would warn about them
        for (std::string const& p : p_)
            if (words_["element_loops"].find(p) == std::string::npos)
                unused.push_back(fmt::format("associate (needless => {}); end associate", p));
        words_["unused_coordinates"] = stacked(unused);
        fortran_copies();
        fortran_values();
        fortran_visits();
    }

    [[nodiscard]] std::string owner() const {
        std::vector<std::string> parts;
        for (std::size_t p = 1; p <= p_.size(); ++p) parts.push_back(fmt::format("owners({}, o)", p));
        return listed(parts);
    }

    [[nodiscard]] bool keeps() const { return region_.statement().approximation == RegionApproximation::May; }

    /// Writes the loop over the values that hosts send. A value is an element's number or a collected element (Fig. 7).
    void cpp_values() {
        std::string const loop = fmt::format("for_each_touched([&]({}) {{", typed(a_));
        std::string const number = fmt::format("number({})", listed(a_));
        words_["choice_of_values"] = keeps() ? filled(cpp_choice_of_values, words_) : "";
        words_["value"] = fmt::format(fmt::runtime(keeps() ? "value_of({})" : "element({})"), number);
        words_["host_values"] =
            keeps() ? stacked({"std::vector<Element> array = receive_all(host); // what is not written keeps its value (Fig. 7)",
                               loop, fmt::format("    if (is_written({0})) array[{0}] = value_of({0});", number), "});"})
                    : stacked({"std::vector<Element> array(array_size, untouched);",
                               fmt::format("{0} array[{1}] = element({1}); }});", loop, number)});
        words_["collect_first"] = !keeps()
                                      ? ""
                                      : stacked({"std::vector<Element> own;", fmt::format("for_each_owner([&]({}) {{", typed(p_)),
                                                 fmt::format("    if (rank_of[processor({})] == rank) send_from({}own, requests);",
                                                             listed(p_), words_["p_and"]),
                                                 "});"});
    }

    void fortran_values() {
        std::string const number = fmt::format("number({})", listed(a_));
        words_["choice_of_values"] = keeps() ? filled(fortran_choice_of_values, words_) : "";
        words_["value"] = fmt::format(fmt::runtime(keeps() ? "value_of({})" : "element({})"), number);
        words_["host_values"] = keeps() ? "call receive_all() ! what is not written keeps its value (Fig. 7)"
                                        : "allocate (array(array_size), source=untouched)";
        words_["write_value"] = fmt::format(
            fmt::runtime(keeps() ? "if (is_written({0})) array({0}) = value_of({0})" : "array({0}) = element({0})"), number);
        words_["declare_collect"] = keeps() ? "integer :: request" : "";
        words_["collect_first"] = keeps() ? "call send_own(request)" : "";
        words_["finish_collect"] =
            keeps() ? "call MPI_Wait(request, MPI_STATUS_IGNORE, error)\nif (allocated(own)) deallocate (own)" : "";
    }

    /// Adds the procedures that scans call, if the scans visit anything.
    void fortran_visits() {
        std::string cases = collects_ || keeps() ? filled(fortran_gather_cases, words_) : "";
        cases += filled(collects_ ? fortran_collect_cases : fortran_update_cases, words_);
        words_["element_cases"] = without_end(std::move(cases));
        words_["touched_cases"] = collects_ ? "" : "case (writing)\n  " + words_["write_value"];
        words_["visit_element"] =
            words_["element_loops"].find("call visit") == std::string::npos ? "" : filled(fortran_visit_element, words_);
        words_["visit_touched"] =
            words_["touched_loops"].find("call visit") == std::string::npos ? "" : filled(fortran_visit_touched, words_);
    }

    [[nodiscard]] static std::string without_end(std::string lines) {
        if (lines.ends_with('\n')) lines.pop_back();
        return lines;
    }

    [[nodiscard]] bool in_loops(std::string_view text) const {
        return std::ranges::any_of(std::array{"owner_loops", "element_loops", "touched_loops", "condition_loops"},
                                   [&](char const* word) { return words_.at(word).find(text) != std::string::npos; });
    }

    /// Adds the loops that send to all holders of an owner's elements (Pr).
    void fortran_copies() {
        std::vector<std::string> lines;
        std::vector<std::string> ends;
        std::vector<std::string> to;
        std::vector<std::string> free;
        for (std::size_t p = 0; p < p_.size(); ++p) {
            to.push_back(scan_.replicated[p] ? q_[p] : fmt::format("owners({}, o)", p + 1));
            if (!scan_.replicated[p]) continue;
            lines.push_back(fmt::format("{}do {} = 1, {}", std::string(2 * free.size(), ' '), q_[p], scan_.coordinates[p]));
            ends.push_back(std::string(2 * free.size(), ' ') + "end do");
            free.push_back(q_[p]);
        }
        std::string const indent(2 * free.size(), ' ');
        lines.push_back(fmt::format("{}if (count_elements({}) > 0) then", indent, listed(to)));
        lines.push_back(indent + "  sent = sent + 1");
        lines.push_back(fmt::format("{}  call MPI_Isend(buffer(used + 1), message_length(length), element_type, "
                                    "rank_of(processor({})), 0, MPI_COMM_WORLD, requests(sent), error)",
                                    indent, listed(to)));
        lines.push_back(indent + "end if");
        lines.insert(lines.end(), ends.rbegin(), ends.rend());
        words_["copies_loops"] = stacked(lines);
        words_["declare_copies"] = free.empty() ? "" : "integer(long) :: " + listed(free);
    }

    Region const& region_;
    Mapping const& mapping_;
    bool collects_;
    RegionScan const& scan_;
    std::vector<Rank> const& hosts_;
    ProgramLanguage language_;
    std::vector<std::string> parameters_;
    std::vector<std::string> a_; // names of indices
    std::vector<std::string> p_; // names of processor coordinates
    std::vector<std::string> q_; // names of other processors' coordinates
    ProgramWords words_;
};

/// First letters of loop names: a1, p2, ...
constexpr std::string_view loop_letters = "acdelpqt";

NameTable const& region_names() {
    static NameTable const names = [] {
        std::vector<std::string_view> texts = frame_patterns();
        for (PartPattern const* part : {&element_pattern, &families_pattern, &tables_pattern, &region_sets_pattern,
                                        &region_part_pattern, &gather_pattern, &collect_pattern, &update_pattern})
            texts.insert(texts.end(), {part->cpp, part->fortran_declarations, part->fortran_procedures});
        texts.insert(texts.end(), {cpp_floor_div, fortran_floor_div, fortran_add_column, cpp_choice_of_values,
                                   fortran_choice_of_values, fortran_visit_element, fortran_visit_touched});
        return NameTable(texts, loop_letters);
    }();
    return names;
}

} // namespace

std::vector<std::string> parameter_names(Region const& region) {
    std::vector<std::string> names;
    for (std::string const& name : region.statement().parameters) names.push_back(region_names().name_of(name));
    return names;
}

ProgramWords region_words(RegionMove const& move, RegionScan const& scan, std::vector<Rank> const& hosts,
                          ProgramLanguage language) {
    return RegionWriter(move, scan, hosts, language).run();
}

} // namespace tessera::detail
