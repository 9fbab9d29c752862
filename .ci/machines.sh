#!/usr/bin/env bash
# Runs a comparison over three machines. Each is a network namespace. Needs root.
#   .ci/machines.sh allowed      succeeds if this machine allows such namespaces
#   .ci/machines.sh              runs the comparison; its last line is the report's path
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
isolated=(unshare --net --mount --pid --fork --kill-child --mount-proc)
one=192.0.2.10      # RFC 5737: no machine has these addresses
two=192.0.2.11
load=192.0.2.21
export HEAP=-Xmx512m

allowed() {
  [ "$(id -u)" -eq 0 ] && command -v ip >/dev/null && command -v unshare >/dev/null &&
    "${isolated[@]}" bash -c 'mount -t tmpfs none /run && mkdir /run/netns && ip netns add one &&
      ip link add bridge type bridge && ip link add one type veth peer name eth0 netns one' >/dev/null 2>&1
}

# JVMs name files in /tmp by process id, and a new namespace numbers its processes from 1 again.
# The project may be in /tmp, so it is mounted on /mnt.
hide_what_is_outside() {
  mount --bind "$here" /mnt
  mount -t tmpfs none /tmp
  mount -t tmpfs none /run
  mkdir /run/netns
  cd /mnt
}

machine() { # machine NAME ADDRESS
  ip netns add "$1"
  ip link add "$1" type veth peer name eth0 netns "$1"
  ip link set "$1" master bridge up
  ip -n "$1" link set lo up
  ip -n "$1" link set eth0 up
  ip -n "$1" address add "$2/24" dev eth0
}

start() { # start MACHINE COMMAND...
  local machine=$1
  shift
  ip netns exec "$machine" ./run.sh "$@" > "/tmp/$machine" 2>&1 &
  echo $! > "/tmp/$machine.pid"
}

await_ready() { # await_ready MACHINE
  until grep -qE '^(service two|jmeter-server) .*:[0-9]+ ' "/tmp/$1"; do
    kill -0 "$(cat "/tmp/$1.pid")" 2>/dev/null || { cat "/tmp/$1"; return 1; }
    sleep 0.2
  done
}

compare() {
  ip netns exec one ./run.sh compare "$@" --remote $load --service-two $two:8087 --bind $one
}

refuses() { # refuses EXIT_CODE TEXT OPTIONS...: compare must fail with TEXT before it prints a row of its prediction
  local expected=$1 text=$2 status=0
  shift 2
  ip netns exec one ./run.sh compare story "$@" > /tmp/refusal 2>&1 || status=$?
  if [ $status -ne "$expected" ] || ! grep -qe "^compare: .*$text" /tmp/refusal || grep -q '^  ' /tmp/refusal; then
    echo "expected exit code $expected and '$text', but got exit code $status and:"
    cat /tmp/refusal
    return 1
  fi
}

refusals() {
  refuses 2 ' 192.0.2.22:1099' --remote 192.0.2.22 --bind $one
  refuses 2 ' 192.0.2.11:8088' --service-two $two:8088
  refuses 2 '--stage-delay 300.* 333' --service-two $two:8087 --stage-delay 300
  refuses 1 '--bind ' --remote $load --bind $two
  refuses 1 '--remote .*--bind' --remote $load
}

# Exit code 3: the machine was too busy to measure.
comparison() {
  local status=0 report
  compare story --only loom --users 50 --warmup 8 --seconds 4 --repeat 1 > /tmp/compare 2>&1 || status=$?
  cat /tmp/compare
  report=$(grep -o '/[^ ]*/index\.html' /tmp/compare | tail -n 1)
  { [ $status -eq 0 ] || [ $status -eq 3 ]; } && [ "$(wc -l < "${report%/*}/results.csv")" -ge 2 ] &&
    grep -q "<td>$load:1099, " "$report" || return 1
  echo "$here/${report#/mnt/}"
}

inside() {
  hide_what_is_outside
  ip link add bridge type bridge
  ip link set bridge up
  machine one $one
  machine two $two
  machine load $load
  start two service-two --bind $two
  start load jmeter-server --bind $load
  await_ready two
  await_ready load
  refusals
  comparison
}

case ${1:-} in
  allowed) allowed ;;
  inside)  inside ;;
  *)
    "$here/build.sh" needed service-one service-two jmeter > /dev/null
    exec "${isolated[@]}" "${BASH_SOURCE[0]}" inside ;;
esac
