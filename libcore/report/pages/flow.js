// Time is counted in steps. A flight is where it was before its first step, on its way during its steps, and arrived after them.
class Flight {
  constructor(row) {
    [this.from, this.to, this.begin, this.end] = row;
    this.source = row.slice(4, 8);
    this.target = row.slice(8, 12);
  }
  get stays() { return this.from === this.to; }
  isSeen(time) { return this.stays || time > this.begin; }
  isThere(time) { return this.stays || time >= this.end; }
  // Slow at both ends.
  place(time) {
    if (this.isThere(time)) return this.target;
    const share = (time - this.begin) / (this.end - this.begin);
    const eased = share * share * (3 - 2 * share);
    return this.source.map((here, i) => here + (this.target[i] - here) * eased);
  }
}
function stepAt(flow, time) { return Math.min(Math.floor(time), flow.steps.length - 1); }
function tellOf(flow, time) {
  if (time <= 0) return "Before the first step, with the algorithm " + flow.algorithm;
  if (time >= flow.length) return "All data has arrived, after " + flow.steps.length + " step" + (flow.steps.length === 1 ? "" : "s");
  return flow.steps[stepAt(flow, time)];
}
function rectIn(svg, place, looks) {
  const rect = shapeIn(svg, "rect", looks);
  put(rect, place);
  return rect;
}
function put(rect, place) {
  ["x", "y", "width", "height"].forEach((name, i) => rect.setAttribute(name, String(place[i])));
}
function start() {
  const part = (id) => document.getElementById(id);
  const flow = JSON.parse(part("flow").textContent);
  part("note").textContent = flow.note;
  part("picture").innerHTML = flow.picture;
  part("chart").innerHTML = flow.chart;
  const picture = part("picture").querySelector("svg");
  // What has not arrived is pale in the picture of what shall be.
  rectIn(picture, flow.target, { fill: "#ffffff", "fill-opacity": "0.85" });
  const flights = flow.flights.map((row) => new Flight(row));
  const rects = flights.map((flight) => rectIn(picture, flight.source, { fill: flow.colors[flight.from], stroke: "#212529", "stroke-width": "1" }));
  const frame = rectIn(part("chart").querySelector("svg"), [0, 0, 0, 0], { fill: "none", stroke: "#212529", "stroke-width": "3" });
  playedBy(part, {
    length: flow.length,
    stops: Array.from({ length: flow.length + 1 }, (_, step) => step),
    perSecond: Math.max(1, flow.length / 60), // a step takes a second, the whole at most a minute
    show: (time) => {
      flights.forEach((flight, i) => {
        rects[i].style.display = flight.isSeen(time) ? "" : "none";
        if (!flight.isSeen(time)) return;
        put(rects[i], flight.place(time));
        rects[i].setAttribute("fill", flow.colors[flight.isThere(time) ? flight.to : flight.from]);
        rects[i].setAttribute("stroke-opacity", flight.isThere(time) ? "0.15" : "1");
      });
      put(frame, time > 0 && time < flow.length ? flow.columns[stepAt(flow, time)] : [0, 0, 0, 0]);
      return tellOf(flow, time);
    },
  });
}
if (typeof document !== "undefined") start();
