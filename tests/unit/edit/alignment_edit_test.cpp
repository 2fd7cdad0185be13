// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of alignments that are dragged.
#include "libcore/edit/alignment_edit.hpp"

#include "libcore/scene/ownership/template_scene.hpp"
#include "tests/suite/qt_suite.hpp"

namespace tessera {

class AlignmentEditTest : public QObject {
    Q_OBJECT
  private slots:
    void the_dragged_element_arrives_data();
    void the_dragged_element_arrives();
    void the_subscript_that_says_it_is_found();
    void what_has_no_room_is_refused();
};

namespace {

std::string job_with(std::string const& align) {
    return "real A(0:9,5)\n!hpf$ processors P(2,2)\n!hpf$ template T(60,40)\n! not this: A(i,j) with T(2*i+9,j)\n" + align +
           "\n!hpf$ distribute T(block,cyclic) onto P\n";
}

MappingSpec spec_of(std::string const& text, std::size_t state = 0) {
    auto const job = job_of({text});
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return job->arrays.front().states[state];
}

} // namespace

void AlignmentEditTest::the_dragged_element_arrives_data() {
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("element");
    QTest::addColumn<int>("to");
    QTest::addColumn<int>("becomes");
    QTest::newRow("all of it") << 2 << 0 << 17 << 2;
    QTest::newRow("stretched") << 2 << 3 << 14 << 3;
    QTest::newRow("nearest") << 2 << 3 << 15 << 3;
    QTest::newRow("turned") << 2 << 2 << 1 << -2;
    QTest::newRow("never nothing") << 2 << 4 << 5 << 1;
    QTest::newRow("never nothing, backward") << -2 << 4 << 5 << -1;
}

/// The first element stays where it is, unless it is the one that is dragged.
void AlignmentEditTest::the_dragged_element_arrives() {
    QFETCH(int, stride);
    QFETCH(int, element);
    QFETCH(int, to);
    QFETCH(int, becomes);
    for (Index const lower : {-3, 0, 1}) {
        ArraySpec array;
        array.lower = {lower};
        array.extents = {10};
        AlignAxis const axis{AlignAxis::Kind::Affine, 0, stride, 5 - stride * lower}; // the first lies on 5
        AlignAxis const dragged = dragged_axis(axis, array, element, to);
        QCOMPARE(dragged.stride, Index(becomes));
        QCOMPARE(dragged.stride * lower + dragged.offset, Index(element == 0 ? to : 5));
    }
}

void AlignmentEditTest::the_subscript_that_says_it_is_found() {
    std::string const text = job_with("!hpf$ align A(i,j) with T(2*i+3,j)");
    std::vector<AlignAxis> axes = spec_of(text).align;
    axes[0].offset = 8;
    axes[1].stride = 3;
    auto const edits = alignment_edit({text}, {"A", 0}, axes);
    QVERIFY2(edits.has_value(), edits ? "" : edits.error().message.c_str());
    QCOMPARE(edited(text, *edits), job_with("!hpf$ align A(i,j) with T(2*i+8,3*j)"));
    // At an end of its template, where one more does not fit.
    std::string const full = job_with("!hpf$ align A(i,j) with T(6*i+6,8*j)");
    QVERIFY(subscript_field({full}, {"A", 0}, 0).has_value());
    QVERIFY(subscript_field({full}, {"A", 0}, 1).has_value());
    // Of two alignments of one array the one of that state.
    std::string const twice = text + "!hpf$ dynamic A\n!hpf$ realign A(i,j) with T(i+1,j+4)\n";
    axes = spec_of(twice, 1).align;
    axes[1].offset = 7;
    auto const second = alignment_edit({twice}, {"A", 1}, axes);
    QVERIFY(second.has_value());
    QCOMPARE(edited(twice, *second), text + "!hpf$ dynamic A\n!hpf$ realign A(i,j) with T(i+1,j+7)\n");
}

void AlignmentEditTest::what_has_no_room_is_refused() {
    std::string const text = job_with("!hpf$ align A(i,j) with T(2*i+3,*)");
    std::vector<AlignAxis> axes = spec_of(text).align;
    QVERIFY(!subscript_field({text}, {"A", 0}, 1).has_value()); // a copy everywhere has no offset
    axes[0].stride = 7;
    QVERIFY(!alignment_edit({text}, {"A", 0}, axes).has_value()); // A(9) on T(66)
    axes[0].stride = 6;
    QVERIFY(alignment_edit({text}, {"A", 0}, axes).has_value());
    QVERIFY(!subscript_field({text}, {"B", 0}, 0).has_value());
}

} // namespace tessera

TEST_CLASS(tessera::AlignmentEditTest)
#include "alignment_edit_test.moc"
