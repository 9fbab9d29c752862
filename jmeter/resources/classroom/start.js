const STATE_WORDS = {asked: '', revealed: '✓ done'};

function lessonEntry({id, title, state: at, doubt}) {
  const [kind, words] = doubt ? ['failed', 'in doubt: run again'] : [at, STATE_WORDS[at] ?? at];
  return make('li', button([make('b', id), make('span', title),
    make('i', {class: kind}, words)], () => show(lessonName(id)), {class: 'entry'}));
}

function startFrame() {
  return make('article', {class: 'start'}, make('h1', 'What do virtual threads buy, and why?'),
    make('p', {class: 'question'}, 'Each lesson asks a question: predict the answer, run the experiment ' +
      'on this machine, then compare your prediction with theory and measurement. The arrow keys lead through the ' +
      'steps, and Enter presses the step’s button.'),
    make('div', {id: 'start-room'}), make('div', {id: 'entries'}));
}

function drawStart() {
  const {lessons, room, seed} = state;
  const first = lessons.find(lesson => lesson.state !== 'revealed' || doubtOf(lesson));
  renew(byId('start-room'), [room, showsQr], () => room && votePanel(room, joinedWords()));
  const entries = lessons.map(lesson => ({id: lesson.id, title: lesson.title, state: lesson.state,
    doubt: Boolean(doubtOf(lesson))}));
  renew(byId('entries'), [entries, seed], () => [
    make('ol', {class: 'entries'}, entries.map(lessonEntry)), inRow(
      first && button(`Lesson ${first.id}`, () => show(lessonName(first.id)), GO),
      button('Free play', () => show('free play'))),
    seed !== 0 && hint(`The lessons use the numbers of seed ${seed}.`)]);
  watch('');
}
