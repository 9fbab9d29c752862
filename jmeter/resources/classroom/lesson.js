// A lesson: its question and its five steps. Each browser tab keeps its own step, in the hash of its URL.
const STEPS = [
  {name: 'question', title: 'Question', isOpen: () => true, build: questionStep},
  {name: 'prediction', title: 'Prediction', isOpen: () => true, build: predictionStep},
  {name: 'run', title: 'Run', isOpen: ({prediction, open}) => prediction !== null && !open, build: runStep},
  {name: 'reveal', title: 'Reveal', isOpen: lesson => lesson.reveal !== null, build: revealStep},
  {name: 'why', title: 'Why', isOpen: lesson => lesson.why !== null, build: whyStep},
];
const STEP_OF = {asked: 'question', predicted: 'run', running: 'run', measured: 'run', failed: 'run',
  revealed: 'reveal'};
const stepAt = ({state: at, open}) => at === 'predicted' && open ? 'prediction' : STEP_OF[at];

const lessonName = id => `lesson ${id}`;
const shownLesson = () => state.lessons.find(({id}) => lessonName(id) === state.show);

function stepOf(lesson) {
  const [, id, name] = location.hash.match(/^#(\d+)-([a-z]+)$/) ?? [];
  const wanted = Number(id) === lesson.id && STEPS.find(step => step.name === name && step.isOpen(lesson));
  return wanted || STEPS.find(step => step.name === stepAt(lesson));
}

function goTo(name) {
  history.replaceState(null, '', `#${shownLesson().id}-${name}`);
  drawPage();
  scrollTo(0, 0);
  focusStep();
}

function focusStep() {
  ['guess', 'go', 'place'].map(byId)
    .find(element => element?.getClientRects().length > 0 && !element.disabled)
    .focus({preventScroll: true});
}

/** Enter presses the step's button even if the button had to wait for a vote. */
function keepFocus() {
  if ([document.body, byId('place')].includes(document.activeElement)) {
    focusStep();
  }
}

function toPrediction({open, prediction}) {
  if (open) {
    return 'Go to the vote';
  }
  return prediction === null ? 'Predict' : 'The prediction';
}

function questionStep(lesson) {
  return make('div', {class: 'predicting'}, inRow(
    button(toPrediction(lesson), () => goTo('prediction'), GO)),
  drawSetup(lesson.setup));
}

function stepsBar(lesson, shown) {
  const step = ({name, title, isOpen}, i) => make('li', button(`${i + 1} ${title}`, () => goTo(name),
    {id: `step-${name}`, disabled: !isOpen(lesson), 'aria-current': name === shown.name && 'step'}));
  return [make('ol', {class: 'steps', 'aria-label': 'The five steps'}, STEPS.map(step)),
    shown.name === 'why' && nextButton(lesson, GO)];
}

function lessonFrame() {
  return make('article', {class: 'lesson'}, make('div', {id: 'lesson-head'}), make('div', {id: 'lesson-steps'}),
    make('div', {id: 'lesson-room'}), make('div', {id: 'lesson-step'}));
}

function madeFrom(lesson, step) {
  const {setup, asks, prediction, open, voters} = lesson;
  return {question: [setup, prediction, open, state.cores], run: [],
    prediction: [asks, prediction, mayPredict(lesson), state.cores, open, open ? voters > 0 : voters,
      whyNotRun(lesson)],
    reveal: [lesson, state.problem, state.busy], why: [lesson]}[step.name];
}

let followed = {id: 0, state: ''};

function followLesson(lesson) {
  const {id, state: at} = lesson;
  if (followed.id === id && followed.state !== at) {
    history.replaceState(null, '', `#${id}-${stepAt(lesson)}`);
  }
  followed = {id, state: at};
}

function drawLesson(lesson) {
  followLesson(lesson);
  const step = stepOf(lesson);
  byId('lesson-head').closest('article').dataset.step = step.name;
  renew(byId('lesson-head'), [lesson.id, lesson.question, step.name], () => [
    make('h1', make('b', lesson.id), lesson.title),
    make('p', {class: `question ${step.name}`}, lesson.question)]);
  renew(byId('lesson-steps'), [lesson.id, step.name, STEPS.map(({isOpen}) => isOpen(lesson))],
    () => stepsBar(lesson, step));
  const room = ['question', 'prediction', 'run'].includes(step.name) ? voteOf : () => null;
  renew(byId('lesson-room'), [lesson.id, step.name, lesson.open, lesson.voters, state.room, showsQr],
    () => room(lesson));
  renew(byId('lesson-step'), [lesson.id, step.name, ...madeFrom(lesson, step)], () => step.build(lesson));
  watch(['run', 'reveal', 'why'].includes(step.name) ? lessonName(lesson.id) : '');
  drawRun(lesson);
  drawReveal(lesson);
  drawLive();
  threadsView.draw();
  tickProgress();
}

/** An arrow key must not open a vote on all phones. */
const opensVote = place => state.room !== null
  && state.lessons.some(({id, open, state: at}) => lessonName(id) === place && (open || at === 'asked'));

function walk(by) {
  const lesson = shownLesson(), to = lesson && STEPS[STEPS.indexOf(stepOf(lesson)) + by];
  if (to) {
    if (to.isOpen(lesson)) {
      goTo(to.name);
    }
    return;
  }
  const [start, ...others] = Object.keys(PLACES);
  const places = [start, ...state.lessons.map(({id}) => lessonName(id)), ...others];
  const next = places[places.indexOf(state.show) + by];
  if (next && opensVote(next)) {
    focusStep();
  } else if (next) {
    show(next);
  }
}
