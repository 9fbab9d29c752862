// Samples of the requests that ended, as /lives tells them: an answer has one by chance from each of equal parts of
// those that ended since the answer before. The page keeps two minutes, so that a viewer can step back.
const KEPT_MILLIS = 120000;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** As many lives as there are rows. Each stands for as many requests as others of its answer. No rhythm decides. */
function evenly(answers, rows) {
  const all = answers.flatMap(({lives, ended}) => lives.map(life => ({life, stands: ended / lives.length})));
  if (all.length <= rows) {
    return all.map(({life}) => life);
  }
  const step = sum(all, ({stands}) => stands) / rows, chosen = new Set();
  let at = 0, before = 0;
  for (let row = 0; row < rows; row++) {
    const wanted = (row + row * GOLDEN % 1) * step;
    while (at + 1 < all.length && before + all[at].stands <= wanted) {
      before += all[at++].stands;
    }
    chosen.add(all[at].life);
  }
  return [...chosen];
}

class Samples {
  answers = [];      // the oldest first
  last = null;

  add(answer) {
    if (this.last === null || answer.until > this.last.until) {      // answers may overtake each other
      this.answers = [...this.answers, answer].filter(({now}) => now > answer.now - KEPT_MILLIS);
      this.last = answer;
    }
  }

  /** The latest answers without a gap that came by then, and as many as fill the rows. */
  latest(rows, then) {
    const all = this.answers.filter(({now}) => now <= then);
    let from = all.length, ended = 0;
    while (from > 0 && ended < rows && !(all[from]?.since > all[from - 1].until)) {
      ended += all[--from].ended;
    }
    return all.slice(from);
  }

  /** What was sampled, by the time of its end, and words that say so. */
  shown(rows, then = Infinity) {
    const answers = this.latest(rows, then), lives = evenly(answers, rows);
    const ended = sum(answers, answer => answer.ended), end = lastOf(answers);
    const seconds = end ? (end.until - answers[0].since) / 1e6 : 0, isAll = lives.length === ended;
    const time = `${then === Infinity ? 'the last ' : ''}${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
    const words = `${isAll ? 'all' : `${count(lives.length)} of`} ${count(ended)} that ended in ${time}`
      + (isAll ? '' : ', evenly');
    const going = end?.inFlight ?? 0;
    return {lives, words: going > 0 ? `${words}; ${count(going)} had not ended` : words};
  }
}
