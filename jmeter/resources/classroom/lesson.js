// A lesson: its question and its five steps. How far one can go is the server's state; which of the steps that are open
// is looked at is this tab's, and in the address, so that a reload shows the same.
const STEPS = [
  {name: 'question', title: 'Question', isOpen: () => true, build: questionStep},
  {name: 'prediction', title: 'Prediction', isOpen: () => true, build: predictionStep},
  {name: 'run', title: 'Run', isOpen: ({prediction, open}) => prediction !== null && !open, build: runStep},
  {name: 'reveal', title: 'Reveal', isOpen: lesson => lesson.reveal !== null, build: revealStep},
  {name: 'why', title: 'Why', isOpen: lesson => lesson.why !== null, build: whyStep},
];
/** The step that a lesson is at, by its state. */
const STEP_OF = {asked: 'question', predicted: 'run', running: 'run', measured: 'run', failed: 'run',
  revealed: 'reveal'};
const stepAt = ({state: at, open}) => at === 'predicted' && open ? 'prediction' : STEP_OF[at];

/** Of a lesson and of its run, as the server has it. */
const lessonName = id => `lesson ${id}`;
const shownLesson = () => state.lessons.find(({id}) => lessonName(id) === state.show);

/** As the address says, if that is a step of this lesson and open; else what the lesson's state says. */
function stepOf(lesson) {
  const [, id, name] = location.hash.match(/^#(\d+)-([a-z]+)$/) ?? [];
  const asked = Number(id) === lesson.id && STEPS.find(step => step.name === name && step.isOpen(lesson));
  return asked || STEPS.find(step => step.name === stepAt(lesson));
}

/** Takes this tab to a step; the one button of that step has the focus, so that Enter goes on. */
function goTo(name) {
  history.replaceState(null, '', `#${shownLesson().id}-${name}`);
  drawPage();
  scrollTo(0, 0);
  focusStep();
}

function focusStep() {
  [byId('guess'), byId('go'), byId('place')].find(element => element?.checkVisibility())
    .focus({preventScroll: true});
}

function questionStep(lesson) {
  const words = lesson.open ? 'To the vote' : lesson.prediction === null ? 'Predict' : 'The prediction';
  return make('div', {class: 'predicting'}, make('div', {class: 'row'},
    button(words, () => goTo('prediction'), {class: 'primary', id: 'go'})), drawSetup(lesson.setup));
}

function stepsBar(lesson, shown) {
  const step = ({name, title, isOpen: opens}, i) => make('li', {}, button(`${i + 1} ${title}`, () => goTo(name),
    {id: `step-${name}`, disabled: !opens(lesson), 'aria-current': name === shown.name ? 'step' : null}));
  return make('ol', {class: 'steps', 'aria-label': 'The five steps'}, STEPS.map(step));
}

function lessonFrame() {
  return make('article', {class: 'lesson'}, make('div', {id: 'lesson-head'}), make('div', {id: 'lesson-steps'}),
    make('div', {id: 'lesson-room'}), make('div', {id: 'lesson-step'}));
}

/** What a step shows of the whole state: it is drawn anew when that is another, and only then. */
function madeFrom(lesson, step) {
  const {setup, asks, prediction, open, voters} = lesson;
  return {question: [setup, prediction, open, state.cores], run: [],
    prediction: [asks, prediction, isOpen(lesson), state.cores, open, open ? voters > 0 : voters, whyNotRun(lesson)],
    reveal: [lesson, state.problem, state.busy], why: [lesson]}[step.name];
}

let followed = {id: 0, state: ''};      // the lesson that was drawn last, and its state then

/** Where a lesson has come further, or is run again, whoever did it in whichever tab: every tab goes along. */
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
  renew(byId('lesson-head'), [lesson.id, lesson.question, step.name], () => [make('h1', {}, make('b', {}, lesson.id),
    lesson.title), make('p', {class: `question ${step.name}`}, lesson.question)]);
  renew(byId('lesson-steps'), [lesson.id, step.name, STEPS.map(({isOpen: opens}) => opens(lesson))],
    () => stepsBar(lesson, step));
  const room = ['question', 'prediction', 'run'].includes(step.name) ? roomOf : () => null;
  renew(byId('lesson-room'), [lesson.id, step.name, lesson.open, lesson.voters, state.room], () => room(lesson));
  renew(byId('lesson-step'), [lesson.id, step.name, ...madeFrom(lesson, step)], () => step.build(lesson));
  watch(step.name === 'run' ? lessonName(lesson.id) : '');
  drawRun(lesson);
  drawReveal(lesson);
  drawLive();
  tickProgress();
}

/** By the arrow keys: to the step before or after, and past the ends to the place before or after. */
function walk(by) {
  const lesson = shownLesson(), at = lesson ? STEPS.indexOf(stepOf(lesson)) : by > 0 ? STEPS.length - 1 : 0;
  const to = lesson && STEPS[at + by];
  if (to && to.isOpen(lesson)) {
    goTo(to.name);
  } else if (!to) {
    const [start, ...others] = Object.keys(PLACES);
    const places = [start, ...state.lessons.map(({id}) => lessonName(id)), ...others];
    const next = places[places.indexOf(state.show) + by];
    if (next) {
      show(next);
    }
  }
}
