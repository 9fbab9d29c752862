// Starts `./run.sh class` on free ports, and reads and controls its pages.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** The page's URL, the voting page's, and the code at the line's end. */
const READY = /(http:\S+\/) .*(http:\S+\/).*\b([A-Z0-9]{4})\n/;

export class Classroom {
  static async start() {
    const classroom = new Classroom();
    const options = ['class', '--port', '0', '--bind', '127.0.0.1', '--vote-port', '0'];
    classroom.process = spawn(join(REPOSITORY, 'run.sh'), options, { stdio: ['ignore', 'pipe', 'inherit'] });
    classroom.ended = new Promise(resolve => classroom.process.once('exit', (code, signal) => resolve(code ?? signal)));
    [classroom.page, classroom.votePage, classroom.code] = await new Promise((resolve, reject) => {
      let output = '';
      classroom.process.stdout.on('data', data => {
        output += data;
        const [, ...ready] = output.match(READY) ?? [];
        if (ready.length > 0) {
          resolve(ready);
        }
      });
      classroom.ended.then(code => reject(new Error(`run.sh class ended with ${code}: ${output}`)));
    });
    return classroom;
  }

  async state() {
    return (await fetch(new URL('/state', this.page))).json();
  }

  async lesson(id) {
    return (await this.state()).lessons.find(lesson => lesson.id === id);
  }

  async stop(signal = 'SIGTERM') {
    this.process.kill(signal);
    return this.ended;
  }
}

const element = selector => `document.querySelector(${JSON.stringify(selector)})`;

export const textOf = (browser, selector) => browser.evaluate(`${element(selector)}?.textContent ?? ''`);

export const waitFor = (browser, selector, seconds) =>
  browser.until(`${selector} is there`, `${element(selector)} !== null`, seconds);

/** The words come from the test or from the state, or they are a number: a better sentence must not fail a check. */
export async function waitForText(browser, selector, words, seconds) {
  await browser.until(`${selector} says ${words}`,
    `(${element(selector)}?.textContent ?? '').includes(${JSON.stringify(words)})`, seconds);
}

export const waitUntilMeasured = (browser, lesson, seconds) => browser.until(`lesson ${lesson} can be revealed`,
  `state.lessons[${lesson - 1}].state === 'measured' && document.querySelector('#go')?.disabled === false`, seconds);

export async function press(browser, selector) {
  await browser.until(`${selector} is enabled`, `${element(selector)}?.disabled === false`);
  await browser.evaluate(`${element(selector)}.click()`);
}

export async function write(browser, selector, value) {
  await waitFor(browser, selector);
  await browser.evaluate(`${element(selector)}.focus(); ${element(selector)}.value = ''`);
  await browser.command('Input.insertText', { text: String(value) });
}

const KEYS = { Enter: 13, ArrowLeft: 37, ArrowRight: 39 };

export async function key(browser, name) {
  const what = { key: name, code: name, windowsVirtualKeyCode: KEYS[name] };
  const text = name === 'Enter' ? { text: '\r' } : {};
  await browser.command('Input.dispatchKeyEvent', { type: 'keyDown', ...what, ...text });
  await browser.command('Input.dispatchKeyEvent', { type: 'keyUp', ...what });
}
