// Line charts of latency over time, and points of free play over users.
const pathOf = (points, x, y) => points.map(([at, value], i) =>
  `${i ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('');

/** The lines of a chart's left axis, and their labels. */
const leftAxis = (values, y, format, left, right) => values.map(value =>
  [draw('path', {class: 'grid', d: `M${left} ${y(value)}H${right}`}),
    draw('text', {x: left - 8, y: y(value), dy: '.35em', 'text-anchor': 'end'}, format(value))]);

/** Seconds to the right, milliseconds upwards, both from zero. A mark above the top is drawn at the top. */
function timeChart(series, {width, law = null, marks = [], height = (width < 34 * rem() ? 17 : 11) * rem()}) {
  const known = series.filter(({points}) => points.length > 0);
  const isNarrow = width < 34 * rem(), lines = law ? [...known, law] : known;
  const left = 4.4 * rem(), foot = height - 2.4 * rem(), edge = 1.2 * rem(), right = width - edge;
  const above = edge + (isNarrow ? 1.2 * lines.length : 0) * rem();
  const all = lines.flatMap(({points}) => points);
  const last = Math.max(8, ...all.map(([at]) => at), ...marks.map(({at}) => at));
  const top = roundTop(1.05 * Math.max(10, ...all.map(([, value]) => value),
    ...marks.filter(({kind}) => kind !== 'you').map(({value}) => value)));
  const x = at => left + (right - left) * Math.min(at, last) / last;
  const y = value => foot - (foot - above) * Math.min(value, top) / top;
  const format = top < 2000 ? millis : value => `${number(value / 1000)} s`;
  const text = (words, at, up, anchor, kind = 'name') =>
    draw('text', {class: kind, x: at, y: up, 'text-anchor': anchor}, words);
  const second = at => text(count(at), x(at), height - 1.1 * rem(), 'middle', '');
  const wide = words => 0.52 * rem() * words.length;
  const name = ({label, points}) => {
    const [at, value] = points[Math.floor(points.length * 0.4)], end = Math.max(left + wide(label), x(at));
    const under = points.filter(([each]) => x(each) > end - wide(label) - 3 * rem() && x(each) < end + 3 * rem());
    return text(label, end, Math.min(y(value), ...under.map(each => y(each[1]))) - 0.5 * rem(), 'end');
  };
  const line = (each, i) => [draw('path', {class: `line s${i}`, d: pathOf(each.points, x, y)}),
    !isNarrow && name(each)];
  const legend = ({label}, i) => [draw('path', {class: i < known.length ? `line s${i}` : 'law',
    d: `M0 ${(0.7 + 1.2 * i) * rem()}h${2 * rem()}`}),
  text(label, 2.5 * rem(), (1 + 1.2 * i) * rem(), 'start')];
  const mark = ({kind, name: who, at, value, doubt}) => {
    const size = 0.8 * rem(), isYou = kind === 'you', isAfter = isYou && !isNarrow;
    const words = `${who}: ${format(value)}${doubt ? '*' : ''}${value > top ? ' ↑' : ''}`;
    const box = {x: x(at) - size / 2, y: y(value) - size / 2, width: size, height: size};
    return draw('g', {class: `bar ${kind}`}, draw('rect', {class: doubt ? 'hatched' : '', ...box}),
      doubt && hatching(box.x, box.y, size, size),
      draw('text', {class: 'name', dy: '.35em', y: y(value) - (isYou ? 0 : 0.7 * rem()),
        x: x(at) + (isAfter ? 0.7 : -0.7) * rem(), 'text-anchor': isAfter ? 'start' : 'end'}, words));
  };
  const lawLine = () => [draw('path', {class: 'law', d: pathOf(law.points, x, y)}),
    !isNarrow && text(law.label, x(law.points[1][0]) - 6, y(law.points[1][1]) + 1.4 * rem(), 'end', 'name lawful')];
  const words = known.map(({label, points}) => `${label}, at last ${millis(lastOf(points)[1])}`).join('; ');
  return draw('svg', {class: 'time', viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': `Latency over time: ${words}`},
  leftAxis([0, top / 2, top], y, format, left, right),
  times(1 + Math.floor(last / 2), i => second(2 * i)),
  text('sent in second …', right, height - 0.1 * rem(), 'end', ''),
  isNarrow && lines.map(legend), law && lawLine(), known.map(line), marks.map(mark));
}

/** Shapes tell the modes apart. */
const MARKS = {
  FIXED: {shape: 'square', at: (x, y) => draw('rect', {x: x - 7, y: y - 7, width: 14, height: 14})},
  EACH: {shape: 'circle', at: (x, y) => draw('circle', {cx: x, cy: y, r: 8})},
  PER_CORE: {shape: 'triangle',
    at: (x, y) => draw('path', {d: `M${x} ${y - 9}L${x + 9} ${y + 7}H${x - 9}Z`})},
};

/** Theory's value is a dash, the measured one its mode's shape. `format` writes a value on the axis. */
function usersChart(title, rows, format, width) {
  const height = clamp(width * 0.42, 9 * rem(), 16 * rem()), left = 4.8 * rem(), edge = 1.4 * rem();
  const foot = height - 2.6 * rem(), right = width - edge;
  const most = roundTop(Math.max(10, ...rows.map(({users}) => users)));
  const top = roundTop(Math.max(...rows.flatMap(({theory, value}) => [theory, value]).filter(isKnown)));
  const x = users => left + (right - left) * users / most;
  const y = value => foot - (foot - edge) * value / top;
  const point = ({id, mode, users, theory, value, doubt}) => [
    isKnown(theory) && draw('path', {class: 'law', d: `M${x(users) - 14} ${y(theory)}h28`}),
    isKnown(value) && draw('g', {class: `point ${doubt ? 'doubted' : ''}`},
      MARKS[modeOf(mode).number].at(x(users), y(value)),
      draw('text', {x: x(users) + 12, y: y(value) - 8}, `${id}${doubt ? '*' : ''}`))];
  const tick = (n, words, anchor) =>
    draw('text', {x: x(n), y: foot + 1.2 * rem(), 'text-anchor': anchor}, words);
  const said = rows.map(({id, users, value}) => `row ${id}, ${many(users, 'user')}: ${format(value)}`);
  return make('figure', make('figcaption', title), draw('svg', {class: 'little', role: 'img',
    viewBox: `0 0 ${width} ${height}`, 'aria-label': `${title}: ${said.join('; ') || 'no row yet'}`},
  leftAxis([0, top / 2, top], y, format, left, right), tick(0, count(0), 'middle'),
  tick(most / 2, count(most / 2), 'middle'), tick(most, `${count(most)} users`, 'end'), rows.map(point)));
}
