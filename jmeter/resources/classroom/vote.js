'use strict';
// The room's page. The server says whether this browser has joined, and what is asked; a question that changes is shown
// by itself: the server answers when there is another one, or after 20 s.

const PATIENCE_MILLIS = 30_000;      // more than the server waits
const byId = id => document.getElementById(id);
const show = (id, shown) => { byId(id).hidden = !shown; };
const say = (id, text) => { byId(id).textContent = text; };
const pause = millis => new Promise(resolve => setTimeout(resolve, millis));

let question = null;      // the last answer of the server; null until this browser has joined
let waiting = null;       // the request that waits for the next question
let following = false;

/** What the server answers; an Error with a sentence for the user where it refuses. */
async function ask(path, body, controller = new AbortController()) {
  const patience = setTimeout(() => controller.abort(), PATIENCE_MILLIS);
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const response = await fetch(path, { ...(body ? post : {}), signal: controller.signal, cache: 'no-store' });
    const answer = await response.json();
    if (!response.ok) {
      throw Object.assign(new Error(answer.error), { status: response.status });
    }
    return answer;
  } finally {
    clearTimeout(patience);
  }
}

function drawJoin() {
  question = null;
  show('join', true);
  show('question', false);
  show('waiting', false);
}

function inWords(value) {
  const { unit, choices } = question.asks;
  return choices.length ? choices[value] : `${value.toLocaleString('en', { maximumFractionDigits: 9 })} ${unit}`;
}

function drawVote() {
  const { open, vote, lesson } = question;
  const mine = vote === null ? '' : `Your vote: ${inWords(vote)}.`;
  byId('mine').className = open ? '' : 'closed';
  say('mine', lesson === 0 ? '' : !open ? `${mine} The vote is closed.`
    : mine && `${mine} You can change it until the vote is closed.`);
  for (const [index, button] of [...byId('choices').querySelectorAll('button')].entries()) {
    button.setAttribute('aria-pressed', index === vote);
  }
}

function drawChoices(choices) {
  byId('choices').querySelectorAll('button').forEach(button => button.remove());
  choices.forEach((choice, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = choice;
    button.addEventListener('click', () => vote(index));
    byId('choices').append(button);
  });
}

/** Another question than before, or the same one opened or closed: what was typed meanwhile was for that one. */
function drawQuestion() {
  const { lesson, title, asks, open, vote } = question;
  show('join', false);
  show('question', lesson > 0);
  show('waiting', !open);
  say('waiting', lesson > 0 ? 'The next question comes here by itself.'
    : 'You have joined. The first question comes here by itself.');
  show('number', open && asks.choices.length === 0);
  show('choices', open && asks.choices.length > 0);
  say('error', '');
  if (lesson > 0) {
    say('lesson', `Lesson ${lesson}`);
    say('title', title);
    say('unit', asks.unit);
    drawChoices(asks.choices);
    Object.assign(byId('value'), { min: asks.least, max: asks.most, value: vote ?? '' });
  }
  drawVote();
}

function take(answer) {
  show('offline', false);
  if (!answer.joined) {
    drawJoin();
  } else if (question?.version !== answer.version) {
    question = answer;
    drawQuestion();
  }
}

async function awaitQuestion() {
  waiting = new AbortController();
  try {
    take(await ask(question ? `question?after=${question.version}` : 'question', null, waiting));
  } catch (error) {
    if (!waiting.wokenUp) {
      show('offline', true);
      await pause(1000 + 2000 * Math.random());      // forty browsers do not come back at once
    }
  }
}

async function follow() {
  if (following) {
    return;
  }
  following = true;
  do {
    await awaitQuestion();
  } while (byId('join').hidden);
  following = false;
}

/** Does what a button asks for; once more where the connection had been given up meanwhile. */
async function attempt(work) {
  const buttons = document.querySelectorAll('button');
  say('error', '');
  buttons.forEach(button => { button.disabled = true; });
  try {
    await work().catch(error => error.status ? Promise.reject(error) : work());
  } catch (error) {
    say('error', error.status ? `${error.message[0].toUpperCase()}${error.message.slice(1)}.`
      : 'No answer from the teacher’s computer: try again.');
    if (error.status === 401) {
      drawJoin();
    }
  }
  buttons.forEach(button => { button.disabled = false; });
}

function vote(value) {
  const { lesson } = question;
  return attempt(async () => {
    const answer = await ask('vote', { lesson, value });
    if (question?.lesson === lesson) {
      question.vote = answer.vote;
      drawVote();
    }
  });
}

byId('join').addEventListener('submit', event => {
  event.preventDefault();
  attempt(async () => {
    await ask('join', { code: byId('code').value });
    const answer = await ask('question');
    if (!answer.joined) {
      throw Object.assign(new Error('your browser keeps no cookie of this page: allow it to'), { status: 401 });
    }
    take(answer);
    follow();
  });
});
byId('number').addEventListener('submit', event => {
  event.preventDefault();
  byId('value').blur();      // takes a phone's keyboard away, which covers what is said next
  vote(byId('value').valueAsNumber);
});
// A phone that has slept has lost its connection and does not know it yet.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && waiting) {
    waiting.wokenUp = true;
    waiting.abort();
  }
});
follow();
