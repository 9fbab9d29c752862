// What the server says and is told. The state is the server's: this page shows it and keeps none of its own.
const TOKEN = document.querySelector('meta[name="token"]').content;
const STATE_SECONDS = 40;      // the server answers a poll within 20 s
const RETRY_MILLIS = 1000;

// states: connecting -> there <-> away; from away the page is loaded again, because a new start has a new token
let state = null;      // the latest; null before the first
let stateAt = 0;      // when it came
let awaySince = null;      // when the server answered last, if it does no longer
let answeredAt = null;

/** A state that has come, by the poll or with the answer to what was told. */
function take(newer) {
  answeredAt = Date.now();
  if (state === null || newer.version !== state.version) {
    if (newer.busy !== state?.busy) {
      refuse('');      // what was refused while something else was on may well be done now
    }
    state = newer;
    stateAt = answeredAt;
    drawPage();
  }
}

async function askState() {
  const response = await fetch(state ? `/state?after=${state.version}` : '/state',
    {signal: AbortSignal.timeout(1000 * STATE_SECONDS)});
  if (!response.ok) {
    throw new Error(`/state: ${response.status}`);
  }
  return response.json();
}

/** A tab that nobody sees asks nothing: a browser has six connections to a server, for all its tabs. */
function seen() {
  return document.hidden
    ? new Promise(resolve => document.addEventListener('visibilitychange', resolve, {once: true})) : null;
}

async function followState() {
  for (;;) {
    await seen();
    let newer = null;
    try {
      newer = await askState();
    } catch (e) {
      goAway();      // no connection, no answer in time, or no JSON
      await comeBack();
    }
    if (newer) {
      take(newer);
    }
  }
}

function goAway() {
  awaySince = answeredAt ?? Date.now();
  drawLink();
}

/** Asks until the server answers, then loads the page again: with the token of this start. */
async function comeBack() {
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, RETRY_MILLIS));
    try {
      if ((await fetch('/', {signal: AbortSignal.timeout(5000)})).ok) {
        location.reload();
        return;
      }
    } catch (e) {
      drawLink();      // still away: only the time since then is another
    }
  }
}

/** Tells the server; a reason why not is shown. Returns whether it did. */
async function tell(path, what) {
  let answer;
  try {
    const response = await fetch(path, {method: 'POST', body: JSON.stringify(what), signal: AbortSignal.timeout(10000),
      headers: {'Content-Type': 'application/json', 'X-Token': TOKEN}});
    if (response.status === 403) {      // the token is of an earlier start
      location.reload();
      return false;
    }
    answer = await response.json();
    if (response.ok) {
      refuse('');
      take(answer);
      return true;
    }
  } catch (e) {
    answer = {error: 'The server does not answer.'};
  }
  refuse(answer.error);
  return false;
}
