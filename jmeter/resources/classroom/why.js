// The fifth step: the explanation.

const withCode = text => text.split('`').map((part, i) => i % 2 ? make('code', {}, part) : part);

const breakable = words => words.split(/(?=\.[A-Za-z])/).flatMap((part, i) => i ? [make('wbr'), part] : [part]);

const lineOf = (words, before = '', attributes = {}) => make('div', {class: 'line', ...attributes,
  style: `--hang: ${before.length + words.search(/\S|$/) + 4}`},
before ? make('i', {}, before) : null, breakable(words || ' '));

/** If `from` is 0, the file lacks the code, and `lines` says so. */
function codeOf({file, from, lines}) {
  const to = from + lines.length - 1, digits = String(to).length, where = from > 0 ? `lines ${from} to ${to}` : '';
  const line = (words, i) => lineOf(words, from > 0 ? String(from + i).padStart(digits) : '');
  return make('figure', {class: 'extract'}, make('figcaption', {}, file, make('small', {}, where)),
    make('pre', {tabindex: '0', 'aria-label': `${file} ${where}`}, lines.map(line)));
}

/** `at java.base/sun.nio.ch.EPoll.wait(EPoll.java:12)` becomes `EPoll.wait:12`. */
const shortFrame = words => words.replace(/at (?:\S*[./])?([^./(]+\.[^.(]+)\((?:[^:)]*:)?([^)]+)\)$/, '$1:$2');

/** Service one marks the lines of the request's own code. */
const isOwn = words => words.startsWith('-->');

function tracesOf({contenders, reveal: {results}}) {
  const traced = results.filter(({trace}) => trace?.length);
  const label = name => contenders.find(contender => contender.name === name)?.label ?? name;
  return traced.length === 0 ? null : make('section', {class: 'traces', style: `--columns: ${traced.length}`},
    traced.map(({contender, trace}) => make('figure', {class: 'extract'},
      make('figcaption', {}, `Stack trace: ${label(contender)}`,
        make('small', {}, `${many(trace.filter(isOwn).length, 'line')} of the request’s own code`)),
      make('pre', {tabindex: '0', 'aria-label': `Stack trace: ${label(contender)}`}, trace.map(words =>
        lineOf(shortFrame(words), '', {class: `line ${isOwn(words) ? 'own' : ''}`, title: words.trim()}))))));
}

function lookList(look) {
  return look.length === 0 ? null
    : [make('h3', {}, 'What to look at'), make('ul', {}, look.map(one => make('li', {}, withCode(one))))];
}

const toWrite = ({number, text}) => [make('h3', {}, `Write it: exercise ${number}`),
  make('p', {class: 'exercise'}, withCode(`\`./run.sh exercise ${number}\`: ${text}`))];

function whyStep(lesson) {
  const {text, code, look, exercise, write} = lesson.why;
  return make('div', {class: 'why-step'}, tracesOf(lesson),
    make('div', {class: 'words'}, text.map(paragraph => make('p', {}, withCode(paragraph)))),
    make('div', {class: 'extracts'}, lesson.lanes ? threadsPlace(lesson) : null, code.map(codeOf), make('div', {class: 'words'}, lookList(look),
      exercise ? [make('h3', {}, 'Exercise'), make('p', {class: 'exercise'}, withCode(exercise))] : null, write.map(toWrite))),
    make('div', {class: 'row'}, nextButton(lesson, {})));
}

function nextButton({id: last}, attributes) {
  const next = state.lessons.find(({id}) => id === last + 1);
  return next ? button(`Next: ${next.id} ${next.title}`, () => show(lessonName(next.id)), attributes)
    : button('All predictions', () => show('predictions'), attributes);
}
