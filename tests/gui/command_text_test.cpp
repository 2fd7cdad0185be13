// SPDX-License-Identifier: BSD-3-Clause
// Tessera: commands that the window shows mean what they say to a shell, whatever a job is called and says.
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/session/command_text.hpp"
#include "gui/session/redist_process.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QtTest>

namespace tessera::gui {

class CommandTextTest : public QObject {
    Q_OBJECT
  private slots:
    void wordsAreQuoted();
    void jobsEndWhereTheyEnd();
};

void CommandTextTest::wordsAreQuoted() {
    QCOMPARE(commandText(&MessagesPanel::kind, "$(rm)`'.hpf", {}, {}),
             "distplan draw '$(rm)`'\\''.hpf' --view messages --svg messages.svg");
    QCOMPARE(shellWord("a.hpf\n"), "'a.hpf\n'");
    QCOMPARE((RedistCommand{"/usr/bin/mpirun", {"-n", "2", "/opt/redist", "job;rm.hpf", "--topology", "@a&b"}}.text()),
             "mpirun -n 2 redist 'job;rm.hpf' --topology '@a&b'");
}

void CommandTextTest::jobsEndWhereTheyEnd() {
    QCOMPARE(withJobText("distplan a.hpf", "a.hpf", "real A(4)\nEND_OF_JOB\nrm -r x\n"),
             "cat > a.hpf <<'END_OF_JOB_'\nreal A(4)\nEND_OF_JOB\nrm -r x\nEND_OF_JOB_\ndistplan a.hpf");
}

} // namespace tessera::gui

TEST_CLASS(tessera::gui::CommandTextTest)
#include "command_text_test.moc"
