// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the words that a form can edit, and of subscripts taken apart.
#include "libcore/edit/form_fields.hpp"
#include "libcore/edit/linear_subscript.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QDir>
#include <QFile>

namespace tessera {

class FormFieldsTest : public QObject {
    Q_OBJECT
  private slots:
    void fields_stand_where_they_say();
    void lists_in_lists_are_one_field();
    void absent_lines_are_put_in_and_taken_out();
    void what_no_field_shows_is_left_to_the_text();
    void subscripts_are_taken_apart_data();
    void subscripts_are_taken_apart();
    void half_words_lose_the_rest_of_their_line();
};

namespace {

FormField ranks_in(std::string_view text) {
    for (FormGroup const& group : form_groups(text))
        if (group.what == FormGroup::What::Ranks) return group.fields.front();
    qFatal("no field for ranks");
}

} // namespace

void FormFieldsTest::fields_stand_where_they_say() {
    int fields = 0;
    QDir const jobs(TESSERA_DATASETS "/jobs");
    for (QString const& name : jobs.entryList({"*.hpf"})) {
        QFile file(jobs.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        std::string const text = file.readAll().toStdString();
        for (FormGroup const& group : form_groups(text))
            for (FormField const& field : group.fields) {
                if (field.is_written()) QCOMPARE(text.substr(field.range.begin, field.range.end - field.range.begin), field.text);
                ++fields;
            }
    }
    QVERIFY(fields > 60);
}

void FormFieldsTest::lists_in_lists_are_one_field() {
    auto const nested = form_groups("!hpf$ distribute A( gen_block(3, 4) ,*) onto P");
    QCOMPARE(nested.size(), std::size_t{1});
    QCOMPARE(nested[0].fields[0].text, std::string("gen_block(3, 4)"));
    QCOMPARE(nested[0].fields[1].text, std::string("*"));
    QVERIFY(form_groups("! processors P(4)\n!hpf$ processors P(4").empty());
}

void FormFieldsTest::absent_lines_are_put_in_and_taken_out() {
    std::string const open = "!hpf$ processors P(4)";
    QCOMPARE(edited(open, {edit_of(ranks_in(open), "4:7")}), open + "\n!dist$ ranks P(4:7)");
    std::string const ended = open + "\n";
    std::string const numbered = edited(ended, {edit_of(ranks_in(ended), "4:7")});
    QCOMPARE(numbered, ended + "!dist$ ranks P(4:7)\n");
    QCOMPARE(edited(numbered, {edit_of(ranks_in(numbered), "")}), ended);
    QCOMPARE(edited(ended, {edit_of(ranks_in(ended), "")}), ended);
}

void FormFieldsTest::what_no_field_shows_is_left_to_the_text() {
    using Words = std::vector<std::string>;
    QCOMPARE(left_to_text("!dist$ copy B(j,i) = A(i,j)\n!dist$ COPY C(i) = D(i)\n!hpf$ shadow A(1)\n"),
             (Words{"copies", "shadows"}));
    QCOMPARE(left_to_text("!hpf$ distribute A(indirect( @owners ),gen_block(1,2)) onto P\n"), Words{"the values in @owners"});
    QVERIFY(left_to_text("!hpf$ distribute A(block) onto P\n").empty());
}

void FormFieldsTest::subscripts_are_taken_apart_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("again"); // written anew; empty: not taken apart
    for (auto const& [text, again] :
         std::initializer_list<std::pair<char const*, char const*>>{{"i", "i"},
                                                                    {"-i", "-i"},
                                                                    {"2*i-1", "2*i-1"},
                                                                    {" i * 3 + 4", "3*i+4"},
                                                                    {"7", "7"},
                                                                    {"-7", "-7"},
                                                                    {"7-i", "-i+7"},
                                                                    {"*", "*"},
                                                                    {"i+0", "i"},
                                                                    {"2*3", ""},
                                                                    {"i*j", ""},
                                                                    {"i+j", ""},
                                                                    {"1+2", ""},
                                                                    {"n*i", ""},
                                                                    {":", ""},
                                                                    {"2:10:2", ""},
                                                                    {"", ""},
                                                                    {"i 2", "i2"},
                                                                    {"2i", ""},
                                                                    {"i*", ""},
                                                                    {"*i", ""},
                                                                    {"+", ""},
                                                                    {"i-", ""},
                                                                    {"(i)", ""},
                                                                    {"99999999999999999999", ""},
                                                                    {"9223372036854775807*i", "9223372036854775807*i"}})
        QTest::newRow(text) << text << again;
}

void FormFieldsTest::subscripts_are_taken_apart() {
    QFETCH(QString, text);
    QFETCH(QString, again);
    auto const read = read_subscript(text.toStdString());
    QCOMPARE(read ? QString::fromStdString(write_subscript(*read)) : QString(), again);
}

void FormFieldsTest::half_words_lose_the_rest_of_their_line() {
    constexpr auto text = "real A(64,64)\n!hpf$ processors P(8)\n!hpf$ distribute A(block,*) onto P\n";
    auto const groups = form_groups(text);
    auto const formats = std::ranges::find(groups, FormGroup::What::Distribute, &FormGroup::what);
    QVERIFY(formats != groups.end());
    FormField const& first = formats->fields[0];
    for (auto const* whole : {"cyclic", "cyclic(4)", "*", "blok"}) QVERIFY2(keeps_fields(text, first, whole), whole);
    for (auto const* half : {"cyclic(", "block)", "block(8", "block\n"}) QVERIFY2(!keeps_fields(text, first, half), half);
}

} // namespace tessera

APPLICATION_TEST_CLASS(QCoreApplication, tessera::FormFieldsTest)
#include "form_fields_test.moc"
