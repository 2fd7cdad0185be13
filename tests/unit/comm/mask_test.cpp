// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what masks say, and what they refuse.
#include "libcore/comm/context/mask.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class MaskTest : public QObject {
    Q_OBJECT

  private slots:
    void boundariesNeedNoLookAtElements();
    void wrongWordsAreShown();
    void nothingIsDividedByZero();
    void termsSayTheSame();
};

namespace {

ArraySpec masked_array() {
    return {.name = "A", .type = {}, .lower = {0, 1}, .extents = {4, 6}, .order = StorageOrder::C, .shadow = {}};
}

QString refusal(char const* text) {
    auto const mask = Mask::parse(text, masked_array(), "--where");
    return mask ? QString() : QString::fromStdString(to_string(mask.error()));
}

/// What a term is at an index in the array's bounds.
Index value_at(MaskTerm const& term, Extents const& at) {
    using Kind = MaskTerm::Kind;
    auto const part = [&](std::size_t i) { return value_at(term.parts[i], at); };
    switch (term.kind) {
    case Kind::Number:
        return term.number;
    case Kind::Subscript:
        return at[as_size(term.number)];
    case Kind::Subtract:
        return part(0) - part(1);
    case Kind::Less:
        return part(0) < part(1);
    case Kind::Equal:
        return part(0) == part(1);
    case Kind::Not:
        return part(0) == 0;
    case Kind::And:
        return part(0) != 0 && part(1) != 0;
    default:
        qFatal("this term is not in the test");
        return 0;
    }
}

} // namespace

void MaskTest::boundariesNeedNoLookAtElements() {
    auto const boxes = [](char const* text) { return Mask::parse(text, masked_array()).value().only_boxes(); };
    QVERIFY(boxes("i > 0 and i < 3 and 2*j + 1 <= 9"));
    QVERIFY(boxes("not (i == 2) or 1 < j <= 3"));
    QVERIFY(boxes("i + 2 - i > 1")); // a number in disguise
    QVERIFY(!boxes("i > j"));
    QVERIFY(!boxes("i > 0 and i % 2 == 0"));
}

void MaskTest::wrongWordsAreShown() {
    QVERIFY(refusal("i > x").contains("'x' is not known here; the indices of A are i, j"));
    QVERIFY(refusal("i > x").startsWith("--where:1:5: "));
    QVERIFY(refusal("k > 1").contains("'k'"));
    QVERIFY(refusal("i + 1").contains("this is a number"));
    QVERIFY(refusal("i and j > 1").contains("and, or, not need conditions"));
    QVERIFY(refusal("(i < 2) + 1 < 3").contains("arithmetic and comparisons need numbers"));
    QVERIFY(refusal("i < 2 j < 3").contains("'j' is not expected here"));
    QVERIFY(refusal("(i < 2").contains("expected )"));
    QVERIFY(refusal("").contains("expected a condition"));
    QVERIFY(refusal("i < 99999999999999999999").contains("not a whole number"));
    QVERIFY(refusal(std::string(1000, '(').c_str()).contains("more than a hundred"));
    QVERIFY(refusal((std::string(1000, '-') + "1 < 2").c_str()).contains("more than a hundred"));
}

void MaskTest::nothingIsDividedByZero() {
    QVERIFY(refusal("j / i > 1").contains("may be 0"));
    QVERIFY(refusal("i % (j - 3) == 0").contains("may be 0"));
    QCOMPARE(refusal("i % j == 0"), QString()); // j begins at 1
    QVERIFY(refusal("i * 4000000000000000000 > 1").contains("64 bits"));
}

void MaskTest::termsSayTheSame() {
    ArraySpec const array = masked_array();
    Mask const mask = Mask::parse("i - j < -(5 - 4) and not j == -3*2 + 9", array).value();
    Context const context = mask.context(array, BoxSet({PeriodicSet::interval({0, 4}), PeriodicSet::interval({0, 6})}));
    Index holds = 0;
    for (Index i = 0; i < 4; ++i)
        for (Index j = 1; j <= 6; ++j) holds += value_at(*mask.term(), {i, j});
    QCOMPARE(holds, context.active());
    MaskTerm const right = mask.term()->parts.at(0).parts.at(1);
    QVERIFY(right.kind == MaskTerm::Kind::Number); // -(5 - 4)
    QCOMPARE(right.number, Index{-1});
    Mask const both = mask.and_in(Mask::parse("i == 2", array).value());
    QVERIFY(both.term()->kind == MaskTerm::Kind::And);
    QVERIFY(!mask.and_in(Mask::of_flags(std::vector<std::uint8_t>(24, 1), array, "flags")).term());
}

TEST_CLASS(MaskTest)
#include "mask_test.moc"
