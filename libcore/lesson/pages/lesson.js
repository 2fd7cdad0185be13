"use strict";
// The rules: an answer before going on, a prediction before its picture, and the slide rests while a step that sets it is asked about.
class Play {
  constructor(lesson) { this.lesson = lesson; this.value = lesson.slide.begin; this.enter(0); }
  enter(place) {
    this.place = place;
    this.solved = false;
    if (this.step.at !== null) this.value = this.step.at;
  }
  get step() { return this.lesson.steps[this.place]; }
  get isAnswered() { return !this.step.question || this.solved; }
  get isLast() { return this.place + 1 === this.lesson.steps.length; }
  get isDone() { return this.isLast && this.isAnswered; }
  get mayMove() { return this.isAnswered || this.step.at === null || this.step.question.kind === "slide"; }
  get picture() { return this.step.predict && !this.isAnswered ? null : this.lesson.pictures[this.step.pictures[this.value]]; }
  move(value) { if (this.mayMove) this.value = value; }
  answer(given) {
    const question = this.step.question;
    const slides = question.kind === "slide";
    const right = question.answers[this.value] === (slides ? 1 : given);
    this.solved = this.solved || right;
    const known = question.mistakes.find((each) => each.answer === (slides ? this.value : given));
    return { right, said: right ? question.because : known ? known.why : question.hint };
  }
  goOn() { if (this.isAnswered && !this.isLast) this.enter(this.place + 1); }
  goBack() { if (this.place > 0) this.enter(this.place - 1); }
}
function start() {
  const part = (id) => document.getElementById(id);
  const play = new Play(JSON.parse(part("lesson").textContent));
  const lesson = play.lesson;
  const chosen = () => {
    if (play.step.question.kind === "number") return parseInt(part("answers").querySelector("input").value, 10);
    const mark = part("answers").querySelector("input:checked");
    return mark ? parseInt(mark.value, 10) : -1;
  };
  const ask = () => {
    const question = play.step.question;
    part("ask").hidden = !question;
    part("answers").replaceChildren();
    if (!question) return;
    part("question").textContent = question.text;
    part("answer").textContent = question.kind === "slide" ? "Check" : "Answer";
    const inputs = question.kind === "choice" ? question.choices : question.kind === "number" ? [""] : [];
    inputs.forEach((text, place) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = question.kind === "choice" ? "radio" : "number";
      input.name = "answer";
      if (question.kind === "choice") input.value = String(place);
      label.className = "choice";
      label.append(input, " " + text);
      part("answers").append(label);
    });
  };
  const show = () => {
    part("place").textContent = "Step " + (play.place + 1) + " of " + lesson.steps.length;
    part("text").textContent = play.step.text;
    part("slider").value = String(play.value);
    part("slider").disabled = !play.mayMove;
    part("value").textContent = lesson.slide.values[play.value];
    part("picture").innerHTML = play.picture ?? "<p>Answer first. Then you will see the picture.</p>";
    part("job").textContent = lesson.jobs[play.value];
    part("back").disabled = play.place === 0;
    part("on").disabled = !play.isAnswered || play.isLast;
    part("on").textContent = play.isDone ? "Done" : "Next";
  };
  const enter = () => {
    part("said").textContent = "";
    ask();
    show();
  };
  part("title").textContent = lesson.number + ". " + lesson.title;
  part("about").textContent = lesson.about;
  part("label").textContent = lesson.slide.label;
  part("slider").max = String(lesson.slide.values.length - 1);
  part("slider").addEventListener("input", () => { play.move(Number(part("slider").value)); show(); });
  part("back").addEventListener("click", () => { play.goBack(); enter(); });
  part("on").addEventListener("click", () => { play.goOn(); enter(); });
  part("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const verdict = play.answer(chosen());
    part("said").textContent = (verdict.right ? "Right. " : "Not quite. ") + verdict.said;
    part("said").className = verdict.right ? "right" : "wrong";
    show();
  });
  enter();
}
if (typeof document !== "undefined") start();
