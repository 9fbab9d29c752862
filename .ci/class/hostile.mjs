import http from 'node:http';
import { Browser } from '../browser.mjs';
import { check } from '../page/services.mjs';

/** Runs in the hostile page. */
async function attack(classPage) {
  const body = JSON.stringify({ lesson: 1 }), url = new URL('/run', classPage);
  const tries = [
    () => fetch(url, { method: 'POST', mode: 'no-cors', body }),
    () => fetch(url, { method: 'POST', mode: 'no-cors', body, headers: { 'Content-Type': 'text/plain' } }),
    () => fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', 'X-Token': 'guessed' } }),
    async () => {      // works only if the hostile page can read the token
      const words = await (await fetch(classPage)).text();
      const token = words.match(/name="token" content="(\w+)"/)[1];
      return fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', 'X-Token': token } });
    },
    () => Promise.resolve(navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }))),
    () => new Promise(loaded => {
      const frame = Object.assign(document.createElement('iframe'), { name: 'target', onload: loaded });
      const form = Object.assign(document.createElement('form'),
        { method: 'POST', action: url, enctype: 'text/plain', target: 'target' });
      form.append(Object.assign(document.createElement('input'), { name: '{"lesson":1,"a":"', value: '"}' }));
      document.body.append(frame, form);
      form.submit();
    }),
  ];
  const answers = [];
  for (const attempt of tries) {
    answers.push(await attempt().then(
      answer => answer?.type === 'cors' ? answer.status : 'unreadable', () => 'refused'));
  }
  return answers;
}

async function hostilePage() {
  const server = http.createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>win a prize</title><body>');
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Needs a prediction for lesson 1: without one, the server refuses every run. */
export async function hostilePageIsRefused(classroom) {
  const server = await hostilePage();
  const browser = await Browser.open(`http://localhost:${server.address().port}/`);
  try {
    await browser.until('the hostile page is loaded', `document.title === 'win a prize'`);
    const answers = await browser.evaluate(`(${attack})(${JSON.stringify(classroom.page)})`);
    const { busy, lessons } = await classroom.state();
    check(busy === '' && lessons[0].state === 'predicted', `a page of another origin cannot start a run: ${answers}`);
    check(answers.every(answer => answer === 'unreadable' || answer === 'refused'),
      'a page of another origin cannot read the server\'s answers');
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
