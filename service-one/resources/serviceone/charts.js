// The charts of the last two minutes: SVG lines, drawn anew with every refresh.
const SECONDS = 120, LEFT = 54, BOTTOM = 20, TOP = 8;
let width = 0, height = 0;      // of the chart that is being drawn
let cursorAt = null;      // how far from the left the pointer is, from 0 to 1, on whichever chart

const charts = {
  throughput: {format: 'rate', lines: s => [s.history.throughput, s.history.failed.some(n => n > 0) ? s.history.failed : []], law: s => s.history.lawThroughput},
  latency: {format: 'time', lines: s => [s.history.p50, s.history.p99], law: s => s.history.lawResponse},
  cpu: {format: 'percent', least: 100, lines: s => [s.history.cpu]},
  heap: {format: 'bytes', binary: true, lines: s => [s.history.heap]},
  threads: {format: 'count', lines: s => [s.history.platform, s.service.mode === 'loom' ? s.history.virtual : []]},
};

/** The least of 1, 2, 2.5 and 5 times a power of ten (of two, for bytes) that is not below n. */
function roundUp(n, binary) {
  if (binary) {
    return 2 ** Math.ceil(Math.log2(Math.max(n, 1 << 20)));
  }
  const power = 10 ** Math.floor(Math.log10(Math.max(n, 1)));
  return [1, 2, 2.5, 5, 10].map(factor => factor * power).find(top => top >= n * 0.999);
}

const x = (i, length) => LEFT + (width - LEFT) * (SECONDS - length + i + 1) / SECONDS;
const y = (value, top) => height - BOTTOM - (height - BOTTOM - TOP) * value / top;

/** A line with a gap where nothing is known. */
function linePath(values, top) {
  let path = '', drawing = false;
  values.forEach((value, i) => {
    if (value !== null) {
      path += `${drawing ? 'L' : 'M'}${x(i, values.length).toFixed(1)} ${y(value, top).toFixed(1)}`;
    }
    drawing = value !== null;
  });
  return path;
}

function areaPath(values, top) {
  const known = values.map(value => value ?? 0);
  return known.length < 2 ? '' : `${linePath(known, top)}L${x(known.length - 1, known.length)} ${y(0, top)}L${x(0, known.length)} ${y(0, top)}Z`;
}

function gridLines(top, format) {
  return [0, top / 2, top].map(value => `<path class="grid" d="M${LEFT} ${y(value, top)}H${width}"/>`
    + `<text x="${LEFT - 6}" y="${y(value, top) + 4}" text-anchor="end">${formats[format](value)}</text>`).join('')
    + `<text x="${LEFT}" y="${height - 3}">2 min ago</text><text x="${width}" y="${height - 3}" text-anchor="end">now</text>`;
}

/** Where the pointer is: a line, and the values there. */
function cursor(lines, top, format) {
  const i = cursorAt === null ? -1 : Math.round(cursorAt * SECONDS) - SECONDS + lines[0].length - 1;
  if (i < 0 || i >= lines[0].length) {
    return '';
  }
  const values = lines.filter(line => line.length).map(line => write(line[i], format)).join(' · ');
  const end = cursorAt > 0.5;
  return `<path class="cursor" d="M${x(i, lines[0].length)} ${TOP}V${height - BOTTOM}"/>`
    + `<text x="${x(i, lines[0].length) + (end ? -6 : 6)}" y="${TOP + 10}" text-anchor="${end ? 'end' : 'start'}">${lines[0].length - 1 - i} s ago: ${values}</text>`;
}

function drawChart(figure, stats) {
  const {format, lines, law, least = 0, binary = false} = charts[figure.dataset.chart];
  const [one, two = []] = lines(stats);
  const predicted = law?.(stats) ?? [];
  const top = roundUp(Math.max(least, ...predicted, ...one, ...two), binary);
  const svg = figure.querySelector('svg') ?? figure.insertBefore(document.createElementNS('http://www.w3.org/2000/svg', 'svg'), figure.querySelector('.key'));
  width = svg.clientWidth;
  height = svg.clientHeight;
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', figure.querySelector('figcaption').textContent + ', the last two minutes');
  svg.innerHTML = gridLines(top, format) + `<path class="area" d="${areaPath(one, top)}"/>`
    + `<path class="line law" d="${linePath(predicted, top)}"/>`
    + `<path class="line two" d="${linePath(two, top)}"/><path class="line one" d="${linePath(one, top)}"/>` + cursor([one, two], top, format);
}

let latest = null;
function drawCharts(stats) {
  latest = stats;
  document.querySelectorAll('[data-chart]').forEach(figure => drawChart(figure, stats));
}

document.querySelectorAll('[data-chart]').forEach(figure => {
  figure.addEventListener('pointermove', event => {
    const svg = figure.querySelector('svg')?.getBoundingClientRect();
    if (svg && latest) {
      cursorAt = Math.max(0, (event.clientX - svg.left - LEFT) / (svg.width - LEFT));
      drawCharts(latest);
    }
  });
  figure.addEventListener('pointerleave', () => {
    cursorAt = null;
    if (latest) {
      drawCharts(latest);
    }
  });
});
