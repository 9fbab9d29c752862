// The votes of the room: where they are given, how many there are, and the button that opens and closes them. There is
// none of it unless the class was started with --bind.

function roomOf(lesson) {
  const {vote} = state;
  if (!vote) {
    return null;
  }
  const open = vote.open === lesson.id;
  return make('aside', {class: `room ${lesson.state}`, 'aria-label': 'The room votes'},
    make('p', {}, 'The room votes at ', make('b', {}, vote.url), ' with the code ',
      make('b', {class: 'code'}, vote.code)),
    make('p', {class: 'voters'}, !open ? 'The vote is not open.'
      : `${many(vote.voters, 'vote')} so far${isSeen(lesson) ? ', until the reveal' : ''}`),
    button(open ? 'Close the vote' : 'Open the vote', () => tell('/vote', {open: !open}), {id: 'open-vote'}));
}

/** Whether pictures of the run show what comes out: a teacher may want to close the vote before. */
const isSeen = lesson => ['running', 'measured'].includes(lesson.state);

/** Votes are given until the reveal. */
const mayVote = lesson => lesson.state !== 'revealed';

/** The choices, or the values, that were voted for, each with how many voted for it. */
const votesOf = lesson => lesson.reveal?.votes ?? [];
const votersOf = lesson => votesOf(lesson).reduce((all, {count: n}) => all + n, 0);
