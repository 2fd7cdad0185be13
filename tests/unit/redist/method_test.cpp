// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the table of methods: what each covers, what it makes of the papers' examples, and what it says where it does
// not.
#include "libcore/redist/methods/method.hpp"

#include "libcore/mapping/mapping.hpp"
#include "tests/suite/qt_suite.hpp"

#include <set>

using namespace tessera;

namespace {

MappingSpec spec_of(Extents const& extents, std::vector<DistFormat> formats, Extents const& processors) {
    MappingSpec spec;
    spec.array.extents = extents;
    spec.array.lower.assign(extents.size(), 1);
    spec.formats = std::move(formats);
    spec.processors.extents = processors;
    spec.processors.lower.assign(processors.size(), 1);
    return spec;
}

MultiPlan plan_of(MappingSpec const& from, MappingSpec const& to) {
    return MultiPlan::make({RedistPlan::make(Mapping::make(from).value(), Mapping::make(to).value()).value()}).value();
}

MultiPlan cyclic_plan(Index extent, Index x, Index y, Index processors) {
    return plan_of(spec_of({extent}, {DistFormat::cyclic(x)}, {processors}),
                   spec_of({extent}, {DistFormat::cyclic(y)}, {processors}));
}

std::string refusal(char const* method, MultiPlan const& plan) {
    auto const composite = compose(method, plan);
    return composite ? "" : composite.error().message;
}

} // namespace

class MethodTest : public QObject {
    Q_OBJECT

  private slots:
    void names_are_those_of_the_option();
    void an_unknown_name_has_a_suggestion();
    void gcd_and_lcm_go_through_two_phases();
    void a_multiple_needs_one_phase_only();
    void lcm_leaves_no_rank_empty();
    void formulas_refuse_what_they_do_not_cover();
    void pencils_move_one_processor_dimension_at_a_time();
    void a_circle_of_dimensions_is_refused();
    void the_way_of_a_deal_is_explained();
    void theorems_are_named_where_they_apply();
    void copies_double_or_are_gathered_from_shares();
    void relays_refuse_what_they_do_not_cover();
};

void MethodTest::names_are_those_of_the_option() {
    std::set<std::string_view> names;
    for (MethodInfo const& info : methods()) {
        QVERIFY(names.insert(info.name).second);
        QVERIFY(!info.summary.empty() && !info.source.empty());
        QCOMPARE(find_method(info.name), &info);
    }
    QCOMPARE(names.size(), std::size_t{15});
    QVERIFY(find_method("auto") == nullptr);
}

void MethodTest::an_unknown_name_has_a_suggestion() {
    QCOMPARE(refusal("lmc", cyclic_plan(10, 1, 2, 2)), std::string("unknown method 'lmc'; did you mean 'lcm'?"));
}

void MethodTest::gcd_and_lcm_go_through_two_phases() {
    MultiPlan const plan = cyclic_plan(1 << 20, 15, 10, 8); // Fig. 3.17
    for (auto const& [method, block] : {std::pair("gcd", Index{5}), std::pair("lcm", Index{30})}) {
        auto const composite = compose(method, plan).value();
        QCOMPARE(composite.phases.size(), std::size_t{2});
        Mapping const& between = composite.phases[0].plan.plans()[0].target();
        QVERIFY(between.dim(0) == DimMapping::distributed(DistFormat::cyclic(block), 1 << 20, 8).value());
        QVERIFY(composite.phases[1].plan.plans()[0].source().dim(0) == between.dim(0));
        QCOMPARE(composite.totals().moved, composite.phases[0].plan.totals().moved + composite.phases[1].plan.totals().moved);
        QCOMPARE(composite.totals().elements, Index{1 << 20});
    }
}

void MethodTest::a_multiple_needs_one_phase_only() {
    auto const composite = compose("gcd", cyclic_plan(120, 12, 4, 3)).value();
    QCOMPARE(composite.phases.size(), std::size_t{1});
    QCOMPARE(composite.phases[0].how, std::string("ky-to-y, cyclic(12) to cyclic(4), k = 3"));
}

void MethodTest::lcm_leaves_no_rank_empty() {
    QVERIFY(refusal("lcm", cyclic_plan(1 << 20, 997, 991, 4)).find("2 blocks, too few for 4") != std::string::npos);
    QVERIFY(compose("lcm", cyclic_plan(997 * 991 * 3 + 1, 997, 991, 4)).has_value());
    QVERIFY(!compose("lcm", cyclic_plan(997 * 991 * 3, 997, 991, 4)).has_value());
    QVERIFY(compose("lcm", cyclic_plan(100, 33, 11, 64)).has_value()); // cyclic(33) is one of the ends
}

void MethodTest::formulas_refuse_what_they_do_not_cover() {
    MultiPlan const any = cyclic_plan(120, 6, 4, 3);
    for (char const* method : {"ky-to-y", "x-to-kx", "block-to-cyclic", "cyclic-to-block"})
        QVERIFY2(refusal(method, any).find("it needs") != std::string::npos, method);
    QCOMPARE(refusal("general", any), std::string());
    MultiPlan const shapes = plan_of(spec_of({8, 8}, {DistFormat::block(), DistFormat::collapsed()}, {4}),
                                     spec_of({8, 8}, {DistFormat::collapsed(), DistFormat::block()}, {4}));
    QVERIFY(refusal("ky-to-y", shapes).find("2 dimensions change") != std::string::npos);
    MultiPlan const sizes = plan_of(spec_of({8}, {DistFormat::block()}, {4}), spec_of({8}, {DistFormat::cyclic()}, {2}));
    QVERIFY(refusal("gcd", sizes).find("4 processor coordinates before and on 2 after") != std::string::npos);
    MultiPlan const uneven = plan_of(spec_of({8}, {DistFormat::gen_block({1, 7})}, {2}), spec_of({8}, {DistFormat::cyclic()}, {2}));
    QVERIFY(refusal("general", uneven).find("not block or cyclic(m) before") != std::string::npos);
    QVERIFY(refusal("pitfalls", uneven).find("dimension 1 is not") != std::string::npos);
}

void MethodTest::pencils_move_one_processor_dimension_at_a_time() {
    auto const block = DistFormat::block();
    auto const whole = DistFormat::collapsed();
    auto const composite = compose("indirect", plan_of(spec_of({8, 8, 8}, {block, block, whole}, {2, 2}),
                                                       spec_of({8, 8, 8}, {whole, block, block}, {2, 2})))
                               .value();
    QCOMPARE(composite.phases.size(), std::size_t{2});
    MappingSpec const& between = composite.phases[0].plan.plans()[0].target().spec();
    QVERIFY(!between.target.has_value()); // (block,*,block) is written without a template
    QVERIFY((between.formats == std::vector{block, whole, block}));
}

void MethodTest::a_circle_of_dimensions_is_refused() {
    MappingSpec const straight = spec_of({8, 8}, {DistFormat::block(), DistFormat::block()}, {2, 2});
    MappingSpec turned = straight;
    turned.target = Template{"T", {1, 1}, {8, 8}};
    turned.align = {{AlignAxis::Kind::Affine, 1, 1, 0}, {AlignAxis::Kind::Affine, 0, 1, 0}};
    QVERIFY(refusal("indirect", plan_of(straight, turned)).find("circle") != std::string::npos);
}

void MethodTest::the_way_of_a_deal_is_explained() {
    auto const lines = explain(compose("ky-to-y", cyclic_plan(16, 4, 2, 2)).value()); // Fig. 3.8
    QCOMPARE(lines.size(), std::size_t{6});
    QCOMPARE(lines[1], std::string("coordinate 0 sends to 0 (2), 1 (2), 0 (2), 1 (2)"));
    QCOMPARE(lines[4], std::string("coordinate 1 receives from 0 (2), 1 (2), 0 (2), 1 (2)"));
}

void MethodTest::theorems_are_named_where_they_apply() {
    auto const of = [](char const* method, MultiPlan const& plan) { return explain(compose(method, plan).value()); };
    using Lines = std::vector<std::string>;
    QCOMPARE(of("direct", cyclic_plan(60, 6, 2, 5)),
             Lines{"k = 3 < P = 5: each coordinate communicates with 2 or 3 others (Theorem 3.2)"});
    QCOMPARE(of("direct", cyclic_plan(60, 3, 15, 4)),
             Lines{"k = 5 >= P = 4: each coordinate communicates with all 3 others (Theorem 3.3)"});
    QCOMPARE(of("direct", cyclic_plan(26, 7, 1, 4)), Lines{"l = 7 >= P = 4: each full block goes to all 3 others (Theorem 3.1)"});
    QVERIFY(of("direct", cyclic_plan(60, 3, 2, 4)).empty());
    QVERIFY(of("direct", cyclic_plan(59, 15, 3, 4)).empty()); // N < P max(x, y)
    QCOMPARE(of("lcm", cyclic_plan(60, 4, 6, 2)),
             (Lines{"phase 1: k = 3 >= P = 2: each coordinate communicates with the other one (Theorem 3.3)",
                    "phase 2: k = 2 >= P = 2: each coordinate communicates with the other one (Theorem 3.2)"}));
}

namespace {

/// All of the array on each of the first ranks.
MappingSpec copies_spec(Extents const& extents, Index copies) {
    MappingSpec spec = spec_of(extents, std::vector<DistFormat>(extents.size()), {copies});
    spec.target = Template{"T", spec.array.lower, extents};
    for (int d = 0; d < static_cast<int>(extents.size()); ++d) spec.align.push_back({.array_dim = d});
    spec.target->lower.push_back(1);
    spec.target->extents.push_back(copies);
    spec.align.push_back({.kind = AlignAxis::Kind::Replicated});
    spec.formats.push_back(DistFormat::block());
    return spec;
}

} // namespace

void MethodTest::copies_double_or_are_gathered_from_shares() {
    MultiPlan const plan = plan_of(spec_of({800}, {DistFormat::collapsed()}, {}), copies_spec({800}, 8));
    auto const moved = [](CompositePlan const& composite) {
        std::vector<Index> elements;
        for (CompositePhase const& phase : composite.phases) elements.push_back(phase.plan.totals().moved);
        return elements;
    };
    QVERIFY((moved(compose("tree", plan).value()) == std::vector<Index>{800, 1600, 3200}));
    QVERIFY((moved(compose("all-gather", plan).value()) == std::vector<Index>{700, 5600}));
    auto const halving = compose("halving", plan).value();
    QVERIFY((moved(halving) == std::vector<Index>{400, 400, 400, 800, 1600, 3200}));
    for (CompositePhase const& phase : halving.phases) QCOMPARE(phase.plan.totals().max_sends, Index{1});
    // Four rows among eight copies would leave four ranks without a share: columns are cut.
    MultiPlan const flat =
        plan_of(spec_of({4, 800}, {DistFormat::collapsed(), DistFormat::collapsed()}, {}), copies_spec({4, 800}, 8));
    QVERIFY((moved(compose("all-gather", flat).value()) == std::vector<Index>{2800, 22400}));
    // 800 elements of the source and of the target, 400 in pieces of two, 200 in pieces of four
    QCOMPARE(peak_bytes(halving), (800 + 800 + 400 + 200) * Mapping::make(copies_spec({800}, 8)).value().array().type.bytes);
}

void MethodTest::relays_refuse_what_they_do_not_cover() {
    for (char const* method : {"tree", "all-gather", "halving"})
        QVERIFY2(refusal(method, cyclic_plan(120, 6, 4, 3)).find("each element has one owner") != std::string::npos, method);
    MultiPlan const six = plan_of(spec_of({8}, {DistFormat::collapsed()}, {}), copies_spec({8}, 6));
    QVERIFY(refusal("halving", six).find("6 copies are not a power of two") != std::string::npos);
    QCOMPARE(refusal("tree", six), std::string());
    QCOMPARE(refusal("all-gather", six), std::string());
}

TEST_CLASS(MethodTest)
#include "method_test.moc"
