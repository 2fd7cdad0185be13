// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program as a strip of states, with what-if layouts and advice.
#include "gui/panels/program_panel.hpp"

#include "gui/models/numbers.hpp"
#include "gui/models/text.hpp"
#include "libcore/base/try.hpp"

#include <QSignalBlocker>
#include <array>

namespace tessera::gui {
namespace {

constexpr int seenLines = 8;

/// Returns "(*,block,*)": one dimension with this format.
QString oneCut(int dims, int cut, char const* format) {
    QStringList entries;
    for (int d = 0; d < dims; ++d) entries << (d == cut ? QString::fromLatin1(format) : QStringLiteral("*"));
    return u'(' + entries.join(u',') + u')';
}

QString sumText(ProgramCost const& cost) {
    auto const all = cost.seconds();
    if (!all)
        return ProgramPanel::tr("%1 within phases, %2 by remaps. Choose a machine above to see times.")
            .arg(asText(scaled_bytes(cost.within.bytes)), asText(scaled_bytes(cost.between.bytes)));
    TimeUnit const unit = TimeUnit::of(*all);
    return ProgramPanel::tr("%1 in all: work %2, messages within phases %3, remaps %4; at most %5 per rank.")
        .arg(timeText(all, unit), timeText(cost.compute, unit), timeText(cost.within.seconds, unit),
             timeText(cost.between.seconds, unit), asText(scaled_bytes(cost.memory)));
}

/// Returns "The job as written takes 607 ms; this takes 0.57 times as long."
QString besideOwn(ProgramCost const& cost, ProgramCost const& own) {
    auto const all = cost.seconds();
    auto const before = own.seconds();
    if (!all || !before || *before <= 0) return {};
    return u' ' + ProgramPanel::tr("The job as written takes %1; this takes %2 times as long.")
                      .arg(timeText(before, TimeUnit::of(*all)))
                      .arg(*all / *before, 0, 'f', 2);
}

QString answerText(AdvisedChoice const& answer, TimeUnit unit) {
    QString const whose = answer.kind == AdvisedLayout::Kind::Own ? ProgramPanel::tr("yours: ") : QString();
    return ProgramPanel::tr("%1%2 (%3 of the best), %4 per rank: %5")
        .arg(whose, timeText(answer.seconds, unit))
        .arg(answer.ratio, 0, 'f', 2)
        .arg(asText(scaled_bytes(answer.memory)), QString::fromStdString(answer.wishes));
}

} // namespace

ProgramPanel::ProgramPanel(Session& session, QWidget* parent)
    : ScenePanel(session, parent), wish_(new QComboBox), operation_(new QLineEdit), advise_(new QPushButton(tr("Adv&ise"))),
      adopt_(new QPushButton(tr("A&dopt"))), answers_(new QListWidget), summary_(new QLabel) {
    arrange();
    connectParts();
    listen();
}

void ProgramPanel::arrange() {
    wish_->setEditable(true);
    wish_->setInsertPolicy(QComboBox::NoInsert);
    wish_->setCompleter(nullptr); // completion would change the typed wish
    wish_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    wish_->setAccessibleName(tr("What if"));
    wish_->setToolTip(tr("Another distribution to try: A (cyclic(4),*), or for one phase only: A@rows (block,*) onto P(8). "
                         "Separate several with a semicolon. Empty: the job as written."));
    wish_->lineEdit()->setPlaceholderText(tr("the job as written, or for example A (cyclic(4),*)"));
    wish_->lineEdit()->setClearButtonEnabled(true);
    operation_->setAccessibleName(tr("One operation takes"));
    operation_->setToolTip(tr("Time of one operation of the work in a phase, for example 1ns"));
    operation_->setMaximumWidth(operation_->fontMetrics().averageCharWidth() * 10);
    advise_->setToolTip(tr("Find the best distributions for all phases together, on the machine chosen above"));
    adopt_->setToolTip(tr("Write the distributions shown here into the job; Ctrl+Z undoes this"));
    answers_->setAccessibleName(tr("Advice"));
    answers_->setMaximumHeight(seenLines * (answers_->fontMetrics().lineSpacing() + 2) + 6);
    answers_->setWordWrap(true); // an answer for many phases is long
    answers_->setResizeMode(QListView::Adjust);
    answers_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    answers_->hide();
    summary_->setWordWrap(true);
    summary_->setMargin(2);
    stack({rowOf({new QLabel(tr("What if")), wish_, new QLabel(tr("1 operation")), operation_, advise_, adopt_}, wish_), summary_,
           answers_, canvas()},
          canvas());
    setTabOrderOf({wish_, operation_, advise_, adopt_, answers_, canvas()});
}

void ProgramPanel::connectParts() {
    connect(wish_->lineEdit(), &QLineEdit::editingFinished, this, [this] { takeWishes(wish_->currentText()); });
    connect(wish_, &QComboBox::activated, this, [this] { takeWishes(wish_->currentText()); });
    connect(operation_, &QLineEdit::editingFinished, this, [this] {
        forgetAdvice();
        session().change(
            [this](Selection& selection) { selection.program.operation = operation_->text().trimmed().toStdString(); });
    });
    connect(advise_, &QPushButton::clicked, this, &ProgramPanel::advise);
    connect(adopt_, &QPushButton::clicked, this, &ProgramPanel::adopt);
    connect(answers_, &QListWidget::currentRowChanged, this, &ProgramPanel::choose);
    connect(&advising_, &Background::runningChanged, this,
            [this](bool running) { advise_->setText(running ? tr("Stop adv&ising") : tr("Adv&ise")); });
    connect(canvas(), &SceneCanvas::clicked, this, &ProgramPanel::clicked);
    canvas()->setMarked([this](SceneTag const& tag) {
        DerivedPointer const derived = session().derived();
        auto const* const change = std::get_if<ChangeTag>(&tag);
        return derived && change && transitionOf(*change) == derived->viewed && derived->transitions.size() > 1;
    });
}

void ProgramPanel::showJob() {
    forgetOldAdvice();
    if (session().text() != adoptedText_) note_.clear(); // the adopted text was undone or changed
    DerivedPointer const derived = session().derived();
    listWishes(derived ? derived->job : Job());
    redraw();
}

void ProgramPanel::showSchedule() {
    forgetOldAdvice();
    redraw();
}

void ProgramPanel::showSelection() {
    ProgramChoice const& choice = session().selection().program;
    QSignalBlocker const quiet(wish_);
    if (!wish_->lineEdit()->hasFocus() || !wish_->lineEdit()->isModified())
        wish_->setEditText(QString::fromStdString(choice.wishes));
    operation_->setText(QString::fromStdString(choice.operation));
    adopt_->setEnabled(!choice.wishes.empty());
    if (choice != drawn_) redraw();
}

/// Lists simple wishes: one dimension of an array distributed by block or cyclic.
void ProgramPanel::listWishes(Job const& job) {
    QSignalBlocker const quiet(wish_);
    QString const text = wish_->currentText();
    wish_->clear();
    for (ArrayStates const& each : job.arrays)
        for (char const* const format : {"block", "cyclic"})
            for (int d = 0; d < each.array.dims(); ++d)
                wish_->addItem(asText(each.array.name) + u' ' + oneCut(each.array.dims(), d, format));
    wish_->setEditText(text);
}

void ProgramPanel::forgetAdvice() {
    advising_.cancel();
    advice_ = {};
    QSignalBlocker const quiet(answers_);
    answers_->clear();
    answers_->hide();
}

void ProgramPanel::forgetOldAdvice() {
    if (advisedText_ != session().text() || advisedFor_ != session().choice()) forgetAdvice();
}

void ProgramPanel::takeWishes(QString const& text) {
    wish_->lineEdit()->setModified(false);
    std::string const wishes = text.trimmed().toStdString();
    if (wishes == session().selection().program.wishes) return;
    note_.clear();
    session().change([&wishes](Selection& selection) { selection.program.wishes = wishes; });
}

void ProgramPanel::draw() {
    DerivedPointer const derived = session().derived();
    if (!derived || derived->job.program.empty()) {
        summary_->clear();
        return showNothing(tr("This job has no phases. A phase is a line such as: !dist$ phase rows: on A(i,j) whole A(:,*)"));
    }
    drawn_ = session().selection().program;
    start([derived, choice = drawn_, site = session().choice()](
              Background::Task const& task) { return programPicture(derived->job, choice, site, task.watch()); },
          [this](Result<ProgramPicture> const& picture) { arrive(picture); });
}

void ProgramPanel::arrive(Result<ProgramPicture> const& picture) {
    states_.clear();
    changes_.clear();
    if (!picture) {
        summary_->setText(note_);
        return showNothing(asText(picture.error().message));
    }
    states_ = picture->states;
    changes_ = picture->changes;
    summary_->setText(note_ + sumText(picture->cost) + (picture->own ? besideOwn(picture->cost, *picture->own) : QString()));
    show(picture->scene);
}

void ProgramPanel::advise() {
    if (advising_.isRunning()) return advising_.cancel();
    DerivedPointer const derived = session().derived();
    if (!derived) return;
    forgetAdvice();
    advisedText_ = session().text();
    advisedFor_ = session().choice();
    advising_.start([derived, choice = session().selection().program, site = session().choice()](
                        Background::Task const& task) { return programAdvice(derived->job, choice, site, task.watch()); },
                    [this](Result<ProgramAdvice> const& advice) { arrive(advice); });
}

/// The current figures stay visible. A selected answer becomes a wish like any other.
void ProgramPanel::arrive(Result<ProgramAdvice> const& advice) {
    if (!advice) return summary_->setText(tr("No advice: %1").arg(asText(advice.error().message)));
    advice_ = *advice;
    QStringList reasons;
    for (std::string const& reason : advice_.reasons) reasons << asText(reason);
    QSignalBlocker const quiet(answers_);
    TimeUnit const unit = unitOfLeast(advice_.answers, [](AdvisedChoice const& answer) { return std::optional(answer.seconds); });
    for (AdvisedChoice const& answer : advice_.answers) answers_->addItem(answerText(answer, unit));
    if (!reasons.isEmpty() && answers_->count() > 0)
        answers_->item(0)->setText(answers_->item(0)->text() + u'\n' + tr("Why: %1").arg(reasons.join(tr("; "))));
    answers_->show();
    answers_->setFocus();
    answers_->setCurrentRow(-1); // no answer is selected yet
}

void ProgramPanel::choose(int row) {
    if (row < 0 || as_size(row) >= advice_.answers.size()) return;
    takeWishes(QString::fromStdString(advice_.answers[as_size(row)].wishes));
}

void ProgramPanel::adopt() {
    DerivedPointer const derived = session().derived();
    if (!derived) return;
    auto const adopted = adoptedText(derived->job, session().selection().program, session().text());
    if (!adopted) return summary_->setText(asText(adopted.error().message));
    session().change([](Selection& selection) { selection.program.wishes.clear(); });
    note_ = tr("Adopted. Ctrl+Z undoes it. ");
    if (adopted->leftOut > 0)
        note_ += tr("Removed from the old text: %1 (comments and other statements). ").arg(countedText(adopted->leftOut, "line"));
    adoptedText_ = adopted->text;
    session().replaceText(adopted->text);
}

/// Returns the state of an array after an intermediate step, or in the next phase.
std::size_t ProgramPanel::stateAfter(ChangeTag const& tag, std::size_t array) const {
    for (PhaseChange const& change : changes_)
        if (change.from == tag.from && change.to == tag.to && tag.step < change.stops[array].size())
            return change.stops[array][tag.step];
    return states_[tag.to][array];
}

/// Returns the redistribution in the text that leads to the array's state. Changes around a loop have none.
std::optional<std::size_t> ProgramPanel::transitionOf(ChangeTag const& tag) const {
    DerivedPointer const derived = session().derived();
    if (tag.array < 0 || !derived) return std::nullopt;
    auto const array = as_size(tag.array);
    if (tag.to >= states_.size() || array >= states_[tag.to].size()) return std::nullopt;
    auto const to = static_cast<Index>(stateAfter(tag, array));
    for (std::size_t i = 0; i < derived->transitions.size(); ++i)
        if (derived->transitions[i].to == to && derived->transitions[i].from < to) return i;
    return std::nullopt;
}

void ProgramPanel::clicked(SceneTag const& tag) {
    if (auto const* const cell = std::get_if<CellsTag>(&tag)) toggleRankOfPlan(cell->rank);
    auto const* const change = std::get_if<ChangeTag>(&tag);
    if (!change) return;
    bool const wished = !session().selection().program.wishes.empty();
    auto const transition = wished ? std::nullopt : transitionOf(*change);
    if (transition) return session().lookAt(*transition);
    summary_->setText(wished ? tr("This proposal is not in the job yet. Adopt it to see its messages.")
                             : tr("Remaps at the end of a loop are not shown, because the text does not contain them."));
}

namespace {

constexpr std::array programOptions{PanelOption{"what-if", "WISH"}};

Result<Scene> sceneOfProgram(Derived const& derived, Session const& session) {
    auto picture = TRY(programPicture(derived.job, session.selection().program, session.choice()));
    return std::move(picture.scene);
}

QString programCommand(CommandInput const& input) {
    ProgramChoice const& program = input.selection.program;
    SiteRequest const& site = input.choice.site;
    QString command = QStringLiteral("distplan program ") + input.job();
    if (!program.wishes.empty()) command += QStringLiteral(" --what-if ") + textWord(program.wishes);
    if (program.operation != ProgramChoice().operation) command += QStringLiteral(" --operation ") + textWord(program.operation);
    return command + siteWords(site) + machineWords(site) + QStringLiteral(" --svg program.svg");
}

/// In this view --operation is the time of an operation of work; in others it names one of communication.
Result<void> readProgram(ViewOptions const& options) {
    ProgramChoice& program = options.selection.program;
    program.wishes = options.given.value("what-if").toStdString();
    if (options.view == &ProgramPanel::kind && options.given.isSet("operation"))
        program.operation = options.given.value("operation").toStdString();
    return {};
}

} // namespace

constinit PanelKind const ProgramPanel::kind{
    .name = "program",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Program"),
    .make = makePanel<ProgramPanel>,
    .scene = sceneOfProgram,
    .command = programCommand,
    .about = QT_TRANSLATE_NOOP(
        "ExplanationStrip",
        "Each phase of a program has a best mapping of its arrays. A remap between two phases is worth it if it saves "
        "more time than it takes."),
    .options = programOptions,
    .read = readProgram,
};

} // namespace tessera::gui
