// The picture of a set-up: users, the queue, what serves them, and the stages of service two that they wait for.
const MOST_DOTS = 60;
/** As the server describes it; all that differs from mode to mode on this page is in there. */
function modeOf(name) {
  const mode = state.modes.find(each => each.name === name);
  if (!mode) {
    throw new Error(`no such mode: ${name}`);
  }
  return mode;
}

const DOTS_A_ROW = 15;

/** 1, 2, 5, 10, 20, 50 …: the least so that no more than MOST_DOTS are drawn. */
function eachDot(total) {
  let i = 0;
  const each = () => [1, 2, 5][i % 3] * 10 ** Math.floor(i / 3);
  while (total / each() > MOST_DOTS) { i++; }
  return each();
}

/** As many dots (or squares) as the total says, or one for several. */
function dots(total, kind) {
  const drawn = Math.ceil(total / eachDot(total)), perRow = Math.min(DOTS_A_ROW, drawn);
  const rows = Math.ceil(drawn / perRow);
  const shape = i => {
    const x = 12 * (i % DOTS_A_ROW), y = 12 * Math.floor(i / DOTS_A_ROW);
    return kind === 'user' ? draw('circle', {cx: x + 5, cy: y + 5, r: 4.5})
      : draw('rect', {x: x + 0.5, y: y + 0.5, width: 9, height: 9, rx: kind === 'virtual' ? 4.5 : 1});
  };
  return draw('svg', {class: `dots ${kind}`, viewBox: `0 0 ${12 * DOTS_A_ROW} ${12 * rows}`,
    'aria-hidden': 'true'}, Array.from({length: drawn}, (_, i) => shape(i)));
}

function dotNote(total, one, several) {
  const each = eachDot(total);
  return each > 1 ? make('p', {}, `A ${one} stands for ${each} ${several}.`) : null;
}

function usersBox({users, rate}) {
  const words = rate > 0 ? `${number(rate)} requests arrive in a second, whether or not the others were answered.`
    : users === 1 ? 'It asks again as soon as it is answered.' : 'Each asks again as soon as it is answered.';
  return make('div', {class: 'box'}, make('h3', {}, 'Load'),
    make('p', {class: 'big'}, rate > 0 ? `${number(rate)}/s` : many(users, 'user')),
    rate > 0 ? null : dots(users, 'user'), make('p', {}, words), rate > 0 ? null : dotNote(users, 'dot', 'users'));
}

function queueBox({mode}) {
  return make('div', {class: 'box'}, make('h3', {}, 'Queue'),
    draw('svg', {class: 'dots waiting', viewBox: '0 0 180 22', 'aria-hidden': 'true'},
      [0, 1, 2, 3, 4, 5].map(i => draw('rect', {x: 2 + 30 * i, y: 2, width: 24, height: 18, rx: 3}))),
    make('p', {}, modeOf(mode).queue));
}

/** How many threads serve, by how a mode gets them. */
const SERVERS = {
  FIXED: ({threads}) => ({drawn: threads, big: many(threads, 'thread')}),
  EACH: ({users}) => ({drawn: users || MOST_DOTS, big: 'one each'}),
  PER_CORE: (setup, {serving}) => ({drawn: state.cores, big: many(state.cores, serving.replace(/s$/, ''))}),
};

function serversBox(setup) {
  const mode = modeOf(setup.mode), {drawn, big} = SERVERS[mode.number](setup, mode);
  return make('div', {class: 'box serving'}, make('h3', {}, mode.title), make('p', {class: 'big'}, big),
    drawn > 0 ? dots(drawn, mode.virtual ? 'virtual' : 'platform') : null, make('p', {}, mode.threads),
    mode.number === 'FIXED' ? dotNote(drawn, 'square', 'threads') : null);
}

function waitsBox({waits, path}) {
  const sum = waits.reduce((total, wait) => total + wait.millis, 0), most = Math.max(1, ...waits.map(w => w.millis));
  const isCall = waits.some(({name}) => name !== 'own');      // else it waits in service one itself
  const bar = ({name, millis: wait}) => make('li', {class: `stage ${stageOf(name)}`},
    make('span', {}, name === 'own' ? 'waiting' : name),
    make('i', {style: `--share: ${100 * wait / most}%`}), make('b', {}, `${count(wait)} ms`));
  return make('div', {class: 'box waits'}, make('h3', {}, isCall ? 'Service two' : 'No call'),
    waits.length ? make('ol', {}, waits.map(bar)) : null,
    make('p', {}, waits.length > 1 ? `One call after the other: ${count(sum)} ms of waiting.`
      : isCall ? 'One call; nothing to do but wait for its answer.'
        : waits.length ? 'It waits in service one itself.' : 'The request waits for nothing.'),
    make('p', {class: 'path'}, `GET ${path}`));
}

const STAGES = ['info', 'authenticate', 'authorize', 'meetings', 'own', 'queued', 'behind', 'read', 'written'];
/** Its class in the style sheet, which gives it its colour; a name that is not known has that of its own work. */
const stageOf = name => STAGES.includes(name) ? name : 'own';

function drawSetup(setup) {
  return make('div', {class: 'setup', role: 'group', 'aria-label': 'The set-up'},
    make('div', {class: 'boxes'}, usersBox(setup), queueBox(setup), serversBox(setup), waitsBox(setup)),
    setup.note ? make('p', {class: 'setup-note'}, setup.note) : null);
}
