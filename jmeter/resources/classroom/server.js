// Talks to the server. The server owns the state; this page only shows it.
const TOKEN = document.querySelector('meta[name="token"]').content;
const STATE_SECONDS = 40;      // time limit of a poll, which the server answers within 20 s
const RETRY_MILLIS = 1000;

// states: connecting -> there -> away -> the page loads again, because a server that starts again has a new token
let state = null;      // the latest state; null before the first one has come
let stateAt = 0;      // when it came
let awaySince = null;      // when the server last answered, if it does not answer now; otherwise null
let answeredAt = null;      // when the server last answered

/** Shows a state that came with a poll or with the answer to a command, if it is another one. */
function take(newer) {
  answeredAt = Date.now();
  if (state === null || newer.version !== state.version) {
    if (newer.busy !== state?.busy) {
      refuse('');      // a command refused while something was running may now be possible
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

/** Waits while the tab is hidden: all tabs of a browser share six connections to a server. */
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

/** Asks until the server answers, then loads the page again to get the new token. */
async function comeBack() {
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, RETRY_MILLIS));
    try {
      if ((await fetch('/', {signal: AbortSignal.timeout(5000)})).ok) {
        location.reload();
        return;
      }
    } catch (e) {
      drawLink();      // still no answer: shows for how long
    }
  }
}

/** Sends a command. Returns whether the server did it; shows the reason if not. */
async function tell(path, what) {
  let answer;
  try {
    const response = await fetch(path, {method: 'POST', body: JSON.stringify(what), signal: AbortSignal.timeout(10000),
      headers: {'Content-Type': 'application/json', 'X-Token': TOKEN}});
    if (response.status === 403) {      // the server has started again and has a new token
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
