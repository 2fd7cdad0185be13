// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests that help, man page and completions of every command agree.
#include "cli/common/completion.hpp"
#include "cli/common/help.hpp"
#include "cli/common/man_page.hpp"
#include "cli/distbench/command.hpp"
#include "cli/distcomm/command.hpp"
#include "cli/distplan/command.hpp"
#include "cli/iocopy/command.hpp"
#include "cli/redist/command.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/cli/sample_table.hpp"
#include "tests/unit/cli/table_checks.hpp"

#include <algorithm>
#include <string>

using namespace tessera::cli;

class TablesTest : public QObject {
    Q_OBJECT

  private slots:
    void distbench_keeps_the_rules() { judge(distbench_table()); }
    void distcomm_keeps_the_rules() { judge(distcomm_table()); }
    void distplan_keeps_the_rules() { judge(distplan_table()); }
    void iocopy_keeps_the_rules() { judge(iocopy_table()); }
    void redist_keeps_the_rules() { judge(redist_table()); }
    void breaches_are_found();
    void choices_with_blanks_stay_one_word();
    void descriptions_have_paragraphs_and_lists();
    void short_help_cuts_texts_at_semicolons_outside_quotes();

  private:
    static void judge(CommandTable const& table) {
        auto const complaints = complaints_about(table);
        for (std::string const& complaint : complaints) qWarning("%s", complaint.c_str());
        QVERIFY(complaints.empty());
    }
};

/// The checks themselves: the sample has too few examples; options without help are still listed; long lines are seen.
void TablesTest::breaches_are_found() {
    auto const has = [](std::vector<std::string> const& complaints, char const* words) {
        return std::ranges::any_of(complaints, [&](std::string const& each) { return each.find(words) != std::string::npos; });
    };
    CommandTable table = sample_table();
    auto const plain = complaints_about(table);
    QVERIFY(has(plain, "tiler cut --help does not end with three examples"));
    QVERIFY(!has(plain, "the table has"));
    table.options[1].help = table.options[3].help;
    QVERIFY(has(complaints_about(table), "tiler lay --name is explained in the words of another option"));
    table.options[1].help.clear();
    QVERIFY(has(complaints_about(table), "tiler cut --memory is not explained"));
    table.options[0].help = std::string(90, 'x');
    QVERIFY(has(complaints_about(table), "columns: "));
    table.options[0].name = "Width"; // no name an entry can begin with
    QVERIFY(has(complaints_about(table), "the table has"));
    table.subcommands.front().main_options = {"gloss"};
    QVERIFY(has(complaints_about(table), "no option --gloss"));
    table.command.examples = {{"tiler polish", "no such subcommand"}};
    QVERIFY(has(complaints_about(table), "unknown subcommand 'polish'"));
}

void TablesTest::choices_with_blanks_stay_one_word() {
    CommandTable table = sample_table();
    table.options[2].choices = {"wet", "very dry"};
    table.options[2].help = "which: [it's] glue";
    QVERIFY(bash_completion(table).find(R"(compgen -W $'wet\nvery dry' --)") != std::string::npos);
    QVERIFY(zsh_completion(table).find(R"('--glue=[which\: \[it'\''s\] glue]:glue:(wet very\ dry)')") != std::string::npos);
    QVERIFY(fish_completion(table).find(R"(-l glue -x -a '\'wet\' \'very dry\'' -d 'which: [it\'s] glue')") != std::string::npos);
}

void TablesTest::descriptions_have_paragraphs_and_lists() {
    CommandTable table = sample_table();
    table.command.description =
        "One line\nand the next.\n\n-x:: First:: entry.\n\nThe end of tiler::Plan." + list_entry("two", "Last.");
    QVERIFY(man_page(table).find(".PP\nOne line and the next.\n.TP\n\\fB\\-x\\fR\nFirst:: entry.\n.PP\nThe end of tiler::Plan.\n"
                                 ".TP\n\\fBtwo\\fR\nLast.\n") != std::string::npos);
}

/// Many options do not fit a screen: then each main option has the first clause of its text.
void TablesTest::short_help_cuts_texts_at_semicolons_outside_quotes() {
    CommandTable table = sample_table();
    for (int i = 0; i < 24; ++i) table.options.push_back({.name = "o" + std::to_string(i), .help = "more", .group = "Options"});
    table.options[0].help = "the tile's plan: 'a (3); b (2)'; the rest";
    QVERIFY(std::ranges::any_of(complaints_about(table),
                                [](std::string const& each) { return each.find("names no main options") != std::string::npos; }));
    table.subcommands.front().main_options = {"width"};
    std::string const help = help_text(table, "cut", HelpLength::Screen);
    QVERIFY(help.find("the tile's plan: 'a (3); b (2)'\n") != std::string::npos);
}

TEST_CLASS(TablesTest)
#include "tables_test.moc"
