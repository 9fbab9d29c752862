#!/usr/bin/env bash
# Takes the pictures of service-one/REFERENCE.md. Needs, on Debian:
#   visualvm default-jdk xvfb xdotool imagemagick chromium nodejs.
#   .ci/visualvm.sh [USERS [SECONDS]]        writes service-one/images/*.png
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
users=${1:-200}
seconds=${2:-60}
images=$here/service-one/images
scratch=$(mktemp -d)
display=:93
started=''
trap 'kill $started 2>/dev/null || true; sleep 1; rm -rf "$scratch"' EXIT

# With these files in its home folder, VisualVM does not ask about licence or settings.
version=$(sed -n 's|^visualvm_default_userdir=.*/\([0-9.]*\)"|\1|p' /etc/visualvm/visualvm.conf)
mkdir -p "$scratch/.visualvm/$version/var" "$images"
touch "$scratch/.visualvm/$version/var/license_accepted" "$scratch/.visualvm/$version/var/imported"
Xvfb $display -screen 0 1120x680x24 >/dev/null 2>&1 &
started="$started $!"
export DISPLAY=$display

window() { xdotool search --onlyvisible --name '^VisualVM [0-9]' | tail -n 1; }

arrange() {
  until [ -n "$(window)" ]; do sleep 1; done
  xdotool windowmove "$(window)" 0 0 windowsize "$(window)" 1120 680
  sleep 12      # until VisualVM shows its tabs
  xdotool mousemove 420 99 click 1
}

picture() { # picture MODE
  local page run port log=$scratch/$1.log visualvm
  "$here/run.sh" "$1" --port 0 --service-two-port 0 > "$log" &
  run=$!
  started="$started $run"
  until grep -q '^service one .*http:' "$log"; do sleep 0.2; kill -0 $run; done
  page=$(sed -n 's|^service one .*\(http:[^,)]*\)[,)].*|\1|p' "$log")
  port=$(sed -n 's|^service one [^:]*http://[^:]*:\([0-9]*\).*|\1|p' "$log")
  HOME=$scratch "$here/run.sh" visualvm --port "$port"
  visualvm=$(pgrep -n -f "$scratch/.visualvm")
  started="$started $visualvm"
  arrange
  "$here/run.sh" jmeter closed-loop "-Jport=$port" "-Jusers=$users" "-Jseconds=$seconds" > "$scratch/$1.jmeter" &
  sleep $((seconds - 4))
  import -window root "$scratch/$1.png"
  convert "$scratch/$1.png" +dither -colors 64 "$images/visualvm-$1.png"
  node "$here/.ci/browser.mjs" screenshot "$page" "$scratch/page.png" 1280 800 light 2
  convert "$scratch/page.png" +dither -colors 256 "$images/page-$1.png"
  wait $!
  tail -n 5 "$scratch/$1.jmeter"
  kill "$visualvm" $run
  wait $run || true
}

picture pool
picture loom
ls -l "$images"
