// SPDX-License-Identifier: BSD-3-Clause
// Tessera: regions as jobs say them: the triangle of the paper, and what is wrong with others.
#include "libcore/region/region.hpp"

#include "libcore/pipeline/region_request.hpp"
#include "libcore/region/parameter_bounds.hpp"
#include "libcore/region/region_shares.hpp"
#include "libcore/spec/parse.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {

std::string const triangle = "      real A(30,30)\n"
                             "!hpf$ template T(68,30)\n"
                             "!hpf$ align A(i,j) with T(2*i,j)\n"
                             "!hpf$ processors P(4,2)\n"
                             "!hpf$ distribute T(block,cyclic(5)) onto P\n";
std::string const paper_region = "read must A(i,j) for(m: 3<=i, 3<=j, i+j<=1+m)";

Result<Job> job_with(std::string const& region) {
    return parse_job(triangle + "!dist$ region " + region + "\n", "triangle.hpf");
}

Result<Region> region_with(std::string const& text) {
    auto const job = job_with(text);
    if (!job) return forward_error(job);
    return Region::make(job->regions.at(0), job->arrays.at(0).array);
}

/// The error of reading, planning or binding, whichever comes first.
std::string error_of_region(std::string const& text, RegionValues const& values = {{"m", 27}}) {
    auto const region = region_with(text);
    if (!region) return region.error().message;
    auto const bound = region->bound(values);
    return bound ? "" : bound.error().message;
}

} // namespace

class RegionTest : public QObject {
    Q_OBJECT
  private slots:
    void the_triangle();
    void nothing_below_five();
    void is_read_back();
    void mapping_where_it_stands();
    void mapping_in_a_loop();
    void names_without_case();
    void strides();
    void one_box_for_a_rectangle();
    void what_is_wrong_data();
    void what_is_wrong();
    void values();
    void ranges_of_parameters_data();
    void ranges_of_parameters();
};

void RegionTest::the_triangle() {
    Region const region = region_with(paper_region).value();
    // i, j >= 3 and i + j <= 28: rows of 23, 22, ..., 1.
    QCOMPARE(region.count({27}), Index{23 * 24 / 2});
    auto const job = job_with(paper_region).value();
    RegionShares const shares = region_shares(region, {27}, Mapping::make(job.arrays[0].states[0]).value());
    QCOMPARE(shares.held.size(), std::size_t{8});
    Index sum = 0;
    for (Index const held : shares.held) sum += held;
    QCOMPARE(sum, shares.elements);
    QCOMPARE(shares.held, shares.first);
}

void RegionTest::nothing_below_five() {
    Region const region = region_with(paper_region).value();
    QCOMPARE(region.count({4}), Index{0});
    QCOMPARE(region.count({5}), Index{1});
    QCOMPARE(region.count({1000}), Index{28 * 28}); // what lies outside of the array is no part
}

void RegionTest::is_read_back() {
    for (std::string const text :
         {"read must A(i,j) for(m: 3<=i, 3<=j, i+j<=1+m)", "write may A(2*i-1,:) for(1<=i<=10)",
          "READ MUST a(7,j) for(n,m: n < j, j < m)",
          "read may A(k,j) with(i) for(m: k == i+j, 1 <= i <= m, 1 <= j <= m, mod(i+j,3) == 1) state(to)", "write must A"}) {
        auto const job = job_with(text);
        QVERIFY2(job.has_value(), job ? "" : job.error().message.c_str());
        auto const again = parse_job(write_hpf(*job), "again");
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY2(again->regions == job->regions, write_hpf(*job).c_str());
    }
    auto const job = job_with(paper_region).value();
    QCOMPARE(describe(job.regions[0], job.arrays[0].array),
             std::string("region read must A(i,j) for(m: 3 <= i, 3 <= j, i+j <= m+1)"));
}

void RegionTest::ranges_of_parameters_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("ranges");
    QTest::newRow("none") << "read must A"
                          << "";
    QTest::newRow("the triangle") << QString::fromStdString(paper_region) << "5:59";
    QTest::newRow("from both sides") << "read must A(i,j) for(m: m <= i, i <= m+5, 1 <= j, j <= 30)"
                                     << "-4:30";
    QTest::newRow("from above") << "read must A(i,j) for(m: m <= i, i <= 20, 1 <= j, j <= 30)"
                                << "1:20";
    QTest::newRow("two") << "read must A(i,j) for(m,n: 1 <= i, i <= m, n <= j, j <= 10)"
                         << "1:30 1:10";
    QTest::newRow("a stride") << "read must A(2*i,j) for(m: 1 <= i, 2*i <= m, 1 <= j, j <= 30)"
                              << "2:30";
    QTest::newRow("never") << "read must A(i,j) for(m: 50 <= i, i <= m, 1 <= j, j <= 30)"
                           << "0:0";
}

void RegionTest::ranges_of_parameters() {
    QFETCH(QString, text);
    QFETCH(QString, ranges);
    Region const region = region_with(text.toStdString()).value();
    QStringList found;
    for (ParameterBounds const& each : parameter_bounds(region)) found << QStringLiteral("%1:%2").arg(each.first).arg(each.last);
    QCOMPARE(found.join(' '), ranges);
}

/// Both kinds of regions have the mapping that is valid at their line, whatever they do; and keep it when the job is written.
void RegionTest::mapping_where_it_stands() {
    std::string const head = "      real A(12)\n"
                             "!hpf$ processors P(3)\n"
                             "!hpf$ distribute A(block) onto P\n";
    std::string const line = "!dist$ region write must A(i) for(1<=i<=12)\n";
    std::string const read = "!dist$ region read must A(i) for(1<=i<=12)\n";
    std::string const loop = "      do i = 1, 12\n        A(i) = 0\n      end do\n";
    std::string const print = "      print *, (A(i), i = 1, 12)\n";
    std::string const cyclic = "!hpf$ redistribute A(cyclic) onto P\n";
    std::string const whole = "!hpf$ redistribute A(cyclic(2)) onto P\n";
    for (std::string const& one : {line, read, loop, print}) {
        auto const job = parse_job(head + one + cyclic + one + whole + one, "remapped.hpf").value();
        auto const again = parse_job(write_hpf(job), "again").value();
        QCOMPARE(job.regions.size(), std::size_t{3});
        QVERIFY2(again.regions == job.regions, write_hpf(job).c_str());
        for (std::size_t i = 0; i < 3; ++i) {
            auto const number = static_cast<Index>(i + 1);
            QCOMPARE(chosen_region(job, {.line = number}).value().mapping.spec(), job.arrays[0].states[i]);
            QCOMPARE(chosen_region(job, {.line = number, .state = "to"}).value().mapping.spec(), job.arrays[0].states[2]);
            QVERIFY(job.regions[i].remarks.empty());
        }
    }
    auto const named = parse_job(head + cyclic + "!dist$ region read must A(i) for(1<=i<=12) state(from)\n", "named").value();
    QCOMPARE(chosen_region(named, {}).value().mapping.spec(), named.arrays[0].states[0]);
}

/// A remap behind the statement reaches it the next time around, if nothing takes it back.
void RegionTest::mapping_in_a_loop() {
    std::string const head = "      real A(12)\n"
                             "!hpf$ processors P(3)\n"
                             "!hpf$ distribute A(block) onto P\n"
                             "      do k = 1, 9\n";
    std::string const loop = "        do i = 1, 12\n          A(i) = 0\n        end do\n";
    std::string const cyclic = "!hpf$ redistribute A(cyclic) onto P\n";
    std::string const block = "!hpf$ redistribute A(block) onto P\n";
    auto const moving = parse_job(head + loop + cyclic + "      end do\n", "moving").value();
    QCOMPARE(moving.regions.at(0).state_here, std::size_t{0});
    QCOMPARE(moving.regions[0].remarks,
             std::vector<std::string>{"line 6: A is remapped later in the same loop: this is its mapping in the first iteration; "
                                      "--state 1 shows that of later iterations"});
    auto const turning = parse_job(head + loop + cyclic + loop + block + "      end do\n", "turning").value();
    QCOMPARE(turning.regions.size(), std::size_t{2});
    QVERIFY(turning.regions[0].remarks.empty());
    QCOMPARE(turning.regions[1].state_here, std::size_t{1});
}

void RegionTest::names_without_case() {
    Region const region = region_with("read must A(i,j) for(M,n: 1<=i, i<=M, 1<=j, j<=n)").value();
    QCOMPARE(region.bound({{"m", 2}, {"N", 3}}).value(), (std::vector<Index>{2, 3}));
    QVERIFY(!parse_region_values("m=1,M=2"));
}

void RegionTest::strides() {
    QCOMPARE(region_with("read must A(2*i-1,3) for(1<=i<=10)").value().count({}), Index{10});
    QCOMPARE(region_with("read must A(i,j) for(1<=i<=30, j==i, mod(i,4)==1)").value().count({}), Index{8});
    QCOMPARE(region_with("read must A(k,5) with(i) for(k==3*i, 1<=i, i<=20)").value().count({}), Index{10});
}

void RegionTest::one_box_for_a_rectangle() {
    Region const region = region_with("read must A(2*i,j) for(m: 1<=i<=m, 1<=j<=m)").value();
    auto const boxes = region.boxes({12});
    QCOMPARE(boxes.size(), std::size_t{1});
    QCOMPARE(boxes[0].count(), Index{144});
}

void RegionTest::what_is_wrong_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    auto const row = [](char const* text, char const* message) { QTest::newRow(text) << QString(text) << QString(message); };
    row("read must A(i,j) for(m: 3<=i, 3<=j)",
        "the region of A in line 6 is unbounded: i has no upper bound; add a condition such as i <= 30");
    row("read must A(i,j) for(m: i<=m, 3<=j, j<=m)",
        "the region of A in line 6 is unbounded: i has no lower bound; add a condition such as i >= 1");
    row("read must A(i+j,j) for(1<=i<=m)",
        "skewed subscript: 'i' and 'j' in one; expected one dummy: name the dimension k, and say "
        "A(k,...) with(i,j) for(k == ...)");
    row("read must A(i,i) for(1<=i<=9)",
        "'i' is used in two subscripts; expected another name here, e.g. k, and the condition k == i");
    row("read must A(i*i,j) for(1<=i<=9)", "this is not affine: expected a sum of names times constants");
    row("read must A(i,j) for(1<=i<=m, 1<=j<=9)",
        "'m' is not a subscript, parameter or named constant; name parameters first: for(m: ...)");
    row("read must A(i,j) for(m: 1<=i, i)", "expected <=, <, >=, > or == and the other side of the condition, found ')'");
    row("read must A(i) for(1<=i<=9)", "A has 2 dimensions, but 1 subscript is given");
    row("read must B(i,j) for(1<=i<=9)", "'B' is not declared as an array");
    row("read A(i,j)", "expected 'must' or 'may': are all these elements touched, or only some?, found 'A'");
    row("read must A(i,j) when(1<=i)", "'when' is not a clause of region; expected one of for, with, state");
    row("read must A(i,j) for(n: 1<=i<=n, 1<=j<=n)", "the region of A in line 6: the parameter n has no value; add --set n=N");
    row("read must A(:,:)", "--set m=27: the region of A in line 6 has no parameter m; it has no parameters");
}

void RegionTest::what_is_wrong() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    QCOMPARE(QString::fromStdString(error_of_region(text.toStdString())), message);
}

void RegionTest::values() {
    QCOMPARE(parse_region_values("m=27,n=-5").value(), (RegionValues{{"m", 27}, {"n", -5}}));
    for (char const* wrong : {"m", "m=", "=3", "m=3x", "m=1,m=2", "m=99999999999999999999"}) QVERIFY(!parse_region_values(wrong));
}

TEST_CLASS(RegionTest)
#include "region_test.moc"
