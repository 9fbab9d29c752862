// The vote on the teacher's page.
const QUIET = 4;      // the QR code's light margin, in modules

/** Black on white in both themes, because some phones cannot read white on black. */
function qrCode(rows) {
  const size = rows.length + 2 * QUIET;
  const runs = (row, y) => [...row.matchAll(/1+/g)]
    .map(({0: {length}, index}) => `M${index} ${y}h${length}v1h-${length}z`);
  return draw('svg', {class: 'qr', viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`, role: 'img',
    'aria-label': 'QR code of the voting page', 'shape-rendering': 'crispEdges'},
  draw('rect', {x: -QUIET, y: -QUIET, width: size, height: size, fill: '#fff'}),
  draw('path', {d: rows.flatMap(runs).join(''), fill: '#000'}));
}

let showsQr = false;      // over the whole window

function toggleQr() {
  showsQr = !showsQr;
  drawPage();
}

/** A long address breaks before its port, not inside. */
const wholeParts = url => url.split(/(?=:\d)/).flatMap((part, i) =>
  [i > 0 && make('wbr'), make('span', {class: 'whole'}, part)]);

function strangers({wrongCodes}) {
  return make('p', {class: 'row'},
    wrongCodes > 0 && make('b', {class: 'error'}, `${count(wrongCodes)} wrong codes were entered`),
    button('New code: empty the room', () => tell('/room', {}), {id: 'empty',
      title: 'Everybody must enter the new code, and the votes on the open question are lost'}));
}

/** Of several networks, only the teacher knows which one the phones are in. */
function placeChoice({url, places}) {
  const option = place => make('option', {value: place.url, selected: place.url === url},
    `${place.url.replace(/^http:\/\/|\/$/g, '')} (${place.networkInterface})`);
  const change = event => tell('/address', {url: event.target.value});
  return places.length > 1 && make('p', make('label', {for: 'address'}, 'address '),
    make('select', {id: 'address', change}, places.map(option)));
}

function votePanel(room, said) {
  const {url, code, qr, problem} = room;
  const words = problem ? make('p', {class: 'error'}, problem)
    : make('p', 'Scan to vote, or open ', make('b', wholeParts(url)), ' and enter the code ',
      make('b', {class: 'code'}, code));
  return make('aside', {class: `room ${showsQr && !problem ? 'large' : ''}`, 'aria-label': 'The vote'},
    !problem && button(qrCode(qr), toggleQr, {class: 'show-qr', id: 'qr',
      'aria-label': showsQr ? 'Make the QR code small' : 'Show the QR code in the whole window'}),
    make('div', {class: 'words'}, words, make('p', {class: 'voters', role: 'status'}, said),
      placeChoice(room), strangers(room)));
}

const joinedWords = () => `${count(state.room.joined)} joined`;

const isVoted = ({open, voters}) => !open && voters > 0;

function voteOf(lesson) {
  const {room} = state, {open, voters} = lesson;
  if (open) {
    const have = voters === 1 ? 'has' : 'have';
    return votePanel(room, `${count(voters)} of ${count(room.joined)} ${have} voted`);
  }
  return isVoted(lesson)
    && make('p', `The vote is closed: ${count(voters)} voted. `, predictedWords(lesson));
}

const voteRule = ({asks, voters}) =>
  isChoice(asks) ? `the most frequent of ${many(voters, 'vote')}` : `median of ${many(voters, 'vote')}`;

function choiceVerdict({choices}, votes, judge) {
  const most = Math.max(...votes.map(vote => vote.count)), chosen = votes.filter(vote => vote.count === most);
  const names = chosen.map(({value}) => `“${choices[value]}”`).join(' and ');
  const share = `${count(most)} of ${count(sumOf(votes))} votes`;
  if (chosen.length > 1) {
    return `The class is divided between ${names} (${share} each).`;
  }
  const says = chosen[0].value === judge.value ? judge.says
    : `but ${judge.name} says “${choices[judge.value] ?? 'nothing'}”`;
  return `The class: ${names} (${share}), ${says}.`;
}

async function closeAndRun(lesson) {
  if (await tell('/run', {lesson: lesson.id})) {
    goTo('run');
  }
}

function voteHint(lesson) {
  if (lesson.voters > 0) {
    return 'The run shows the answer, so it closes the vote.';
  }
  return lesson.prediction === null ? 'The run needs a vote first.'
    : `Nobody has voted yet. Until somebody votes, your prediction counts: ${valueInWords(lesson, lesson.prediction)}.`;
}

function voteStep(lesson) {
  const {open, voters, prediction, asks} = lesson, why = whyNotRun(lesson);
  const step = (...parts) => make('div', {class: 'predicting'}, parts, drawSetup(lesson.setup));
  if (!open) {
    return step(mayPredict(lesson) && inRow(
      button('Open the vote again', () => tell('/vote', {lesson: lesson.id}), {id: 'open-vote'})));
  }
  const disabled = Boolean(why) || voters === 0 && prediction === null;
  return step(inRow(
    button('Close the vote and run', () => closeAndRun(lesson), {...GO, disabled}),
    hint(why || voteHint(lesson))),
  isChoice(asks) && drawChosen(asks, [], []),
  voters === 0 && make('details', {},
    make('summary', 'Is nobody voting? Enter a prediction yourself'), ownForm(lesson)));
}
