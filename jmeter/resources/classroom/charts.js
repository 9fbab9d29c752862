// Line charts of latency over time, and points of free play over users.
const pathOf = (points, x, y) => points.map(([at, value], i) =>
  `${i ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('');

/** Seconds to the right, milliseconds upwards, both from zero. A mark above the top is drawn at the top. */
function timeChart(series, {width, law = null, marks = [], height = (width < 34 * rem() ? 17 : 11) * rem()}) {
  const known = series.filter(({points}) => points.length > 0);
  const isNarrow = width < 34 * rem(), lines = law ? [...known, law] : known;
  const left = 4.4 * rem(), foot = 2.4 * rem(), edge = 1.2 * rem();
  const above = edge + (isNarrow ? 1.2 * lines.length : 0) * rem();
  const last = Math.max(8, ...lines.flatMap(({points}) => points.map(([at]) => at)), ...marks.map(({at}) => at));
  const top = roundUp(1.05 * Math.max(10, ...lines.flatMap(({points}) => points.map(([, value]) => value)),
    ...marks.filter(({kind}) => kind !== 'you').map(({value}) => value)));
  const x = at => left + (width - left - edge) * Math.min(at, last) / last;
  const y = value => height - foot - (height - foot - above) * Math.min(value, top) / top;
  const format = top < 2000 ? millis : value => `${number(value / 1000)} s`;
  const grid = value => [draw('path', {class: 'grid', d: `M${left} ${y(value)}H${width - edge}`}),
    draw('text', {x: left - 6, y: y(value), dy: '.35em', 'text-anchor': 'end'}, format(value))];
  const ends = Array.from({length: 1 + Math.floor(last / 2)}, (_, i) => 2 * i);
  const nameAt = ({points}) => points[Math.floor(points.length * 0.4)];
  const wide = words => 0.52 * rem() * words.length;
  const name = ({label, points}) => {
    const end = Math.max(left + wide(label), x(nameAt({points})[0]));
    const under = points.filter(([at]) => x(at) > end - wide(label) - 3 * rem() && x(at) < end + 3 * rem());
    return draw('text', {class: 'name', x: end, 'text-anchor': 'end',
      y: Math.min(...[nameAt({points}), ...under].map(([, value]) => y(value))) - 0.5 * rem()}, label);
  };
  const line = (series, i) => [draw('path', {class: `line s${i}`, d: pathOf(series.points, x, y)}),
    isNarrow ? null : name(series)];
  const legend = ({label}, i) => [draw('path', {class: i < known.length ? `line s${i}` : 'law',
    d: `M0 ${(0.7 + 1.2 * i) * rem()}h${2 * rem()}`}),
  draw('text', {class: 'name', x: 2.5 * rem(), y: (1 + 1.2 * i) * rem()}, label)];
  const mark = ({kind, name, at, value, doubt}) => markOf({kind, at, value, doubt,
    words: `${name}: ${format(value)}${doubt ? '*' : ''}${value > top ? ' ↑' : ''}`});
  const size = 0.8 * rem();
  const markOf = ({kind, at, value, doubt, words}) => draw('g', {class: `bar ${kind}`},
    draw('rect', {class: doubt ? 'hatched' : '', x: x(at) - size / 2, y: y(value) - size / 2, width: size, height: size}),
    doubt ? hatching(x(at) - size / 2, y(value) - size / 2, size, size) : null,
    draw('text', {class: 'name', dy: '.35em', y: y(value) - (kind === 'you' ? 0 : 0.7 * rem()),
      x: x(at) + (kind === 'you' && !isNarrow ? 0.7 : -0.7) * rem(),
      'text-anchor': kind === 'you' && !isNarrow ? 'start' : 'end'}, words));
  return draw('svg', {class: 'time', viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': `Latency over time: ${known.map(({label, points}) =>
      `${label}, at last ${millis(points[points.length - 1][1])}`).join('; ')}`},
  [0, top / 2, top].map(grid), ends.map(at => draw('text', {x: x(at), y: height - 1.1 * rem(),
    'text-anchor': 'middle'}, count(at))),
  draw('text', {x: width - edge, y: height - 0.1 * rem(), 'text-anchor': 'end'}, 'sent in second …'),
  isNarrow ? lines.map(legend) : null,
  law ? [draw('path', {class: 'law', d: pathOf(law.points, x, y)}), isNarrow ? null : draw('text', {class: 'name lawful',
    x: x(law.points[1][0]) - 6, y: y(law.points[1][1]) + 1.4 * rem(), 'text-anchor': 'end'}, law.label)] : null,
  known.map(line), marks.map(mark));
}

/** Shapes tell the modes apart. */
const MARKS = {
  FIXED: (x, y) => draw('rect', {x: x - 7, y: y - 7, width: 14, height: 14}),
  EACH: (x, y) => draw('circle', {cx: x, cy: y, r: 8}),
  PER_CORE: (x, y) => draw('path', {d: `M${x} ${y - 9}L${x + 9} ${y + 7}H${x - 9}Z`}),
};

/** Theory's value is a dash, the measured one its mode's shape. `format` writes a value on the axis. */
function usersChart(title, rows, format, width) {
  const height = Math.max(9 * rem(), Math.min(width * 0.42, 16 * rem())), left = 4.8 * rem(), foot = 2.6 * rem();
  const edge = 1.4 * rem(), most = roundUp(Math.max(10, ...rows.map(({users}) => users)));
  const values = rows.flatMap(({theory, value}) => [theory, value]).filter(isKnown);
  const top = roundUp(Math.max(1, ...values));
  const x = users => left + (width - left - edge) * users / most;
  const y = value => height - foot - (height - foot - edge) * value / top;
  const grid = value => [draw('path', {class: 'grid', d: `M${left} ${y(value)}H${width - edge}`}),
    draw('text', {x: left - 8, y: y(value), dy: '.35em', 'text-anchor': 'end'}, format(value))];
  const point = ({id, mode, users, theory, value, doubt}) => [
    isKnown(theory) ? draw('path', {class: 'law', d: `M${x(users) - 14} ${y(theory)}h28`}) : null,
    isKnown(value) ? draw('g', {class: `point ${doubt ? 'doubted' : ''}`}, MARKS[modeOf(mode).number](x(users), y(value)),
      draw('text', {x: x(users) + 12, y: y(value) - 8}, `${id}${doubt ? '*' : ''}`)) : null];
  const words = rows.map(({id, users, value}) => `row ${id}, ${many(users, 'user')}: ${format(value)}`).join('; ');
  return make('figure', {}, make('figcaption', {}, title), draw('svg', {class: 'little', role: 'img',
    viewBox: `0 0 ${width} ${height}`, 'aria-label': `${title}: ${words || 'no row yet'}`},
  [0, top / 2, top].map(grid), [0, most / 2, most].map(n => draw('text', {x: x(n), y: height - foot + 1.2 * rem(),
    'text-anchor': n === most ? 'end' : 'middle'}, n === most ? `${count(n)} users` : count(n))), rows.map(point)));
}
