#!/bin/bash
# Opens exported lessons and an animated redistribution in a browser without a window, and plays them by their controls.
# Usage: browser.sh BIN DATASETS SCRATCH-FOLDER. Exit code 77: there is no browser here (share/bin/setup browser).
set -euo pipefail
bin=$1 datasets=$2 scratch=$3
command -v chromium >/dev/null || { echo "skipped: no chromium" && exit 77; }
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
export QT_QPA_PLATFORM=offscreen TESSERA_DATA=$datasets

# Who answers a lesson's page by its controls, with every wrong answer that is known first, and says at the end what the last button shows.
cat >visitor.html <<'PAGE'
<script>
addEventListener("load", () => {
  const part = (id) => document.getElementById(id);
  const lesson = JSON.parse(part("lesson").textContent);
  for (const step of lesson.steps) {
    const question = step.question;
    if (question) {
      const give = (answer) => {
        if (question.kind === "number") part("answers").querySelector("input").value = String(answer);
        if (question.kind === "choice") part("answers").querySelectorAll("input")[answer].checked = true;
        if (question.kind === "slide") {
          part("slider").value = String(answer);
          part("slider").dispatchEvent(new Event("input"));
        }
        part("ask").requestSubmit();
        return part("said").textContent;
      };
      const right = question.kind === "slide" ? question.answers.indexOf(1) : question.answers[Number(part("slider").value)];
      if (question.mistakes.some(({ answer, why }) => give(answer) !== "Not quite. " + why || !part("on").disabled)) break;
      if (!give(right).startsWith("Right.")) break;
    }
    if (!part("picture").querySelector("svg")) break;
    part("on").click();
  }
  document.body.dataset.end = part("on").textContent;
});
</script>
PAGE

# Who goes through a redistribution step by step, first by the keyboard, and says how many pieces are in sight before, after the first step, and at the end.
cat >watcher.html <<'PAGE'
<script>
addEventListener("load", () => {
  const part = (id) => document.getElementById(id);
  const flow = JSON.parse(part("flow").textContent);
  const pieces = () => [...part("picture").querySelectorAll("svg > rect")].slice(-flow.flights.length);
  const seen = () => pieces().filter((rect) => rect.style.display !== "none").length;
  const counts = [seen()];
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  counts.push(seen());
  for (let step = 1; step < flow.length; ++step) part("on").click();
  counts.push(seen());
  document.body.dataset.end = counts.join(" ") + " of " + flow.flights.length + ": " + part("told").textContent;
});
</script>
PAGE

# Who goes to 60 % of the first step of a network's page, and says what waits before links, how many stops there are from the beginning
# to the end, and what is told then.
cat >passenger.html <<'PAGE'
<script>
addEventListener("load", () => {
  const part = (id) => document.getElementById(id);
  const network = JSON.parse(part("network").textContent);
  const svg = part("picture").querySelector("svg");
  const goTo = (time) => { part("time").value = String(time); part("time").dispatchEvent(new Event("input")); };
  goTo(0.6 * network.steps[0].lasts);
  const group = svg.querySelector("svg > g:last-of-type");
  const waiting = [...group.querySelectorAll("text")].map((text) => text.textContent).filter((text) => text !== "").sort();
  let stops = 0;
  for (goTo(0); Number(part("time").value) < Number(part("time").max) && stops < 1000; ++stops) part("on").click();
  document.body.dataset.end = waiting.join(", ") + "; " + stops + " stops; " + part("told").textContent;
});
</script>
PAGE

# Who goes through pictures one by one, and says how many of them have an arrow that is told of, and what is told of the last.
cat >reader.html <<'PAGE'
<script>
addEventListener("load", () => {
  const part = (id) => document.getElementById(id);
  let sent = 0;
  const look = () => { sent += [...part("picture").querySelectorAll("line > title")].some((title) => title.textContent.includes(" sends ")); };
  for (look(); Number(part("time").value) < Number(part("time").max); look()) part("on").click();
  document.body.dataset.end = sent + " with messages; " + part("told").textContent;
});
</script>
PAGE

# ends_with TEXT VISITOR PAGE...: what the visitor of each page says at the end.
ends_with() {
    local wanted=$1 visitor=$2 page said
    shift 2
    for page in "$@"; do
        cat "$page" "$visitor" >visited.html
        said=$(chromium --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/profile" --virtual-time-budget=2000 \
            --dump-dom "file://$scratch/visited.html" 2>chromium.log | sed -n 's/.*<body.* data-end="\([^"]*\)".*/\1/p')
        [[ $said =~ ^$wanted$ ]] || { echo "$page ended with '$said', expected '$wanted'" && tail -5 chromium.log && exit 1; }
        echo "$page: $said"
    done
}

lessons=()
for file in "$datasets"/lessons/*.json; do
    lessons+=("$(basename "$file" .json).html")
    "$bin/distview" --export-lesson "$(basename "$file" .json)" "${lessons[-1]}"
done
ends_with Done visitor.html "${lessons[@]}"
# 64 pieces, of which 8 stay; in the first of 7 steps 8 travel.
"$bin/distplan" draw "$datasets/jobs/fft2d.hpf" --algorithm pex --animate flow.html 2>/dev/null
ends_with '8 16 64 of 64: All data has arrived, after 7 steps' watcher.html flow.html
# What waits in the page is what waits in the picture of the same moment, and every step is a stop.
order=(draw --network --topology 'mesh(1,8)' --algorithm unscheduled "$datasets/jobs/pitfalls-fig17.hpf")
"$bin/distplan" "${order[@]}" --animate network.html
waiting=$("$bin/distplan" "${order[@]}" --moment 60% --svg - | sed -n 's/.*font-weight="bold".*>\([0-9.]* [KMi]*B\)<.*/\1/p' |
    LC_ALL=C sort | paste -sd, | sed 's/,/, /g')
[[ $waiting == *,*B ]] || { echo "nothing waits in the picture: '$waiting'" && exit 1; }
ends_with "$waiting; 1 stops; Step 1 of 1: .*" passenger.html network.html
"$bin/distplan" draw --network --alltoall 4KiB --ranks 16 --algorithm pex --topology 'mesh(4,4)' --machine delta --animate network.html --force
ends_with "; 15 stops; 14.5 ms of 14.5 ms. Step 15 of 15: 16 messages, 64.0 KiB" passenger.html network.html
# Columns in the file, rows on the ranks: in each of 4 steps every aggregator has read what all want.
"$bin/distplan" io "$datasets/jobs/fft2d.hpf" --access two-phase --domains static --aggregators 8 --memory 64KiB --animate file.html 2>/dev/null
ends_with '4 with messages; step 4 of 4' reader.html file.html
