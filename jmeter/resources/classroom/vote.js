// The students' page.

const PATIENCE_MILLIS = 30_000;      // the server answers a poll within 20 s
const show = (id, shown) => { byId(id).hidden = !shown; };

let known = null;         // null until this browser has joined
let waiting = null;
let following = false;
let scanned = location.hash.slice(1);      // the class's code, if the QR code was scanned

async function ask(path, body, controller = new AbortController()) {
  const patience = setTimeout(() => controller.abort(), PATIENCE_MILLIS);
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(path, { ...(body ? post : {}), signal: controller.signal, cache: 'no-store' });
    const answer = await response.json();
    if (!response.ok) {
      const mayPass = response.status === 503 || response.status === 429 && path === 'vote';
      throw Object.assign(new Error(answer.error), { status: response.status, mayPass });
    }
    return answer;
  } finally {
    clearTimeout(patience);
  }
}

function drawJoin() {
  known = null;
  show('join', true);
  ['lesson', 'waiting', 'kept'].forEach(id => show(id, false));
  if (scanned) {
    byId('code').value = scanned;
    scanned = '';      // an old code must not be tried again
    history.replaceState(null, '', location.pathname);
    attempt(join);
  }
}

function questionPart({id, title, question, note}) {
  return [make('p', {class: 'lesson'}, `Lesson ${id}`), make('h1', title), make('p', {class: 'asked'}, question),
    note && make('p', {class: 'note'}, note)];
}

function entryPart({asks, prediction}) {
  if (isChoice(asks)) {
    return make('fieldset', make('legend', 'Your prediction'), asks.choices.map((choice, i) =>
      button(choice, () => vote(i), {'aria-pressed': 'false'})));
  }
  // not type=number, because browsers would turn 1,2 into 12
  const value = make('input', {id: 'value', inputmode: 'decimal', autocomplete: 'off', required: true,
    'aria-describedby': 'unit', value: prediction ?? ''});
  const submit = event => {
    event.preventDefault();
    value.blur();      // hides the phone's keyboard
    const read = readNumber(value.value), wrong = whyNot(read, asks);
    if (wrong) {
      say('error', wrong);
    } else {
      vote(read);
    }
  };
  return make('form', {id: 'number', submit, novalidate: true}, make('label', {for: 'value'}, 'Your prediction'),
    make('p', {class: 'field'}, value, make('span', {id: 'unit'}, asks.unit)), make('button', 'Vote'));
}

function mineWords(lesson) {
  const {open, prediction, measured} = lesson, hasVoted = isKnown(prediction);
  const words = valueInWords(lesson, prediction), quoted = isChoice(lesson.asks) ? `“${words}”` : words;
  const mine = hasVoted && `Your vote: ${quoted}.`;
  if (open) {
    return hasVoted ? `${mine} You can change it until the run begins.` : '';
  }
  if (!measured) {
    return inLine(mine, 'The vote is closed. The result appears here when the teacher reveals it.');
  }
  const judge = judgeOf(lesson);
  if (!isKnown(judge.value)) {
    return `The runs gave no answer: ${measured.text}.`;
  }
  const verdict = hasVoted ? ownVerdict(lesson, judge) : `Measured: ${valueInWords(lesson, measured.value)}.`;
  return inLine(verdict, measured.doubt && '* The measurement is in doubt, so theory judges.');
}

function answersPart(lesson, width) {
  const {open, asks, votes, theory, measured} = lesson;
  const row = (name, words) => [make('dt', name), make('dd', words)];
  return !open && width > 0 && [make('h2', 'How the class voted'),
    drawAnswers(asks, answersOf(lesson, 'You'), votes, width),
    measured && make('dl', {class: 'arithmetic'}, row('Theory', theory.text), row('Measured', measured.text),
      measured.doubt && row('*', `in doubt: ${measured.doubt}`))];
}

const shownLesson = () => known?.lessons.find(({id}) => id === known.shown);

function drawLesson(lesson) {
  const {id, open, prediction} = lesson;
  renew(byId('question'), [id], () => questionPart(lesson));
  renew(byId('entry'), [id, open], () => open && entryPart(lesson));
  byId('entry').querySelectorAll('fieldset button').forEach((each, i) =>
    each.setAttribute('aria-pressed', `${i === prediction}`));
  byId('mine').className = open ? 'open' : '';
  say('mine', mineWords(lesson));
  const width = byId('lesson').clientWidth;      // 0 if the window has no size yet
  renew(byId('answers'), [lesson, width], () => answersPart(lesson, width));
}

function drawKept() {
  const lessons = known.lessons.filter(({measured}) => measured);
  show('kept', lessons.length > 0);
  renew(byId('kept'), [lessons], () => [make('summary', `${KEPT_TITLE} (${lessons.length})`),
    predictionsList(lessons, 'You'),
    button('Save as a file', () => keepPredictions(lessons, 'You', KEPT_TITLE), {id: 'save'})]);
}

function drawAll() {
  const lesson = shownLesson();
  show('join', false);
  show('lesson', Boolean(lesson));
  show('waiting', !lesson?.open);
  say('waiting', lesson ? 'The next question appears here automatically.'
    : 'You have joined. The first question appears here automatically.');
  if (lesson) {
    drawLesson(lesson);
  }
  drawKept();
}

function take(answer) {
  show('offline', false);
  if (!answer.joined) {
    drawJoin();
  } else if (known?.version !== answer.version) {
    known = answer;
    say('error', '');
    drawAll();
  }
}

async function awaitQuestion() {
  waiting = new AbortController();
  const from = Date.now(), before = known?.version;
  try {
    take(await ask(known ? `question?after=${known.version}` : 'question', null, waiting));
    if (known?.version === before && Date.now() - from < 1000) {
      await after(3000);      // this browser has many tabs, so the answer came at once
    }
  } catch (error) {
    if (!waiting.wokenUp) {
      show('offline', true);
      await after(1000 + 2000 * Math.random());      // random, so that the browsers do not all retry at once
    }
  }
}

async function follow() {
  if (following) {
    return;
  }
  following = true;
  do {
    await awaitQuestion();
  } while (byId('join').hidden);
  following = false;
}

const RETRIES = 5;
const RETRY_SECONDS = 4;

const sentence = words => `${words[0].toUpperCase()}${words.slice(1)}.`;

async function countDown(words) {
  for (let left = RETRY_SECONDS; left > 0; left--) {
    say('error', `${words} Trying again in ${left} s.`);
    await after(1000 + 250 * Math.random());      // random, so that the browsers do not all retry at once
  }
}

/** Tries again if no answer comes, if the room is full, or after too many votes. */
async function attempt(work) {
  const buttons = select('button');
  say('error', '');
  buttons.forEach(button => { button.disabled = true; });
  for (let left = RETRIES; left >= 0; left--) {
    try {
      await work();
      say('error', '');
      break;
    } catch (error) {
      const words = error.status ? sentence(error.message) : 'No answer from the teacher’s computer.';
      if (left === 0 || error.status && !error.mayPass) {
        say('error', words);
        if (error.status === 401) {
          drawJoin();
        }
        break;
      }
      await countDown(words);
    }
  }
  buttons.forEach(button => { button.disabled = false; });
}

/** Some browsers have no channel, and some forbid it: then the other tabs' next poll shows the vote. */
function channel() {
  try {
    return new BroadcastChannel('vote');
  } catch (e) {
    return {postMessage() {}};
  }
}

const otherTabs = channel();
otherTabs.onmessage = () => known && refresh().catch(() => {});      // the next poll shows it, too

async function refresh() {
  const answer = await ask('question');
  if (answer.joined) {
    known = answer;
    drawAll();
  } else {
    drawJoin();
  }
}

/** If the answer is lost, the vote may count all the same, so the page asks which vote counts. */
function vote(value) {
  const {id} = shownLesson();
  return attempt(async () => {
    try {
      await ask('vote', {lesson: id, value});
    } catch (error) {
      await refresh();
      if (error.status || shownLesson()?.id !== id || shownLesson().prediction !== value) {
        throw error;
      }
    }
    await refresh();
    otherTabs.postMessage('voted');
  });
}

async function join() {
  await ask('join', {code: byId('code').value});
  await refresh();
  if (!known) {
    throw Object.assign(new Error('your browser does not store the cookie of this page: allow cookies'),
      {status: 401});
  }
  follow();
}

byId('join').addEventListener('submit', event => {
  event.preventDefault();
  attempt(join);
});
addEventListener('resize', () => known && drawAll());
// A phone that wakes up has lost its connection.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && waiting) {
    waiting.wokenUp = true;
    waiting.abort();
  }
});
follow();
