// The lanes of a lesson's runs: each thread that serves, and what it does. The status page draws them with the same code.
const threadsView = new LanesView(make('section', {class: 'lanes', 'aria-label': 'Who has which thread'}));
let threadsOf = '';      // the lesson and its run

function takeLanes({of, run, answers}, pictures, contenders) {
  if (threadsOf !== `${of} ${run}`) {
    threadsView.clear();
    threadsOf = `${of} ${run}`;
  }
  answers.forEach(({contender, answer}) => {
    const last = threadsView.parts.get(contender)?.recording.last?.now ?? -1;
    if (answer.now > last) {
      threadsView.add(answer, contender);
    }
  });
  pictures.forEach(picture => threadsView.name(picture.contender,
    `${labelOf(picture, contenders)}${picture.running ? '' : ', recorded'}`));
}

/** What to look for stands above the lanes until the answer is revealed. */
function threadsPlace({lanes, state: at}) {
  threadsView.heading.textContent = at === 'revealed' ? 'Who had which thread' : lanes;
  return threadsView.root;
}
