// The charts of the last two minutes.
const SECONDS = 120;
let left = 0, bottom = 0, topMargin = 0;      // of the current chart
let width = 0, height = 0;
const marginOf = new Map();
let cursorAt = null;      // the pointer's position, from 0 (left) to 1

const where = (values, holds) => values.map((value, i) => holds(i) ? value : null);
const whileGood = (values, {mostlyErrors}) => where(values, i => !mostlyErrors[i]);
const whileBad = (values, {mostlyErrors}) => where(values, i => mostlyErrors[i]);
const powerOfTwo = n => 2 ** Math.ceil(Math.log2(Math.max(n, 1 << 20)));
const lineIf = (condition, line) => condition ? [line] : [];

// Each line has one value a second. Errors are often faster than good answers, so their times are kept apart.
const charts = {
  throughput: {format: 'perSecond', lines: ({history}) => [
    {name: 'answered', kind: 'one', inHeadline: true, values: history.good},
    ...lineIf(history.failed.some(n => n > 0),
      {name: 'errors', kind: 'bad', inHeadline: true, values: history.failed}),
    {name: "Little's law", kind: 'law', values: whileGood(history.lawThroughput, history)},
  ]},
  latency: {format: 'time', lines: ({history}) => [
    {name: 'p50', kind: 'one', inHeadline: true, values: whileGood(history.p50, history)},
    {name: 'p99', kind: 'two', values: whileGood(history.p99, history)},
    {name: 'p50, mostly errors', kind: 'bad', inHeadline: true, values: whileBad(history.p50, history)},
    {name: "Little's law", kind: 'law', values: whileGood(history.lawResponse, history)},
  ]},
  cpu: {format: 'percent', least: 100, lines: ({service, history}) => [
    {name: `of all ${service.cores} cores`, kind: 'one', inHeadline: true, values: history.cpu},
  ]},
  heap: {format: 'bytes', round: powerOfTwo, lines: ({service, history}) => [
    {name: `in use; limit ${formats.bytes(service.heapLimitBytes)}`, kind: 'one', inHeadline: true,
      values: history.heap},
  ]},
  threads: {format: 'count', least: 10, lines: ({service, history}) => [
    {name: 'platform (the whole JVM)', kind: 'one', inHeadline: true, values: history.platform},
    ...lineIf(service.onVirtualThreads, {kind: 'two', inHeadline: true, values: history.virtual,
      name: service.boundedByThreads ? 'virtual' : 'virtual (one per connection)'}),
  ]},
};

const x = (i, length) => left + (width - left) * (SECONDS - length + i + 1) / SECONDS;
const y = (value, top) => height - bottom - (height - bottom - topMargin) * value / top;

/** A value between two gaps is a dot. */
function linePath(values, top) {
  let path = '', drawing = false;
  values.forEach((value, i) => {
    if (isKnown(value)) {
      const point = `${x(i, values.length).toFixed(1)} ${y(value, top).toFixed(1)}`;
      path += drawing ? `L${point}` : `M${point}h0`;
    }
    drawing = isKnown(value);
  });
  return path;
}

function areaPath(values, top) {
  const known = values.map(value => value ?? 0);
  const foot = i => `L${x(i, known.length)} ${y(0, top)}`;
  return known.length < 2 ? '' : `${linePath(known, top)}${foot(known.length - 1)}${foot(0)}Z`;
}

const label = (x, y, dy, anchor, words) =>
  `<text x="${x}" y="${y}" dy="${dy}" text-anchor="${anchor}">${words}</text>`;

function gridLines(top, format) {
  const [from, to] = gone ? ['−2 min', clock(answeredAt)] : ['2 min ago', 'now'];
  return [0, top / 2, top].map(value => `<path class="grid" d="M${left} ${y(value, top)}H${width}"/>`
    + label(left - 0.4 * rem(), y(value, top), '.35em', 'end', formats[format](value))).join('')
    + label(left, height, '-.25em', 'start', from) + label(width, height, '-.25em', 'end', to);
}

/** Negative if the cursor is at no value. */
function cursorIndex(length) {
  const i = cursorAt === null ? -1 : Math.round(cursorAt * SECONDS) - SECONDS + length - 1;
  return i < length ? i : -1;
}

function cursor(length) {
  const i = cursorIndex(length);
  if (i < 0) {
    return '';
  }
  const at = x(i, length), when = `${length - 1 - i} s ${gone ? 'before' : 'ago'}`;
  const [by, anchor] = cursorAt > 0.5 ? [-6, 'end'] : [6, 'start'];
  return `<path class="cursor" d="M${at} ${topMargin}V${height - bottom}"/>`
    + label(at + by, topMargin, '.8em', anchor, when);
}

function legend(lines, length, format) {
  const at = cursorIndex(length);
  const value = ({values, inHeadline}) => values[at < 0 && !inHeadline ? values.length - 1 : at];
  const suffix = line => isKnown(value(line)) ? ` <b>${formats[format](value(line))}</b>` : '';
  return lines.map(line => `<span><i class="${line.kind}"></i>${line.name}${suffix(line)}</span>`).join('')
    || 'no answers in the last two minutes';
}

function partsOf(figure) {
  if (!figure.querySelector('svg')) {
    figure.append(draw('svg', {role: 'img'}), make('p', {class: 'key'}));
  }
  return [figure.querySelector('svg'), figure.querySelector('.key')];
}

function drawChart(figure, stats) {
  const {format, lines: linesOf, least = 0, round = roundTop} = charts[figure.dataset.chart];
  const lines = linesOf(stats).filter(line => line.values.some(isKnown));
  const length = stats.history.at.length;
  const top = round(Math.max(least, ...lines.flatMap(line => line.values)));
  const [svg, key] = partsOf(figure);
  key.innerHTML = legend(lines, length, format);
  ({clientWidth: width, clientHeight: height} = svg);
  const widest = Math.max(...[top, top / 2].map(value => formats[format](value).length));
  left = rem() * (0.6 + 0.46 * widest);
  marginOf.set(figure, left);
  [topMargin, bottom] = [0.5 * rem(), 1.3 * rem()];
  const title = figure.querySelector('figcaption').textContent;
  give(svg, {viewBox: `0 0 ${width} ${height}`, 'aria-label': `${title}, the last two minutes`});
  const areas = lines.filter(({kind}) => kind === 'one' || kind === 'bad')
    .map(({kind, values}) => `<path class="area ${kind}" d="${areaPath(values, top)}"/>`);
  const paths = [...lines].reverse().sort((a, b) => (a.kind === 'law') - (b.kind === 'law'))
    .map(({kind, values}) => `<path class="line ${kind}" d="${linePath(values, top)}"/>`);
  svg.innerHTML = gridLines(top, format) + areas.join('') + paths.join('') + cursor(length);
}

function drawCharts(stats) {
  select('[data-chart]').forEach(figure => drawChart(figure, stats));
}

function moveCursor(to) {
  cursorAt = to;
  if (latest) {
    drawCharts(latest);
  }
}

select('[data-chart]').forEach(figure => {
  figure.addEventListener('pointermove', event => {
    const svg = figure.querySelector('svg')?.getBoundingClientRect();
    if (svg) {
      const margin = marginOf.get(figure);
      moveCursor(Math.max(0, (event.clientX - svg.left - margin) / (svg.width - margin)));
    }
  });
  figure.addEventListener('pointerleave', () => moveCursor(null));
});
