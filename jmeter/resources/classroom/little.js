// The chart of free play: requests in flight against throughput times response time.
const LITTLE_LEAST = 1;

const littlePoints = rows => rows.filter(({measured}) => measured && measured.inFlight > 0 && measured.throughput > 0
  && measured.meanMillis > 0).map(({id, settings: {mode}, measured: {inFlight, throughput, meanMillis}}) =>
  ({id, mode, inFlight, product: throughput * meanMillis / 1000}));

function powersAround(points) {
  const logs = points.flatMap(({inFlight, product}) => [Math.log10(inFlight), Math.log10(product)]);
  const from = Math.min(Math.log10(LITTLE_LEAST), ...logs.map(Math.floor)), to = Math.max(3, ...logs.map(Math.ceil));
  return {from, to};
}

/** Shapes help those who cannot see the colours. */
const MARKS = {
  square: (x, y) => draw('rect', {x: x - 7, y: y - 7, width: 14, height: 14}),
  circle: (x, y) => draw('circle', {cx: x, cy: y, r: 8}),
  triangle: (x, y) => draw('path', {d: `M${x} ${y - 9}L${x + 9} ${y + 7}H${x - 9}Z`}),
  diamond: (x, y) => draw('path', {d: `M${x} ${y - 10}L${x + 10} ${y}L${x} ${y + 10}L${x - 10} ${y}Z`}),
};

function littlePoint({id, mode}, x, y) {
  const {mark, colour} = modeOf(mode);
  return draw('g', {class: `point c${colour}`}, MARKS[mark](x, y), draw('text', {x: x + 12, y: y - 8}, id));
}

function littleChart(rows, width) {
  const points = littlePoints(rows), {from, to} = powersAround(points);
  const height = Math.min(width * 0.62, 26 * rem()), left = 4.6 * rem(), foot = 3 * rem(), edge = 1.2 * rem();
  const part = n => (Math.log10(n) - from) / (to - from);
  const x = n => left + (width - left - edge) * part(n), y = n => height - foot - (height - foot - edge) * part(n);
  const ticks = Array.from({length: to - from + 1}, (_, i) => 10 ** (from + i));
  const lines = n => `M${left} ${y(n)}H${width - edge}M${x(n)} ${edge}V${height - foot}`;
  const tick = n => [draw('path', {class: 'grid', d: lines(n)}),
    draw('text', {x: left - 8, y: y(n), dy: '.35em', 'text-anchor': 'end'}, number(n)),
    draw('text', {x: x(n), y: height - foot + 1.2 * rem(), 'text-anchor': 'middle'}, number(n))];
  const ends = [10 ** from, 10 ** to];
  return draw('svg', {class: 'little', viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': `Little's law, and ${many(points.length, 'measured row')}`}, ticks.map(tick),
    draw('path', {class: 'law', d: `M${x(ends[0])} ${y(ends[0])}L${x(ends[1])} ${y(ends[1])}`}),
    draw('text', {class: 'axis-name', x: left, y: edge - 0.3 * rem()}, 'requests in flight'),
    draw('text', {class: 'axis-name', x: width - edge, y: height - 0.3 * rem(), 'text-anchor': 'end'},
      'throughput × mean response time'),
    points.map(point => littlePoint(point, x(point.product), y(point.inFlight))));
}
