// The live figures. The page asks for them only while it shows pictures.
const LIVE_MILLIS = 1000;
let live = {of: '', pictures: []};
let watched = '';

const picturesOf = of => live.of === of ? live.pictures : [];

async function askLive() {
  try {
    const response = await fetch('/live', {signal: AbortSignal.timeout(5000)});
    return response.ok ? await response.json() : null;
  } catch (e) {
    return null;      // followState() notices if the server is gone
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
