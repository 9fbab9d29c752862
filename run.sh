#!/usr/bin/env bash
# Starts the services and everything that is done with them; builds first what is older than its sources.
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/.build

usage() {
  cat <<'EOF'
usage: ./run.sh COMMAND [OPTIONS]

  loom | pool | async      start service two, and service one in that mode; Ctrl-C stops both
      --port PORT              service one's (8082)
      --threads N              pool: its platform threads (200)
      --loops N                async: its event loops (one per core)
      --service-two-port PORT  where to start service two (8087)
      --service-two HOST:PORT  use this service two and start none
      --delay MS, --stage-delay MS, --authorize-permits N
                               service two's (50, 333, no limit)
      … and every other option of service one: ./run.sh loom --help
  service-one MODE         service one alone, for two machines
  service-two              service two alone
  jmeter PLAN              run a plan of jmeter/plans against the running service one
  jmeter-server            lend this machine to a JMeter elsewhere
  compare [EXPERIMENT]     run an experiment over the modes and write its report
  trace                    what a stack trace shows in each mode
  threads                  what the JDK says about the running service one's threads
  jfr [SECONDS]            record the running service one, and print what is worth reading
  jconsole | visualvm      open it on the running service one
  help                     print this

Every command takes --help. Exit codes: 0 ok, 1 usage, 2 could not start; jmeter: 3 a request or an assertion failed;
compare: 3 no point of the report is valid.
EOF
}

fail() { # fail EXIT_CODE MESSAGE
  echo "run.sh: $2" >&2
  exit "$1"
}

one=''       # pids of what this script has started
two=''
scratch=''

# How VisualVM lists it: "service one · loom (pid 123)". It takes the name up to the first space; these are no-break spaces.
display_name() {
  local argument mode=''
  for argument in "$@"; do
    case $argument in pool|loom|async) mode=$argument ;; esac
  done
  printf 'service\302\240one\302\240\302\267\302\240%s%%PID' "$mode"
}

# Both replace the shell they run in, so that the pid of a background job is the JVM's.
service_one() {
  exec "$java" "@$here/service-one/jvm-options" "-Dvisualvm.display.name=$(display_name "$@")" -cp "$out/service-one.jar" \
    serviceone.ServiceOne "$@"
}
service_two() { exec "$java" "@$here/service-two/jvm-options" -cp "$out/service-two.jar" servicetwo.ServiceTwo "$@"; }

# Sorts the options of a mode into the two services' own.
one_options=()
two_options=()
starts_two=yes
sort_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --service-two-port=*)
        two_options+=(--port "${1#*=}") ;;
      --delay=*|--stage-delay=*|--authorize-permits=*)
        two_options+=("${1%%=*}" "${1#*=}") ;;
      --service-two-port|--delay|--stage-delay|--authorize-permits)
        [ $# -gt 1 ] || fail 1 "$1 takes a value"
        case $1 in --service-two-port) two_options+=(--port "$2") ;; *) two_options+=("$1" "$2") ;; esac
        shift ;;
      --service-two|--service-two=*)
        starts_two=no
        one_options+=("$1") ;;
      *)
        one_options+=("$1") ;;
    esac
    shift
  done
}

# Waits until the service with pid $1 has said, in file $2, that it is ready, and passes that on.
await_ready() {
  until grep -q ' ready at .*)$' "$2"; do
    kill -0 "$1" 2>/dev/null || return 1
    sleep 0.05
  done
  grep ' ready at ' "$2"
}

# Service one first, so that what is in flight can still be answered.
stop() {
  trap 'kill -KILL $one $two 2>/dev/null; exit 130' INT TERM
  local pid
  for pid in $one $two; do
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  [ -z "$scratch" ] || rm -rf "$scratch"
}

# Both ignore SIGINT, also as programs: Ctrl-C reaches all of a terminal's processes, and would end service two before
# service one has had its last answers. So it only ends this script, which stops both in order.
start_both() { # start_both MODE OPTIONS...
  sort_options "$@"
  scratch=$out/run.$$
  mkdir -p "$scratch"
  trap 'stop; exit 0' INT TERM
  trap 'stop' EXIT
  if [ $starts_two = yes ]; then
    (trap '' INT; service_two ${two_options[@]+"${two_options[@]}"}) > "$scratch/two" &
    two=$!
    await_ready $two "$scratch/two" || { wait $two || exit $?; exit 2; }
    one_options=(--service-two "$(sed -n 's|.* ready at http://\([^ ]*\).*|\1|p' "$scratch/two")" "${one_options[@]}")
  elif [ ${#two_options[@]} -gt 0 ]; then
    fail 1 "${two_options[0]} is for the service two that is started here, and --service-two names another"
  fi
  (trap '' INT; service_one "${one_options[@]}") &
  one=$!
  watch_both
}

# Goes on until service one has ended; says so if service two has, because service one can do without it for a while.
watch_both() {
  while kill -0 $one 2>/dev/null; do
    if [ -n "$two" ] && ! kill -0 "$two" 2>/dev/null; then
      echo 'run.sh: service two has ended; service one answers 502 until there is one at its place again' >&2
      two=''
    fi
    sleep 0.5 &
    wait $!
  done
  local status=0
  wait $one || status=$?
  one=''
  exit $status
}

wants_help() {
  local argument
  for argument in "$@"; do
    case $argument in --help|-h) return 0 ;; esac
  done
  return 1
}

[ $# -gt 0 ] || { usage >&2; exit 1; }
command=$1
shift
case $command in
  help|--help|-h) usage; exit 0 ;;
  loom|pool|async|service-one|service-two|jmeter|jmeter-server|compare|trace|threads|jfr|jconsole|visualvm) ;;
  *) echo "run.sh: no such command: $command" >&2; usage >&2; exit 1 ;;
esac

jdk=$("$here/build.sh" jdk)
"$here/build.sh" all
java=$jdk/bin/java
tool() { # tool JAR MAIN_CLASS ARGUMENTS...
  local jar=$1
  shift
  # The comparison reads the kernel's clock of a process, through a native call.
  exec "$java" --enable-native-access=ALL-UNNAMED "-Drepository=$here" -cp "$out/$jar.jar" "$@"
}

case $command in
  loom|pool|async)
    if wants_help "$@"; then usage; echo; service_one --help; fi
    start_both "$command" "$@" ;;
  service-one) service_one "$@" ;;
  service-two) service_two "$@" ;;
  trace)
    tool service-one serviceone.trace.Trace "$@" ;;
  threads|jfr|jconsole|visualvm)
    tool service-one serviceone.observe.Observe "$command" "$@" ;;
  jmeter)
    tool jmeter jmeter.RunPlan "$@" ;;
  jmeter-server)
    tool jmeter jmeter.RunServer "$@" ;;
  compare)
    tool jmeter experiment.Compare "$@" ;;
esac
