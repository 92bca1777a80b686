"use strict";
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const at = (id) => document.getElementById(id);
const stimuli = read("stimuli");
const images = read("images");
const selects = [...document.querySelectorAll("select")];
let shown = stimuli;
let place = 0;
const pressed = { truth: false, difference: false, zoom: false };

for (const select of selects) {
  const values = new Set(stimuli.map((one) => one[select.name]).filter((v) => v !== null));
  for (const value of [...values].sort((a, b) => (a < b ? -1 : 1))) {
    select.add(new Option(value, value));
  }
  select.addEventListener("change", () => {
    place = 0;
    list();
  });
}

function list() {
  shown = stimuli.filter((one) =>
    selects.every((s) => s.value === "" || String(one[s.name]) === s.value),
  );
  at("count").textContent = shown.length + " stimuli";
  at("list").replaceChildren(
    ...shown.map((one, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = one.stimulus_id;
      button.addEventListener("click", () => go(i));
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
  show();
}

function go(i) {
  place = Math.max(0, Math.min(shown.length - 1, i));
  show();
}

function step(by) {
  const now = shown[place];
  const near = (one) =>
    ["kind", "dimension", "role"].every((name) => one[name] === now[name]);
  const tiers = shown.filter((one) => near(one) && one.tier === now.tier + by);
  const best = tiers.find((one) => one.layout === now.layout) || tiers[0];
  if (best) go(shown.indexOf(best));
}

function number(value) {
  return typeof value === "number" ? Number(value.toPrecision(4)).toString() : value;
}

function show() {
  const one = shown[place];
  const buttons = at("list").querySelectorAll("button");
  buttons.forEach((b, i) => b.setAttribute("aria-current", String(i === place)));
  document.querySelector("article").hidden = !one;
  if (!one) return;
  buttons[place].scrollIntoView({ block: "nearest" });
  at("name").textContent = one.stimulus_id;
  at("error").textContent = one.dimension
    ? `${one.dimension}, ${one.role}, tier ${one.tier}: ${number(one.magnitude)} ${one.unit} ` +
      `${one.direction}, read ${number(one.magnitude_measured)} ${one.unit}`
    : `${one.kind} control`;
  at("instruction").textContent = one.instruction || "No instruction.";
  for (const name of ["source", "ground_truth", "result"]) at(name).src = images[one[name]];
  if (pressed.truth) at("result").src = images[one.ground_truth];
  at("caption").textContent = pressed.difference
    ? "Difference of ground truth and result, eight times as strong"
    : pressed.truth
      ? "Ground truth in place of the result"
      : "Result";
  at("columns").replaceChildren(
    ...Object.entries(one)
      .filter(([name]) => !["source", "ground_truth", "result"].includes(name))
      .map(([name, value]) => {
        const row = document.createElement("tr");
        const head = document.createElement("th");
        head.scope = "row";
        head.textContent = name;
        const cell = document.createElement("td");
        cell.textContent = value === null ? "null" : Array.isArray(value) ? value.map(number).join(", ") : value;
        row.append(head, cell);
        return row;
      }),
  );
  for (const [name, on] of Object.entries(pressed)) at(name).setAttribute("aria-pressed", String(on));
  at("canvas").hidden = !pressed.difference;
  at("result").hidden = pressed.difference;
  at("result").style.display = pressed.difference ? "none" : "";
  if (pressed.difference) difference(one);
  zoom(one);
}

function zoom(one) {
  const box = one.target_box;
  const on = pressed.zoom && box;
  for (const frame of document.querySelectorAll(".frame")) {
    frame.classList.toggle("zoomed", Boolean(on));
    for (const inner of frame.children) {
      if (!on) {
        inner.style.transform = "";
        continue;
      }
      const [width, height] = one.canvas.split("x").map(Number);
      const wide = (box[2] - box[0]) * 1.3 + 40;
      const scale = Math.max(1, Math.min(8, width / wide));
      const x = Math.max(0, Math.min(width - width / scale, (box[0] + box[2] - width / scale) / 2));
      const y = Math.max(0, Math.min(height - height / scale, (box[1] + box[3] - height / scale) / 2));
      inner.style.transform = `scale(${scale}) translate(${(-100 * x) / width}%, ${(-100 * y) / height}%)`;
    }
  }
}

async function difference(one) {
  const load = async (name) => {
    const image = new Image();
    image.src = images[one[name]];
    await image.decode();
    return image;
  };
  const [truth, result] = await Promise.all([load("ground_truth"), load("result")]);
  if (shown[place] !== one) return;
  const canvas = at("canvas");
  canvas.width = truth.naturalWidth;
  canvas.height = truth.naturalHeight;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const pixels = (image) => {
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const a = pixels(truth);
  const b = pixels(result);
  for (let i = 0; i < a.data.length; i += 4) {
    for (let c = 0; c < 3; c++) a.data[i + c] = 255 - 8 * Math.abs(a.data[i + c] - b.data[i + c]);
  }
  context.putImageData(a, 0, 0);
}

function press(name, on) {
  pressed[name] = on;
  show();
}

for (const name of Object.keys(pressed)) at(name).addEventListener("click", () => press(name, !pressed[name]));
document.addEventListener("keydown", (event) => {
  if (event.target.tagName === "SELECT" || event.ctrlKey || event.metaKey || event.altKey) return;
  const moves = { ArrowRight: () => go(place + 1), ArrowLeft: () => go(place - 1), ArrowUp: () => step(1), ArrowDown: () => step(-1) };
  if (moves[event.key]) {
    event.preventDefault();
    moves[event.key]();
  } else if (event.key === "t" && !event.repeat) press("truth", true);
  else if (event.key === "d") press("difference", !pressed.difference);
  else if (event.key === "z") press("zoom", !pressed.zoom);
});
document.addEventListener("keyup", (event) => {
  if (event.key === "t") press("truth", false);
});
list();
