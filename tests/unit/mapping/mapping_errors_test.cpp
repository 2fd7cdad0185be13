// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what HPF forbids, what the message says, and which piece it blames.
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/mapping/specs.hpp"

#include <functional>
#include <limits>

using namespace tessera;
using namespace tessera::specs;
using Part = ErrorSubject::Part;

Q_DECLARE_METATYPE(tessera::MappingSpec)
Q_DECLARE_METATYPE(tessera::ErrorSubject)

class MappingErrorsTest : public QObject {
    Q_OBJECT

  private slots:
    void array_data();
    void array() { run(); }
    void counts_data();
    void counts() { run(); }
    void alignment_data();
    void alignment() { run(); }
    void otherRooms_data();
    void otherRooms() { run(); }

  private:
    static void columns() {
        QTest::addColumn<MappingSpec>("spec");
        QTest::addColumn<ErrorSubject>("subject");
    }
    static void run() {
        QFETCH(MappingSpec, spec);
        QFETCH(ErrorSubject, subject);
        auto const mapping = Mapping::make(spec);
        QVERIFY(!mapping);
        QCOMPARE(mapping.error().message.c_str(), QTest::currentDataTag());
        QVERIFY(mapping.error().subject && mapping.error().subject->part == subject.part);
        QCOMPARE(mapping.error().subject->axis, subject.axis);
    }
};

namespace {

void add(char const* message, MappingSpec spec, ErrorSubject subject) {
    QTest::newRow(message) << std::move(spec) << subject;
}

/// A(8,6) distributed (block,block) onto P(2,3), with one thing changed.
MappingSpec changed(std::function<void(MappingSpec&)> const& change) {
    auto spec = direct({8, 6}, {DistFormat::block(), DistFormat::block()}, {2, 3});
    change(spec);
    return spec;
}

/// align A(i,j) with T(i,j), T(20,20), with another pair of subscripts.
MappingSpec realigned(AlignAxis first, AlignAxis second) {
    return aligned({8, 6}, {20, 20}, {first, second}, {DistFormat::block(), DistFormat::block()}, {2, 3});
}

Index const huge = std::numeric_limits<Index>::max();

} // namespace

void MappingErrorsTest::array_data() {
    columns();
    add("dimension 2 of A has extent -6; it must be 0 or more", changed([](auto& spec) { spec.array.extents[1] = -6; }),
        {Part::Array, 1});
    add("dimension 1 of A has extent 4611686018427387904; at most 4611686018427387903 is possible",
        changed([](auto& spec) { spec.array.extents[0] = max_extent + 1; }), {Part::Array, 0});
    add("A has 0 dimensions; 1 to 15 are possible", direct({}, {}, {}), {Part::Array, 0});
    add("A has 16 dimensions; 1 to 15 are possible", direct(Extents(16, 1), std::vector<DistFormat>(16), {}), {Part::Array, 0});
    add("the bounds of dimension 1 of A do not fit 64 bits", changed([](auto& spec) { spec.array.lower[0] = huge - 3; }),
        {Part::Array, 0});
    add("elements of A have 0 bytes; they must have 1 or more", changed([](auto& spec) { spec.array.type.bytes = 0; }),
        {Part::Array, 0});
    add("A is too large: its bytes, shadow included, do not fit 64 bits",
        direct({Index{1} << 31, Index{1} << 30}, {DistFormat::block(), DistFormat::block()}, {2, 3}), {Part::Array, 0});
    add("shadow has 1 width for the 2 dimensions of A; give one per dimension", changed([](auto& spec) {
            spec.array.shadow = {{1, 1}};
        }),
        {Part::Shadow, 0});
    add("shadow 1:-1 in dimension 2 of A is negative; widths must be 0 or more", changed([](auto& spec) {
            spec.array.shadow = {{1, 1}, {1, -1}};
        }),
        {Part::Shadow, 1});
}

void MappingErrorsTest::counts_data() {
    columns();
    add("1 dist-format given, but A has 2 dimensions; give one format (or *) per dimension",
        changed([](auto& spec) { spec.formats.pop_back(); }), {Part::Format, 0});
    add("1 dimension is distributed, but P has 2 dimensions; the numbers must be equal",
        changed([](auto& spec) { spec.formats[0] = DistFormat::collapsed(); }), {Part::Onto, 0});
    add("2 dimensions are distributed, but the section of P has 1 dimension; the numbers must be equal", changed([](auto& spec) {
            spec.onto = {{1, 2, 1}, {1, 0, 1, true}};
        }),
        {Part::Onto, 0});
    auto spec = realigned(affine(0), affine(1));
    spec.align.pop_back();
    add("the alignment has 1 subscript, but template T has 2 dimensions; give one subscript per dimension", spec,
        {Part::Alignment, 0});
}

void MappingErrorsTest::alignment_data() {
    columns();
    add("index 8 of dimension 1 of A is aligned with position 24, outside dimension 1 of template T (1:20); enlarge the template "
        "or "
        "change the alignment",
        realigned(affine(0, 3), affine(1)), {Part::Alignment, 0});
    add("index 1 of dimension 2 of A is aligned with position 0, outside dimension 2 of template T (1:20); enlarge the template or "
        "change the alignment",
        realigned(affine(0), affine(1, 1, -1)), {Part::Alignment, 1});
    add("index 8 of dimension 1 of A is aligned with position -4, outside dimension 2 of template T (1:20); enlarge the template "
        "or "
        "change the alignment",
        realigned(affine(1), affine(0, -2, 12)), {Part::Alignment, 1});
    add("index 8 of dimension 1 of A is aligned with position beyond 64 bits, outside dimension 1 of template T (1:20); enlarge "
        "the "
        "template or change the alignment",
        realigned(affine(0, huge, 1 - huge), affine(1)), {Part::Alignment, 0});
    add("A is aligned with position 21, outside dimension 2 of template T (1:20)", realigned(affine(0), fixed(21)),
        {Part::Alignment, 1});
    add("the stride in dimension 1 of template T (1:20) is 0; write the position alone to fix it",
        realigned(affine(0, 0, 3), affine(1)), {Part::Alignment, 0});
    add("dimension 1 of A is aligned with two template dimensions; HPF allows one", realigned(affine(0), affine(0)),
        {Part::Alignment, 1});
    add("the alignment names dimension 3 of A, which has 2 dimensions", realigned(affine(0), affine(2)), {Part::Alignment, 1});
    add("A is replicated over dimension 2 of template T (empty), which has no position",
        aligned({4}, {4, 0}, {affine(0), replicated()}, {DistFormat::block(), DistFormat::collapsed()}, {2}), {Part::Alignment, 1});
    add("dimension 2 of T has extent -1; it must be 0 or more",
        aligned({4}, {4, -1}, {affine(0), replicated()}, {DistFormat::block(), DistFormat::collapsed()}, {2}), {Part::Template, 1});
}

void MappingErrorsTest::otherRooms_data() {
    columns();
    add("block(1) on 3 processors covers 3 of 6 indices; use block(2) or larger, or cyclic(1)",
        changed([](auto& spec) { spec.formats[1] = DistFormat::block(1); }), {Part::Format, 1});
    add("block(6) on 3 processors covers 18 of 20 indices; use block(7) or larger, or cyclic(6)",
        [] {
            auto spec = realigned(affine(0), affine(1));
            spec.formats[1] = DistFormat::block(6);
            return spec;
        }(),
        {Part::Format, 1});
    add("onto: 3 lies outside 1:2, the bounds of dimension 1 of P", changed([](auto& spec) {
            spec.onto = {{1, 3, 1}, {1, 3, 1}};
        }),
        {Part::Onto, 0});
    add("rank 4 is given twice in the ranks of P; each processor needs its own",
        changed([](auto& spec) { spec.processors.ranks = {0, 1, 4, 4, 2, 3}; }), {Part::Processors, 0});
}

TEST_CLASS(MappingErrorsTest)
#include "mapping_errors_test.moc"
