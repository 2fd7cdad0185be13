// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program distview, from the command line to the exit code.
#include "gui/windows/program.hpp"

#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/view_scene.hpp"
#include "gui/session/job_file.hpp"
#include "gui/windows/compact_style.hpp"
#include "gui/windows/main_window.hpp"
#include "gui/windows/options.hpp"
#include "libcore/lesson/lesson_library.hpp"
#include "libcore/lesson/lesson_page.hpp"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QIcon>
#include <QPixmap>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <string_view>
#include <unistd.h>

namespace tessera::gui {
namespace {

constexpr int done = 0;
constexpr int failed = 1;
constexpr int badInput = 2;

int complain(Error const& error, int code) {
    QTextStream(stderr) << "distview: " << QString::fromStdString(to_string(error)) << '\n';
    return code;
}

/// Loads the job and computes all data from it. Returns the reason if a picture cannot be drawn.
Result<void> prepare(Session& session, Options const& options) {
    session.setChoice(options.choice);
    if (auto const opened = session.open(options.job); !opened) return opened;
    session.finish();
    if (session.error()) return tl::unexpected(*session.error());
    using Schedule = PanelKind::Schedule;
    if (options.view->schedule == Schedule::Needed && session.scheduleError()) return tl::unexpected(*session.scheduleError());
    Selection selection = options.selection;
    if (options.view->schedule == Schedule::Unused) selection.step = session.selection().step;
    if (selection.rank && *selection.rank >= session.derived()->plan->ranks()) return fail("--rank: that rank takes no part");
    if (session.schedule() && selection.step >= std::max(session.schedule()->schedule->steps(), 1))
        return fail("--step: the schedule has only " + std::to_string(session.schedule()->schedule->steps()) + " steps");
    session.select(selection);
    return options.view->check ? options.view->check(session) : Result<void>();
}

int exportOnly(Options const& options) {
    Session session{QString()};
    if (auto const prepared = prepare(session, options); !prepared) return complain(prepared.error(), badInput);
    auto const scene = viewScene(options.view, session);
    if (!scene) return complain(scene.error(), badInput);
    if (!isPicture(options.exportPath))
        return complain(Error{"--export: the name of a picture must end in .png, .svg or .pdf"}, badInput);
    auto const written = exportView(options.view, session, options.exportPath, options.size);
    return written ? done : complain(written.error(), failed);
}

int exportLesson(Options const& options) {
    auto const lesson = find_lesson(options.exportLesson.toStdString());
    if (!lesson) return complain(lesson.error(), badInput);
    auto const page = lesson_page(*lesson);
    if (!page) return complain(page.error(), failed);
    auto const written = writeFile(options.exportPath, QByteArray::fromStdString(*page));
    return written ? done : complain(written.error(), failed);
}

int photograph(MainWindow& window, QString const& path) {
    window.session().finish();
    QCoreApplication::processEvents();
    while (window.isDrawing() || window.isCounting()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return window.grab().save(path) ? done : complain(Error{"'" + path.toStdString() + "' cannot be written"}, failed);
}

/// Sets the runtime folder if no desktop session has set it, as for root. It is the folder that Qt would choose, with a warning.
void chooseRuntimeFolder() {
    if (qEnvironmentVariableIsSet("XDG_RUNTIME_DIR")) return;
    QString const folder = QDir::tempPath() + QStringLiteral("/runtime-%1").arg(getuid());
    qputenv("XDG_RUNTIME_DIR", QFile::encodeName(folder));
}

int openWindow(Options const& options) {
    if (!options.lesson.isEmpty())
        if (auto const lesson = find_lesson(options.lesson.toStdString()); !lesson) return complain(lesson.error(), badInput);
    MainWindow window(options.screenshot.isEmpty() ? Recovery::usualFolder() : QString());
    begin(window, options);
    if (!options.screenshot.isEmpty()) return photograph(window, options.screenshot);
    window.recovery().offer();
    return QApplication::exec();
}

/// Returns whether the command only makes pictures or texts, which need no display.
bool wantsNoDisplay(int argc, char** argv) {
    return std::any_of(argv, argv + argc, [](std::string_view word) {
        return word.starts_with("--export") || word == "--help" || word == "-h" || word == "--version";
    });
}

} // namespace

void begin(MainWindow& window, Options const& options) {
    bool const isPicture = !options.screenshot.isEmpty();
    if (!options.size.isEmpty())
        window.resize(options.size);
    else if (!isPicture) { // a picture has the same size for all users
        window.restorePlace();
        window.fitScreen();
    }
    window.session().setChoice(options.choice);
    window.show();
    if (!options.job.isEmpty()) window.openFile(options.job);
    if (!options.lesson.isEmpty()) window.openLesson(options.lesson);
    bool const asksForPart = options.view != &OwnershipPanel::kind || options.selection != Selection{};
    if (!isPicture && !asksForPart) return;
    window.session().finish(); // steps and lines of the job exist only after planning
    window.session().select(options.selection);
    if (!options.job.isEmpty()) window.showView(options.view);
}

int distview(int argc, char** argv) {
    if (wantsNoDisplay(argc, argv) && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    chooseRuntimeFolder();
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("distview"));
    QApplication::setOrganizationName(QStringLiteral("tessera"));
    QApplication::setDesktopFileName(QStringLiteral("org.tessera.distview"));
    QApplication::setWindowIcon(QIcon::fromTheme(QApplication::desktopFileName()));
    auto const options = parseOptions(QApplication::arguments());
    if (!options) return complain(options.error(), badInput);
    if (options->help || options->version) {
        QTextStream(stdout) << (options->help ? helpText() : QStringLiteral("distview " TESSERA_VERSION "\n"));
        return done;
    }
    for (QString const& path : {options->exportPath, options->screenshot})
        if (auto const free = checkNewFile(path, options->force); !free) return complain(free.error(), badInput);
    QApplication::setStyle(new CompactStyle); // the application owns it
    applyAppearance(options->appearance.value_or(rememberedAppearance()));
    if (!options->exportLesson.isEmpty()) return exportLesson(*options);
    return options->exportPath.isEmpty() ? openWindow(*options) : exportOnly(*options);
}

} // namespace tessera::gui
