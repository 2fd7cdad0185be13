// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the polyhedra of the paper's triangle, line by line and point by point.
#include "libcore/region/region_polyhedra.hpp"

#include "libcore/region/region_plan.hpp"
#include "libcore/region/region_scan.hpp"
#include "libcore/region/region_shares.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

#include <set>

using namespace tessera;

namespace {

/// Coelho 1995, Figs. 1 and 15.
std::string const paper_job = "      real A(30,30)\n"
                              "!hpf$ template T(68,30)\n"
                              "!hpf$ align A(i,j) with T(2*i,j)\n"
                              "!hpf$ processors P(4,2)\n"
                              "!hpf$ distribute T(block,cyclic(5)) onto P\n"
                              "!hpf$ io_processors Pio(2)\n"
                              "!hpf$ io_distribute P(block,*) onto Pio\n"
                              "!dist$ region read must A(i,j) for(m: 3<=i, 3<=j, i+j<=1+m)\n";

struct PaperRegion {
    Job job;
    Region region;
    Mapping mapping;
    RegionPolyhedra polyhedra;
    RegionScan scan;

    static PaperRegion make(std::string const& text, bool io) {
        Job job = parse_job(text, "triangle.hpf").value();
        Region region = Region::make(job.regions.at(0), job.arrays.at(0).array).value();
        Mapping mapping = Mapping::make(job.arrays[0].states[0]).value();
        auto polyhedra = RegionPolyhedra::make(region, mapping, io ? io_distribution_of(job, mapping) : nullptr).value();
        RegionScan scan = RegionScan::make(region, mapping).value();
        return {std::move(job), std::move(region), std::move(mapping), std::move(polyhedra), std::move(scan)};
    }
};

/// "p1: 17*p1 <= 2*m+12, ..." of one polyhedron.
QStringList lines_of(RegionPolyhedra const& polyhedra, std::string const& name) {
    QStringList lines;
    for (Polyhedron const& polyhedron : polyhedra.polyhedra()) {
        if (polyhedron.name != name) continue;
        for (PolyhedronLine const& line : polyhedron.lines) {
            QStringList constraints;
            for (std::string const& constraint : line.constraints) constraints << QString::fromStdString(constraint);
            lines << QString::fromStdString(line.variable) + ": " + constraints.join(", ");
        }
    }
    return lines;
}

/// Every constraint that is known before anything is solved.
QStringList formulation_of(RegionPolyhedra const& polyhedra) {
    QStringList lines;
    for (PolyhedronLine const& line : polyhedra.formulation())
        for (std::string const& constraint : line.constraints) lines << QString::fromStdString(constraint);
    return lines;
}

using Points = std::set<std::vector<Index>>;

/// Every point that the loops visit, each once.
Points points_of(ScanLoops const& loops, std::vector<Index> const& values) {
    Points points;
    loops.for_each_box(values, [&](std::span<ScanLoops::IndexTriplet const> box) {
        std::vector<Index> at;
        for (ScanLoops::IndexTriplet const& stretch : box) at.push_back(stretch.first);
        for (;;) {
            if (!points.insert(at).second) qFatal("a point is visited twice");
            std::size_t d = 0;
            while (d < at.size() && (at[d] += box[d].step) > box[d].last) {
                at[d] = box[d].first;
                ++d;
            }
            if (d == at.size()) return;
        }
    });
    return points;
}

} // namespace

class RegionPolyhedraTest : public QObject {
    Q_OBJECT
  private slots:
    void figure_5();
    void figure_6();
    void figure_12();
    void figure_13();
    void figure_4_local_addresses();
    void owners_are_those_with_elements();
    void strides_shifted_against_each_other();
    void copies();
    void parameters_called_as_variables();
    void listed_io_processors();
    void transposed_io_processors();
    void too_many_strides();
    void what_has_no_polyhedra();
};

void RegionPolyhedraTest::figure_5() {
    auto const paper = PaperRegion::make(paper_job, false);
    QStringList const lines = formulation_of(paper.polyhedra);
    for (char const* expected : {"1 <= a1 <= 30", "1 <= t1 <= 68", "1 <= p1 <= 4", "1 <= p2 <= 2", "i+j <= m+1", "2*a1 == t1",
                                 "a2 == t2", "t1+16 == 17*p1+d1", "0 <= d1 <= 16", "t2+4 == 5*p2+d2+10*c2", "0 <= d2 <= 4",
                                 "1 <= l1 <= 9", "1 <= l2 <= 15", "2*l1+e1 == d1+2", "0 <= e1 <= 1", "l2 == d2+5*c2+1"})
        QVERIFY2(lines.contains(expected), expected);
}

void RegionPolyhedraTest::figure_6() {
    auto const paper = PaperRegion::make(paper_job, false);
    QCOMPARE(lines_of(paper.polyhedra, "C"), QStringList("m: 5 <= m"));
    // The paper's psi2 and gamma2 lack the bounds by m, which isl finds, too.
    QCOMPARE(lines_of(paper.polyhedra, "P"),
             QStringList({"p1: 17*p1 <= 2*m+12, 1 <= p1, p1 <= 4", "p2: 1 <= p2, p2 <= 2, 5*p2 <= m+2, 17*p1+10*p2 <= 2*m+26"}));
    QCOMPARE(lines_of(paper.polyhedra, "E"),
             QStringList({"c2: 5*p2+10*c2 <= m+2, 17*p1+10*p2+20*c2 <= 2*m+26, 0 <= c2, c2 <= 2",
                          "a2: a2 <= 5*p2+10*c2, 3 <= a2, a2+2 <= m, 17*p1+2*a2 <= 2*m+18, 5*p2+10*c2 <= a2+4",
                          "a1: a2+a1 <= m+1, 17*p1 <= 2*a1+16, 2*a1 <= 17*p1, 3 <= a1, a1 <= 30",
                          "l1: 17*p1+2*l1 <= 2*a1+18, 2*a1+17 <= 17*p1+2*l1", "l2: 5*p2+5*c2+l2 == a2+5"}));
}

void RegionPolyhedraTest::figure_12() {
    auto const paper = PaperRegion::make(paper_job, true);
    QStringList const lines = formulation_of(paper.polyhedra);
    // psi1 = 2 psi_io - 1 + delta_io
    for (char const* expected : {"1 <= q1 <= 2", "p1+1 == 2*q1+dio1", "0 <= dio1 <= 1"})
        QVERIFY2(lines.contains(expected), expected);
}

void RegionPolyhedraTest::figure_13() {
    auto const paper = PaperRegion::make(paper_job, true);
    // Printed: 17 psi - m <= 16; over the integers it is 14.
    QCOMPARE(lines_of(paper.polyhedra, "Pio"), QStringList("q1: 17*q1 <= m+14, 1 <= q1, q1 <= 2"));
    QCOMPARE(lines_of(paper.polyhedra, "P").at(0), QString("p1: 17*p1 <= 2*m+12, 2*q1 <= p1+1, p1 <= 2*q1"));
}

void RegionPolyhedraTest::figure_4_local_addresses() {
    auto const paper = PaperRegion::make(paper_job, false);
    QCOMPARE(paper.scan.allocation, Extents({9, 15}));
    Index visited = 0;
    for (Index p1 = 1; p1 <= 4; ++p1)
        for (Index p2 = 1; p2 <= 2; ++p2)
            for (auto const& point : points_of(paper.scan.elements, {27, p1, p2})) {
                Index const a1 = point[0];
                Index const a2 = point[1];
                QCOMPARE(point[2], ((2 * a1 - 1) % 17) / 2 + 1);
                QCOMPARE(point[3], 5 * ((a2 - 1) / 10) + (a2 - 1) % 5 + 1);
                ++visited;
            }
    QCOMPARE(visited, Index{276});
}

/// Odd elements of every third one: isl adds a loop of its own for each shift.
void RegionPolyhedraTest::strides_shifted_against_each_other() {
    std::string const job = "      real A(9)\n"
                            "!hpf$ processors P(3)\n"
                            "!hpf$ distribute A(cyclic) onto P\n"
                            "!dist$ region read must A(i) for(m: 5<=i, i<=17+4*m, mod(i+1,2)==0)\n";
    auto const odd = PaperRegion::make(job, false);
    std::vector<std::vector<Index>> const expected = {{7, 3, 2}, {5, 2, 1}, {9, 3, 2}}; // element, local address, cycle
    for (Index p1 = 1; p1 <= 3; ++p1) {
        Points const points = points_of(odd.scan.elements, {1, p1});
        QCOMPARE(points.size(), std::size_t{1});
        QCOMPARE(*points.begin(), expected[as_size(p1 - 1)]);
    }
}

void RegionPolyhedraTest::owners_are_those_with_elements() {
    auto const paper = PaperRegion::make(paper_job, false);
    for (Index m = 1; m <= 70; ++m) {
        RegionShares const shares = region_shares(paper.region, {m}, paper.mapping);
        Points const owners = points_of(paper.scan.owners, {m});
        QCOMPARE(points_of(paper.scan.condition, {m}).size(), std::size_t{m >= 5 ? 1U : 0U});
        for (Index position = 0; position < 8; ++position) {
            auto coords = paper.mapping.grid().coordinates(position);
            for (Index& coord : coords) ++coord;
            QCOMPARE(owners.contains(coords), shares.first[as_size(position)] > 0);
            std::vector<Index> values{m};
            values.insert(values.end(), coords.begin(), coords.end());
            QCOMPARE(std::ssize(points_of(paper.scan.elements, values)), shares.held[as_size(position)]);
        }
    }
}

void RegionPolyhedraTest::copies() {
    auto const shared = PaperRegion::make("      real B(20)\n"
                                          "!hpf$ template T(20,6)\n"
                                          "!hpf$ align B(i) with T(i,*)\n"
                                          "!hpf$ processors P(2,3)\n"
                                          "!hpf$ distribute T(cyclic(3),block) onto P\n"
                                          "!dist$ region write may B(i) for(n: 2<=i, i<=n)\n",
                                          false);
    QCOMPARE(lines_of(shared.polyhedra, "P1").at(1), QString("p2: p2 == 1"));
    QCOMPARE(lines_of(shared.polyhedra, "Pr"), QStringList("p2: p2 <= 3, 1 <= p2"));
    QCOMPARE(points_of(shared.scan.owners, {12}), (Points{{1, 1}, {2, 1}}));
    Points const first = points_of(shared.scan.elements, {12, 1, 1});
    QCOMPARE(first.size(), std::size_t{5}); // 2:3 and 7:9
    QCOMPARE(points_of(shared.scan.elements, {12, 1, 3}), first);
}

/// p1, c0 and a1 of the job are not those of the polyhedra, nor of isl's own loops.
void RegionPolyhedraTest::parameters_called_as_variables() {
    std::string const head = "      real A(9)\n"
                             "!hpf$ processors P(3)\n"
                             "!hpf$ distribute A(cyclic) onto P\n";
    auto const plain =
        PaperRegion::make(head + "!dist$ region read must A(i) for(k,m,n: k<=i, m<=i, i<=n, mod(i+1,2)==0)\n", false);
    auto const odd =
        PaperRegion::make(head + "!dist$ region read must A(i) for(p1,c0,a1: p1<=i, c0<=i, i<=a1, mod(i+1,2)==0)\n", false);
    for (Index k = 0; k <= 9; ++k) {
        QCOMPARE(points_of(odd.scan.owners, {k, 3, 8}), points_of(plain.scan.owners, {k, 3, 8}));
        for (Index p1 = 1; p1 <= 3; ++p1)
            QCOMPARE(points_of(odd.scan.elements, {k, 3, 8, p1}), points_of(plain.scan.elements, {k, 3, 8, p1}));
    }
    QVERIFY(lines_of(odd.polyhedra, "P").at(0).startsWith("p1_: "));
}

/// Any distribution of processors to I/O processors, not only blocks.
void RegionPolyhedraTest::listed_io_processors() {
    auto const formulation = [](std::string const& format) {
        return formulation_of(PaperRegion::make("      real A(24)\n"
                                                "!hpf$ processors P(6)\n"
                                                "!hpf$ distribute A(block) onto P\n"
                                                "!hpf$ io_processors Pio(3)\n"
                                                "!hpf$ io_distribute P(" +
                                                    format +
                                                    ") onto Pio\n"
                                                    "!dist$ region read must A(i) for(m: 1<=i, i<=m)\n",
                                                true)
                                  .polyhedra);
    };
    QStringList const blocks = formulation("gen_block(1,3,2)");
    for (char const* expected : {"q1 == 1: 1 <= p1 <= 1", "q1 == 2: 2 <= p1 <= 4", "q1 == 3: 5 <= p1 <= 6"})
        QVERIFY2(blocks.contains(expected), expected);
    QStringList const list = formulation("indirect(3,1,1,2,3,1)");
    for (char const* expected : {"q1 == 3: 1 <= p1 <= 1", "q1 == 1: 2 <= p1 <= 3", "q1 == 2: 4 <= p1 <= 4", "q1 == 3: 5 <= p1 <= 5",
                                 "q1 == 1: 6 <= p1 <= 6"})
        QVERIFY2(list.contains(expected), expected);
    auto const made = PaperRegion::make("      real A(24)\n"
                                        "!hpf$ processors P(6)\n"
                                        "!hpf$ distribute A(block) onto P\n"
                                        "!hpf$ io_processors Pio(3)\n"
                                        "!hpf$ io_distribute P(gen_block(1,3,2)) onto Pio\n"
                                        "!dist$ region read must A(i) for(5<=i, i<=12)\n",
                                        true);
    QCOMPARE(lines_of(made.polyhedra, "Pio"), QStringList("q1: q1 == 2"));
}

/// The array's second dimension lies along the first of the processors, and so along that of the I/O processors.
void RegionPolyhedraTest::transposed_io_processors() {
    auto const made = PaperRegion::make("      real A(12,6)\n"
                                        "!hpf$ template T(6,12)\n"
                                        "!hpf$ align A(i,j) with T(j,i)\n"
                                        "!hpf$ processors P(2,4)\n"
                                        "!hpf$ distribute T(block,cyclic) onto P\n"
                                        "!hpf$ io_processors Pio(2,2)\n"
                                        "!hpf$ io_distribute P(block,block) onto Pio\n"
                                        "!dist$ region read must A(i,j) for(1<=i, i<=12, 1<=j, j<=6)\n",
                                        true);
    auto const hosts = io_hosts(made.job, made.mapping, std::nullopt).value();
    Mapping const io = io_mapping(made.job, made.mapping, std::nullopt).value();
    for (Index i = 0; i < 12; ++i)
        for (Index j = 0; j < 6; ++j) {
            Index const owner = made.mapping.owners(std::vector<Index>{i, j}).at(0).position;
            QCOMPARE(io.owners(std::vector<Index>{i, j}).at(0).rank, hosts[as_size(owner)]);
        }
}

/// Polyhedra that isl does not find in a few seconds are given up; a program walks all elements with a test of their owner.
void RegionPolyhedraTest::too_many_strides() {
    Job const job = parse_job("      real A(100,90)\n"
                              "!hpf$ processors P(2,2)\n"
                              "!hpf$ template T(300,200)\n"
                              "!hpf$ align A(i,j) with T(3*i,2*j)\n"
                              "!hpf$ distribute T(cyclic(7),cyclic(5)) onto P\n"
                              "!dist$ region write must A(k,l) with(i,j) for(m: k==2*i+3*j, l==3*i-2*j+m, 1<=i, i<=m, i<=j, "
                              "i+j<=2*m, mod(i,3)==1, mod(j-i,5)==0)\n",
                              "strides.hpf")
                        .value();
    Region const region = Region::make(job.regions[0], job.arrays[0].array).value();
    Mapping const mapping = Mapping::make(job.arrays[0].states[0]).value();
    auto const polyhedra = RegionPolyhedra::make(region, mapping);
    QVERIFY(!polyhedra);
    QVERIFY2(polyhedra.error().message.starts_with("the polyhedra of the region of A are too complicated"),
             polyhedra.error().message.c_str());
    RegionScan const scan = RegionScan::make(region, mapping).value();
    QVERIFY(!scan.exact);
    RegionShares const shares = region_shares(region, {20}, mapping);
    for (Index position = 0; position < 4; ++position) {
        std::vector<Index> values{20};
        for (Index const coord : mapping.grid().coordinates(position)) values.push_back(coord + 1);
        QCOMPARE(std::ssize(points_of(scan.elements, values)), shares.held[as_size(position)]);
    }
}

void RegionPolyhedraTest::what_has_no_polyhedra() {
    Job const job = parse_job("      real B(4)\n"
                              "!hpf$ processors P(2)\n"
                              "!hpf$ distribute B(indirect(1,2,2,1)) onto P\n"
                              "!dist$ region write may B(:)\n",
                              "indirect.hpf")
                        .value();
    Region const region = Region::make(job.regions[0], job.arrays[0].array).value();
    auto const none = RegionPolyhedra::make(region, Mapping::make(job.arrays[0].states[0]).value());
    QVERIFY(!none);
    QCOMPARE(none.error().message,
             std::string("the indirect distribution of dimension 1 is no sum of its indices: polyhedra and programs "
                         "are made for blocks and for cyclic"));
}

TEST_CLASS(RegionPolyhedraTest)
#include "region_polyhedra_test.moc"
