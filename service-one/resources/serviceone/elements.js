// Makes elements. All words become text nodes, never HTML.
const byId = id => document.getElementById(id);
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const select = selector => document.querySelectorAll(selector);
const isThere = value => (value ?? false) !== false;

function give(element, attributes) {
  Object.entries(attributes).filter(([, value]) => isThere(value)).forEach(([name, value]) => {
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  });
}

function fill(element, children) {
  element.append(...children.flat(Infinity).filter(isThere));
  return element;
}

/** The first part may be attributes. */
function furnish(element, [first, ...children]) {
  if (first?.constructor !== Object) {
    return fill(element, [first, ...children]);
  }
  give(element, first);
  return fill(element, children);
}

const make = (tag, ...parts) => furnish(document.createElement(tag), parts);
const draw = (tag, ...parts) =>
  furnish(document.createElementNS('http://www.w3.org/2000/svg', tag), parts);
const button = (words, click, attributes = {}) =>
  make('button', {type: 'button', click, ...attributes}, words);

/** Words that stay as they are would be read aloud again. */
function say(id, words) {
  if (byId(id).textContent !== words) {
    byId(id).textContent = words;
  }
}

const inLine = (...words) => words.filter(each => each).join(' ');

/** Null without a connection, if no answer comes in time, or if it is not JSON. */
async function fetchJson(path) {
  try {
    const response = await fetch(path, {signal: AbortSignal.timeout?.(5000)});
    return response.ok ? await response.json() : null;
  } catch (e) {
    return null;
  }
}

const after = millis => new Promise(resolve => setTimeout(resolve, millis));

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
