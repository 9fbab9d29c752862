// Little's law in words.
const reasons = {
  'unknown': 'Treated as a closed loop: it is not yet clear whether the load depends on answers.',
  'ask again': 'A closed loop: connections send another request after each answer.',
  'level': 'A closed loop: the load stays level, so clients seem to ask again after their answers.',
  'growing': 'An open loop: the load grows steadily and does not wait for answers.',
  'new connections': 'Treated as an open loop: each request comes on a new connection. '
    + 'A closed loop without keep-alive looks the same.',
};

function waits({law}) {
  if (law.waitSeconds === null) {
    return 'Service two does not announce its delays, so this assumes that each request waits as long as measured, '
      + `${formats.seconds(law.serviceSeconds)}.`;
  }
  if (law.waitSeconds === 0) {
    return 'These requests wait for nothing, so more threads than cores are of no use.';
  }
  return `The configured delays make each request wait ${formats.seconds(law.waitSeconds)}.`;
}

function bound({law, service, now}) {
  const many = {
    threads: law.here.limit, connections: service.connectionLimit, carriers: now.threadsTotal,
    permits: law.serviceTwo.authorizePermits,
  }[law.here.bound];
  const of = many === 1 ? law.here.bound.replace(/s$/, '') + ' allows' : law.here.bound + ' allow';
  return `the ${many ? formats.count(many) + ' ' : ''}${of} ${formats.perSecond(law.here.throughput)}`;
}

const noPrediction = 'Most answers are errors. There is no prediction for them: '
  + 'they skip the waits of good answers.';

function cause(stats) {
  const {load, here, arrivals, arrivalsPerSecond, waitSeconds} = stats.law;
  if (waitSeconds === 0) {
    return '';
  }
  if (here.growth > 0) {
    return `${formats.perSecond(arrivalsPerSecond)} arrive; ${bound(stats)}. The rest queue up, `
      + `and the response time grows by ${decimals(here.growth, 2)} s each second.`;
  }
  const come = arrivals === 'open' && !here.bound ? `${formats.perSecond(arrivalsPerSecond)} arrive`
    : `${formats.count(load)} ${load < 1.5 ? 'request needs' : 'requests need'} service at once`;
  return `${come}${here.bound ? `; ${bound(stats)}` : ', and none has to queue'}.`
    + (here.bound === 'carriers' ? ' A request needs a carrier even to be read, and the time before that is not measured.' : '');
}

/** The part of the response time that the waits do not explain. */
function difference({law, service, now}) {
  const most = `the CPU alone would allow ${formats.perSecond(service.cores * 1e6 / now.cpuMicrosPerRequest)}`;
  if (law.unansweredCalls > 0) {
    return `${formats.count(law.unansweredCalls)} calls failed, were late or were refused; `
      + `the prediction leaves them out. As for work, ${most}.`;
  }
  if (law.workMillis !== null) {
    return `Work and waiting for a core take ${formats.time(Math.max(0, law.workMillis))}; ${most}.`;
  }
  return law.waitSeconds === null ? `As for work, ${most}.`
    : `The rest is work, and waiting for what other requests hold; ${most}.`;
}

function withoutAnswers({total, now, service}) {
  const inFlight = now.inFlight ? ` ${formats.count(now.inFlight)} are in flight.` : '';
  if (total.completed) {
    return `No request was answered in the last ${service.windowSeconds} s; `
      + `${formats.count(total.completed)} before that.${inFlight}`;
  }
  return inFlight ? `No request has been answered yet.${inFlight}`
    : `No requests yet. Try: ./run.sh jmeter closed-loop ${service.port === 8082 ? '' : `-Jport=${service.port} `}`
      + '-Jusers=1000';
}

const response = prediction => prediction?.growth > 0 ? 'grows' : write(prediction?.responseSeconds, 'seconds');

function explainLaw(stats) {
  const {service, now, law} = stats;
  const pool = service.boundedByThreads;
  byId('law-here').textContent = 'predicted: ' + (pool ? `${formats.count(now.threadsTotal)} thread${now.threadsTotal === 1 ? '' : 's'}` : service.mode);
  byId('law-other').textContent = `with ${law.otherIs}`;
  byId('law-here-response').textContent = response(law.here);
  byId('law-other-response').textContent = response(law.other);
  const queued = now.queuedMillis ?? null;
  const measured = queued === null || now.mostlyErrors ? null : queued + now.serviceMillis;
  byId('measured-response').textContent = write(measured, 'time');
  const answered = law.here && law.serviceSeconds !== null;
  byId('law-words').textContent = !answered ? withoutAnswers(stats) : now.mostlyErrors ? noPrediction
    : `${waits(stats)} ${cause(stats)} ${difference(stats)}`;
  byId('law-arrivals').textContent = answered && !now.mostlyErrors ? reasons[law.arrivalsSeen] : '';
}
