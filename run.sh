#!/usr/bin/env bash
# Starts the services and everything that is done with them; builds first what is older than its sources.
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/.build
modes='loom pool async'

usage() {
  cat <<EOF
usage: ./run.sh COMMAND [OPTIONS]

  $(printf '%-24s' "${modes// / | }") start service two, and service one in that mode; Ctrl-C stops both
      --port PORT              service one's (8082)
      --open                   open the status page in the browser
      --threads N              pool: its platform threads (200)
      --loops N                async: its event loops (one per core)
      --service-two-port PORT  where to start service two; 0 for any free port (8087)
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

Every command takes -h and --help; options are given as --x y or --x=y. Exit codes: 0 ok, 1 usage, 2 could not start;
jmeter: 3 a request or an assertion failed; compare: 3 no point of the report is valid.
EOF
}

usage_error() { # usage_error MESSAGE
  printf 'run.sh: %s\n%s\n' "$1" 'usage: ./run.sh COMMAND [OPTIONS]; --help lists them' >&2
  exit 1
}

is_mode() {
  case " $modes " in *" $1 "*) return 0 ;; esac
  return 1
}

one=''       # pids of what this script has started
two=''
printer=''
scratch=''

# Service one's name in VisualVM: "service one · loom (pid 123)". VisualVM reads up to the first space: so these are
# no-break spaces.
display_name() {
  local argument mode=''
  for argument in "$@"; do
    ! is_mode "$argument" || mode=$argument
  done
  printf 'service\302\240one\302\240\302\267\302\240%s%%PID' "$mode"
}

# Both replace the shell they run in, so that the pid of a background job is the JVM's.
service_one() {
  exec "$java" "@$here/service-one/jvm-options" "-Dvisualvm.display.name=$(display_name "$@")" \
    -cp "$out/service-one.jar" serviceone.ServiceOne "$@"
}
service_two() { exec "$java" "@$here/service-two/jvm-options" -cp "$out/service-two.jar" servicetwo.ServiceTwo "$@"; }

# Sorts the options of a mode into the two services' own, which complain of values that are missing or wrong.
one_options=()
two_options=()
two_flag=''      # the first option for service two
starts_two=yes
sort_options() {
  local flag
  while [ $# -gt 0 ]; do
    flag=${1%%=*}
    case $flag in
      --service-two-port|--delay|--stage-delay|--authorize-permits)
        two_flag=${two_flag:-$flag}
        if [ "$flag" != "$1" ]; then add_to_two "$flag" "${1#*=}"; else add_to_two "${@:1:2}"; fi
        [ "$flag" != "$1" ] || [ $# -eq 1 ] || shift ;;
      *)
        [ "$flag" != --service-two ] || starts_two=no
        one_options+=("$1") ;;
    esac
    shift
  done
}

# Service two calls its port --port and would complain of that: so the number is checked here.
add_to_two() { # add_to_two FLAG [VALUE]
  if [ "$1" = --service-two-port ]; then
    case ${2:-none} in
      *[!0-9]*|??????*|6553[6-9]|655[4-9]?|65[6-9]??|6[6-9]???|[7-9]????)
        usage_error "$1 takes a number from 0 to 65535${2+, not: $2}" ;;
    esac
    set -- --port "$2"
  fi
  two_options+=("$@")
}

# Waits until service two has said that it is ready, in file $1.
await_two() {
  until grep -q ' ready at .*)$' "$1"; do
    kill -0 "$two" 2>/dev/null || return 1
    sleep 0.05
  done
}

# Copies what service one says. What service two has said, in file $1, comes before the first line of it: so neither is
# said to be ready before both are.
print_both() {
  local line
  IFS= read -r line || return 0
  if [ -f "$1" ]; then cat "$1"; fi
  printf '%s\n' "$line"
  exec cat
}

# Service one first, so that what is in flight can still be answered.
stop() {
  trap 'kill -KILL $one $two 2>/dev/null; exit 130' INT TERM
  local pid
  for pid in $one $two; do
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  [ -z "$printer" ] || wait "$printer" || true      # it ends with service one
  [ -z "$scratch" ] || rm -rf "$scratch"
}

# Both services ignore SIGINT: Ctrl-C reaches all of a terminal's processes, and would end service two before
# service one has had its last answers. So it only ends this script, which stops both in order.
start_both() { # start_both MODE OPTIONS...
  sort_options "$@"
  scratch=$out/run.$$
  mkdir -p "$scratch"
  trap 'stop; exit 0' INT TERM
  trap 'stop' EXIT
  if [ $starts_two = yes ]; then
    : > "$scratch/two"      # there before it is looked into, however late the next line's shell starts
    (trap '' INT; service_two ${two_options[@]+"${two_options[@]}"}) >> "$scratch/two" &
    two=$!
    await_two "$scratch/two" || { wait $two || exit $?; exit 2; }
    one_options=(--service-two "$(sed -n 's|.* ready at http://\([^ ]*\).*|\1|p' "$scratch/two")" "${one_options[@]}")
  elif [ -n "$two_flag" ]; then
    usage_error "$two_flag is for the service two that is started here, and --service-two names another"
  fi
  mkfifo "$scratch/one"
  # Its standard input is this script's: bash would give a background job an empty one.
  (trap '' INT; service_one "${one_options[@]}") <&0 > "$scratch/one" &
  one=$!
  (trap '' INT TERM; print_both "$scratch/two") < "$scratch/one" &
  printer=$!
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
  service-one|service-two|jmeter|jmeter-server|compare|trace|threads|jfr|jconsole|visualvm) ;;
  *) is_mode "$command" || usage_error "no such command: $command" ;;
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
  service-one)   service_one "$@" ;;
  service-two)   service_two "$@" ;;
  jmeter)        tool jmeter jmeter.RunPlan "$@" ;;
  jmeter-server) tool jmeter jmeter.RunServer "$@" ;;
  compare)       tool jmeter experiment.Compare "$@" ;;
  trace|threads|jfr|jconsole|visualvm)
    tool service-one serviceone.observe.Observe "$command" "$@" ;;
  *)
    if wants_help "$@"; then usage; echo; service_one --help; fi
    start_both "$command" "$@" ;;
esac
