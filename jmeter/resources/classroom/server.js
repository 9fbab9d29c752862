// Talks to the server, which owns the state.
const TOKEN = document.querySelector('meta[name="token"]').content;
const STATE_SECONDS = 40;      // the server answers a poll within 20 s
const RETRY_MILLIS = 1000;

let state = null;      // null before the first answer
let stateAt = 0;
let awaySince = null;      // null while the server answers
let answeredAt = null;

function take(newer) {
  answeredAt = Date.now();
  if (state === null || newer.version !== state.version) {
    if (newer.busy !== state?.busy) {
      refuse('');
    }
    state = newer;
    stateAt = answeredAt;
    drawPage();
  }
}

async function askState() {
  const response = await fetch(state ? `/state?after=${state.version}` : '/state',
    {signal: AbortSignal.timeout?.(1000 * STATE_SECONDS)});
  if (!response.ok) {
    throw new Error(`/state: ${response.status}`);
  }
  return response.json();
}

/** A hidden tab does not poll, because a browser's tabs share six connections to a server. */
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
      goAway();
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

async function comeBack() {
  for (;;) {
    await after(RETRY_MILLIS);
    try {
      if ((await fetch('/', {signal: AbortSignal.timeout?.(5000)})).ok) {
        location.reload();      // a restarted server has a new token
        return;
      }
    } catch (e) {
      drawLink();
    }
  }
}

async function tell(path, what) {
  let answer;
  try {
    const response = await fetch(path, {method: 'POST', body: JSON.stringify(what),
      signal: AbortSignal.timeout?.(10000), headers: {'Content-Type': 'application/json', 'X-Token': TOKEN}});
    if (response.status === 403) {      // a restarted server has a new token
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
