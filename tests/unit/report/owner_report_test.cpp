// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of what is said about the owner of an element.
#include "libcore/report/mapping/owner_report.hpp"

#include "libcore/mapping/local_layout.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/report/expand.hpp"
#include "tests/unit/support/sample_mappings.hpp"

using namespace tessera;

class OwnerReportTest : public QObject {
    Q_OBJECT

  private slots:
    void json_has_the_documented_fields();
    void every_copy_is_listed();
    void the_formula_is_spelt_out();
    void formulas_fit_their_formats_data();
    void formulas_fit_their_formats();
    void alignments_are_calculated_through();
    void shadow_counts_in_the_offset();
    void c_arrays_are_written_as_in_c();
};

void OwnerReportTest::json_has_the_documented_fields() {
    Mapping const mapping = triangle_mapping();
    QCOMPARE(written([&](Sink const& sink) {
                 owner_json(mapping, Extents{4, 6}, sink);
             }),
             "{\n"
             "  \"schema\": \"tessera.owner/1\",\n"
             "  \"index\": [5, 7],\n"
             "  \"owners\": [\n"
             "    {\"rank\": 1, \"coords\": [0, 1], \"local\": [4, 1], \"offset\": 12}\n"
             "  ]\n"
             "}\n");
}

void OwnerReportTest::every_copy_is_listed() {
    Mapping const mapping = replicated_mapping();
    auto const document = parsed([&](Sink const& sink) { owner_json(mapping, Extents{5}, sink); });
    QCOMPARE(document["owners"].size(), std::size_t(3));
    QCOMPARE(document["owners"][2]["rank"].get<int>(), 5);
    QCOMPARE(document["owners"][2]["coords"].dump(), "[1,2]");
    auto const text = written([&](Sink const& sink) { owner_text(mapping, Extents{5}, sink); });
    QVERIFY(text.find("3 copies") != std::string::npos);
}

void OwnerReportTest::the_formula_is_spelt_out() {
    Mapping const mapping = triangle_mapping();
    auto const text = written([&](Sink const& sink) { owner_text(mapping, Extents{4, 6}, sink); });
    for (char const* line :
         {"  i = 5 -> T(2*5) = T(10); block(17): (10-1)/17 = block 0 -> coordinate 0\n",
          "  j = 7 -> T(7); cyclic(5): (7-1)/5 = block 1; 1 mod 2 = 1 -> coordinate 1\n", "  coordinates (0,1) of P -> rank 1\n",
          "  local i = 4: 5 is number 4, from 0, of the 8 indices held there (1:8)\n",
          "  local j = 1: 7 is number 1, from 0, of the 15 indices held there (6:10 16:20 26:30)\n", "  offset = 4 + 1*8 = 12\n"})
        QVERIFY2(text.find(line) != std::string::npos, line);
}

void OwnerReportTest::formulas_fit_their_formats_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<std::string>("line");
    QTest::newRow("block") << 0 << std::string("i = 8; block(3): (8-1)/3 = block 2 -> coordinate 2");
    QTest::newRow("cyclic") << 1 << std::string("i = 8; cyclic(1): (8-1)/1 = block 7; 7 mod 3 = 1 -> coordinate 1");
    QTest::newRow("gen_block") << 2 << std::string("i = 8; gen_block: 7 to 9 are block 2 -> coordinate 2");
    QTest::newRow("indirect") << 3 << std::string("i = 8; indirect: the list says 0 there -> coordinate 0");
}

void OwnerReportTest::formulas_fit_their_formats() {
    QFETCH(int, kind);
    QFETCH(std::string, line);
    std::vector<DistFormat> const formats{DistFormat::block(), DistFormat::cyclic(), DistFormat::gen_block({4, 2, 3}),
                                          DistFormat::indirect({0, 1, 2, 2, 1, 0, 1, 0, 2})};
    Mapping const mapping = sample_mapping({9}, {formats[static_cast<std::size_t>(kind)]}, {3});
    auto const text = written([&](Sink const& sink) { owner_text(mapping, Extents{7}, sink); });
    QVERIFY2(text.find(line) != std::string::npos, text.c_str());
}

void OwnerReportTest::alignments_are_calculated_through() {
    MappingSpec spec = triangle_mapping().spec();
    auto const steps = [&](Index stride, Index offset) {
        spec.align[0].stride = stride;
        spec.align[0].offset = offset;
        return written([&](Sink const& sink) { owner_text(Mapping::make(spec).value(), Extents{4, 6}, sink); });
    };
    QVERIFY(steps(2, -1).find("i = 5 -> T(2*5-1) = T(9); block(17): (9-1)/17 = block 0") != std::string::npos);
    QVERIFY(steps(-2, 61).find("i = 5 -> T(-2*5+61) = T(51); block(17): (51-1)/17 = block 2") != std::string::npos);
    QVERIFY(steps(1, 30).find("i = 5 -> T(5+30) = T(35); block(17): (35-1)/17 = block 2") != std::string::npos);
}

void OwnerReportTest::shadow_counts_in_the_offset() {
    MappingSpec spec = sample_mapping({8, 8}, {DistFormat::block(), {}}, {2}).spec();
    spec.array.shadow = {{1, 1}, {0, 0}};
    Mapping const mapping = Mapping::make(spec).value();
    auto const document = parsed([&](Sink const& sink) { owner_json(mapping, Extents{5, 2}, sink); });
    QCOMPARE(document["owners"][0]["local"].dump(), "[1,2]"); // not counting the shadow
    QCOMPARE(document["owners"][0]["offset"].get<int>(), 2 + 2 * 6);
    auto const text = written([&](Sink const& sink) { owner_text(mapping, Extents{5, 2}, sink); });
    QVERIFY2(text.find("offset = 1 (shadow) + 1 + 2*6 = 14\n") != std::string::npos, text.c_str());
}

void OwnerReportTest::c_arrays_are_written_as_in_c() {
    Mapping const mapping = sample_mapping({9, 4}, {DistFormat::cyclic(2), {}}, {3}, StorageOrder::C);
    auto const text = written([&](Sink const& sink) { owner_text(mapping, Extents{7, 3}, sink); });
    QVERIFY(text.starts_with("A[7][3] of "));
    QVERIFY2(text.find("j = 3: not distributed") != std::string::npos, text.c_str());
    QVERIFY2(text.find("local i = 3: 7 is number 3, from 0, of the 4 indices held there (0:2 6:8)") != std::string::npos,
             text.c_str());
}

TEST_CLASS(OwnerReportTest)
#include "owner_report_test.moc"
