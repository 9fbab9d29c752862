import { fitsEveryWindow } from './layout.mjs';
import { figure } from './services.mjs';

// The next two functions run in the page.
function enlarge(stats) {
  const { service, total, now, law, history } = stats;
  Object.assign(total, { accepted: 12345678, refused: 12345, completed: 12345678, failed: 1234567 });
  total.failedByStatus = { 401: 1234, 502: 1000000, 504: 232333 };
  Object.assign(now, { connections: 10000, queued: 9000, inFlight: 10000, acceptedPerSecond: 10000, throughput: 9412,
    failedPerSecond: 1234, p50Millis: 10050, p99Millis: 12345, queuedMillis: 12345, cpuMicrosPerRequest: 1234,
    heapBytes: 2e9 });
  now.waiting = { info: 2500, authenticate: 2500, authorize: 2500, meetings: 2500 };
  if (service.boundedByThreads) {
    Object.assign(now, { threadsTotal: 1000, threadsBusy: 1000, platformThreads: 1016 });
  } else if (service.onVirtualThreads) {
    now.virtualThreads = 10000;
  }
  Object.assign(law, { load: 10000, serviceSeconds: 1.049, measuredInFlight: 10000 });
  law.here = { limit: 10000, inFlight: 10000, requests: 10000, throughput: 9532, responseSeconds: 10.05 };
  law.other = { ...law.here, responseSeconds: null };      // not known
  const filled = (value, i = 120) => Array.from({ length: i }, () => value);
  Object.assign(history, { at: filled(0), throughput: filled(9412), failed: [...filled(1234, 60), ...filled(9000, 60)],
    p50: filled(10050), p99: filled(12345), lawThroughput: filled(9532), lawResponse: filled(10490), cpu: filled(100),
    heap: filled(2e9), platform: filled(now.platformThreads), virtual: filled(10000) });
}

function lengthen(requests) {
  const names = ['queued', 'read', 'own', 'info', 'authenticate', 'authorize', 'meetings', 'queued', 'own', 'written'];
  const thread = i => names[i] === 'queued' ? '' : i < 7 ? 'request-1234567' : 'worker-200';
  const parts = names.map((name, i) => ({ name, from: i && 60000 + 333 * i, to: 60333 + 333 * i, thread: thread(i) }));
  requests.lives = Array.from({ length: 40 }, (_, i) => ({ id: i, total: parts.at(-1).to,
    path: `/${'long'.repeat(15)}…`, status: [200, 504, 503][i % 3], parts }));
  Object.assign(requests, { cores: 128, ended: 123456, inFlight: 10000 });
  if (requests.parked !== null) {
    Object.assign(requests, { mounted: 128, runnable: 9000, parked: 1000000 });
  }
}

const ENLARGING = `{
  const ask = fetch;
  window.fetch = async (...what) => {
    const figures = await (await ask(...what)).json();
    (figures.lives ? ${lengthen} : ${enlarge})(figures);
    return Response.json(figures);
  };
}`;

export async function largeFiguresFit(browser, mode) {
  await browser.evaluate(ENLARGING);
  await browser.until('the page shows 10,000 connections', `${figure('now.connections')} === '10000'`);
  await fitsEveryWindow(browser, `${mode}, 10,000 connections and errors of many kinds`);
  await browser.evaluate(`location.hash = '#lives'`);
  await browser.until('the bars are long', `[...document.querySelectorAll('.life .bad')].some(bad => bad.textContent === '503')`);
  await fitsEveryWindow(browser, `${mode}, requests that take a minute`);
}
