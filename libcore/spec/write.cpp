// SPDX-License-Identifier: BSD-3-Clause
// Tessera: jobs as HPF text.
#include "libcore/spec/write.hpp"

#include "libcore/spec/detail/directive_text.hpp"
#include "libcore/spec/detail/element_type.hpp"
#include "libcore/spec/detail/io_statements.hpp"
#include "libcore/spec/detail/phase_statements.hpp"
#include "libcore/spec/detail/region_statements.hpp"
#include "libcore/spec/detail/state_order.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <set>

namespace tessera {

namespace {

using notation::directive_line;
using notation::Sentinel;

class JobWriter {
  public:
    explicit JobWriter(Job const& job) : job_(job) {}

    std::string run() {
        auto steps = notation::remap_steps(job_);
        assert(steps && "the arrays of a job share templates and their distributions");
        for (ArrayStates const& each : job_.arrays) text_ += notation::declaration_line(each.array);
        for (ArrayStates const& each : job_.arrays)
            for (MappingSpec const& state : each.states) declare_spaces(state);
        for (IoDistribution const& io : job_.io) io_distribution(io);
        for (ArrayStates const& each : job_.arrays) static_directives(each);
        if (steps) program(*std::move(steps));
        for (CopyStatement const& copy : job_.copies)
            line(Sentinel::Dist,
                 "copy " + notation::copy_text(copy.map, job_.find(copy.target)->array, job_.find(copy.source)->array));
        for (IoStatement const& io : job_.io_statements) statement(io, notation::io_text);
        for (RegionStatement const& each : job_.regions) statement(each, notation::region_text);
        return std::move(text_);
    }

  private:
    /// The statement is written after all remaps, so it names its state unless that is the last one.
    template <class Statement, class Text>
    void statement(Statement statement, Text const& text) {
        ArrayStates const& array = *job_.find(statement.array);
        std::size_t const last = array.states.size() - 1;
        std::size_t const here = std::optional(statement.state_here).value_or(last);
        if (statement.state.empty() && here < last) statement.state = fmt::to_string(here);
        line(Sentinel::Dist, text(statement, array.array));
    }
    void line(Sentinel sentinel, std::string const& text) { text_ += directive_line(sentinel, text); }
    void hpf(std::string const& text) { line(Sentinel::Hpf, text); }

    bool is_new(std::string const& name) { return declared_.insert(notation::lower(name)).second; }

    void declare_processors(std::string_view directive, Processors const& processors) {
        if (!is_new(processors.name)) return;
        hpf(fmt::format("{} {}", directive, notation::space_text(processors.name, processors.lower, processors.extents)));
        if (!processors.ranks.empty())
            line(Sentinel::Dist, fmt::format("ranks {}{}", processors.name, notation::ranks_text(processors.ranks)));
        if (processors.order == GridOrder::ColumnMajor) line(Sentinel::Dist, fmt::format("order {}(col)", processors.name));
    }

    void declare_spaces(MappingSpec const& mapping) {
        declare_processors("processors", mapping.processors);
        // An array may serve as a template; then it is declared already.
        if (mapping.target && job_.find(mapping.target->name) == nullptr && is_new(mapping.target->name))
            hpf("template " + notation::space_text(mapping.target->name, mapping.target->lower, mapping.target->extents));
    }

    void io_distribution(IoDistribution const& io) {
        declare_processors("processors", io.processors);
        declare_processors("io_processors", io.io_processors);
        MappingSpec formats; // formats of the arrangement's processors, treated as elements
        formats.processors = io.io_processors;
        formats.formats = io.formats;
        line(sentinel_of(io.formats),
             fmt::format("io_distribute {}{} onto {}", io.processors.name, notation::formats_text(formats), io.io_processors.name));
    }

    void static_directives(ArrayStates const& each) {
        if (auto const op = each.array.addends)
            line(Sentinel::Dist,
                 fmt::format("addends{} {}", *op == ReduceOp::Sum ? "" : fmt::format("({})", name_of(*op)), each.array.name));
        if (!each.array.shadow.empty()) hpf("shadow " + notation::shadow_text(each.array));
        if (each.states.front().target) hpf("align " + notation::align_text(each.states.front()));
    }

    /// Writes the program's lines between the remaps. Each line comes before the first remap that goes beyond the line's states.
    void program(std::vector<notation::RemapStep> steps) {
        auto const lines_before = [this](notation::RemapStep const& step) {
            if (step.kind == notation::RemapStep::Kind::DistributeRoot) return std::ptrdiff_t{0};
            return std::ranges::count_if(job_.program,
                                         [&](ProgramLine const& line) { return line.states[step.array] < step.state; });
        };
        std::ranges::stable_sort(steps, {}, lines_before);
        auto next = job_.program.begin();
        for (notation::RemapStep const& step : steps) {
            for (auto const end = job_.program.begin() + lines_before(step); next < end; ++next) program_line(*next);
            remap(step);
        }
        for (; next != job_.program.end(); ++next) program_line(*next);
    }

    /// Returns our own sentinel if HPF does not have one of the formats.
    static Sentinel sentinel_of(std::vector<DistFormat> const& formats) {
        return std::ranges::all_of(formats, [](DistFormat const& format) { return format.info().hpf; }) ? Sentinel::Hpf
                                                                                                        : Sentinel::Dist;
    }

    static std::string repeat_text(Index count) { return count == 0 ? "repeat" : fmt::format("repeat {}", count); }

    void program_line(ProgramLine const& line) {
        if (line.kind == ProgramLine::Kind::Repeat) return this->line(Sentinel::Dist, repeat_text(line.count));
        if (line.kind == ProgramLine::Kind::EndRepeat) return this->line(Sentinel::Dist, "end repeat");
        std::vector<ArraySpec const*> arrays;
        for (PhaseArray const& each : line.phase.arrays) arrays.push_back(&job_.find(each.array)->array);
        this->line(Sentinel::Dist, notation::phase_text(line.phase, arrays));
    }

    void remap(notation::RemapStep const& step) {
        using RemapKind = notation::RemapStep::Kind;
        MappingSpec const& mapping = job_.arrays[step.array].states[step.state];
        if (step.kind == RemapKind::Realign)
            return line(step.extended ? Sentinel::Dist : Sentinel::Hpf, "realign " + notation::align_text(mapping));
        Sentinel const sentinel = step.extended || mapping.leading ? Sentinel::Dist : sentinel_of(mapping.formats);
        line(sentinel, fmt::format("{} {}{} onto {}{}", step.kind == RemapKind::DistributeRoot ? "distribute" : "redistribute",
                                   notation::root_name(mapping), notation::formats_text(mapping), notation::onto_text(mapping),
                                   notation::leading_text(mapping)));
    }

    Job const& job_;
    std::string text_;
    std::set<std::string> declared_; // in lower case
};

} // namespace

bool can_be_written(Job const& job) {
    return notation::remap_steps(job).has_value();
}

std::string write_hpf(Job const& job) {
    return JobWriter(job).run();
}

std::string write_hpf(MappingSpec const& mapping) {
    Job job;
    job.arrays.push_back({mapping.array, {mapping}});
    return write_hpf(job);
}

MappingSpec with_lists_inside(MappingSpec mapping) {
    for (DistFormat& format : mapping.formats) format.forget_file();
    return mapping;
}

std::string write_ranks(Processors const& processors) {
    return fmt::format("!dist$ ranks {}{}", processors.name, notation::ranks_text(processors.ranks));
}

std::vector<std::string> write_processors(Processors const& processors) {
    std::vector<std::string> lines{
        fmt::format("!hpf$ processors {}", notation::space_text(processors.name, processors.lower, processors.extents))};
    if (!processors.ranks.empty()) lines.push_back(write_ranks(processors));
    if (processors.order == GridOrder::ColumnMajor) lines.push_back(fmt::format("!dist$ order {}(col)", processors.name));
    return lines;
}

std::string describe(MappingSpec const& mapping) {
    constexpr std::size_t longest_list = 8;
    Processors const& processors = mapping.processors;
    std::string const shape = notation::space_text(processors.name, processors.lower, processors.extents);
    std::string const section = mapping.onto.empty() ? "" : notation::onto_text(mapping) + " of ";
    return fmt::format("{}{} onto {}{}{}", mapping.target ? mapping.target->name : "",
                       notation::formats_text(mapping, longest_list), section, shape, notation::leading_text(mapping));
}

std::string write_format(MappingSpec const& mapping, int dim) {
    return notation::format_texts(mapping)[as_size(dim)];
}

std::string describe_alignment(MappingSpec const& mapping) {
    return mapping.target ? notation::align_text(mapping) : "";
}

std::string describe(ArraySpec const& array) {
    std::string type = notation::plain_type(array.type);
    if (auto fortran = notation::fortran_type(array.type); fortran && array.order == StorageOrder::Fortran) {
        type = std::move(*fortran);
        std::erase(type, '*'); // real*8 becomes one word, real8
    }
    return fmt::format("{} {}", type, notation::array_text(array));
}

std::string describe(IoStatement const& statement, ArraySpec const& array) {
    return notation::io_text(statement, array);
}

std::string describe(RegionStatement const& statement, ArraySpec const& array) {
    return notation::region_text(statement, array);
}

} // namespace tessera
