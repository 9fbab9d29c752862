'use strict';
// Makes elements. All words become text nodes, never HTML.
const byId = id => document.getElementById(id);
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const SVG = 'http://www.w3.org/2000/svg';

function give(element, attributes) {
  Object.entries(attributes).forEach(([name, value]) => {
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  });
}

function fill(element, children) {
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  give(element, attributes);
  return fill(element, children);
}

function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  give(element, attributes);
  return fill(element, children);
}

const button = (words, click, attributes = {}) => make('button', {type: 'button', click, ...attributes}, words);

const builtFrom = new WeakMap();      // the data as JSON, by element

/** Builds the children again only if `data` has changed, so a field keeps what somebody is writing. */
function renew(element, data, build) {
  const key = JSON.stringify(data);
  if (builtFrom.get(element) === key) {
    return false;
  }
  builtFrom.set(element, key);
  const focused = element.contains(document.activeElement) ? document.activeElement.id : '';
  element.replaceChildren();
  fill(element, [build()]);
  if (focused) {
    byId(focused)?.focus({preventScroll: true});
  }
  return true;
}

function sayAloud(words) {
  byId('said').textContent = words;
}
