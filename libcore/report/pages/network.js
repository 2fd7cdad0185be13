// Times within a step are parts of its duration.
const parts = 100000;
const row = 3;
const pitch = 7;
const mostWaitingShown = 12;
function passed(message, stage, time) { return message[0] * Math.min(1, Math.max(0, time) / message[1 + stage]); }
function waitingIn(messages, queue, time) {
  let bytes = 0;
  for (let i = 4; i < queue.length; i += 2) {
    const message = messages[queue[i]];
    bytes += passed(message, queue[i + 1], time) - passed(message, queue[i + 1] + 1, time);
  }
  return bytes;
}
function bytesText(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.length; ++unit) bytes /= 1024;
  return Number(bytes.toPrecision(3)) + " " + units[unit];
}
function secondsText(seconds) {
  const [unit, size] = [["s", 1], ["ms", 1e-3], ["us", 1e-6], ["ns", 1e-9]].find(([, each]) => seconds >= each) ?? ["ns", 1e-9];
  return Number((seconds / size).toPrecision(3)) + " " + unit;
}
// Along the pieces of a way: [x, y, x, y, ..] each.
function placeOn(way, share) {
  const lengthOf = (piece, i) => Math.hypot(piece[i + 2] - piece[i], piece[i + 3] - piece[i + 1]);
  let rest = 0;
  for (const piece of way) for (let i = 0; i + 3 < piece.length; i += 2) rest += lengthOf(piece, i);
  rest *= share;
  for (const piece of way)
    for (let i = 0; i + 3 < piece.length; i += 2) {
      const length = lengthOf(piece, i);
      if (rest <= length && length > 0) {
        const t = rest / length;
        return [piece[i] + t * (piece[i + 2] - piece[i]), piece[i + 1] + t * (piece[i + 3] - piece[i + 1])];
      }
      rest -= length;
    }
  const end = way[way.length - 1];
  return end.slice(-2);
}
function placeInQueue(queue, number) {
  const ahead = 4 + pitch * (number % row);
  const aside = 9 + pitch * Math.floor(number / row);
  return [queue[0] + ahead * queue[2] - aside * queue[3], queue[1] + ahead * queue[3] + aside * queue[2]];
}
// Where a dot is: on its way over links, in the queue of a number, or nowhere to be seen.
function stateOf(dot, time) {
  for (let leg = 2; leg < dot.length; leg += 4) {
    const [begins, ends, way, queue] = dot.slice(leg, leg + 4);
    if (time >= ends) continue;
    if (time >= begins) return { way, share: (time - begins) / (ends - begins) };
    return leg > 2 || time >= dot[1] ? { queue, next: begins } : {};
  }
  return {};
}
// The shapes of one step, and how they look at a time of it.
class StepShapes {
  constructor(svg, network, step) {
    this.step = step;
    this.network = network;
    this.messages = step.messages.map(([bytes, ...ends]) => [bytes, ...ends.map((end) => end - step.starts)]); // since they were started
    this.group = shapeIn(svg, "g", {});
    this.links = step.links.map((link) =>
      network.ways[link[0]].map((piece) => shapeIn(this.group, "polyline", { points: piece.join(" "), fill: "none" })));
    this.senders = step.senders.map((rank) => this.bar(rank, 1));
    this.receivers = step.receivers.map((rank) => this.bar(rank, 10.5));
    this.dots = step.dots.map((dot) => shapeIn(this.group, "circle", { r: 3.2, fill: dot[0], stroke: "#212529", "stroke-width": 0.9 }));
    this.told = step.queues.map(() =>
      shapeIn(this.group, "text", { "font-size": 10, "font-weight": "bold", "text-anchor": "middle", "dominant-baseline": "central", fill: "#212529" }));
  }
  // A dark bar in a node, thirteen units wide; its light part says how much.
  bar([x, y, side], top) {
    const unit = side / 13;
    shapeIn(this.group, "rect", { x: x + unit, y: y + top * unit, width: 11 * unit, height: 1.5 * unit, fill: "#212529" });
    return shapeIn(this.group, "rect", { x: x + 1.25 * unit, y: y + (top + 0.25) * unit, height: unit, fill: "#ffffff" });
  }
  fill(bar, rank, shareOf) {
    const messages = rank.slice(3).map((number) => this.messages[number]);
    const all = messages.reduce((sum, message) => sum + message[0], 0);
    const now = messages.reduce((sum, message) => sum + shareOf(message), 0);
    bar.setAttribute("width", String(10.5 / 13 * rank[2] * now / all));
  }
  // `part` of the step; returns the bytes that wait.
  show(part) {
    const moved = part - this.step.starts;
    this.step.links.forEach((link, i) => {
      const spell = link.findIndex((until, each) => each % 2 === 1 && part < until);
      const share = spell > 0 && part >= this.step.starts ? link[spell + 1] : 0;
      const look = Math.round(share * 100);
      for (const line of this.links[i]) {
        line.style.display = share > 0 ? "" : "none";
        line.setAttribute("stroke", this.network.looks[2 * look]);
        line.setAttribute("stroke-width", String(this.network.looks[2 * look + 1]));
      }
    });
    this.step.senders.forEach((rank, i) => this.fill(this.senders[i], rank, (message) => message[0] - passed(message, 0, moved)));
    this.step.receivers.forEach((rank, i) => this.fill(this.receivers[i], rank, (message) => passed(message, message.length - 2, moved)));
    const waiting = this.step.queues.map(() => []);
    this.step.dots.forEach((dot, i) => {
      const state = stateOf(dot, part);
      this.dots[i].style.display = state.way === undefined ? "none" : "";
      if (state.way !== undefined) this.put(this.dots[i], placeOn(this.step.ways[state.way], state.share));
      if (state.queue !== undefined) waiting[state.queue].push({ next: state.next, shape: this.dots[i] });
    });
    let sum = 0;
    this.step.queues.forEach((queue, q) => {
      waiting[q].sort((a, b) => a.next - b.next);
      waiting[q].slice(0, mostWaitingShown).forEach(({ shape }, i) => {
        shape.style.display = "";
        this.put(shape, placeInQueue(queue, i));
      });
      const bytes = waitingIn(this.messages, queue, moved);
      sum += bytes;
      this.tell(this.told[q], queue, waiting[q].length, bytes);
    });
    return sum;
  }
  put(dot, [x, y]) {
    dot.setAttribute("cx", String(x));
    dot.setAttribute("cy", String(y));
  }
  tell(text, queue, dots, bytes) {
    text.textContent = dots > 0 ? bytesText(bytes) : "";
    const [, , alongX, alongY] = queue;
    const width = text.textContent.length * 5.8;
    const aside = pitch * Math.floor((Math.min(dots, mostWaitingShown) - 1) / row) + 15 + Math.abs(alongX) * 5 + Math.abs(alongY) * width / 2;
    const ahead = 2 + Math.abs(alongX) * width / 2 + Math.abs(alongY) * 5;
    text.setAttribute("x", String(queue[0] + ahead * alongX - aside * alongY));
    text.setAttribute("y", String(queue[1] + ahead * alongY + aside * alongX));
  }
}
function start() {
  const part = (id) => document.getElementById(id);
  const network = JSON.parse(part("network").textContent);
  part("picture").innerHTML = network.picture;
  part("chart").innerHTML = network.chart;
  const svg = part("picture").querySelector("svg");
  const frame = shapeIn(part("chart").querySelector("svg"), "rect", { fill: "none", stroke: "#212529", "stroke-width": 3 });
  const begins = [0];
  for (const step of network.steps) begins.push(begins[begins.length - 1] + step.lasts);
  const length = begins[begins.length - 1];
  let shown = null;
  let shapes = null;
  const show = (time) => {
    let number = 0;
    while (number + 1 < network.steps.length && time >= begins[number + 1]) ++number;
    const step = network.steps[number];
    if (shown !== number) {
      if (shapes) shapes.group.remove();
      shapes = new StepShapes(svg, network, step);
      shown = number;
      ["x", "y", "width", "height"].forEach((name, i) => frame.setAttribute(name, String(network.columns[network.first + number][i])));
    }
    const waiting = shapes.show(step.lasts > 0 ? (time - begins[number]) / step.lasts * parts : parts);
    const when = network.timed ? secondsText(time) + " of " + secondsText(length) + ". " : "";
    return when + step.text + (waiting >= 0.5 ? "; " + bytesText(waiting) + " wait" : "");
  };
  // Steps take two seconds on average, the whole at most a minute.
  playedBy(part, { length, stops: begins, perSecond: length / Math.min(60, 2 * network.steps.length), show });
}
if (typeof document !== "undefined") start();
