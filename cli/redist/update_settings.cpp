// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --alpha, --beta, --op and --to-type: the update of elements on their way.
#include "cli/redist/update_settings.hpp"

#include "cli/common/shared_options.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/parse.hpp"

#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

std::optional<double> real_number(std::string_view text) {
    double value = 0;
    auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const whole = problem == std::errc() && end == text.data() + text.size();
    return whole ? std::optional(value) : std::nullopt;
}

/// Parses "2", "-0.5", or "(0,1)" as Fortran writes complex numbers. `otherwise`: the default.
Result<std::complex<double>> factor(Arguments const& arguments, std::string_view option, double otherwise) {
    std::string const given = arguments.text_or(option, "");
    if (!arguments.has(option)) return otherwise;
    std::string_view text = given;
    auto const comma = text.find(',');
    if (text.starts_with('(') && text.ends_with(')') && comma != std::string_view::npos) {
        auto const re = real_number(text.substr(1, comma - 1));
        auto const im = real_number(text.substr(comma + 1, text.size() - comma - 2));
        if (re && im) return std::complex<double>(*re, *im);
    }
    if (auto const number = real_number(text)) return *number;
    return fail(fmt::format("--{}: expected a number such as 2, -0.5 or, of complex elements, (0,1); found '{}'", option, given));
}

/// Checks an update. If only a loss of values forbids it, the error names --lossy.
Result<void> check_update(ElementType const& from, ElementType const& to, ElementUpdate const& update, std::string const& name) {
    if (ElementArithmetic::is_copy(from, to, update)) return {};
    auto const made = ElementArithmetic::make(from, to, update);
    if (made) return {};
    ElementUpdate careless = update;
    careless.may_lose = true;
    bool const allows = ElementArithmetic::make(from, to, careless).has_value();
    return fail(fmt::format("{}: {}{}", name, made.error().message, allows ? "; --lossy allows it" : ""));
}

Result<RedistPlan> transposed(RedistPlan const& plan) {
    ArraySpec const& array = plan.source().array();
    if (plan.map() != CopyMap::identity(array.extents) || plan.target().array().extents != array.extents)
        return fail("--op transpose is for arrays that are moved whole; say it as a copy, e.g. --copy 'B(j,i)=A(i,j)'");
    if (array.dims() != 2)
        return fail(fmt::format("--op transpose: {} has {} dimensions, and matrices have 2; say it as a copy, e.g. --copy "
                                "'B(k,j,i)=A(i,j,k)'",
                                array.name, array.dims()));
    MappingSpec spec = plan.target().spec();
    bool const square = array.extents[0] == array.extents[1];
    if (spec.target && !square)
        return fail(fmt::format("--op transpose: {} is aligned to a template, as an array of its own shape; declare the transposed "
                                "array in the job, and copy to it: !dist$ copy B(j,i) = {}(i,j)",
                                array.name, array.name));
    std::swap(spec.array.extents[0], spec.array.extents[1]);
    std::swap(spec.array.lower[0], spec.array.lower[1]);
    auto target = TRY(Mapping::make(std::move(spec)));
    CopyMap map = plan.map();
    std::swap(map.axes[0].target, map.axes[1].target);
    return RedistPlan::make(plan.source(), std::move(target), std::move(map));
}

} // namespace

std::vector<OptionSpec> update_options() {
    std::string const group = "Options";
    return {
        {.name = "alpha",
         .kind = ValueKind::Text,
         .placeholder = "A",
         .help = "factor alpha in target = beta*target + alpha*op(source); a number or (re,im) (default: 1)",
         .group = group},
        {.name = "beta",
         .kind = ValueKind::Text,
         .placeholder = "B",
         .help = "factor of the old target, see --alpha (default: 0)",
         .group = group},
        {.name = "op",
         .kind = ValueKind::Choice,
         .placeholder = "OP",
         .choices = {"copy", "transpose", "conj", "conj-transpose"},
         .help = "operation on the source: transpose, conjugate, or both",
         .group = group},
        {.name = "old",
         .kind = ValueKind::File,
         .placeholder = "FILE",
         .help = "file of the target's old elements (default: zeros, or generated values with --beta)",
         .group = group},
    };
}

std::vector<OptionSpec> conversion_options() {
    std::string const group = "Options";
    return {
        {.name = "to-type",
         .kind = ValueKind::Text,
         .placeholder = "TYPE",
         .help = "convert the elements to this type, e.g. real8",
         .group = group},
        {.name = "lossy", .help = "allow conversions that lose digits, fractions or imaginary parts", .group = group},
    };
}

Result<Transition> load_transposed(Arguments const& arguments, Transition transition) {
    if (!arguments.text_or("op", "copy").ends_with("transpose")) return transition;
    if (arguments.has("section"))
        return fail("--op transpose is for whole arrays; say it as a copy, e.g. --copy 'B(j,i)=A(i,1:8)'");
    std::vector<RedistPlan> plans;
    for (RedistPlan const& plan : transition.plan->plans()) plans.push_back(TRY(transposed(plan)));
    transition.set_plan(TRY(MultiPlan::make(std::move(plans))));
    return transition;
}

Result<std::optional<ElementUpdate>> load_update(Arguments const& arguments, MultiPlan const& plan) {
    ElementUpdate update{.conjugate = arguments.text_or("op", "copy").starts_with("conj"), .may_lose = arguments.has("lossy")};
    update.alpha = TRY(factor(arguments, "alpha", 1));
    update.beta = TRY(factor(arguments, "beta", 0));
    if (auto const name = arguments.text("to-type")) update.to = TRY(parse_element_type(*name));
    if (update.may_lose && !update.to) return fail("--lossy needs --to-type");
    bool any = false;
    for (RedistPlan const& each : plan.plans()) {
        ElementType const& from = each.source().array().type;
        ElementType const to = update.to.value_or(each.target().array().type);
        TRY(check_update(from, to, update, each.source().array().name));
        any = any || !ElementArithmetic::is_copy(from, to, update) || update.to;
    }
    bool const asked = arguments.has("alpha") || arguments.has("beta") || update.conjugate || update.to;
    return any && asked ? std::optional(update) : std::nullopt;
}

std::string update_text(std::optional<ElementUpdate> const& made, bool transposed) {
    ElementUpdate const update = made.value_or(ElementUpdate{});
    auto const number = [](std::complex<double> value) {
        return value.imag() == 0 ? fmt::format("{}", value.real()) : fmt::format("({},{})", value.real(), value.imag());
    };
    std::string text;
    auto const add = [&](std::string const& words) { text += (text.empty() ? "" : ", ") + words; };
    if (transposed) add("transposed");
    if (update.conjugate) add("conjugated");
    if (update.to) add("as " + update.to->name);
    if (update.alpha != std::complex<double>(1) || update.beta != std::complex<double>(0))
        add(fmt::format("alpha {}, beta {}", number(update.alpha), number(update.beta)));
    return text;
}

} // namespace tessera::cli
