import { check } from './services.mjs';

const FILLED = ['1280x800', '1366x768', '1440x900', '1920x1080', '3840x2160', '1024x768'];      // must be filled
const SCROLLED = ['1280x720', '1280x650', '768x1024', '740x360', '360x740'];      // may scroll down, not sideways
/** The least font size, as a fraction of the window's height. */
const READABLE = 1 / 72;
const MOST_REPORTED = 8;
/** Empties the note first: its old text would take height from the squares. */
const DRAW_FIRST = `byId('threads-note').textContent = ''; drawPage(latest)`;

/** Runs in the page. */
function faults(filled, readable) {
  const root = document.documentElement, found = [];
  const texts = textsOf(document.body);
  if (root.scrollWidth > innerWidth) {
    found.push(`${root.scrollWidth - innerWidth} px wider than the window`);
  }
  if (filled) {
    const end = document.querySelector('footer').getBoundingClientRect().bottom;
    if (root.scrollHeight > innerHeight || end < 0.95 * innerHeight) {
      found.push(`ends at ${Math.max(root.scrollHeight, end)} of ${innerHeight} px`);
    }
    texts.filter(({ size }) => size < readable * innerHeight)
      .forEach(({ words, size }) => found.push(`${size} px is too small: ${words}`));
  }
  texts.filter(({ rect, box }) => !isWithin(rect, box))
    .forEach(({ words }) => found.push(`sticks out of its box: ${words}`));
  texts.forEach((one, i) => texts.slice(i + 1).filter(other => overlap(one, other))
    .forEach(other => found.push(`overlap: ${one.words} / ${other.words}`)));
  document.querySelectorAll('.cells path:not([d=""])').forEach(path => {
    const { y, height } = path.getBBox(), top = path.ownerSVGElement.getBoundingClientRect().top;
    const end = top + y + height + parseFloat(path.style.strokeWidth) / 2;
    if (isSeen(path) && end > path.closest('.step').getBoundingClientRect().bottom) {
      found.push(`squares stick out of their box: ${path.className.baseVal}`);
    }
  });
  [...document.querySelectorAll('figure')].filter(isSeen).forEach(figure => {
    const sorted = (elements, kind) => [...elements].map(kind).sort().join(' ');
    const lines = sorted(figure.querySelectorAll('.line:not([d=""])'), line => line.classList[1]);
    const legend = sorted([...figure.querySelectorAll('.key i')].filter(isSeen), entry => entry.className);
    if (lines !== legend) {
      found.push(`${figure.dataset.chart} draws [${lines}], its legend names [${legend}]`);
    }
    if (figure.querySelector('svg').clientHeight < 60) {
      found.push(`${figure.dataset.chart} has no height`);
    }
  });
  return found;

  function isSeen(element) {
    return element.getClientRects().length > 0;
  }

  function textsOf(element) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), texts = [], range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const box = node.parentElement.closest('.step, figure, article, header, footer')?.getBoundingClientRect();
      const size = parseFloat(getComputedStyle(node.parentElement).fontSize), words = node.data.trim();
      range.selectNodeContents(node);
      const lines = box && words ? [...range.getClientRects()].filter(({ width }) => width > 0) : [];
      texts.push(...lines.map(rect => ({ node, words, rect, box, size })));
    }
    return texts;
  }

  function isWithin(rect, box) {
    return rect.left >= box.left - 1 && rect.right <= box.right + 1
      && rect.top >= box.top - 1 && rect.bottom <= box.bottom + 1;
  }

  /** Neighbouring lines may touch. */
  function overlap(one, other) {
    const along = (from, to) => Math.min(one.rect[to], other.rect[to]) - Math.max(one.rect[from], other.rect[from]);
    return one.node !== other.node && along('left', 'right') > 1
      && along('top', 'bottom') > 0.3 * Math.min(one.rect.height, other.rect.height);
  }
}

export async function fitsEveryWindow(browser, what) {
  const found = [];
  for (const size of [...FILLED, ...SCROLLED]) {
    await browser.resize(...size.split('x').map(Number));
    await browser.evaluate(DRAW_FIRST);
    const here = await browser.evaluate(`(${faults})(${FILLED.includes(size)}, ${READABLE})`);
    found.push(...here.slice(0, MOST_REPORTED).map(fault => `\n       ${size}: ${fault}`));
  }
  check(found.length === 0, `${what}: nothing is cut off in windows from 360x740 to 3840x2160${found.join('')}`);
}
