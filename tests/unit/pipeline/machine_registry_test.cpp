// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of machine profiles by name.
#include "tests/unit/pipeline/named_files.hpp"

#include "libcore/pipeline/data_folders.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>

using namespace tessera;

namespace {

void write(QString const& path, std::string const& text) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write %s", qPrintable(path));
    file.write(text.data(), static_cast<qint64>(text.size()));
}

} // namespace

class MachineRegistryTest : public QObject {
    Q_OBJECT

  private slots:
    void a_name_finds_its_profile();
    void a_path_always_works();
    void an_unknown_name_lists_what_there_is();
    void what_is_no_profile_is_named();
    void earlier_folders_come_first();
    void the_usual_folders();
};

void MachineRegistryTest::a_name_finds_its_profile() {
    NamedFiles const files({{"/shelf/delta.json", profile_text("the Delta")}, {"delta", profile_text("a file")}});
    QCOMPARE(find_machine("delta", TwoProfiles(), files)->name, std::string("the Delta"));
}

void MachineRegistryTest::a_path_always_works() {
    NamedFiles const files(
        {{"delta.json", profile_text("here")}, {"./slow", profile_text("slash")}, {"mine", profile_text("bare")}});
    QCOMPARE(find_machine("delta.json", TwoProfiles(), files)->name, std::string("here"));
    QCOMPARE(find_machine("./slow", TwoProfiles(), files)->name, std::string("slash"));
    QCOMPARE(find_machine("mine", TwoProfiles(), files)->name, std::string("bare"));
    auto const missing = find_machine("nowhere.json", TwoProfiles(), files);
    QCOMPARE(missing.error().message, std::string("--machine: nowhere.json cannot be read"));
}

void MachineRegistryTest::an_unknown_name_lists_what_there_is() {
    auto const unknown = find_machine("dleta", TwoProfiles(), NamedFiles(std::map<std::string, std::string>()));
    QCOMPARE(unknown.error().message,
             std::string("--machine: no profile is called 'dleta'; there are delta, slow; did you mean 'delta'?"));
    auto const none = find_machine("delta", MachineFolders({}), NamedFiles(std::map<std::string, std::string>()));
    QVERIFY(none.error().message.find("none is installed") != std::string::npos);
}

void MachineRegistryTest::what_is_no_profile_is_named() {
    auto const broken =
        find_machine("delta", TwoProfiles(), NamedFiles(std::map<std::string, std::string>{{"/shelf/delta.json", "{}"}}));
    QVERIFY(!broken);
    QVERIFY2(broken.error().message.starts_with("/shelf/delta.json: "), broken.error().message.c_str());
}

void MachineRegistryTest::earlier_folders_come_first() {
    QTemporaryDir const scratch;
    for (char const* file : {"first/b.json", "first/notes.txt", "second/b.json", "second/a.json"})
        write(scratch.filePath(file), profile_text(file));
    auto const folder = [&](char const* name) { return scratch.filePath(name).toStdString(); };
    auto const found = MachineFolders({folder("nowhere"), folder("first"), folder("second")}).profiles();
    QVERIFY((found == std::vector<NamedProfile>{{"a", folder("second/a.json")}, {"b", folder("first/b.json")}}));
}

void MachineRegistryTest::the_usual_folders() {
    QTemporaryDir const scratch;
    write(scratch.filePath("data/machines/given-here.json"), profile_text("given"));
    write(scratch.filePath("config/tessera/machines/my-own.json"), profile_text("own"));
    qputenv("TESSERA_DATA", scratch.filePath("data").toUtf8());
    qputenv("XDG_CONFIG_HOME", scratch.filePath("config").toUtf8());
    QCOMPARE(data_folders().front(), QFileInfo(scratch.filePath("data")).canonicalFilePath().toStdString());
    auto const found = MachineFolders::usual().profiles();
    for (char const* name : {"given-here", "my-own"}) QCOMPARE(std::ranges::count(found, name, &NamedProfile::name), 1);
    qputenv("XDG_CONFIG_HOME", "not/absolute"); // counts as not set
    qputenv("HOME", scratch.filePath("home").toUtf8());
    write(scratch.filePath("home/.config/tessera/machines/at-home.json"), profile_text("home"));
    auto const at_home = MachineFolders::usual().profiles();
    QCOMPARE(std::ranges::count(at_home, "at-home", &NamedProfile::name), 1);
    QCOMPARE(std::ranges::count(at_home, "my-own", &NamedProfile::name), 0);
}

TEST_CLASS(MachineRegistryTest)
#include "machine_registry_test.moc"
