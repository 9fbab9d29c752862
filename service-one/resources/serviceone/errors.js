// Tells errors from good answers.
const MEANINGS = {
  400: 'bad request', 401: 'token missing or unknown', 403: 'not allowed for this user',
  404: 'no such path', 499: 'the client had left', 500: 'service one failed',
  502: 'service two failed or is not reachable',
  503: 'calls to service two have reached --max-calls', 504: 'service two answered too late',
};
const MOST_STATUSES = 2;
let totals = [];      // the oldest first
let totalsOf = null;      // the service's pid

function separateErrors(stats) {
  const {now, history} = stats;
  const good = (all, failed) => isKnown(all) ? Math.max(0, all - failed) : null;
  const isMostlyErrors = (all, failed) => failed > all / 2;
  now.goodPerSecond = good(now.throughput, now.failedPerSecond);
  now.mostlyErrors = isMostlyErrors(now.throughput, now.failedPerSecond);
  history.good = history.throughput.map((all, i) => good(all, history.failed[i]));
  history.mostlyErrors = history.throughput.map((all, i) => isMostlyErrors(all, history.failed[i]));
  return stats;
}

function named(failedByStatus, inWords) {
  const statuses = Object.entries(failedByStatus).sort(([, a], [, b]) => b - a);
  const others = statuses.length > MOST_STATUSES ? ' and others' : '';
  return statuses.slice(0, MOST_STATUSES).map(inWords).join(', ') + others;
}

/** The errors of the last seconds. While there are no earlier totals: all errors so far, but no refusals. */
function recentErrors({service, total}) {
  const at = Date.now();
  totals = totals.filter(each => totalsOf === service.pid && at - each.at <= 1000 * (service.windowSeconds + 1));
  totalsOf = service.pid;
  const before = totals[0] ?? {refused: total.refused, failedByStatus: {}};
  totals.push({at, ...total});
  const grown = Object.entries(total.failedByStatus)
    .map(([status, n]) => [status, n - (before.failedByStatus[status] ?? 0)]).filter(([, n]) => n > 0);
  return {refused: total.refused - before.refused, failedByStatus: Object.fromEntries(grown)};
}

function failing({throughput, failedPerSecond, mostlyErrors}) {
  if (failedPerSecond >= throughput) {
    return 'every answer is an error';
  }
  return mostlyErrors ? 'most answers are errors' : 'some answers are errors';
}

/** The words after "live, but". */
function whatFails(stats) {
  const {refused, failedByStatus} = recentErrors(stats);
  const meaning = (status, i) => i === 0 && MEANINGS[status] ? ` (${MEANINGS[status]})` : '';
  const why = named(failedByStatus, ([status], i) => status + meaning(status, i));
  const errors = failing(stats.now) + (why && `: ${why}`);
  return [stats.now.failedPerSecond > 0 && errors, refused > 0 && 'connections are refused: 503']
    .filter(words => words).join('; ');
}

/** The count of a single status is already shown as the total. */
function counted(failedByStatus) {
  const alone = Object.keys(failedByStatus).length === 1;
  return named(failedByStatus, ([status, n]) => alone ? status : `${count(n)} × ${status}`);
}

function showErrors({total, now}) {
  say('failures', ': ' + counted(total.failedByStatus));
  select('[data-of-answers]')
    .forEach(element => element.classList.toggle('bad', now.mostlyErrors));
}
