// The prediction, theory, the measurement and the votes share one scale.
const LOGARITHMIC_FROM = 30;      // largest / smallest value; a linear scale would hide the smallest bar
const BINS = 24;

/** An outlying vote stretches the scale only if it is within this factor of the other values. */
const MOST_STRETCH = 3;

function covered(votes, values) {
  const each = votes.flatMap(({value, count: n}) => Array.from({length: n}, () => value));
  const cut = Math.ceil(each.length / 20), middle = [...values, ...each.slice(cut, each.length - cut)];
  const core = middle.length > 0 ? middle : each, least = Math.min(...core.filter(value => value > 0));
  const isNear = value => value >= least / MOST_STRETCH && value <= MOST_STRETCH * Math.max(...core);
  return [...core, ...each.filter(isNear)];
}

/** `at` maps a value to a fraction of the width. A logarithmic scale draws zero at its left end. */
function scaleFor(values) {
  const most = Math.max(...values), least = Math.min(...values.filter(value => value > 0));
  if (most / least >= LOGARITHMIC_FROM) {
    const [from, to] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
    const ticks = Array.from({length: to - from + 1}, (_, i) => 10 ** (from + i));
    return {ticks, bottom: 10 ** from, top: 10 ** to, isLogarithmic: true,
      at: value => value <= 0 ? 0 : within((Math.log10(value) - from) / (to - from))};
  }
  const step = tickStep(most > 0 ? most : 1);      // most is -Infinity if there are no values
  const top = most > 0 ? step * Math.ceil(most * 1.02 / step) : 1;
  const ticks = Array.from({length: Math.round(top / step) + 1}, (_, i) => i * step);
  return {ticks, bottom: 0, top, at: value => within(value / top)};
}

const within = part => Math.max(0, Math.min(1, part));

function tickStep(most) {
  const rough = Math.max(most, 1e-9) / 6, power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= rough);
}

function histogramOf(votes, at) {
  const bins = Array.from({length: BINS}, () => 0);
  votes.forEach(({value, count: n}) => bins[Math.min(BINS - 1, Math.floor(BINS * at(value)))] += n);
  return bins;
}

const sumOf = votes => votes.reduce((all, {count: n}) => all + n, 0);

const outside = (votes, farthest, beyond, upTo) => votes.length === 0 ? ''
  : `${many(sumOf(votes), 'vote')} ${beyond}${sumOf(votes) > 1 ? `, ${upTo}` : ':'} ${number(farthest.value)}`;

function drawOutside(votes, x, towards, {height}) {
  const size = 0.9 * rem() * towards;
  return votes.length === 0 ? null : [
    draw('path', {class: 'votes beyond', d: `M${x} ${height}v${-1.2 * rem()}l${size} ${0.6 * rem()}z`}),
    draw('text', {class: 'n', x: x + size / 2, y: height - 1.4 * rem(), 'text-anchor': 'middle'}, sumOf(votes))];
}

function drawVotes(votes, {at, bottom, top}, {left, width, height, isNarrow}) {
  const below = votes.filter(({value}) => value < bottom), above = votes.filter(({value}) => value > top);
  const bins = histogramOf(votes.filter(({value}) => value >= bottom && value <= top), at), most = Math.max(1, ...bins);
  const words = [`The class’s ${many(sumOf(votes), 'vote')}`,
    outside(below, below[0], `below ${number(bottom)}`, 'down to'),
    outside(above, above.at(-1), `above ${number(top)}`, 'up to')].filter(part => part);
  const lines = isNarrow ? words : [words.join('; ')];
  const tallest = height - (1.1 * lines.length + 1.3) * rem();
  const bar = (n, i) => n === 0 ? null : [draw('rect', {class: 'votes', x: left + width * i / BINS + 1,
    y: height - tallest * n / most, width: Math.max(0, width / BINS - 2), height: tallest * n / most}),
    draw('text', {class: 'n', x: left + width * (i + 0.5) / BINS, y: height - tallest * n / most - 4,
      'text-anchor': 'middle'}, n)];
  return [lines.map((line, i) => draw('text', {class: 'n', x: left, y: (0.9 + 1.1 * i) * rem()}, line)),
    bins.map(bar), drawOutside(below, left - 2, -1, {height}), drawOutside(above, left + width + 2, 1, {height})];
}

const answersOf = ({prediction, theory, measured}, who) =>
  [{kind: 'you', name: who, value: prediction, isThere: isKnown(prediction)},
    {kind: 'theory', name: 'Theory', value: theory?.value, isThere: theory},
    {kind: 'measured', name: 'Measured', value: measured?.value, isThere: measured}].filter(({isThere}) => isThere);

function rowsOf(asks, answers) {
  const measured = answers.find(({kind}) => kind === 'measured')?.value;
  return answers.map(({kind, name, value}) => ({kind, name, value,
    off: kind === 'measured' ? '' : howFarOff(value, measured),
    words: isKnown(value) ? withUnit(value, asks.unit) : 'unknown'}));
}

function drawRow({kind, name, value, words, off}, {at}, {left, width, y, isNarrow}) {
  const line = y + 1.3 * rem(), barAt = line + (isNarrow && off ? 1.75 : 0.45) * rem(), height = 0.9 * rem();
  const end = isKnown(value) ? width * at(value) : 0, apart = isNarrow ? {x: left, y: line + 1.3 * rem()} : {};
  return draw('g', {class: `bar ${kind}`},
    draw('text', {x: left, y: line}, `${name}: `, draw('tspan', {class: 'value'}, words),
      off ? draw('tspan', {class: 'off', ...apart}, isNarrow ? off : `, ${off}`) : null),
    draw('rect', {x: left, y: barAt, width: Math.max(2, end), height, rx: 3}));
}

const drawAnswers = (asks, answers, votes, width) =>
  isChoice(asks) ? drawChosen(asks, answers, votes) : drawScale(asks, answers, votes, width);

function drawScale(asks, answers, votes, whole) {
  const rows = rowsOf(asks, answers), edge = 2 * rem(), width = whole - 2 * edge;
  const scale = scaleFor(covered(votes, rows.map(({value}) => value).filter(isKnown)));
  const isNarrow = width < 32 * rem();
  const votesHeight = votes.length ? (isNarrow ? 9 : 6) * rem() : 0, rowHeight = (isNarrow ? 4.6 : 2.95) * rem();
  const foot = votesHeight + rows.length * rowHeight + 0.6 * rem();
  const axisName = scale.isLogarithmic ? draw('text', {class: 'tick', x: whole - edge, y: foot + 2.3 * rem(),
    'text-anchor': 'end'}, 'logarithmic scale') : null;
  const labelEvery = Math.ceil(4.5 * rem() * scale.ticks.length / width);      // room for a label such as 1,000,000
  const tick = (value, i) => {
    const x = edge + width * scale.at(value);
    return [draw('path', {class: 'grid', d: `M${x} 0V${foot}`}),
      i % labelEvery ? null
        : draw('text', {class: 'tick', x, y: foot + 1.1 * rem(), 'text-anchor': 'middle'}, number(value))];
  };
  return draw('svg', {class: 'scale', viewBox: `0 0 ${whole} ${foot + (axisName ? 2.7 : 1.5) * rem()}`, role: 'img',
    'aria-label': inWords(rows, sumOf(votes))}, scale.ticks.map(tick), axisName,
    votes.length ? drawVotes(votes, scale, {left: edge, width, height: votesHeight, isNarrow}) : null,
    rows.map((row, i) => drawRow(row, scale, {left: edge, width, y: votesHeight + i * rowHeight, isNarrow})));
}

const inWords = (rows, voters) =>
  rows.map(({name, words, off}) => `${name}: ${words}${off ? `, ${off}` : ''}`).join('. ')
  + (voters ? `. Votes: ${voters}.` : '.');

function drawChosen({choices}, answers, votes) {
  const voted = i => votes.find(({value}) => value === i)?.count ?? 0, all = sumOf(votes);
  const marks = i => answers.filter(({value}) => value === i)
    .map(({kind, name}) => make('span', {class: `mark ${kind}`}, name.toLowerCase()));
  const share = i => make('span', {class: 'voted'}, make('i', {style: `--share: ${100 * voted(i) / all}%`}),
    many(voted(i), 'vote'));
  const isTrue = i => answers.some(({kind, value}) => kind === 'measured' && value === i);
  const row = (words, i) => make('li', {class: isTrue(i) ? 'true' : ''}, make('span', {}, words),
    make('span', {class: 'marks'}, marks(i)), all ? share(i) : null);
  return make('ol', {class: 'chosen'}, choices.map(row));
}

function howFar(lesson, measured, whose, how = '') {
  const off = howFarOff(lesson.prediction, measured.value) || `measured: ${valueInWords(lesson, measured.value)}`;
  return `${whose}: ${valueInWords(lesson, lesson.prediction)}${how}, ${off}.`;
}

const ownVerdict = (lesson, measured) => !isChoice(lesson.asks) ? howFar(lesson, measured, 'You')
  : `Your choice ${lesson.prediction === measured.value ? 'matches' : 'does not match'} the measurement.`;
