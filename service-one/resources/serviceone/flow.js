// The squares and bars of a request's five steps.
const GAP = 0.13, SMALLEST = 0.22, LARGEST = 1.4;      // in rem

function fit(svg, total) {
  const gap = Math.max(1, Math.round(GAP * rem())), smallest = Math.ceil(SMALLEST * rem());
  const along = (side, size) => Math.max(1, Math.floor((side + gap) / (size + gap)));
  const room = size => along(svg.clientWidth, size) * along(svg.clientHeight, size);
  const each = roundUp(Math.max(1, total / room(smallest))), cells = Math.ceil(total / each);
  let size = Math.floor(LARGEST * rem());
  while (size > smallest && room(size) < cells) { size--; }
  return {each, cells, size, perRow: along(svg.clientWidth, size), step: size + gap};
}

function drawSquares(path, {size, perRow, step}, from, n, share = 1) {
  const squares = times(n, i => from + i)
    .map(i => `M${(i % perRow) * step} ${Math.floor(i / perRow) * step + size / 2}h${size * share}`);
  path.style.strokeWidth = size;
  path.setAttribute('d', squares.join(''));
}

function drawBusy(svg, busy, total) {
  const box = fit(svg, total);
  const full = Math.min(box.cells, Math.ceil(busy / box.each));
  drawSquares(svg.querySelector('.busy'), box, 0, full);
  drawSquares(svg.querySelector('.idle'), box, full, box.cells - full);
  return box.each;
}

function drawRunning(svg, percent, total) {
  const box = fit(svg, total);
  drawSquares(svg.querySelector('.idle'), box, 0, box.cells);
  drawSquares(svg.querySelector('.busy'), box, 0, box.cells, percent / 100);
}

function drawWaiting(svg, many) {
  const box = fit(svg, many);
  drawSquares(svg.querySelector('.waiting'), box, 0, box.cells);
  return box.each;
}

function percentRunning({threadsBusy, threadsTotal}) {
  return isKnown(threadsBusy) ? 100 * Math.min(1, threadsBusy / threadsTotal) : null;
}

function drawThreads({service, now}) {
  const kept = service.boundedByThreads || service.keepsPlatformThread;
  byId('threads').classList.toggle('full', service.boundedByThreads && now.threadsBusy >= now.threadsTotal);
  byId('threads').classList.toggle('shared', !kept);
  say('threads-are', many(now.threadsTotal, singular(service.threadsAre)));
  say('threads-busy', kept ? write(now.threadsBusy, 'count')
    : write(percentRunning(now), 'percent'));
  drawSquaresAndNote(() => kept ? noteOfKept(now) : noteOfShared(service, now));
}

/** The note takes room from the squares, so this draws until they fit. */
function drawSquaresAndNote(draw) {
  const note = byId('threads-note');
  for (let i = 0, before = null; i < 3 && note.textContent !== before; i++) {
    before = note.textContent;
    note.textContent = draw();
  }
}

function noteOfKept(now) {
  const each = drawBusy(byId('thread-cells'), now.threadsBusy ?? 0, now.threadsTotal);
  const words = 'A thread that waits for service two is busy, too.';
  return each > 1 ? `${words} Each square stands for ${each} threads.` : words;
}

function noteOfShared({onVirtualThreads}, now) {
  drawRunning(byId('thread-cells'), percentRunning(now) ?? 0, now.threadsTotal);
  const all = onVirtualThreads ? now.virtualThreads ?? 0 : now.connections;
  const each = drawWaiting(byId('request-cells'), all);
  const words = onVirtualThreads
    ? `They run ${count(all)} virtual threads; one that waits needs no carrier.`
    : `They serve ${count(all)} connections; one that waits needs no loop.`;
  return each > 1 ? `${words} Each dot stands for ${each}.` : words;
}

function drawCalls({now}) {
  const most = Math.max(1, now.inFlight, ...Object.values(now.waiting));
  select('#calls li').forEach(li => {
    const waiting = now.waiting[li.querySelector('span').textContent];
    li.querySelector('i').style.setProperty('--share', 100 * waiting / most + '%');
  });
}

function drawFlow(stats) {
  const {service, now} = stats;
  byId('flow').classList.toggle('moving', now.throughput > 0);
  byId('queue').classList.toggle('full', now.queued > 0 && service.boundedByThreads);
  const level = now.queued ? Math.max(2, 100 * now.queued / service.queueLimit) : 0;
  byId('queue-level').style.width = level + '%';
  drawThreads(stats);
  drawCalls(stats);
}
