// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a view that plays a lesson in the window.
#include "gui/windows/lesson_view.hpp"

#include "gui/models/text.hpp"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QKeyEvent>
#include <QRadioButton>
#include <QSignalBlocker>
#include <limits>

namespace tessera::gui {
namespace {

constexpr int toldWidth = 400; // in pixels: lines of about sixty letters are easy to read
constexpr int jobLines = 6;

QLabel* wrapped() {
    auto* const label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

LessonView::LessonView(QWidget* parent)
    : QWidget(parent), title_(wrapped()), place_(new QLabel), text_(wrapped()), question_(wrapped()), asked_(new QWidget),
      choiceRows_(new QVBoxLayout), choices_(new QButtonGroup(this)), number_(new QLineEdit),
      answer_(new QPushButton(tr("&Answer"))), said_(wrapped()), back_(new QPushButton(tr("&Back"))), on_(new QPushButton),
      slideLabel_(new QLabel), slider_(new QSlider(Qt::Horizontal)), slideValue_(new QLabel), canvas_(new SceneCanvas),
      job_(new QPlainTextEdit) {
    auto* const columns = new QHBoxLayout(this);
    columns->setSpacing(24);
    columns->addWidget(createTold());
    columns->addWidget(createSeen(), 1);
    connectParts();
}

QWidget* LessonView::createTold() {
    QFont large = title_->font();
    large.setPointSizeF(1.4 * large.pointSizeF());
    large.setBold(true);
    title_->setFont(large);
    QFont bold = question_->font();
    bold.setBold(true);
    question_->setFont(bold);
    said_->setAccessibleName(tr("Reply to your answer"));
    number_->setValidator(new QIntValidator(0, std::numeric_limits<int>::max(), number_));
    number_->setAccessibleName(tr("Your answer"));
    number_->setMaximumWidth(120);
    auto* const asking = new QVBoxLayout(asked_);
    asking->setContentsMargins(0, 8, 0, 8);
    asking->addWidget(question_);
    asking->addLayout(choiceRows_);
    asking->addWidget(number_);
    asking->addWidget(answer_, 0, Qt::AlignLeft);
    auto* const ways = new QHBoxLayout;
    ways->addWidget(back_);
    ways->addWidget(on_);
    ways->addStretch();
    auto* const leave = new QPushButton(tr("All &lessons"));
    auto* const open = new QPushButton(tr("Open this &job"));
    open->setToolTip(tr("Open the job of this lesson in all panels, where you can change everything"));
    auto* const others = new QHBoxLayout;
    others->addWidget(leave);
    others->addWidget(open);
    others->addStretch();
    connect(leave, &QPushButton::clicked, this, &LessonView::left);
    connect(open, &QPushButton::clicked, this, [this] { emit jobWanted(asText(play_->job_text())); });
    auto* const told = new QWidget;
    told->setFixedWidth(toldWidth);
    auto* const rows = new QVBoxLayout(told);
    for (QWidget* const part : std::initializer_list<QWidget*>{title_, place_, text_, asked_, said_}) rows->addWidget(part);
    rows->addLayout(ways);
    rows->addStretch();
    rows->addLayout(others);
    return told;
}

QWidget* LessonView::createSeen() {
    slider_->setPageStep(1);
    slider_->setTickPosition(QSlider::TicksBelow);
    slideValue_->setMinimumWidth(90);
    auto* const slide = new QHBoxLayout;
    slide->addWidget(slideLabel_);
    slide->addWidget(slider_, 1);
    slide->addWidget(slideValue_);
    job_->setReadOnly(true);
    job_->setTabChangesFocus(true);
    job_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    job_->setMaximumHeight(job_->fontMetrics().lineSpacing() * jobLines + 12);
    job_->setAccessibleName(tr("The job"));
    auto* const seen = new QWidget;
    auto* const rows = new QVBoxLayout(seen);
    rows->addLayout(slide);
    rows->addWidget(canvas_, 1);
    rows->addWidget(job_);
    return seen;
}

void LessonView::connectParts() {
    connect(answer_, &QPushButton::clicked, this, &LessonView::takeAnswer);
    connect(on_, &QPushButton::clicked, this, &LessonView::goOn);
    connect(back_, &QPushButton::clicked, this, [this] {
        play_->go_back();
        enter();
    });
    connect(slider_, &QSlider::valueChanged, this, [this](int value) {
        if (play_->may_move()) play_->move(as_size(value));
        show();
    });
}

void LessonView::start(Lesson lesson) {
    play_.emplace(std::move(lesson));
    Lesson const& played = play_->lesson();
    title_->setText(tr("%1. %2").arg(played.number).arg(asText(played.title)));
    slideLabel_->setText(asText(played.slide.label));
    slider_->setAccessibleName(asText(played.slide.label));
    QSignalBlocker const quiet(slider_);
    slider_->setRange(0, static_cast<int>(played.slide.values.size()) - 1);
    enter();
}

void LessonView::enter() {
    said_->clear();
    ask();
    show();
    if (play_->is_done()) emit done(asText(play_->lesson().name));
}

/// Creates the fields for the answer to this step's question, if it has one.
void LessonView::ask() {
    for (QAbstractButton* const old : choices_->buttons()) delete old;
    auto const& question = play_->step().question;
    asked_->setVisible(question.has_value());
    if (!question) return on_->setFocus();
    using Kind = LessonQuestion::Kind;
    question_->setText(asText(question->text));
    number_->clear();
    number_->setVisible(question->kind == Kind::Number);
    for (std::size_t i = 0; i < question->choices.size(); ++i) {
        auto* const choice = new QRadioButton(asText(question->choices[i]));
        choices_->addButton(choice, static_cast<int>(i));
        choiceRows_->addWidget(choice);
        choice->show(); // a hidden widget cannot get the focus
    }
    answer_->setText(question->kind == Kind::Slide ? tr("&Check") : tr("&Answer"));
    if (question->kind == Kind::Number) number_->setFocus();
    if (question->kind == Kind::Choice) choices_->button(0)->setFocus();
    if (question->kind == Kind::Slide) slider_->setFocus();
}

void LessonView::show() {
    Lesson const& lesson = play_->lesson();
    place_->setText(tr("Step %1 of %2").arg(play_->place() + 1).arg(lesson.steps.size()));
    text_->setText(asText(play_->step().text));
    QSignalBlocker const quiet(slider_);
    slider_->setValue(static_cast<int>(play_->value()));
    slider_->setEnabled(play_->may_move());
    slideValue_->setText(asText(lesson.slide.values[play_->value()]));
    job_->setPlainText(asText(play_->job_text()));
    back_->setEnabled(play_->place() > 0);
    on_->setEnabled(play_->is_answered());
    on_->setText(play_->is_done() ? tr("&Done") : tr("&Next"));
    auto const picture =
        play_->shows_picture() ? play_->picture() : Result<Scene>(fail("Answer first. Then you will see the picture."));
    canvas_->setEmptyText(picture ? QString() : asText(picture.error().message));
    canvas_->setScene(picture.value_or(Scene()));
}

void LessonView::takeAnswer() {
    using Kind = LessonQuestion::Kind;
    Kind const kind = play_->step().question->kind;
    if (kind == Kind::Number && number_->text().isEmpty()) return number_->setFocus();
    if (kind == Kind::Choice && choices_->checkedId() < 0) return choices_->button(0)->setFocus();
    auto const verdict = play_->answer(kind == Kind::Choice ? choices_->checkedId() : number_->text().toLongLong());
    if (!verdict) return said_->setText(asText(verdict.error().message));
    said_->setText((verdict->right ? tr("Right. %1") : tr("Not quite. %1")).arg(asText(verdict->said)));
    show();
    if (verdict->right) on_->setFocus();
    if (play_->is_done()) emit done(asText(play_->lesson().name));
}

/// Return submits the answer from any answer field, and continues after it. If a button has the focus, Return presses it.
void LessonView::keyPressEvent(QKeyEvent* event) {
    if (!play_ || (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)) return QWidget::keyPressEvent(event);
    if (auto* const button = qobject_cast<QPushButton*>(focusWidget()); button && button->hasFocus()) return button->click();
    if (play_->is_answered()) return goOn();
    // arrow keys only moved the focus to it
    if (auto* const choice = qobject_cast<QRadioButton*>(focusWidget())) choice->setChecked(true);
    takeAnswer();
}

void LessonView::goOn() {
    if (play_->is_last()) return emit left();
    play_->go_on();
    enter();
}

} // namespace tessera::gui
