// The picture of a set-up: users, queue, threads and calls.
const MOST_DOTS = 60;
function modeOf(name) {
  const mode = state.modes.find(each => each.name === name);
  if (!mode) {
    throw new Error(`no such mode: ${name}`);
  }
  return mode;
}

const DOTS_A_ROW = 15;

const eachDot = total => roundUp(Math.max(1, total / MOST_DOTS));

function dots(total, kind) {
  const drawn = Math.ceil(total / eachDot(total)), perRow = Math.min(DOTS_A_ROW, drawn);
  const rows = Math.ceil(drawn / perRow), rx = kind === 'virtual' ? 4.5 : 1;
  const shape = i => {
    const x = 12 * (i % DOTS_A_ROW), y = 12 * Math.floor(i / DOTS_A_ROW);
    return kind === 'user' ? draw('circle', {cx: x + 5, cy: y + 5, r: 4.5})
      : draw('rect', {x: x + 0.5, y: y + 0.5, width: 9, height: 9, rx});
  };
  return draw('svg', {class: `dots ${kind}`, viewBox: `-1 -1 ${12 * DOTS_A_ROW} ${12 * rows}`,
    'aria-hidden': 'true'}, times(drawn, i => shape(i)));
}

function dotNote(total, one, several) {
  const each = eachDot(total);
  return each > 1 && make('p', `A ${one} stands for ${each} ${several}.`);
}

function usersBox({users, rate}) {
  const box = (big, ...parts) => make('div', {class: 'box'}, make('h3', 'Load'),
    make('p', {class: 'big'}, big), parts);
  if (rate > 0) {
    return box(`${number(rate)}/s`, make('p', `${number(rate)} requests arrive each second, `
      + 'whether or not earlier ones were answered.'));
  }
  const who = users === 1 ? 'The user' : 'Each user';
  return box(many(users, 'user'), dots(users, 'user'),
    make('p', `${who} asks again as soon as the answer has arrived.`), dotNote(users, 'dot', 'users'));
}

function queueBox({mode}) {
  const {queue, waits} = SERVERS[modeOf(mode).number];
  const place = i => draw('rect', {x: 2 + 30 * i, y: 2, width: 24, height: 18, rx: 3});
  return make('div', {class: 'box'}, make('h3', 'Queue'),
    waits && draw('svg', {class: 'dots waiting', viewBox: '0 0 180 22', 'aria-hidden': 'true'},
      [0, 1, 2, 3, 4, 5].map(place)),
    make('p', waits ? `${queue} Each box is a place for one connection.` : queue));
}

const SERVERS = {
  FIXED: {summary: 'a fixed number of threads', waits: true,
    queue: 'A connection waits here until a thread is free.',
    threads: () => 'A request keeps its thread until it is answered.',
    drawn: ({threads}) => threads, big: ({threads}) => many(threads, 'thread')},
  EACH: {summary: 'a virtual thread each', queue: 'A connection gets its thread at once.',
    threads: ({virtual}) => virtual ? 'They run on carriers: platform threads, one for each core.' : '',
    drawn: ({users}) => users || MOST_DOTS, big: () => 'one per connection'},
  PER_CORE: {summary: 'event loops', queue: 'A connection goes to a loop at once.',
    threads: () => 'Each is a platform thread; there is one for each core.',
    drawn: () => state.cores, big: (setup, {threads}) => many(state.cores, singular(threads))},
};

function serversBox(setup) {
  const mode = modeOf(setup.mode), servers = SERVERS[mode.number], drawn = servers.drawn(setup);
  return make('div', {class: 'box serving'}, make('h3', mode.threads),
    make('p', {class: 'big'}, servers.big(setup, mode)),
    drawn > 0 && dots(drawn, mode.virtual ? 'virtual' : 'platform'), make('p', servers.threads(mode)),
    mode.number === 'FIXED' && dotNote(drawn, 'square', 'threads'));
}

function waitsInWords(waits, isCall) {
  if (waits.length > 1) {
    return `One call after another: ${count(sum(waits, wait => wait.millis))} ms of waiting in total.`;
  }
  if (isCall) {
    return 'The request waits for the answer to one call.';
  }
  return `The request waits ${waits.length ? 'in service one itself' : 'for nothing'}.`;
}

function waitsBox({waits, path}) {
  const most = Math.max(1, ...waits.map(wait => wait.millis));
  const isCall = waits.some(({name}) => name !== 'own');
  const bar = ({name, millis: wait}) => {
    const [stage, words] = name === 'own' ? ['wait', 'waiting'] : [name, name];
    return make('li', {class: `stage ${stage}`}, make('span', words),
      make('i', {style: `--share: ${100 * wait / most}%`}), make('b', `${count(wait)} ms`));
  };
  return make('div', {class: 'box waits'}, make('h3', isCall ? 'Service two' : 'No call to service two'),
    waits.length > 0 && make('ol', waits.map(bar)), make('p', waitsInWords(waits, isCall)),
    make('p', {class: 'path'}, `GET ${path}`));
}

const STAGES = [...CALLS, 'own', 'wait', 'queued', 'behind', 'read', 'written'];
const stageOf = name => STAGES.includes(name) ? name : 'own';

function drawSetup(setup) {
  return make('div', {class: 'setup', role: 'group', 'aria-label': 'The set-up'},
    make('div', {class: 'boxes'}, usersBox(setup), queueBox(setup), serversBox(setup), waitsBox(setup)),
    setup.note && make('p', {class: 'setup-note'}, setup.note));
}
