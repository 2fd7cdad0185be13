// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of parsing a command line by its table.
#include "cli/common/arguments.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/cli/sample_table.hpp"

using namespace tessera;
using namespace tessera::cli;

using Words = std::vector<std::string>;

class ArgumentsTest : public QObject {
    Q_OBJECT

  private slots:
    void values_of_every_kind_are_found();
    void options_may_follow_arguments_and_take_equals_signs();
    void values_may_begin_with_a_minus();
    void mistakes_are_explained_data();
    void mistakes_are_explained();
    void help_and_version_win_over_mistakes();
    void a_command_without_subcommands_takes_arguments_itself();
};

void ArgumentsTest::values_of_every_kind_are_found() {
    auto const request = parse_arguments(
        sample_table(), Words{"lay", "-w", "12", "--memory", "2KiB", "--glue", "dry", "--name", "a", "--name", "b", "-q", "floor"});
    QVERIFY(request.has_value());
    Arguments const& arguments = request->arguments;
    QCOMPARE(arguments.subcommand(), "lay");
    QCOMPARE(arguments.positionals(), Words{"floor"});
    QCOMPARE(arguments.number("width"), std::optional<Index>(12));
    QCOMPARE(arguments.number("memory"), std::optional<Index>(2048));
    QCOMPARE(arguments.text("glue"), std::optional<std::string>("dry"));
    QCOMPARE(arguments.texts("name"), (Words{"a", "b"}));
    QVERIFY(arguments.has("quiet"));
    QVERIFY(!arguments.has("json"));
}

void ArgumentsTest::options_may_follow_arguments_and_take_equals_signs() {
    auto const request = parse_arguments(sample_table(), Words{"cut", "stone", "--width=3", "--json"});
    QVERIFY(request.has_value());
    QCOMPARE(request->arguments.positionals(), Words{"stone"});
    QCOMPARE(request->arguments.number("width"), std::optional<Index>(3));
    QVERIFY(request->arguments.has("json"));
    QVERIFY(!request->arguments.has("glue")); // an option of the other subcommand is one not given
    QCOMPARE(request->arguments.text_or("name", "none"), "none");
}

void ArgumentsTest::values_may_begin_with_a_minus() {
    auto const request = parse_arguments(sample_table(), Words{"cut", "--name", "-3,5", "stone"});
    QVERIFY(request.has_value());
    QCOMPARE(request->arguments.text("name"), std::optional<std::string>("-3,5"));
}

void ArgumentsTest::mistakes_are_explained_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("message");
    auto const row = [](char const* name, QStringList const& words, char const* message) {
        QTest::newRow(name) << words << QString(message);
    };
    row("nothing", {}, "expected a subcommand first, one of cut, lay; see 'tiler --help'");
    row("option first", {"--json", "cut"}, "expected a subcommand first, one of cut, lay; see 'tiler --help'");
    row("unknown subcommand", {"cot"}, "unknown subcommand 'cot'; did you mean 'cut'?");
    row("help of a strange one", {"help", "polish"}, "unknown subcommand 'polish'; expected one of cut, lay");
    row("option misspelt first", {"--hlep"}, "unknown option '--hlep'; did you mean '--help'?");
    row("strange subcommand", {"polish"}, "unknown subcommand 'polish'; expected one of cut, lay");
    row("unknown option", {"cut", "x", "--widht", "3"}, "unknown option '--widht'; did you mean '--width'?");
    row("abbreviated", {"cut", "x", "--mem", "3"}, "unknown option '--mem'; did you mean '--memory'?");
    row("strange option", {"cut", "x", "--colour"}, "unknown option '--colour'; see 'tiler cut --help'");
    row("elsewhere", {"cut", "x", "--glue", "wet"}, "option '--glue' does not belong to 'tiler cut', but to lay");
    row("no value", {"cut", "x", "--width"}, "option '--width' needs a value; see 'tiler cut --help'");
    row("option as value", {"cut", "x", "--width", "--json"}, "option '--width' needs a value; see 'tiler cut --help'");
    row("superfluous value", {"cut", "x", "--json=3"}, "option '--json' takes no value; see 'tiler cut --help'");
    row("bad number", {"cut", "x", "-w", "wide"}, "--width: 'wide' is not a whole number >= 0");
    row("bad choice", {"lay", "--glue", "dyr"}, "--glue: 'dyr' is not one of wet, dry; did you mean 'dry'?");
    row("twice", {"cut", "x", "-w", "1", "--width", "2"}, "option '--width' is given twice");
    row("too few", {"cut"}, "expected: tiler cut FILE; see 'tiler cut --help'");
    row("too many", {"cut", "x", "y"}, "unexpected argument 'y'; expected: tiler cut FILE");
}

void ArgumentsTest::mistakes_are_explained() {
    QFETCH(QStringList, words);
    QFETCH(QString, message);
    Words plain;
    for (QString const& word : words) plain.push_back(word.toStdString());
    auto const request = parse_arguments(sample_table(), plain);
    QVERIFY(!request.has_value());
    QCOMPARE(QString::fromStdString(request.error().message), message);
}

void ArgumentsTest::help_and_version_win_over_mistakes() {
    auto const of_command = parse_arguments(sample_table(), Words{"--help"});
    QVERIFY(of_command && of_command->kind == Request::Kind::Help && of_command->subcommand.empty());
    auto const of_subcommand = parse_arguments(sample_table(), Words{"cut", "--nonsense", "-h"});
    QVERIFY(of_subcommand && of_subcommand->kind == Request::Kind::Help && of_subcommand->subcommand == "cut");
    auto const word = parse_arguments(sample_table(), Words{"help"});
    QVERIFY(word && word->kind == Request::Kind::Help && word->subcommand.empty());
    auto const word_of_subcommand = parse_arguments(sample_table(), Words{"help", "cut"});
    QVERIFY(word_of_subcommand && word_of_subcommand->kind == Request::Kind::Help && word_of_subcommand->subcommand == "cut");
    auto const version = parse_arguments(sample_table(), Words{"--version"});
    QVERIFY(version && version->kind == Request::Kind::Version);
    auto const behind = parse_arguments(sample_table(), Words{"cut", "--", "--help"});
    QVERIFY(behind && behind->kind == Request::Kind::Run);
    QCOMPARE(behind->arguments.positionals(), Words{"--help"});
}

void ArgumentsTest::a_command_without_subcommands_takes_arguments_itself() {
    CommandTable const table{.command = {.name = "mover", .arguments = "FROM TO", .min_arguments = 2, .max_arguments = 2},
                             .options = {{.name = "json"}}};
    auto const request = parse_arguments(table, Words{"a", "--json", "b"});
    QVERIFY(request.has_value());
    QCOMPARE(request->arguments.positionals(), (Words{"a", "b"}));
    auto const wrong = parse_arguments(table, Words{"a"});
    QVERIFY(!wrong.has_value());
    QCOMPARE(wrong.error().message, "an argument is missing after 'a'; expected: mover FROM TO; see 'mover --help'");
}

TEST_CLASS(ArgumentsTest)
#include "arguments_test.moc"
