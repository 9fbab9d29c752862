// The room: how it comes in, how many have voted, and what it predicts. There is none of it unless the class was
// started with --bind.
const QUIET = 4;      // light modules around a QR code

/** Black on white in both themes: not every reader takes it the other way round. */
function qrCode(rows) {
  const size = rows.length + 2 * QUIET;
  const runs = (row, y) => [...row.matchAll(/1+/g)]
    .map(({0: {length}, index}) => `M${index} ${y}h${length}v1h-${length}z`);
  return draw('svg', {class: 'qr', viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`, role: 'img',
    'aria-label': 'QR code of the room’s page', 'shape-rendering': 'crispEdges'},
  draw('rect', {x: -QUIET, y: -QUIET, width: size, height: size, fill: '#fff'}),
  draw('path', {d: rows.flatMap(runs).join(''), fill: '#000'}));
}

/** @param said how many have joined, or voted */
function roomPanel({url, code, qr, problem}, said) {
  return make('aside', {class: 'room', 'aria-label': 'The room votes'},
    problem ? null : qrCode(qr), make('div', {class: 'words'},
      problem ? make('p', {class: 'error'}, problem)
        : make('p', {}, 'Scan to vote, or open ', make('b', {}, url), ' and enter the code ',
          make('b', {class: 'code'}, code)), make('p', {class: 'voters', role: 'status'}, said)));
}

const joinedWords = () => `${count(state.room.joined)} joined`;

/** Whether its prediction is the room's: then somebody has voted. */
const isRooms = ({open, voters}) => !open && voters > 0;

/** Beside the question while the vote is open; then, until the reveal, what it came to. */
function roomOf(lesson) {
  const {room} = state, {open, voters} = lesson;
  return open ? roomPanel(room, `${count(voters)} of ${count(room.joined)} ${voters === 1 ? 'has' : 'have'} voted`)
    : isRooms(lesson) ? make('p', {}, `The vote is closed: ${count(voters)} voted. `,
      predictedWords(lesson)) : null;
}

/** What stands for the room, and how it is come to. */
const roomsWay = ({asks, voters}) =>
  isChoice(asks) ? `the most frequent of ${many(voters, 'vote')}` : `median of ${many(voters, 'vote')}`;

/** Two choices with as many votes are no opinion. */
function roomsChoice({choices}, votes, measured) {
  const most = Math.max(...votes.map(({count: n}) => n)), chosen = votes.filter(({count: n}) => n === most);
  const names = chosen.map(({value}) => `“${choices[value]}”`).join(' and ');
  const share = `${count(most)} of ${count(sumOf(votes))} votes`, isRight = chosen[0].value === measured.value;
  return chosen.length > 1 ? `The room is divided between ${names} (${share} each).`
    : `The room: ${names} (${share}), ${isRight ? 'as measured' : 'and it came out otherwise'}.`;
}

async function closeAndRun(lesson) {
  if (await tell('/run', {lesson: lesson.id})) {
    goTo('run');
  }
}

/** The second step of a room: nobody needs to enter anything here, unless nobody votes. */
function roomsStep(lesson) {
  const {open, voters, prediction} = lesson, why = whyNotRun(lesson), isSomething = voters > 0 || prediction !== null;
  if (!open) {
    return make('div', {class: 'predicting'}, isOpen(lesson) ? make('div', {class: 'row'},
      button('Open the vote again', () => tell('/vote', {lesson: lesson.id}), {id: 'open-vote'})) : null,
    drawSetup(lesson.setup));
  }
  const words = why || (voters > 0 ? 'The run shows the answer: after this nobody can vote.'
    : prediction === null ? 'Nothing runs before somebody has voted.'
      : `Nobody has voted yet: your prediction of ${valueInWords(lesson, prediction)} counts until somebody does.`);
  return make('div', {class: 'predicting'}, make('div', {class: 'row'},
    button('Close the vote and run', () => closeAndRun(lesson),
      {class: 'primary', id: 'go', disabled: Boolean(why) || !isSomething}), make('p', {class: 'hint'}, words)),
  isChoice(lesson.asks) ? drawChosen(lesson.asks, [], []) : null,
  voters > 0 ? null : make('details', {}, make('summary', {}, 'Nobody votes? Predict yourself'), ownForm(lesson)),
  drawSetup(lesson.setup));
}
