// Controls a headless Chromium over the DevTools protocol, through a pipe.
//   node .ci/browser.mjs screenshot URL FILE.png [WIDTH HEIGHT light|dark SECONDS]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const sleep = millis => new Promise(resolve => setTimeout(resolve, millis));

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--hide-scrollbars',
  '--disable-background-networking', '--disable-component-update', '--disable-sync', '--remote-debugging-pipe'];

/** `moving: false` saves the CPU time of the page's animations. `problems` collects the console's errors and warnings. */
export class Browser {
  problems = [];
  #calls = new Map();
  #next = 1;
  #text = '';

  static async open(url, { width = 1280, height = 900, dark = false, moving = true } = {}) {
    const browser = new Browser();
    await browser.#start(url, width, height, dark, moving);
    return browser;
  }

  async #start(url, width, height, dark, moving) {
    this.profile = mkdtempSync(join(tmpdir(), 'browser-'));
    this.process = spawn(process.env.CHROMIUM ?? 'chromium', [...FLAGS, `--user-data-dir=${this.profile}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.process.on('error', error => { throw error; });
    this.process.stdio[4].on('data', data => this.#receive(data.toString()));
    const { targetId } = await this.#send('Target.createTarget', { url: 'about:blank' });
    this.session = (await this.#send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) {
      await this.command(`${domain}.enable`);
    }
    await this.#window(width, height);
    await this.command('Emulation.setEmulatedMedia', { features: [
      { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
      { name: 'prefers-reduced-motion', value: moving ? 'no-preference' : 'reduce' },
    ] });
    await this.command('Page.navigate', { url });
  }

  #receive(data) {
    const parts = (this.#text + data).split('\0');
    this.#text = parts.pop();
    parts.map(part => JSON.parse(part)).forEach(message => this.#take(message));
  }

  #take({ id, result, error, method, params }) {
    if (id) {
      const { resolve, reject } = this.#calls.get(id);
      this.#calls.delete(id);
      return error ? reject(new Error(error.message)) : resolve(result);
    }
    if (method === 'Runtime.exceptionThrown') {
      this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type)) {
      this.problems.push(params.args.map(argument => argument.value).join(' '));
    } else if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) {
      this.problems.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    }
  }

  #send(method, params = {}, sessionId) {
    const id = this.#next++;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject }));
  }

  command(method, params) {
    return this.#send(method, params, this.session);
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.command('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  async until(what, expression, seconds = 30) {
    // evaluate() fails while a page loads
    const holds = () => this.evaluate(expression).catch(() => false);
    for (const end = Date.now() + seconds * 1000; !await holds(); await sleep(100)) {
      if (Date.now() > end) {
        throw new Error(`not within ${seconds} s: ${what}; problems: ${this.problems.join('; ') || 'none'}`);
      }
    }
  }

  #window(width, height) {
    return this.command('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  }

  /** Returns when the resized page has been drawn. */
  async resize(width, height) {
    await this.#window(width, height);
    await this.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  }

  async screenshot(file, full = true) {
    const { data } = await this.command('Page.captureScreenshot', { format: 'png', captureBeyondViewport: full });
    writeFileSync(file, Buffer.from(data, 'base64'));
  }

  async close() {
    const ended = new Promise(resolve => this.process.once('exit', resolve));
    // unlike kill(), this command ends the browser's children, too
    this.#send('Browser.close').catch(() => this.process.kill());
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function screenshot(url, file, width = 1280, height = 900, scheme = 'light', seconds = 3) {
  const browser = await Browser.open(url, { width: Number(width), height: Number(height), dark: scheme === 'dark' });
  try {
    await sleep(Number(seconds) * 1000);
    await browser.screenshot(file);
    console.log(browser.problems.length ? browser.problems.join('\n') : 'no problems');
  } finally {
    await browser.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [command, ...rest] = process.argv.slice(2);
  if (command !== 'screenshot' || rest.length < 2) {
    console.error('usage: node .ci/browser.mjs screenshot URL FILE.png [WIDTH HEIGHT light|dark SECONDS]');
    process.exit(1);
  }
  await screenshot(...rest);
}
