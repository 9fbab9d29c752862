// The second step: the prediction.

async function predict(lesson, value) {
  if (await tell('/predict', {lesson: lesson.id, value})) {
    goTo(lesson.open ? 'prediction' : 'run');
  }
}

function numberForm(lesson) {
  const {asks, prediction} = lesson;
  const field = make('input', {id: 'guess', inputmode: 'decimal', autocomplete: 'off', required: true,
    'aria-describedby': 'guess-error', value: prediction === null ? '' : String(prediction)});
  const error = make('p', {id: 'guess-error', class: 'error', role: 'alert'});
  const submit = event => {
    event.preventDefault();
    const value = readNumber(field.value);
    error.textContent = whyNot(value, asks);
    if (error.textContent) {
      field.focus();
    } else {
      predict(lesson, value);
    }
  };
  return make('form', {class: 'guess', submit, novalidate: true},
    make('label', {for: 'guess'}, 'Your prediction'),
    make('div', {class: 'field'}, field, make('span', {class: 'unit'}, asks.unit),
      make('button', {type: 'submit', class: 'primary'}, prediction === null ? 'Predict' : 'Change')), error);
}

function choiceForm(lesson) {
  const choice = (words, i) => button(words, () => predict(lesson, i), {class: 'choice',
    id: i === 0 ? 'guess' : `guess-${i}`, 'aria-pressed': `${lesson.prediction === i}`});
  const {choices} = lesson.asks;
  return make('div', {class: 'choices', style: `--columns: ${choices.length % 3 ? 2 : 3}`, role: 'group',
    'aria-label': 'Your prediction'}, choices.map(choice));
}

const ownForm = lesson => isChoice(lesson.asks) ? choiceForm(lesson) : numberForm(lesson);

const mayPredict = lesson => ['asked', 'predicted', 'failed'].includes(lesson.state);

function predictedWords(lesson) {
  const [who, end] = isVoted(lesson) ? ['The class predicts ', ` (${voteRule(lesson)}). `]
    : ['You predict ', '. '];
  return [who, make('b', valueInWords(lesson, lesson.prediction)), end];
}

function predictionStep(lesson) {
  if (lesson.open || isVoted(lesson)) {
    return voteStep(lesson);
  }
  if (!mayPredict(lesson)) {
    return make('div', {class: 'told'}, make('p', predictedWords(lesson),
      'It cannot be changed any more: the run has begun.'));
  }
  const words = lesson.prediction === null ? 'The run needs a prediction first.'
    : 'You can change it until the run begins.';
  return make('div', {class: 'predicting'}, ownForm(lesson), hint(words),
    drawSetup(lesson.setup));
}
