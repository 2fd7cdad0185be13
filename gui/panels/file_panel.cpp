// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file of a job.
#include "gui/panels/file_panel.hpp"

#include "gui/models/text.hpp"
#include "gui/session/file_position.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/write.hpp"

#include <QCoreApplication>
#include <QSignalBlocker>
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace tessera::gui {
namespace {

constexpr int roomBesideLines = 210;   // height in pixels of the title above the lines, and of the legend and the notes below
constexpr int heightOfLine = 52;       // with its file domains
constexpr double roomBesideLine = 160; // width of a line's labels: its first byte, and the number of accesses
constexpr double leastLineWidth = 260;
constexpr double widthStep = 20; // smaller changes of the width keep the picture

/// An entry of the list of methods.
struct Method {
    char const* name;
    std::optional<Access> access;
    std::optional<DomainKind> domains;
};
std::array<Method, 6> const methods{{
    {QT_TRANSLATE_NOOP("FilePanel", "best"), {}, {}},
    {QT_TRANSLATE_NOOP("FilePanel", "direct"), Access::Direct, {}},
    {QT_TRANSLATE_NOOP("FilePanel", "sieve"), Access::Sieve, {}},
    {QT_TRANSLATE_NOOP("FilePanel", "two-phase, static domains"), Access::TwoPhase, DomainKind::Static},
    {QT_TRANSLATE_NOOP("FilePanel", "two-phase, dynamic domains"), Access::TwoPhase, DomainKind::Dynamic},
    {QT_TRANSLATE_NOOP("FilePanel", "two-phase, cyclic domains"), Access::TwoPhase, DomainKind::BlockCyclic},
}};

/// Returns the choice without the phase: the input of a plan.
FileChoice planned(FileChoice choice) {
    choice.phase.reset();
    return choice;
}

Result<FileAccessPointer> planAccess(Derived const& derived, FileChoice const& file, ScheduleChoice const& choice,
                                     FilePictureSize room, Watch const& watch) {
    auto const machine = TRY(chosenMachine(choice));
    return makeFileAccess(derived.job, file, machine.get(), watch, room);
}

} // namespace

FilePanel::FilePanel(Session& session, QWidget* parent)
    : ScenePanel(session, parent), line_(new QComboBox), method_(new QComboBox), allSteps_(new QCheckBox(tr("All steps together"))),
      summary_(new QLabel) {
    summary_->setWordWrap(true);
    summary_->setMargin(2);
    summary_->setMinimumHeight(2 * summary_->fontMetrics().lineSpacing() + 4); // keeps the picture in place when the text changes
    createPlayer();
    stack({createChoices(), summary_, canvas()}, canvas());
    connect(canvas(), &SceneCanvas::clicked, this, &FilePanel::clicked);
    followRoom();
    listen();
}

void FilePanel::createPlayer() {
    auto* const player = new Player(
        Player::Speed::Steps, {tr("Play"), tr("Play the steps of the access"), tr("Step; leftmost: all steps together")}, this);
    setPlayer(player);
    player->hide(); // the clock is in the bar above
    connect(player, &Player::moved, this, [this](double position) {
        if (position > 0) return this->session().goTo(static_cast<int>(position) - 1);
        choose([](FileChoice& choice) { choice.phase.reset(); });
    });
}

QWidget* FilePanel::createChoices() {
    line_->setAccessibleName(tr("File access"));
    line_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    line_->setToolTip(tr("I/O lines of the job, for example: !dist$ io read A(1:100:2,:) memory(64MiB)"));
    for (Method const& each : methods) method_->addItem(QCoreApplication::translate("FilePanel", each.name));
    method_->setAccessibleName(tr("Method"));
    method_->setToolTip(tr("Method by which the ranks access the file"));
    connect(line_, &QComboBox::activated, this, [this](int line) {
        choose([line](FileChoice& choice) {
            choice.line = line;
            choice.phase.reset();
        });
    });
    connect(method_, &QComboBox::activated, this, [this](int place) {
        Method const& method = methods[as_size(place)];
        choose([&method](FileChoice& choice) { choice = {choice.line, method.access, method.domains, std::nullopt}; });
    });
    allSteps_->setToolTip(tr("Show the whole access, not one step"));
    connect(allSteps_, &QCheckBox::toggled, this, [this](bool all) {
        if (!all) return this->session().goTo(this->session().selection().step);
        choose([](FileChoice& choice) { choice.phase.reset(); });
    });
    return rowOf({line_, new QLabel(tr("Method")), method_, allSteps_}, line_);
}

template <class Change>
void FilePanel::choose(Change change) {
    session().change([&change](Selection& selection) { change(selection.file); });
}

void FilePanel::showJob() {
    forget();
    showLines();
    redraw();
}

void FilePanel::showLines() {
    QSignalBlocker const quiet(line_);
    line_->clear();
    DerivedPointer const derived = session().derived();
    if (!derived) return;
    auto const add = [&](IoStatement const& statement) {
        line_->addItem(asText(describe(statement, derived->job.find(statement.array)->array)));
    };
    for (IoStatement const& statement : derived->job.io_statements) add(statement);
    if (line_->count() > 0) return;
    if (auto const statement = default_io_statement(derived->job)) add(*statement);
}

/// The choice may have been made elsewhere: on the command line, in a test.
void FilePanel::showSelection() {
    FileChoice const& choice = session().selection().file;
    QSignalBlocker const quiet(method_);
    QSignalBlocker const quietLine(line_);
    QSignalBlocker const quietSteps(allSteps_);
    allSteps_->setChecked(!choice.phase);
    auto const same = [&](Method const& each) { return each.access == choice.access && each.domains == choice.domains; };
    method_->setCurrentIndex(static_cast<int>(std::ranges::find_if(methods, same) - methods.begin()));
    if (choice.line < line_->count()) line_->setCurrentIndex(choice.line);
    if (choice == shown_ && access_ && marked_ == markedPosition()) return;
    if (planned(choice) != planned(shown_)) forget();
    redraw();
}

void FilePanel::forget() {
    stopDrawing();
    access_.reset();
    plannedSize_.reset();
    session().setFileSteps(std::nullopt);
}

void FilePanel::draw() {
    if (access_) return drawPhase();
    if (session().derived()) return plan();
    summary_->clear();
    player()->setEnd(0);
    player()->setWords({});
}

void FilePanel::plan() {
    shown_ = session().selection().file;
    plannedSize_ = room();
    canvas()->setEmptyText(tr("Planning..."));
    start([derived = session().derived(), file = shown_, choice = session().choice(),
           room = *plannedSize_](Background::Task const& task) { return planAccess(*derived, file, choice, room, task.watch()); },
          [this](Result<FileAccessPointer> const& access) { arrive(access); });
}

void FilePanel::arrive(Result<FileAccessPointer> const& access) {
    access_ = access ? *access : nullptr;
    Index const phases = access ? (*access)->map.phases() : 0;
    player()->setEnd(static_cast<double>(std::min<Index>(phases, std::numeric_limits<int>::max())));
    if (!access) {
        forget();
        summary_->clear();
        player()->setWords({});
        // The comparison of all methods may take too long while a single one does not.
        QString const way = shown_.access ? QString() : tr(" Choose a method above.");
        return showNothing(asText(access.error().message) + way);
    }
    // The reason begins with the name of the method.
    QString const reason = asText((*access)->choice.reason);
    auto const name = static_cast<qsizetype>((*access)->method().name.size());
    summary_->setText(QStringLiteral("<b>%1</b>%2").arg(reason.left(name).toHtmlEscaped(), reason.mid(name).toHtmlEscaped()));
    shown_ = planned(session().selection().file);
    session().setFileSteps(phases);
    choose([phases](FileChoice& choice) {
        if (choice.phase && *choice.phase >= phases) choice.phase = phases > 0 ? std::optional(phases - 1) : std::nullopt;
    });
    drawPhase();
}

FilePictureSize FilePanel::room() {
    Index const lines = (canvas()->height() - roomBesideLines) / heightOfLine;
    double const width = std::floor((canvas()->width() - roomBesideLine) / widthStep) * widthStep;
    return {std::clamp<Index>(lines, 3, FilePictureSize().lines), std::clamp(width, leastLineWidth, FilePictureSize().width)};
}

void FilePanel::roomChanged() {
    if (!plannedSize_ || *plannedSize_ == room()) return;
    stopDrawing();
    access_.reset();
    plannedSize_.reset();
    redraw();
}

std::optional<Index> FilePanel::markedPosition() const {
    DerivedPointer const derived = session().derived();
    auto const place = derived ? filePositionOf(*derived, session().selection()) : std::nullopt;
    return place ? std::optional(place->position) : std::nullopt;
}

void FilePanel::drawPhase() {
    shown_ = session().selection().file;
    marked_ = markedPosition();
    show(fileScene(*access_, shown_.phase, marked_));
    player()->setPosition(shown_.phase ? static_cast<double>(*shown_.phase + 1) : 0);
    player()->setWords(shown_.phase ? tr("step %1 of %2").arg(*shown_.phase + 1).arg(access_->map.phases()) : tr("all steps"));
}

/// A click on bytes that only one rank wants selects that rank.
void FilePanel::clicked(SceneTag const& tag) {
    if (auto const* const bytes = std::get_if<BytesTag>(&tag)) toggleRankOfPlan(bytes->rank);
}

namespace {

constexpr std::array fileOptions{PanelOption{"access", "WAY"}, PanelOption{"domains", "KIND"}};

Result<Scene> accessScene(Derived const& derived, Session const& session) {
    FileChoice const& choice = session.selection().file;
    auto const machine = TRY(chosenMachine(session.choice()));
    auto const access = TRY(makeFileAccess(derived.job, choice, machine.get()));
    return fileScene(*access, choice.phase);
}

QString accessCommand(CommandInput const& input) {
    FileChoice const& file = input.selection.file;
    QString command = QStringLiteral("distplan io ") + input.job();
    if (file.line > 0) command += QStringLiteral(" --line %1").arg(file.line + 1);
    if (file.access) command += QStringLiteral(" --access ") + textWord(name_of(*file.access));
    if (file.domains) command += QStringLiteral(" --domains ") + textWord(name_of(*file.domains));
    command += machineWords(input.choice.site);
    if (file.phase) command += QStringLiteral(" --step %1").arg(*file.phase + 1);
    return command + QStringLiteral(" --svg io.svg");
}

Result<void> readAccess(ViewOptions const& options) {
    QCommandLineParser const& parser = options.given;
    FileChoice& choice = options.selection.file;
    auto const line = TRY(numberOption(parser, "line", 1, 1));
    choice.line = line - 1;
    choice.phase = options.step;
    std::string const access = parser.value("access").toStdString();
    std::string const domains = parser.value("domains").toStdString();
    choice.access = access_named(access);
    choice.domains = domain_kind_named(domains);
    if (parser.isSet("access") && !choice.access)
        return fail(fmt::format("--access: '{}' is not a method; expected direct, sieve or two-phase", access));
    if (parser.isSet("domains") && !choice.domains)
        return fail(fmt::format("--domains: '{}' is not a kind of file domains; expected static, dynamic or cyclic", domains));
    return {};
}

Result<void> checkLine(Session const& session) {
    auto const& lines = session.derived()->job.io_statements;
    if (session.selection().file.line < std::max(std::ssize(lines), std::ptrdiff_t{1})) return {};
    return fail("--line: the job has only " + std::to_string(lines.size()) + " lines !dist$ io");
}

} // namespace

constinit PanelKind const FilePanel::kind{
    .name = "io",
    .title = QT_TRANSLATE_NOOP("MainWindow", "File"),
    .make = makePanel<FilePanel>,
    .scene = accessScene,
    .command = accessCommand,
    .about = QT_TRANSLATE_NOOP(
        "ExplanationStrip",
        "Each line is a part of the file, and each colour is the rank that needs it. A few large requests are fast, "
        "but also read unneeded bytes."),
    .options = fileOptions,
    .read = readAccess,
    .check = checkLine,
};

} // namespace tessera::gui
