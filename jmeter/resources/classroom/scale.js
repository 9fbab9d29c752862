// One scale for prediction, theory, measurement and the votes of the room, drawn as wide as its place.
const LOGARITHMIC_FROM = 30;      // times as much: on an even scale the smaller could not be seen beside the larger
const BINS = 24;

/** How far the votes may stretch the scale, times the greatest of the other values: those beyond it are counted. */
const MOST_STRETCH = 3;

/** The greatest vote that the scale still has room for. */
function greatestVote(votes, values) {
  const limit = MOST_STRETCH * Math.max(...values);
  return Math.max(0, ...votes.map(({value}) => value).filter(value => value <= limit));
}

/** From a value to a part of the width, with the ticks. */
function scaleFor(values) {
  const most = Math.max(...values), positive = values.filter(value => value > 0), least = Math.min(...positive);
  if (values.every(value => value > 0) && most / least >= LOGARITHMIC_FROM) {
    const [from, to] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
    const ticks = Array.from({length: to - from + 1}, (_, i) => 10 ** (from + i));
    return {ticks, top: 10 ** to, isLogarithmic: true,
      at: value => value <= 0 ? 0 : within((Math.log10(value) - from) / (to - from))};
  }
  const top = most > 0 ? tickStep(most) * Math.ceil(most * 1.02 / tickStep(most)) : 1, step = tickStep(most);
  const ticks = Array.from({length: Math.round(top / step) + 1}, (_, i) => i * step);
  return {ticks, top, at: value => within(value / top)};
}

const within = part => Math.max(0, Math.min(1, part));

/** 1, 2 or 5 times a power of ten, of which four to eight are in the value. */
function tickStep(most) {
  const rough = Math.max(most, 1e-9) / 6, power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= rough);
}

/** Of the votes, so many lie in each of the equal parts of the scale. */
function histogramOf(votes, at) {
  const bins = Array.from({length: BINS}, () => 0);
  votes.forEach(({value, count: n}) => bins[Math.min(BINS - 1, Math.floor(BINS * at(value)))] += n);
  return bins;
}

function drawVotes(votes, {at, top}, {left, width, height}) {
  const bins = histogramOf(votes.filter(({value}) => value <= top), at), most = Math.max(1, ...bins);
  const above = votes.filter(({value}) => value > top).reduce((all, {count: n}) => all + n, 0);
  const room = height - 2.4 * rem();      // above the bars: a line of words, and the tallest one's number
  const bar = (n, i) => n === 0 ? null : [draw('rect', {class: 'votes', x: left + width * i / BINS + 1,
    y: height - room * n / most, width: width / BINS - 2, height: room * n / most}),
    draw('text', {class: 'n', x: left + width * (i + 0.5) / BINS, y: height - room * n / most - 4,
      'text-anchor': 'middle'}, n)];
  const words = `The room’s votes${above > 0 ? `; ${above} above ${number(top)}` : ''}`;
  return [draw('text', {class: 'n', x: left, y: 0.9 * rem()}, words), bins.map(bar)];
}

/** The rows that a value is known of: who says it, and how far off it is. */
function rowsOf({asks, prediction, reveal: {theory, measured}}) {
  const measuredValue = measured.value;
  return [{kind: 'you', name: 'You', value: prediction, off: howFarOff(prediction, measuredValue)},
    {kind: 'theory', name: 'Theory', value: theory.value, off: howFarOff(theory.value, measuredValue)},
    {kind: 'measured', name: 'Measured', value: measuredValue, off: ''}]
    .map(row => ({...row, words: isKnown(row.value) ? withUnit(row.value, asks.unit) : 'cannot be told'}));
}

/** Each a bar with its words above it; in a narrow place how far it is off has a line of its own. */
function drawRow({kind, name, value, words, off}, {at}, {left, width, y, isNarrow}) {
  const line = y + 1.3 * rem(), barAt = line + (isNarrow && off ? 1.75 : 0.45) * rem(), height = 1.1 * rem();
  const end = isKnown(value) ? width * at(value) : 0, apart = isNarrow ? {x: left, y: line + 1.3 * rem()} : {};
  return draw('g', {class: `bar ${kind}`},
    draw('text', {x: left, y: line}, `${name}: `, draw('tspan', {class: 'value'}, words),
      off ? draw('tspan', {class: 'off', ...apart}, isNarrow ? off : `, ${off}`) : null),
    draw('rect', {x: left, y: barAt, width: Math.max(2, end), height, rx: 3}));
}

function drawScale(lesson, whole) {
  const rows = rowsOf(lesson), votes = votesOf(lesson), edge = 2 * rem(), width = whole - 2 * edge;
  const values = rows.map(({value}) => value).filter(isKnown), stretch = greatestVote(votes, values);
  const scale = scaleFor(stretch > Math.max(...values) ? [...values, stretch] : values);
  const isNarrow = width < 32 * rem();
  const votesHeight = votes.length ? 7 * rem() : 0, rowHeight = (isNarrow ? 4.6 : 3.3) * rem();
  const foot = votesHeight + rows.length * rowHeight + 0.6 * rem();
  const axisName = scale.isLogarithmic ? draw('text', {class: 'tick', x: whole - edge, y: foot + 2.3 * rem(),
    'text-anchor': 'end'}, 'logarithmic scale') : null;
  const tick = value => {
    const x = edge + width * scale.at(value);
    return [draw('path', {class: 'grid', d: `M${x} 0V${foot}`}),
      draw('text', {class: 'tick', x, y: foot + 1.1 * rem(), 'text-anchor': 'middle'}, number(value))];
  };
  return draw('svg', {class: 'scale', viewBox: `0 0 ${whole} ${foot + (axisName ? 2.7 : 1.5) * rem()}`, role: 'img',
    'aria-label': inWords(rows, votersOf(lesson))}, scale.ticks.map(tick), axisName,
    votes.length ? drawVotes(votes, scale, {left: edge, width, height: votesHeight}) : null,
    rows.map((row, i) => drawRow(row, scale, {left: edge, width, y: votesHeight + i * rowHeight, isNarrow})));
}

const inWords = (rows, voters) =>
  rows.map(({name, words, off}) => `${name}: ${words}${off ? `, ${off}` : ''}`).join('. ')
  + (voters ? `. Votes of the room: ${voters}.` : '.');
