// The third step: the run.
let pictureChosen = '';      // until somebody chooses, a lesson with lanes shows them

const TABS = {'show-figures': 'All users', 'show-lives': 'Single requests', 'show-threads': 'Threads'};
const tabsOf = lesson => Object.keys(TABS).filter(tab => tab !== 'show-threads' || lesson?.lanes);
const tabShown = lesson => [pictureChosen, 'show-threads', 'show-figures']
  .find(tab => tabsOf(lesson).includes(tab));

function whyNotRun({id}) {
  const isOther = state.busy && state.busy !== lessonName(id);
  return state.problem || (isOther
    ? `${capital(state.busy)} is running: two runs at once would disturb each other.` : '');
}

const capital = words => words.charAt(0).toUpperCase() + words.slice(1);

function startButton(lesson, words, attributes = {}) {
  const why = whyNotRun(lesson);
  const again = ['measured', 'revealed'].includes(lesson.state) || undefined;      // JSON leaves it out
  return [button(words, () => tell('/run', {lesson: lesson.id, again}),
    {disabled: Boolean(why), ...attributes}), why && hint(why)];
}

function contendersInWords({contenders}) {
  const names = contenders.map(({label, name}) => label || name);
  return names.length === 1 ? `One run: ${names[0]}.`
    : `${names.length} runs, one after another: ${names.join(', ')}.`;
}

function beforeRun(lesson) {
  const failed = lesson.state === 'failed';
  const stopped = !failed && picturesOf(lessonName(lesson.id)).length > 0;
  return [failed && make('p', {class: 'error', role: 'alert'}, `There is no measurement: ${lesson.failure}`),
    stopped && hint('The run was stopped. The pictures show its last figures.'),
    make('p', !isVoted(lesson) && predictedWords(lesson), contendersInWords(lesson)),
    inRow(startButton(lesson, failed ? 'Try again' : 'Run', GO)),
    drawSetup(lesson.setup)];
}

/** Until the server sends its next state, tickProgress() updates the elements with data-left. */
function progressOf({run, contenders = []}) {
  const label = contenders[run.contender]?.label;
  return make('div', {class: 'progress'},
    make('p', {role: 'status'}, make('b', label ? `${label}: ` : ''), run.phase),
    make('progress', {max: run.wholeMillis, 'data-left': run.leftMillis, 'aria-label': 'progress of the run'}),
    make('p', {class: 'left', 'data-left': run.leftMillis}),
    button('Stop', () => tell('/stop', {}), {id: 'stop'}));
}

function tickProgress() {
  if (awaySince !== null) {
    return;
  }
  select('[data-left]').forEach(element => {
    const left = Math.max(0, Number(element.dataset.left) - (Date.now() - stateAt));
    if (element.tagName === 'PROGRESS') {
      element.value = element.max - left;
    } else {
      element.textContent = left > 0 ? `${seconds(Math.ceil(left / 1000))} left` : 'a moment longer';
    }
  });
}

function afterRun(lesson) {
  const [words, next, click] = lesson.state === 'measured'
    ? ['The run has ended.', 'Reveal', () => reveal(lesson)]
    : ['The run has ended, and its answer is revealed.', 'Go to the reveal', () => goTo('reveal')];
  return [make('p', words), button(next, click, GO),
    startButton(lesson, 'Run again', {id: 'again'})];
}

async function reveal(lesson) {
  if (await tell('/reveal', {lesson: lesson.id})) {
    goTo('reveal');
  }
}

function runControls(lesson) {
  if (lesson.state === 'running') {
    return progressOf(lesson);
  }
  return ['measured', 'revealed'].includes(lesson.state)
    ? inRow(afterRun(lesson)) : beforeRun(lesson);
}

function runStep() {
  return make('div', {class: 'running-step'}, make('div', {id: 'run-controls'}), picturesPlace());
}

function drawRun(lesson) {
  if (byId('run-controls')) {
    renew(byId('run-controls'), [lesson, state.problem, state.busy, state.cores], () => runControls(lesson));
  }
}

function picturesPlace() {
  return [make('div', {id: 'picture-controls', class: 'controls', hidden: true}),
    make('div', {id: 'lanes', hidden: true}), make('div', {id: 'pictures', class: 'pictures'})];
}

function choosePicture(tab) {
  pictureChosen = tab;
  drawLive();
}

function pictureControls(lesson) {
  return [tabsOf(lesson).map(tab => button(TABS[tab], () => choosePicture(tab),
    {id: tab, 'aria-pressed': String(tab === tabShown(lesson))})),
  tabShown(lesson) === 'show-lives' && livesControls()];
}

function drawLive() {
  const place = byId('pictures');
  if (byId('where')) {
    drawReveal(shownLesson());
  }
  if (!place) {
    return;
  }
  const lesson = state.lessons.find(({id}) => watched === lessonName(id));
  const pictures = picturesInOrder(lesson);
  byId('picture-controls').hidden = pictures.length === 0;
  const tab = tabShown(lesson), isOfThreads = tab === 'show-threads';
  renew(byId('picture-controls'), [tab, lesson?.id, paused !== null, back], () => pictureControls(lesson));
  byId('lanes').hidden = !isOfThreads || pictures.length === 0;
  place.hidden = isOfThreads;
  if (isOfThreads) {
    renew(byId('lanes'), [lesson.id, lesson.state], () => threadsPlace(lesson));
    threadsView.draw();
  } else {
    drawPicturesOf(lesson, place, pictures, tab);
  }
}

function drawPicturesOf(lesson, place, pictures, tab) {
  const {contenders, about} = lesson ?? {};
  if (tab === 'show-lives') {
    drawLives(place, pictures, contenders);
  } else {
    drawPictures(place, pictures, {contenders, usersOf: usersOf(lesson), about});
  }
}

function picturesInOrder(lesson) {
  const rank = ({contender}) => lesson?.contenders.findIndex(({name}) => name === contender) ?? 0;
  return [...picturesOf(watched)].sort((a, b) => rank(a) - rank(b));
}

/** 0 in an open loop. Free play shows its latest row. */
const usersOf = lesson => ({contender}) => (lesson
  ? lesson.contenders.find(({name}) => name === contender)
  : lastOf(state.play.rows)?.settings)?.users ?? 0;
