// The frame of the page: navigation, notices and keys.
const GO = {class: 'primary', id: 'go'};      // Enter presses this button
const inRow = (...children) => make('div', {class: 'row'}, ...children);
const hint = words => make('p', {class: 'hint'}, words);

const PLACES = {'lessons': {frame: startFrame, draw: drawStart},
  'predictions': {frame: keptFrame, draw: drawKept},
  'free play': {frame: playFrame, draw: drawPlay, opened: fitForm}};
const LESSON = {frame: lessonFrame, draw: () => drawLesson(shownLesson())};
let refusal = '';

const placeShown = () => shownLesson() ? LESSON : PLACES[state.show];
const show = place => tell('/show', {place}).then(done => done && focusStep());

function drawPage() {
  if (state === null) {
    return;
  }
  const place = placeShown();
  drawLink();
  renew(byId('places'), [state.show, state.lessons.map(({id, title, state: at}) => [id, title, at])],
    navigation);
  if (renew(byId('place'), [place === LESSON ? 'lesson' : state.show], place.frame)) {
    place.opened?.();
    scrollTo(0, 0);
  }
  document.title = place === LESSON ? `${shownLesson().id} ${shownLesson().title}` : 'The class';
  drawNotice();
  place.draw();
  sayState();
  keepFocus();
}

function navigation() {
  const entry = (name, words, title = words, at = '') => button(words, () => show(name), {title,
    class: `place ${at}`, 'aria-label': at ? `${title}, ${at}` : title,
    'aria-current': state.show === name && 'page'});
  const [start, ...others] = Object.keys(PLACES);
  return [entry(start, capital(start), 'All lessons'), make('span', {class: 'numbers'},
    state.lessons.map(({id, title, state: at}) => entry(lessonName(id), id, `Lesson ${id}: ${title}`, at))),
  others.map(name => entry(name, capital(name)))];
}

const ago = () => seconds((Date.now() - awaySince) / 1000);

function drawLink() {
  const isAway = awaySince !== null, present = state.busy || state.other ? 'busy' : 'there';
  document.body.classList.toggle('away', isAway);
  byId('link').className = `link ${isAway ? 'away' : present}`;
  say('link', linkWords());
}

function linkWords() {
  if (awaySince !== null) {
    return `./run.sh class has not answered since ${clock(awaySince)} (${ago()} ago). `
      + 'Start it again on the same port: this page then reconnects automatically.';
  }
  return state.busy ? `${capital(state.busy)} is running` : state.other || 'ready';
}

function refuse(words) {
  refusal = words;
  drawNotice();
}

function drawNotice() {
  const words = inLine(state?.problem && `Nothing can run: ${state.problem}`, refusal);
  byId('notice').hidden = !words;
  say('notice', words);
}

let saidOf = '';

function sayState() {
  const lesson = shownLesson(), of = lesson ? `${lesson.id} ${lesson.state}` : '';
  if (of !== saidOf) {
    say('said', newsOf(lesson));
  }
  saidOf = of;
}

function newsOf(lesson) {
  if (lesson?.state === 'revealed') {
    return inLine(finding(lesson), doubtOf(lesson), verdict(lesson), `Theory: ${lesson.reveal.theory.text}.`);
  }
  return lesson?.state === 'measured' ? 'The run has ended. The answer can be revealed.' : '';
}

addEventListener('keydown', event => {
  const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  const {target} = event, isEmpty = target.id === 'guess' && target.value === '';
  const isWriting = target.closest?.('input, select, textarea, pre') && !isEmpty;
  const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (by && state && !isWriting && !isModified) {
    event.preventDefault();
    walk(by);
  }
});
addEventListener('resize', () => drawPage());
addEventListener('hashchange', () => drawPage());
setInterval(tickProgress, 250);
setInterval(() => awaySince !== null && drawLink(), 1000);
followState();
followLive();
