"use strict";
// What all pictures share. Each kind adds a function to `draw`, which start() calls with a place and its data.
const draw = {};

/** An element with attributes and children; a string child is text, so nothing of a word is ever markup. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A word as it can be seen: control characters as their pictures, an empty look as a box. */
function visible(word) {
  const shown = word.replace(/[\u0000-\u001f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
    .replace(/[\u007f-\u009f]/g, "\ufffd");
  return /^[\s\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*$/u.test(shown) ? "\u25a1" : shown;
}

/** A word in an element of its own direction. */
function wordElement(word) {
  return make("bdi", {}, visible(word));
}

/** Colours of page.css as the canvas takes them, by name. */
function coloursOf(names) {
  const probe = make("span", { hidden: true });
  document.body.append(probe);
  const colours = {};
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}

const darkSystem = window.matchMedia("(prefers-color-scheme: dark)");
const onTheme = [];

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : darkSystem.matches;
}

function showTheme() {
  document.getElementById("theme").textContent = isDark() ? "Light" : "Dark";
  document.getElementById("theme").setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
  for (const redraw of onTheme) redraw();
}

function start() {
  const button = document.getElementById("theme");
  button.hidden = false;
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    showTheme();
  });
  darkSystem.addEventListener("change", showTheme);
  const pictures = JSON.parse(document.getElementById("data").textContent);
  for (const [id, data] of Object.entries(pictures)) draw[data.kind](document.getElementById(id), data);
  showTheme();
}
document.addEventListener("DOMContentLoaded", start);
