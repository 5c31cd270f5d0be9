"use strict";
const MARKS = ["1 not at all", "2 a little", "3 somewhat", "4 well", "5 very well"];
const place = document.getElementById("page");
const given = [];
let at = -1;

function part(tag, words, inside) {
  const made = document.createElement(tag);
  made.textContent = words;
  inside.append(made);
  return made;
}

function button(words, act) {
  const made = part("button", words, place);
  made.style.cssText = "font: inherit; padding: .4rem .8rem; margin: .3rem .3rem .3rem 0";
  made.onclick = act;
  return made;
}

function player(address, words) {
  const row = part("p", words + " ", place);
  const sound = document.createElement("audio");
  sound.controls = true;
  sound.src = address;
  sound.setAttribute("aria-label", words);
  row.append(sound);
}

function start() {
  place.replaceChildren();
  const label = part("label", "A name or number for you: ", place);
  const field = document.createElement("input");
  label.append(field);
  part("p", DATA.questions.length + " questions, some ten minutes.", place);
  button("Begin", () => {
    start.who = field.value.trim() || "listener";
    at = 0;
    ask();
  });
}

function ask() {
  place.replaceChildren();
  if (at >= DATA.questions.length) return finish();
  const question = DATA.questions[at];
  part("p", (at + 1) + " of " + DATA.questions.length, place);
  const answer = (value) => {
    given.push([DATA.session, start.who, question.number, question.kind, value]);
    at += 1;
    ask();
  };
  if (question.kind === "fit") {
    part("h2", "How well does this fit: " + question.emotion + "?", place);
    player(question.sounds[0], "Sound");
    MARKS.forEach((mark, i) => button(mark, () => answer(i + 1)));
  } else {
    part("h2", "Which fits better: " + question.emotion + "?", place);
    player(question.sounds[0], "A");
    player(question.sounds[1], "B");
    ["A", "B"].forEach((side) => button(side, () => answer(side)));
  }
}

function finish() {
  part("h2", "Thank you.", place);
  const quoted = (cell) => '"' + String(cell).replaceAll('"', '""') + '"';
  const rows = [["session", "listener", "number", "kind", "answer"], ...given];
  const text = rows.map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
  const link = part("a", "Save the answers (CSV)", place);
  link.href = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
  link.download = "answers-" + start.who.replace(/[^\w-]/g, "_") + ".csv";
}

start();
