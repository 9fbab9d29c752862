// Pool and loom side by side under the same small load. Nothing is measured.
const SIDES = [{name: 'pool', label: 'pool of 10'}, {name: 'loom', label: 'a virtual thread each'}];

async function startSides(event) {
  event.preventDefault();
  const users = readNumber(byId('sides-users').value);
  byId('sides-error').textContent = Number.isInteger(users) && users > 0 ? '' : 'Write a number of users, such as 20.';
  if (!byId('sides-error').textContent) {
    await tell('/sides', {users});
  }
}

function sidesControls() {
  if (state.sides) {
    return make('div', {class: 'progress'}, make('p', {class: 'left', 'data-left': state.sides.leftMillis}),
      button('Stop', () => tell('/stop', {}), {id: 'stop'}));
  }
  const why = state.problem || (state.busy && state.busy !== 'side by side' ? `${capital(state.busy)} is running.` : '');
  return make('form', {class: 'fields', submit: startSides, novalidate: true},
    textField('sides-users', 'Users on each side', '20', {inputmode: 'numeric', size: 6}),
    make('button', {type: 'submit', class: 'primary', id: 'go', disabled: Boolean(why)}, 'Start'),
    make('p', {class: 'hint'}, why || 'Runs a pool of 10 threads and a virtual thread for each user, for at most 60 s.'),
    make('p', {class: 'error', id: 'sides-error', role: 'alert'},
      state.sidesFailure ? `The run ended early: ${state.sidesFailure}` : ''));
}

function sidesFrame() {
  return make('article', {class: 'sides'}, make('h1', {}, 'Side by side: pool and loom'),
    make('p', {class: 'warning'}, 'Pool and loom run at once and share the cores: no figure here is a measurement.'),
    make('div', {id: 'sides-controls'}), picturesPlace());
}

function drawSides() {
  renew(byId('sides-controls'), [state.sides, state.sidesFailure, state.problem, state.busy], sidesControls);
  watch('side by side');
  drawLive();
  tickProgress();
}
