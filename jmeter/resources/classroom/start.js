const STATE_WORDS = {asked: '', predicted: 'predicted', running: 'running', measured: 'measured', revealed: '✓ done',
  failed: 'failed'};

function lessonEntry({id, title, state: at}) {
  return make('li', {}, button([make('b', {}, id), make('span', {}, title),
    make('i', {class: at}, STATE_WORDS[at] ?? at)], () => show(lessonName(id)), {class: 'entry'}));
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
  const {lessons} = state, first = lessons.find(({state: at}) => at !== 'revealed');
  renew(byId('start-room'), [state.room], () => state.room ? votePanel(state.room, joinedWords()) : null);
  renew(byId('entries'), [lessons.map(({id, title, state: at}) => [id, title, at]), state.seed], () => [
    make('ol', {class: 'entries'}, lessons.map(lessonEntry)), make('div', {class: 'row'},
      first ? button(`Lesson ${first.id}`, () => show(lessonName(first.id)), {class: 'primary', id: 'go'}) : null,
      button('Free play', () => show('free play'))), seed]);
  watch('');
}
