// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file of a job.
#include "gui/panels/file_panel.hpp"

#include "libcore/spec/write.hpp"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <limits>

namespace tessera::gui {
namespace {

constexpr int msPerStep = 700;

/// What the list of methods offers.
struct Method {
    char const* name;
    std::optional<Access> access;
    std::optional<DomainKind> domains;
};
std::array<Method, 6> const methods{{
    {QT_TRANSLATE_NOOP("FilePanel", "the best"), {}, {}},
    {QT_TRANSLATE_NOOP("FilePanel", "direct"), Access::Direct, {}},
    {QT_TRANSLATE_NOOP("FilePanel", "sieve"), Access::Sieve, {}},
    {QT_TRANSLATE_NOOP("FilePanel", "two-phase, static domains"), Access::TwoPhase, DomainKind::Static},
    {QT_TRANSLATE_NOOP("FilePanel", "two-phase, dynamic domains"), Access::TwoPhase, DomainKind::Dynamic},
    {QT_TRANSLATE_NOOP("FilePanel", "two-phase, cyclic domains"), Access::TwoPhase, DomainKind::BlockCyclic},
}};

/// What a plan is made for: all but the phase.
FileChoice planned(FileChoice choice) {
    choice.phase.reset();
    return choice;
}

QToolButton* button(QString const& text, QString const& name) {
    auto* const made = new QToolButton;
    made->setText(text);
    made->setToolTip(name);
    made->setAccessibleName(name);
    return made;
}

} // namespace

FilePanel::FilePanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), line_(new QComboBox), method_(new QComboBox), summary_(new QLabel),
      slider_(new QSlider(Qt::Horizontal)), stepText_(new QLabel), canvas_(new SceneCanvas),
      drawing_(new Drawing(canvas_, [this] { plan(); })) {
    summary_->setWordWrap(true);
    summary_->setMargin(2);
    summary_->setMinimumHeight(2 * summary_->fontMetrics().lineSpacing() + 4); // so that the picture stays where it is
    canvas_->setEmptyText(tr("No job yet."));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(createChoices());
    layout->addWidget(summary_);
    layout->addWidget(createPlayer());
    layout->addWidget(canvas_, 1);
    clock_.setInterval(msPerStep);
    connect(&clock_, &QTimer::timeout, this, [this] { moveBy(1); });
    connect(canvas_, &SceneCanvas::clicked, this, &FilePanel::clicked);
    connect(&session, &Session::derivedChanged, this, &FilePanel::showJob);
    connect(&session, &Session::flowChanged, this, &FilePanel::showJob); // the machine may be another
    connect(&session, &Session::selectionChanged, this, &FilePanel::showChoice);
    showJob();
}

QWidget* FilePanel::createChoices() {
    line_->setAccessibleName(tr("What is read or written"));
    line_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    line_->setToolTip(tr("The lines of the job such as: !dist$ io read A(1:100:2,:) memory(4MiB)"));
    for (Method const& each : methods) method_->addItem(QCoreApplication::translate("FilePanel", each.name));
    method_->setAccessibleName(tr("Method"));
    method_->setToolTip(tr("How the ranks get at the file"));
    auto* const choices = new QWidget;
    auto* const row = new QHBoxLayout(choices);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(line_, 1);
    row->addWidget(new QLabel(tr("Method")));
    row->addWidget(method_);
    connect(line_, &QComboBox::activated, this, [this](int line) {
        FileChoice choice = session_.selection().file;
        choice.line = line;
        choose(planned(choice));
    });
    connect(method_, &QComboBox::activated, this, [this](int place) {
        FileChoice choice = session_.selection().file;
        choice.access = methods[static_cast<std::size_t>(place)].access;
        choice.domains = methods[static_cast<std::size_t>(place)].domains;
        choose(planned(choice));
    });
    return choices;
}

QWidget* FilePanel::createPlayer() {
    auto* const player = new QWidget;
    auto* const row = new QHBoxLayout(player);
    row->setContentsMargins(0, 0, 0, 0);
    playButton_ = button(tr("Play"), tr("Play or pause (Space)"));
    auto* const back = button(QStringLiteral("<"), tr("Previous step (,)"));
    auto* const on = button(QStringLiteral(">"), tr("Next step (.)"));
    connect(playButton_, &QToolButton::clicked, this, &FilePanel::play);
    connect(back, &QToolButton::clicked, this, [this] { moveBy(-1); });
    connect(on, &QToolButton::clicked, this, [this] { moveBy(1); });
    slider_->setAccessibleName(tr("Step; leftmost: all together"));
    stepText_->setMinimumWidth(110);
    row->addWidget(playButton_);
    row->addWidget(back);
    row->addWidget(slider_, 1);
    row->addWidget(on);
    row->addWidget(stepText_);
    connect(slider_, &QSlider::valueChanged, this, &FilePanel::goTo);
    return player;
}

void FilePanel::showJob() {
    access_.reset();
    showLines();
    drawing_->want();
}

void FilePanel::showLines() {
    QSignalBlocker const quiet(line_);
    line_->clear();
    DerivedPointer const derived = session_.derived();
    if (!derived) return;
    for (IoStatement const& statement : derived->job.io_statements)
        line_->addItem(QString::fromStdString(describe(statement, derived->job.find(statement.array)->array)));
    if (line_->count() == 0)
        if (auto const statement = default_io_statement(derived->job))
            line_->addItem(QString::fromStdString(describe(*statement, derived->job.find(statement->array)->array)));
}

/// The choice may have been made elsewhere: on the command line, in a test.
void FilePanel::showChoice() {
    FileChoice const& choice = session_.selection().file;
    QSignalBlocker const quiet(method_);
    QSignalBlocker const quietLine(line_);
    auto const same = [&](Method const& each) { return each.access == choice.access && each.domains == choice.domains; };
    method_->setCurrentIndex(static_cast<int>(std::ranges::find_if(methods, same) - methods.begin()));
    if (choice.line < line_->count()) line_->setCurrentIndex(choice.line);
    if (choice == shown_ && access_) return;
    if (planned(choice) != planned(shown_)) access_.reset();
    drawing_->want();
}

void FilePanel::plan() {
    if (access_) return draw();
    DerivedPointer const derived = session_.derived();
    if (!derived) return;
    shown_ = session_.selection().file;
    canvas_->setEmptyText(tr("Planning..."));
    planning_.start([derived, choice = shown_, machine = session_.choice().machine](
                        StopFlag const&) { return makeFileAccess(derived->job, choice, machine.get()); },
                    [this](Result<FileAccessPointer> const& access) { arrive(access); });
}

void FilePanel::arrive(Result<FileAccessPointer> const& access) {
    access_ = access ? *access : nullptr;
    Index const phases = access ? (*access)->map.phases() : 0;
    {
        QSignalBlocker const quiet(slider_);
        slider_->setRange(0, static_cast<int>(std::min<Index>(phases, std::numeric_limits<int>::max())));
        slider_->setEnabled(phases > 0);
    }
    if (!access) {
        summary_->setText(QString::fromStdString(access.error().message).toHtmlEscaped());
        stepText_->clear();
        return canvas_->setScene({});
    }
    // The reason begins with the name of the method.
    QString const reason = QString::fromStdString((*access)->choice.reason);
    auto const name = static_cast<qsizetype>((*access)->method().name.size());
    summary_->setText(QStringLiteral("<b>%1</b>%2").arg(reason.left(name).toHtmlEscaped(), reason.mid(name).toHtmlEscaped()));
    FileChoice choice = session_.selection().file;
    if (choice.phase && *choice.phase >= phases) choice.phase.reset(); // of another plan
    shown_ = planned(choice);
    choose(choice);
    draw();
}

void FilePanel::draw() {
    FileChoice const& choice = session_.selection().file;
    shown_ = choice;
    auto const scene = fileScene(*access_, choice.phase);
    canvas_->setEmptyText(scene ? QString() : QString::fromStdString(scene.error().message));
    canvas_->setScene(scene ? *scene : Scene());
    QSignalBlocker const quiet(slider_);
    slider_->setValue(choice.phase ? static_cast<int>(*choice.phase) + 1 : 0);
    stepText_->setText(choice.phase ? tr("step %1 of %2").arg(*choice.phase + 1).arg(access_->map.phases()) : tr("all steps"));
}

void FilePanel::choose(FileChoice const& choice) {
    Selection selection = session_.selection();
    selection.file = choice;
    session_.select(selection);
}

void FilePanel::goTo(int position) {
    FileChoice choice = session_.selection().file;
    choice.phase = position > 0 ? std::optional<Index>(position - 1) : std::nullopt;
    choose(choice);
}

void FilePanel::play() {
    if (clock_.isActive())
        clock_.stop();
    else
        clock_.start();
    playButton_->setText(clock_.isActive() ? tr("Pause") : tr("Play"));
}

/// Around the steps; all together stands between the last and the first.
void FilePanel::moveBy(int steps) {
    int const count = slider_->maximum() + 1;
    if (count > 1) slider_->setValue((slider_->value() + steps + count) % count);
}

/// Bytes that one rank wants alone: that rank.
void FilePanel::clicked(SceneTag const& tag) {
    if (tag.kind != SceneTag::Kind::Bytes || tag.ids[2] < 0) return;
    Selection selection = session_.selection();
    auto const rank = static_cast<Rank>(tag.ids[2]);
    if (!session_.derived() || rank >= session_.derived()->plan->ranks()) return;
    selection.rank = selection.rank == rank ? std::nullopt : std::optional(rank);
    session_.select(selection);
}

void FilePanel::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Space:
        return play();
    case Qt::Key_Comma:
        return moveBy(-1);
    case Qt::Key_Period:
        return moveBy(1);
    case Qt::Key_Home:
        return slider_->setValue(0);
    case Qt::Key_End:
        return slider_->setValue(slider_->maximum());
    default:
        return QWidget::keyPressEvent(event);
    }
}

} // namespace tessera::gui
