// Makes elements. All words become text nodes, never HTML.
const byId = id => document.getElementById(id);
const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
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

function furnish(element, attributes = {}, children) {
  give(element, attributes);
  return fill(element, children);
}

const make = (tag, attributes, ...children) =>
  furnish(document.createElement(tag), attributes, children);
const draw = (tag, attributes, ...children) =>
  furnish(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
const button = (words, click, attributes = {}) =>
  make('button', {type: 'button', click, ...attributes}, words);

/** Words that stay as they are would be read aloud again. */
function say(id, words) {
  if (byId(id).textContent !== words) {
    byId(id).textContent = words;
  }
}

const inLine = (...words) => words.filter(each => each).join(' ');

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
