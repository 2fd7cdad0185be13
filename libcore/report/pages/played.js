"use strict";
function shapeIn(svg, kind, looks) {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(looks)) shape.setAttribute(name, String(value));
  svg.append(shape);
  return shape;
}
function playedBy(part, { length, stops, perSecond, show }) {
  let time = 0;
  let playing = false;
  let last = 0;
  const draw = () => {
    part("told").textContent = show(time);
    part("time").value = String(time);
    part("play").textContent = playing ? "Pause" : "Play";
  };
  const go = (to) => { time = Math.max(0, Math.min(length, to)); if (time >= length) playing = false; draw(); };
  const goTo = (stop) => { playing = false; go(stop); };
  const tick = (now) => {
    if (!playing) return;
    go(time + Math.min(now - last, 100) / 1000 * perSecond);
    last = now;
    requestAnimationFrame(tick);
  };
  const play = () => {
    playing = !playing;
    if (playing && time >= length) time = 0;
    last = performance.now();
    draw();
    if (playing) requestAnimationFrame(tick);
  };
  part("time").max = String(length);
  part("time").addEventListener("input", () => goTo(Number(part("time").value)));
  part("play").addEventListener("click", play);
  part("back").addEventListener("click", () => goTo(stops.findLast((stop) => stop < time) ?? 0));
  part("on").addEventListener("click", () => goTo(stops.find((stop) => stop > time) ?? length));
  // Keys, wherever the focus is; on a button the space bar presses that button, and the slider has arrows of its own.
  const keys = { " ": play, ArrowLeft: () => part("back").click(), ArrowRight: () => part("on").click(),
                 Home: () => goTo(0), End: () => goTo(length) };
  globalThis.addEventListener?.("keydown", (event) => {
    const own = event.key === " " ? "BUTTON" : "INPUT";
    if (!keys[event.key] || event.target.tagName === own || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  draw();
}
