// Little's law in words: what is predicted, from what, and how it differs from what is measured.
const reasons = {
  'unknown': 'Not known yet whether the load depends on answers: taken as a closed loop.',
  'ask again': 'A closed loop: connections that were answered ask again.',
  'level': 'A closed loop: the load stays level, so those that were answered come again.',
  'growing': 'An open loop: the load grows steadily, whatever is answered.',
  'new connections': 'Taken as an open loop, as each request comes on a new connection; '
    + 'a closed one without keep-alive looks the same.',
};

/** What a request waits for, by those who make it wait. */
function waits({law}) {
  if (law.waitSeconds === null) {
    return 'Service two does not announce its delays: so each request is taken to wait as long as was measured, '
      + `${formats.seconds(law.serviceSeconds)}.`;
  }
  if (law.waitSeconds === 0) {
    return 'These requests wait for nothing, so threads beyond the cores buy nothing.';
  }
  return `Each request has to wait ${formats.seconds(law.waitSeconds)}, as announced.`;
}

/** What sets the throughput, and how many of it there are. */
function bound({law, service, now}) {
  const many = {
    threads: law.here.limit, connections: service.connectionLimit, carriers: now.threadsTotal,
    permits: law.serviceTwo.authorizePermits,
  }[law.here.bound];
  const of = many === 1 ? law.here.bound.replace(/s$/, '') + ' allows' : law.here.bound + ' allow';
  return `the ${many ? formats.count(many) + ' ' : ''}${of} ${formats.perSecond(law.here.throughput)}`;
}

/** In place of an explanation: an error waits for nothing that is announced, and is made in no time. */
const ofErrors = 'Most answers are errors, of which nothing is predicted: '
  + 'they have not waited for what answers wait for.';

/** Why so many are served, and no more. */
function howMany(stats) {
  const {load, here, arrivals, arrivalsPerSecond, waitSeconds} = stats.law;
  if (waitSeconds === 0) {
    return '';
  }
  if (here.growth > 0) {
    return `${formats.perSecond(arrivalsPerSecond)} arrive, ${bound(stats)}: the rest queues up, `
      + `and the response time grows by ${decimals(here.growth, 2)} s each second.`;
  }
  const come = arrivals === 'open' && !here.bound ? `${formats.perSecond(arrivalsPerSecond)} arrive`
    : `${formats.count(load)} want service at once`;
  return `${come}, ${here.bound ? bound(stats) : 'all fit in'}.`
    + (here.bound === 'carriers' ? ' To be read a request needs one too, and what is measured begins there.' : '');
}

/** What no wait explains. */
function difference({law, service, now}) {
  const most = `its CPU time alone would allow ${formats.perSecond(service.cores * 1e6 / now.cpuMicrosPerRequest)}`;
  if (law.unansweredCalls > 0) {
    return `${formats.count(law.unansweredCalls)} calls failed, were late or were refused, `
      + `which no prediction knows of; ${most}.`;
  }
  if (law.workMillis !== null) {
    return `Work, and waiting for a core: ${formats.time(Math.max(0, law.workMillis))}; ${most}.`;
  }
  return law.waitSeconds === null ? `As for work, ${most}.`
    : `What it takes beyond that is work, and waiting for what others hold; ${most}.`;
}

function withoutAnswers({total, now, service}) {
  const inFlight = now.inFlight ? ` ${formats.count(now.inFlight)} are in flight.` : '';
  if (total.completed) {
    return `No request was answered in the last ${service.windowSeconds} s; `
      + `${formats.count(total.completed)} before that.${inFlight}`;
  }
  return inFlight ? `No request is answered yet.${inFlight}`
    : `No requests yet. Try: ./run.sh jmeter closed-loop ${service.port === 8082 ? '' : `-Jport=${service.port} `}`
      + '-Jusers=1000';
}

const response = prediction => prediction?.growth > 0 ? 'grows' : write(prediction?.responseSeconds, 'seconds');

function explainLaw(stats) {
  const {service, now, law} = stats;
  const pool = service.boundedByThreads;
  byId('law-here').textContent = 'predicted: ' + (pool ? `${formats.count(now.threadsTotal)} thread${now.threadsTotal === 1 ? '' : 's'}` : service.mode);
  byId('law-other').textContent = `if it were ${law.otherIs}`;
  byId('law-here-response').textContent = response(law.here);
  byId('law-other-response').textContent = response(law.other);
  const queued = now.queuedMillis ?? null;
  const measured = queued === null || now.mostlyErrors ? null : queued + now.serviceMillis;
  byId('measured-response').textContent = write(measured, 'time');
  const answered = law.here && law.serviceSeconds !== null;
  byId('law-words').textContent = !answered ? withoutAnswers(stats) : now.mostlyErrors ? ofErrors
    : `${waits(stats)} ${howMany(stats)} ${difference(stats)}`;
  byId('law-arrivals').textContent = answered && !now.mostlyErrors ? reasons[law.arrivalsSeen] : '';
}
