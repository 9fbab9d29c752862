const STATE_WORDS = {asked: '', predicted: 'predicted', running: 'running', measured: 'measured', revealed: '✓ done',
  failed: 'failed'};

function lessonEntry({id, title, state: at, doubt}) {
  return make('li', {}, button([make('b', {}, id), make('span', {}, title),
    make('i', {class: doubt ? 'failed' : at}, doubt ? 'in doubt: run again' : STATE_WORDS[at] ?? at)],
  () => show(lessonName(id)), {class: 'entry'}));
}

function startFrame() {
  return make('article', {class: 'start'}, make('h1', {}, 'What do virtual threads buy, and why?'),
    make('p', {class: 'question'}, 'Each lesson asks a question: predict the answer, run the experiment ' +
      'on this machine, then compare your prediction with theory and measurement. The arrow keys lead through the ' +
      'steps, and Enter presses the step’s button.'),
    make('div', {id: 'start-room'}), make('div', {id: 'entries'}));
}

function drawStart() {
  const seed = state.seed ? make('p', {class: 'hint'}, `The lessons use the numbers of seed ${state.seed}.`) : null;
  const {lessons} = state, first = lessons.find(lesson => lesson.state !== 'revealed' || doubtOf(lesson));
  renew(byId('start-room'), [state.room, showsQr], () => state.room ? votePanel(state.room, joinedWords()) : null);
  const entries = lessons.map(lesson => ({id: lesson.id, title: lesson.title, state: lesson.state,
    doubt: Boolean(doubtOf(lesson))}));
  renew(byId('entries'), [entries, state.seed], () => [
    make('ol', {class: 'entries'}, entries.map(lessonEntry)), make('div', {class: 'row'},
      first ? button(`Lesson ${first.id}`, () => show(lessonName(first.id)), {class: 'primary', id: 'go'}) : null,
      button('Free play', () => show('free play'))), seed]);
  watch('');
}
