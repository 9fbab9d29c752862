// Loads the status page in Chromium while each mode is under load: figures move, nothing is red in the console, and the
// page comes at once even when a pool of one thread has 200 clients waiting.
//   node .ci/page.mjs        needs Node 20, Chromium, and what run.sh needs; exit code 1 if a check fails
import { spawn } from 'node:child_process';
import http from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Browser, sleep } from './browser.mjs';

const HERE = join(dirname(fileURLToPath(import.meta.url)), '..');
const PAGE_MILLIS = 200;
const figure = path => `(document.querySelector('[data-figure="${path}"]')?.textContent ?? '').replace(/,/g, '')`;
let failures = 0;

function check(holds, what) {
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
  failures += holds ? 0 : 1;
}

/** Both services, by the command that people use. */
class Services {
  static async start(...options) {
    const services = new Services();
    services.process = spawn(join(HERE, 'run.sh'), [...options, '--port', '0', '--service-two-port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    services.ended = new Promise(resolve => services.process.once('exit', resolve));
    await new Promise((resolve, reject) => {
      let output = '';
      services.process.stdout.on('data', data => {
        output += data;
        const ready = output.match(/service one ready at (http:\S+) .*status page (http:[^\s,)]+)[,)]/);
        if (ready) {
          [, services.url, services.admin] = ready;
          resolve();
        }
      });
      services.process.once('exit', code => reject(new Error(`run.sh ended with ${code}: ${output}`)));
    });
    return services;
  }

  async stats() {
    return (await fetch(new URL('/stats', this.admin))).json();
  }

  async stop() {
    this.process.kill();
    await this.ended;
  }
}

/** So many clients, each asking again when it is answered, until stopped. */
class Load {
  #agent;
  #going = true;

  constructor(url, clients) {
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: clients });
    for (let i = 0; i < clients; i++) {
      this.#ask(url);
    }
  }

  #ask(url) {
    const again = () => this.#going && this.#ask(url);
    const request = http.get(new URL('/meetings', url), { agent: this.#agent, headers: { authorization: 'token' } },
      response => response.resume().once('end', again));
    request.once('error', () => this.#going && setTimeout(again, 100));
  }

  stop() {
    this.#going = false;
    this.#agent.destroy();
  }
}

async function figuresMove(mode, dark) {
  const services = await Services.start(mode);
  const load = new Load(services.url, 40);
  let browser;
  try {
    browser = await Browser.open(services.url, { dark, width: dark ? 700 : 1280 });      // where people look; it redirects
    await browser.until('the page is live', `document.querySelector('#live')?.classList.contains('yes') ?? false`);
    check(await browser.evaluate('location.origin') === new URL(services.admin).origin, `${mode}: service one's / leads to the page`);
    await browser.until('requests are answered', `Number(${figure('now.throughput')}) > 0`);
    const completed = await browser.evaluate(figure('total.completed'));
    await browser.until('the count goes on', `Number(${figure('total.completed')}) > ${completed}`);
    await browser.until('requests are seen in their calls', `[...document.querySelectorAll('#calls li b')].some(b => Number(b.textContent) > 0)`);
    await browser.until('the charts are drawn', `document.querySelectorAll('figure .line.one[d^="M"]').length === 5`);
    check(await browser.evaluate(figure('service.mode')) === mode, `${mode}: figures move, charts are drawn`);
    check(browser.problems.length === 0, `${mode}: nothing red in the console ${browser.problems.join('; ')}`);
    await explained(browser, load, mode);
  } finally {
    load.stop();
    await browser?.close();
    await services.stop();
  }
}

/** The card of Little's law, under a closed loop of /meetings and after it. */
async function explained(browser, load, mode) {
  const words = text => `document.querySelector('#law').textContent.includes(${JSON.stringify(text)})`;
  await browser.until('the wait is the announced one', words('Each request has to wait 1.05 s, as announced.'));
  await browser.until('the loop is seen to be closed', words('A closed loop: connections that were answered ask again.'));
  load.stop();
  await browser.until('it says that there is none lately', words('No request was answered in the last 10 s;'));
  check(true, `${mode}: the prediction is explained, and what there was is not forgotten`);
}

/** An open page shows whatever service one has its port. */
async function thePageFollows() {
  let services = await Services.start('pool', '--admin-port', '0');
  const page = new URL(services.admin);
  const browser = await Browser.open(services.admin);
  try {
    for (const mode of ['pool', 'loom']) {
      await browser.until(`the page shows ${mode}`, `${figure('service.mode')} === '${mode}' && document.querySelector('#live').textContent === 'live'`);
      await services.stop();
      await browser.until('the page misses it', `document.querySelector('#live').textContent !== 'live'`);
      services = await Services.start('loom', '--admin-port', page.port);
    }
    check(true, 'the page follows from pool to loom');
  } finally {
    await browser.close();
    await services.stop();
  }
}

async function timed(url) {
  const start = performance.now();
  await (await fetch(url)).text();
  return performance.now() - start;
}

async function pageComesWhileThePoolIsExhausted() {
  const services = await Services.start('pool', '--threads', '1');
  const load = new Load(services.url, 200);
  let browser;
  try {
    for (let i = 0; (await services.stats()).now.queued < 190; i++) {
      if (i > 100) {
        throw new Error('the queue does not fill');
      }
      await sleep(100);
    }
    const millis = [];
    for (let i = 0; i < 21; i++) {
      millis.push(await timed(services.admin), await timed(new URL('/stats', services.admin)));
    }
    millis.sort((a, b) => a - b);
    const median = millis[millis.length / 2];
    check(median <= PAGE_MILLIS, `exhausted pool: the page comes in ${median.toFixed(1)} ms (at most ${millis.at(-1).toFixed(1)})`);
    browser = await Browser.open(services.admin);
    await browser.until('the page shows the queue', `Number(${figure('now.queued')}) >= 190`);
    check(browser.problems.length === 0, `exhausted pool: the page shows the queue ${browser.problems.join('; ')}`);
  } finally {
    load.stop();
    await browser?.close();
    await services.stop();
  }
}

await figuresMove('pool', false);
await figuresMove('loom', true);
await figuresMove('async', false);
await thePageFollows();
await pageComesWhileThePoolIsExhausted();
process.exit(failures ? 1 : 0);
