// The live figures: asked for only while somebody looks at pictures. Pictures of a run that has ended stay.
const LIVE_MILLIS = 1000;
let live = {of: '', pictures: []};
let watched = '';      // of what the page shows pictures, in the words of state.busy; empty if it shows none

/** The pictures of this lesson (or side by side), if there are any. */
const picturesOf = of => live.of === of ? live.pictures : [];

async function askLive() {
  try {
    const response = await fetch('/live', {signal: AbortSignal.timeout(5000)});
    return response.ok ? await response.json() : null;
  } catch (e) {
    return null;      // whether the server is there at all is told by the state's poll
  }
}

async function followLive() {
  let asked = '';
  for (;;) {
    await seen();
    const isOn = state !== null && state.busy === watched;
    if (watched && awaySince === null && (isOn || asked !== watched + state.version)) {
      asked = watched + state.version;
      const newer = await askLive();
      if (newer) {
        live = newer;
        rememberLives(live.pictures);
        drawLive();
      }
    }
    await new Promise(resolve => setTimeout(resolve, LIVE_MILLIS));
  }
}

function watch(of) {
  watched = of;
}
