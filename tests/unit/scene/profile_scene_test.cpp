// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work over time, against a walk over all elements at every value.
#include "libcore/scene/program/profile_scene.hpp"

#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <map>

namespace tessera {

class ProfileSceneTest : public QObject {
    Q_OBJECT
  private slots:
    void every_value_is_walked_data();
    void every_value_is_walked();
    void who_waits_is_counted();
    void cells_name_their_rank_and_value();
    void what_is_wrong_is_told();
};

namespace {

struct Loop {
    Region region;
    Mapping mapping;
};

/// An LU factorisation of 24 x 24: in step k the elements behind the k-th row and column.
Loop lu_with(std::string const& format, std::string const& condition = "k: k<i, i<=24, k<j, j<=24") {
    auto const job = parse_job("      real A(24,24)\n!hpf$ processors P(4)\n!hpf$ distribute A(*," + format +
                                   ") onto P\n!dist$ region write must A(i,j) for(" + condition + ")\n",
                               "lu.hpf");
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return {Region::make(job->regions.front(), job->arrays.front().array).value(),
            Mapping::make(job->arrays.front().states.front()).value()};
}

RegionProfile profile_of(Loop const& loop, Index most = most_profile_values) {
    return region_profile(loop.region, loop.mapping, "k", {}, most).value();
}

/// Element by element.
std::vector<Index> walked(Mapping const& mapping, Index k) {
    std::vector<Index> held(as_size(mapping.grid().size()), 0);
    for (Index i = k + 1; i <= 24; ++i)
        for (Index j = k + 1; j <= 24; ++j)
            for (Owner const& owner : mapping.owners(Extents{i - 1, j - 1})) ++held[as_size(owner.position)];
    return held;
}

} // namespace

void ProfileSceneTest::every_value_is_walked_data() {
    QTest::addColumn<QString>("format");
    for (char const* format : {"block", "cyclic", "cyclic(2)", "cyclic(5)"}) QTest::newRow(format) << format;
}

void ProfileSceneTest::every_value_is_walked() {
    QFETCH(QString, format);
    Loop const loop = lu_with(format.toStdString());
    RegionProfile const profile = profile_of(loop);
    QCOMPARE(profile.values.back(), Index{23});
    for (std::size_t value = 0; value < profile.values.size(); ++value)
        QCOMPARE(profile.held[value], walked(loop.mapping, std::max<Index>(profile.values[value], 0)));
    RegionProfile const coarse = profile_of(loop, 5);
    QVERIFY(coarse.values.size() <= 5);
    for (std::size_t value = 0; value < coarse.values.size(); ++value)
        QCOMPARE(coarse.held[value], walked(loop.mapping, std::max<Index>(coarse.values[value], 0)));
}

/// In blocks the ranks in front are done early; dealt in turn all work to the end.
void ProfileSceneTest::who_waits_is_counted() {
    Loop const loop = lu_with("block");
    RegionProfile const profile = profile_of(loop);
    double worked = 0;
    double paid = 0;
    for (Index const value : profile.values) {
        auto const held = walked(loop.mapping, std::max<Index>(value, 0));
        for (Index const elements : held) worked += static_cast<double>(elements);
        paid += 4 * static_cast<double>(*std::ranges::max_element(held));
    }
    QCOMPARE(profile.idle(), 1 - worked / paid);
    QVERIFY(profile.idle() > 2 * profile_of(lu_with("cyclic")).idle());
    QCOMPARE(profile.idle_at(profile.values.size() - 1), 0.75); // one element is left
}

void ProfileSceneTest::cells_name_their_rank_and_value() {
    Loop const loop = lu_with("block");
    RegionProfile const profile = profile_of(loop);
    Scene const scene = profile_scene(loop.region, profile, loop.mapping);
    std::map<Index, Index> covered; // columns, by rank
    for (SceneRect const& rect : scene.rects) {
        auto const* const cell = std::get_if<CellsTag>(&rect.tag);
        if (!cell) continue;
        Index const rank = cell->rank;
        covered[rank] += cell->columns.size();
        for (Index column = cell->columns.begin; column < cell->columns.end; ++column) {
            Index const elements = profile.held[as_size(column)][as_size(*loop.mapping.grid().position(static_cast<Rank>(rank)))];
            QVERIFY2(rect.tooltip.ends_with(": " + std::to_string(elements) + (elements == 1 ? " element" : " elements")),
                     rect.tooltip.c_str());
        }
    }
    QCOMPARE(covered.size(), std::size_t{4});
    for (auto const& [rank, columns] : covered) QCOMPARE(columns, std::ssize(profile.values));
}

void ProfileSceneTest::what_is_wrong_is_told() {
    Loop const loop = lu_with("block", "k,m: k<i, i<=24, m<j, j<=24");
    QVERIFY(!region_profile(loop.region, loop.mapping, "x", {}, 10));
    QVERIFY(!region_profile(loop.region, loop.mapping, "k", {}, 10)); // m has no value
}

} // namespace tessera

TEST_CLASS(tessera::ProfileSceneTest)
#include "profile_scene_test.moc"
