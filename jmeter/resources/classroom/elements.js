'use strict';
// Makes elements, and keeps those that need not be made anew. All words go in as text: none of them is read as HTML.
const byId = id => document.getElementById(id);
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const SVG = 'http://www.w3.org/2000/svg';

/** A function value listens, true and false switch an attribute, and one that is null or undefined is left out. */
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

/** What is null or false among the children is left out; texts and numbers are texts. */
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

const madeOf = new WeakMap();      // from an element to what its children were made of

/**
 * Fills the element anew if what it is made of is no longer the same, so that a field in which somebody writes is not
 * taken away from under the hands. Where the focus was inside, it is on the element of the same id after.
 */
function renew(element, of, build) {
  const key = JSON.stringify(of);
  if (madeOf.get(element) === key) {
    return false;
  }
  madeOf.set(element, key);
  const focused = element.contains(document.activeElement) ? document.activeElement.id : '';
  element.replaceChildren();
  fill(element, [build()]);
  if (focused) {
    byId(focused)?.focus({preventScroll: true});
  }
  return true;
}

/** Read out by a screen reader, seen by nobody. */
function sayAloud(words) {
  byId('said').textContent = words;
}
