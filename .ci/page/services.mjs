import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const MODES = readFileSync(join(REPOSITORY, 'run.sh'), 'utf8').match(/^modes='(.*)'$/m)[1].split(' ');
let failures = 0;

export function check(holds, what) {
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
  failures += holds ? 0 : 1;
}

export const failed = () => failures > 0;

/** An expression for the figure's text, without commas and unit. */
export const figure = path =>
  `(document.querySelector('[data-figure="${path}"]')?.textContent ?? '').replace(/,|[/]s/g, '')`;

const TWO_READY = /^service two .*http:\S+ .*\bpid (\d+)/m;
const ONE_READY = /^service one .*?(http:\S+) .*(http:[^\s,)]+)[,)]/m;

export class Services {
  #loads = [];

  static async start(mode, { page = 0, options = [] } = {}) {
    const services = new Services();
    const ports = ['--port', '0', '--service-two-port', '0', '--admin-port', String(page)];
    services.process = spawn(join(REPOSITORY, 'run.sh'), [mode, ...options, ...ports],
      { stdio: ['ignore', 'pipe', 'inherit'] });
    services.ended = new Promise(resolve => services.process.once('exit', resolve));
    await new Promise((resolve, reject) => {
      let output = '';
      services.process.stdout.on('data', data => {
        output += data;
        const ready = output.match(ONE_READY);
        if (ready) {
          [, services.url, services.page] = ready;
          [, services.two] = output.match(TWO_READY);
          resolve();
        }
      });
      services.process.once('exit', code => reject(new Error(`run.sh ended with ${code}: ${output}`)));
    });
    return services;
  }

  async stats() {
    return (await fetch(new URL('/stats', this.page))).json();
  }

  /** Under run.sh, service two ignores SIGINT, SIGTERM and SIGHUP. */
  endTwo() {
    process.kill(Number(this.two), 'SIGKILL');
  }

  load(clients) {
    this.#loads.push(new Load(this.url, clients));
  }

  unload() {
    this.#loads.splice(0).forEach(load => load.stop());
  }

  async stop() {
    this.unload();
    this.process.kill();
    await this.ended;
  }
}

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

export async function withPage(services, open, look) {
  let browser;
  try {
    browser = await open(services);
    await look(browser, services);
  } finally {
    await browser?.close();
    await services.stop();
  }
}
