// Little's law in words.
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

function bound({bottleneck, bottleneckHas, mostThroughput}) {
  return `the ${many(bottleneckHas, singular(bottleneck))} ${bottleneckHas === 1 ? 'allows' : 'allow'} `
    + formats.perSecond(mostThroughput);
}

const noPrediction = 'Most answers are errors. There is no prediction for them: '
  + 'they skip the waits of good answers.';

function cause({law}) {
  if (law.waitSeconds === 0) {
    return '';
  }
  const need = law.load < 1.5 ? 'request needs' : 'requests need';
  const loop = law.closed ? 'A closed loop: connections send another request after each answer. ' : '';
  const come = `${loop}${count(law.load)} ${need} service at once`;
  if (!law.here.bound) {
    return `${come}, and none has to queue.`;
  }
  const words = [`${come}; ${bound(law)}.`];
  if (!isKnown(law.here.responseSeconds)) {
    words.push('How long requests queue depends on whether new ones wait for the answers to earlier '
      + 'ones, which service one does not know.');
  }
  if (law.here.bound === 'carriers') {
    words.push('A request needs a carrier even to be read, and the time before that is not measured.');
  }
  return words.join(' ');
}

/** The part of the response time that the waits do not explain. */
function difference({law, service, now}) {
  const most = `the CPU alone would allow ${formats.perSecond(service.cores * 1e6 / now.cpuMicrosPerRequest)}`;
  if (law.unansweredCalls > 0) {
    return `${count(law.unansweredCalls)} calls failed, were late or were refused; `
      + `the prediction leaves them out. As for work, ${most}.`;
  }
  if (law.workMillis !== null) {
    return `Work and waiting for a core take ${formats.time(Math.max(0, law.workMillis))}; ${most}.`;
  }
  return law.waitSeconds === null ? `As for work, ${most}.`
    : `The rest is work, and waiting for what other requests hold; ${most}.`;
}

function withoutAnswers({total, now, service}) {
  const inFlight = now.inFlight ? ` ${count(now.inFlight)} are in flight.` : '';
  if (total.completed) {
    return `No request was answered in the last ${service.windowSeconds} s; `
      + `${count(total.completed)} before that.${inFlight}`;
  }
  if (inFlight) {
    return `No request has been answered yet.${inFlight}`;
  }
  const port = service.port === 8082 ? '' : `-Jport=${service.port} `;
  return `No requests yet. Try: ./run.sh jmeter closed-loop ${port}-Jusers=1000`;
}

function showPrediction(row, prediction) {
  const cells = row.querySelectorAll('td');
  cells[0].textContent = write(prediction?.requests, 'count');
  cells[1].textContent = write(prediction?.throughput, 'rate');
  const unknown = prediction && !isKnown(prediction.responseSeconds);
  cells[2].textContent = unknown ? 'not known' : write(prediction?.responseSeconds, 'seconds');
  cells[2].classList.toggle('unknown', Boolean(unknown));
}

const MOST_DIFFERENCE = 0.15;

/** Requests = answers per second × seconds holds only while as many requests leave as come. */
function isSteady({law, now}, seconds) {
  return law.load < 2 || Math.abs(law.load - now.goodPerSecond * seconds) <= MOST_DIFFERENCE * law.load;
}

const notSteady = ({law, now}, seconds) => `Not steady: ${formats.perSecond(now.goodPerSecond)} × `
  + `${formats.seconds(seconds)} are not the ${count(law.load)} requests that are here, because more requests `
  + 'come than leave, or fewer. Little’s law holds as soon as the load stays the same for 10 s.';

function lawInWords(stats, measured) {
  const {now, law} = stats, seconds = measured / 1000;
  if (!law.here || law.serviceSeconds === null) {
    return withoutAnswers(stats);
  }
  if (now.mostlyErrors) {
    return noPrediction;
  }
  return measured === null || isSteady(stats, seconds)
    ? `${waits(stats)} ${cause(stats)} ${difference(stats)}` : notSteady(stats, seconds);
}

function explainLaw(stats) {
  const {service, now, law} = stats;
  const here = service.boundedByThreads ? many(now.threadsTotal, 'thread') : service.mode;
  say('law-here', `predicted: ${here}`);
  say('law-other', `with ${law.otherIs}`);
  showPrediction(byId('law-here').parentElement, law.here);
  showPrediction(byId('law-other').parentElement, law.other);
  const isMeasured = isKnown(now.queuedMillis) && !now.mostlyErrors;
  const measured = isMeasured ? now.queuedMillis + now.serviceMillis : null;
  say('measured-response', write(measured, 'time'));
  say('law-words', lawInWords(stats, measured));
}
