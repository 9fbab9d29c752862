// Free play: a form starts a run, and each run adds a row and a point.
const PATHS = {'/meetings': '/meetings: all four calls', '/rpc': '/rpc: one call',
  '/capabilities': '/capabilities: three calls', '/computational': '/computational: computes, waits for nothing',
  '/wait-blocking': '/wait-blocking: waits 100 ms on its thread',
  '/wait-async': '/wait-async: waits 100 ms without a thread',
  '/pinned': '/pinned: waits 100 ms in a native call, on its carrier',
  '/synchronized': '/synchronized: waits 100 ms inside synchronized'};

function delaysInWords({path, delay, stageDelay}) {
  const asks = (...starts) => starts.some(start => path.startsWith(start));
  return [asks('/rpc', '/meetings') && `${number(delay)} ms`,
    asks('/cap', '/meetings') && `3 × ${number(stageDelay)} ms`].filter(words => words).join(' + ');
}

const field = (id, label, input) =>
  make('div', {class: 'field', id: `field-${id}`}, make('label', {for: id}, label), input);
const textField = (id, label, value, attributes = {}) =>
  field(id, label, make('input', {id, name: id, value, autocomplete: 'off', ...attributes}));
const numberField = (id, label, value) => textField(id, label, value, {inputmode: 'decimal', size: 6});
const selectField = (id, label, options) => field(id, label, make('select', {id, name: id},
  Object.entries(options).map(([value, words]) => make('option', {value}, words))));

function fitForm() {
  byId('field-threads').hidden = modeOf(byId('mode').value).number !== 'FIXED';
  byId('field-users').hidden = byId('load').value !== 'users';
  byId('field-rate').hidden = byId('load').value !== 'rate';
}

function playForm() {
  return make('form', {id: 'play-form', class: 'fields', submit: submitPlay, change: fitForm, novalidate: true},
    selectField('mode', 'Mode', Object.fromEntries(
      state.modes.map(({name, number: n}) => [name, `${name}: ${SERVERS[n].summary}`]))),
    numberField('threads', 'Threads', '200'),
    selectField('load', 'Load',
      {users: 'users who wait for their answers', rate: 'a fixed rate, answered or not'}),
    numberField('users', 'Users', '100'), numberField('rate', 'Requests/s', '100'),
    selectField('path', 'Path', PATHS), numberField('delay', 'Delay of info, ms', '50'),
    numberField('stageDelay', 'Delay of other calls, ms', '333'),
    textField('jvm', 'JVM flags', '', {placeholder: '-Xmx512m', size: 12,
      title: 'Only flags for the heap, stacks, collector, processors, and the scheduler of virtual threads'}),
    textField('name', 'Name of the row', '', {size: 14}),
    make('p', {class: 'error', id: 'play-error', role: 'alert'}));
}

/** Returns null if a field must hold a number but does not. */
function readPlay() {
  const values = {};
  for (const id of ['mode', 'path', 'jvm', 'name']) {
    values[id] = byId(id).value.trim();
  }
  for (const id of ['threads', 'users', 'rate', 'delay', 'stageDelay']) {
    const field = byId(id);
    values[id] = byId(`field-${id}`).hidden ? 0 : readNumber(field.value);
    if (Number.isNaN(values[id])) {
      say('play-error', `${field.labels[0].textContent}: write a number.`);
      field.focus();
      return null;
    }
  }
  say('play-error', '');
  return values;
}

async function submitPlay(event) {
  event.preventDefault();
  const values = readPlay();
  if (values && await tell('/play', values)) {
    byId('name').value = '';
  }
}

function playButtons() {
  const {run} = state.play, disabled = Boolean(state.problem || state.busy);
  if (run) {
    return progressOf({run});
  }
  return inRow(
    make('button', {...GO, type: 'submit', form: 'play-form', disabled}, 'Run'),
    disabled && hint(state.problem || `${capital(state.busy)} is running.`));
}

function setupInWords(settings) {
  const {mode, threads, users, rate, path, jvm} = settings;
  return [modeOf(mode).number === 'FIXED' ? `${mode} of ${count(threads)}` : mode,
    rate > 0 ? `${number(rate)} requests/s` : many(users, 'user'), path,
    delaysInWords(settings), jvm].filter(words => words).join(', ');
}

function rowName({id, name}) {
  return make('input', {value: name, 'aria-label': `name of row ${id}`, id: `name-${id}`, placeholder: 'name it',
    change: event => tell('/name', {row: id, name: event.target.value.trim()})});
}

const PLAY_FIGURES = [['requests/s', ({THROUGHPUT}) => number(THROUGHPUT)],
  ['mean', ({MEAN}) => millis(MEAN)], ['p50', ({P50}) => millis(P50)],
  ['p99', ({P99}) => millis(P99)], ['in flight', ({inFlight}) => number(inFlight)],
  ['memory', ({RSS}) => withUnit(RSS, 'MiB')]];

function figuresOf({measured, failure}) {
  if (measured) {
    return PLAY_FIGURES.map(([, value]) => figureCell(measured, value(measured)));
  }
  const [kind, words] = failure ? ['error', failure] : ['hint', 'not measured yet'];
  return make('td', {colspan: PLAY_FIGURES.length, class: kind}, words);
}

const findingsOf = ({measured}) => measured?.findings.map(({text}) => text).join('; ') ?? '';

function playRow(row) {
  const {id, settings, predicted} = row, findings = findingsOf(row);
  const theory = isKnown(predicted?.throughput)
    ? `${number(predicted.throughput)}/s, ${millis(predicted.latencyMillis)}` : '–';
  return [make('tr', make('th', {scope: 'row'}, id), make('td', {class: 'name'}, rowName(row)),
    make('td', {class: 'words'}, setupInWords(settings)), make('td', theory), figuresOf(row)),
  findings && make('tr', {class: 'against'}, make('td'),
    make('td', {colspan: PLAY_FIGURES.length + 3},
      `Validity checks that failed for row ${id}: ${findings}`))];
}

function playTable() {
  const {rows} = state.play;
  if (rows.length === 0) {
    return hint('Each run adds a row and a point.');
  }
  const heads = ['', 'name', 'set-up', 'predicted', ...PLAY_FIGURES.map(([name]) => name)]
    .map(name => make('th', {scope: 'col'}, name));
  return make('div', {class: 'wide'},
    make('table', {class: 'rows', 'aria-label': 'The rows of free play'},
      make('thead', make('tr', heads)), make('tbody', rows.map(playRow))));
}

/** The apostrophe keeps spreadsheets from reading a text as a formula. */
const csvText = words => /^[=+@\t\r＝＋＠－-]/.test(words) ? `'${words}` : words;
function csvCell(value) {
  if (typeof value === 'string') {
    return `"${csvText(value).replaceAll('"', '""')}"`;
  }
  return isKnown(value) ? `${value}` : '';
}

/** Names and paths in a row. */
const CSV = Object.entries({'row': 'id', 'name': 'name', 'mode': 'settings.mode',
  'threads': 'settings.threads', 'users': 'settings.users', 'arrivals/s': 'settings.rate',
  'path': 'settings.path', 'delay ms': 'settings.delay', 'stage delay ms': 'settings.stageDelay',
  'JVM options': 'settings.jvm', 'predicted requests/s': 'predicted.throughput',
  'predicted latency ms': 'predicted.latencyMillis', 'requests/s': 'measured.THROUGHPUT',
  'mean ms': 'measured.MEAN', 'p50 ms': 'measured.P50', 'p99 ms': 'measured.P99',
  'memory MiB': 'measured.RSS', 'failure': 'failure', 'findings': 'findings'});

function csvOf(rows) {
  const lines = rows.map(row => CSV.map(([, path]) => lookUp({...row, findings: findingsOf(row)}, path)));
  return [CSV.map(([name]) => name), ...lines].map(cells => cells.map(csvCell).join(',')).join('\r\n');
}

const saveRows = () => save('free-play.csv', 'text/csv', csvOf(state.play.rows));

function downloads() {
  return state.play.rows.length > 0
    && make('p', {class: 'downloads'}, button('Save all rows as CSV', saveRows, {id: 'csv'}));
}

function usersFigures() {
  const marks = state.modes.map(({number: n, name}) => `${name}: ${MARKS[n].shape}`).join(', ');
  return make('div', {class: 'little-figure'}, make('div', {id: 'little'}), make('p', {class: 'hint'},
    `Each row with users is a point (${marks}), and theory is a dashed line.`));
}

function usersCharts(rows, width) {
  const closed = rows.filter(({settings, measured}) =>
    settings.users > 0 && measured && !measured.impossible);
  const points = (theory, value) => closed.map(({id, settings: {mode, users}, predicted, measured}) =>
    ({id, mode, users, theory: predicted[theory], value: measured[value], doubt: measured.doubt}));
  return [usersChart('Throughput over users', points('throughput', 'THROUGHPUT'), n => `${number(n)}/s`, width),
    usersChart('Mean latency over users', points('latencyMillis', 'MEAN'), millis, width)];
}

function drawPlay() {
  const {rows, run} = state.play, little = byId('little'), width = little.clientWidth;
  renew(byId('play-buttons'), [run, state.problem, state.busy], playButtons);
  renew(byId('play-rows'), [rows], () => [playTable(), downloads()]);
  renew(little, [rows, width], () => usersCharts(rows, width));
  watch('free play');
  drawLive();
  tickProgress();
}

function playFrame() {
  return make('article', {class: 'play'}, make('h1', 'Free play'), make('div', {class: 'play-top'},
    make('div', playForm(), make('div', {id: 'play-buttons'}), picturesPlace()), usersFigures()),
  make('div', {id: 'play-rows'}));
}
