// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of JSON written piece by piece.
#include "libcore/report/json_writer.hpp"
#include "tests/suite/qt_suite.hpp"

#include <nlohmann/json.hpp>

using namespace tessera;

class JsonWriterTest : public QObject {
    Q_OBJECT

  private slots:
    void init() { text_.clear(); }
    void the_outermost_object_and_lists_are_on_lines();
    void empty_lists_and_objects_are_valid();
    void any_text_makes_a_valid_document();
    void numbers_keep_all_their_digits();

  private:
    Sink sink() {
        return [this](std::string_view piece) { text_ += piece; };
    }
    std::string text_;
};

void JsonWriterTest::the_outermost_object_and_lists_are_on_lines() {
    JsonWriter json(sink());
    json.begin_object();
    json.entry("schema", "tessera.test/1");
    json.key("rows");
    json.begin_list();
    for (Index i = 0; i < 2; ++i) {
        json.begin_object();
        json.entry("i", i);
        json.entry("both", Extents{i, 7});
        json.end_object();
    }
    json.end_array();
    json.end_object();
    QCOMPARE(text_, "{\n"
                    "  \"schema\": \"tessera.test/1\",\n"
                    "  \"rows\": [\n"
                    "    {\"i\": 0, \"both\": [0, 7]},\n"
                    "    {\"i\": 1, \"both\": [1, 7]}\n"
                    "  ]\n"
                    "}\n");
}

void JsonWriterTest::empty_lists_and_objects_are_valid() {
    JsonWriter json(sink());
    json.begin_object();
    json.key("rows");
    json.begin_list();
    json.end_array();
    json.key("time");
    json.null();
    json.end_object();
    auto const document = nlohmann::json::parse(text_);
    QVERIFY(document["rows"].is_array() && document["rows"].empty());
    QVERIFY(document["time"].is_null());
}

void JsonWriterTest::any_text_makes_a_valid_document() {
    JsonWriter json(sink());
    json.begin_array();
    json.value("quote \" backslash \\ newline \n");
    json.value("no UTF-8: \xff");
    json.end_array();
    auto const document = nlohmann::json::parse(text_);
    QCOMPARE(document[0].get<std::string>(), "quote \" backslash \\ newline \n");
    QCOMPARE(document.size(), std::size_t(2));
}

void JsonWriterTest::numbers_keep_all_their_digits() {
    JsonWriter json(sink());
    json.begin_array();
    json.value(Index{-9'007'199'254'740'993}); // not a double
    json.value(0.1);
    json.end_array();
    QCOMPARE(text_, "[-9007199254740993, 0.1]\n");
}

TEST_CLASS(JsonWriterTest)
#include "json_writer_test.moc"
