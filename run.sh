#!/usr/bin/env bash
# Starts the services and everything that is done with them; builds first what is older than its sources.
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/.build
modes='loom pool async'

commands="$modes service-one service-two jmeter jmeter-server compare trace threads jfr jconsole visualvm"
commands="$commands doctor setup help"

usage() {
  cat <<EOF
usage: ./run.sh COMMAND [OPTIONS]

  $(printf '%-24s' "${modes// / | }") start service two, and service one in that mode; Ctrl-C stops both
                           (--open, --port, --threads, --delay and all other options: ./run.sh loom --help)
  service-one MODE         service one alone, for two machines
  service-two              service two alone
  jmeter PLAN              run a plan of jmeter/plans against the running service one
  jmeter-server            lend this machine to a JMeter elsewhere
  compare [EXPERIMENT]     run an experiment over the modes and write its report
  trace                    what a stack trace shows in each mode
  threads                  what the JDK says about the running service one's threads
  jfr [SECONDS]            record the running service one, and print what is worth reading
  jconsole | visualvm      open it on the running service one
  doctor                   what this machine has and lacks for a class, and what to do about it
  setup                    fetch what a class without a network needs, and say how to carry it
  help                     print this

Every command takes -h and --help; options are given as --x y or --x=y. Exit codes: 0 ok, 1 usage, 2 could not start;
3 service one cannot go on, a request of jmeter's failed, no point of compare's report is of use. Ctrl-C, SIGTERM and
the end of the terminal (SIGHUP) let services answer what is in flight and end with 0; other commands end with 130, 143
and 129.
EOF
}

# What this script takes for a mode, and then service one's own options, of which --service-two is among the former.
mode_usage() { # mode_usage MODE
  cat <<EOF
usage: ./run.sh $1 [OPTIONS]

Starts service two, and service one in mode $1; prints a ready line for each when both are ready. Ctrl-C, SIGTERM or
the end of the terminal answers what is in flight and stops both.

service two's options:
  --service-two-port PORT    where to start it; 0 for any free port (8087)
  --service-two HOST:PORT    use the one that runs there, and start none
  --delay MS                 how long its /info waits (50)
  --stage-delay MS           how long each of the other three calls waits (333)
  --authorize-permits N      how many authorisations wait at once; 0: no limit (0)
  --error-percent P          this share of its calls gets a 500 after its wait (0)
  --hang-percent P           this share is never answered (0)
  --reset-percent P          this share is reset instead of answered, after its wait (0)
  --jitter MS                each wait is longer by a random time from 0 to this (0)
  --slow-start SECONDS       so long after the start waits are longer: four times at first, then less (0)

EOF
  (service_one --help) | sed -n '/^service one.s options/,$p' | sed '/^  --service-two /d'
}

usage_error() { # usage_error MESSAGE USAGE
  printf '%s\n%s\n' "run.sh: $1" "usage: ./run.sh $2; --help lists them" >&2
  exit 1
}

is_mode() {
  case " $modes " in *" $1 "*) return 0 ;; esac
  return 1
}

is_command() {
  case " $commands " in *" $1 "*) return 0 ;; esac
  return 1
}

mode=''
one=''       # pids of what this script has started
two=''
printer=''   # of what service one says
teller=''    # of what service two says once it is ready, and of its end
two_said=''  # until it was ready
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
      --service-two-port|--delay|--stage-delay|--authorize-permits|--error-percent|--hang-percent|--reset-percent|\
          --jitter|--slow-start)
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
        usage_error "$1 takes a number from 0 to 65535${2+, not: $2}" "$mode [OPTIONS]" ;;
    esac
    set -- --port "$2"
  fi
  two_options+=("$@")
}

# Starts service two, and goes on when it has said that it is ready. It holds the only writing end of the pipe: so the
# end of the pipe is its end, and nobody has to ask again and again whether it still runs.
start_two() {
  local line
  mkfifo "$scratch/two"
  (trap '' INT HUP; service_two ${two_options[@]+"${two_options[@]}"}) > "$scratch/two" &
  two=$!
  exec 3< "$scratch/two"
  until [[ ${line:-} == *' ready at '*')' ]]; do
    IFS= read -r line <&3 || { wait $two || exit $?; exit 2; }
    two_said=$two_said$line$'\n'
  done
  line=${line#* ready at http://}
  one_options=(--service-two "${line%% *}" "${one_options[@]}")
  (trap '' INT TERM HUP; tell_of_two) <&3 &
  teller=$!
  exec 3<&-
}

# Copies what else service two says, and tells of its end: service one can do without it for a while, and goes on.
tell_of_two() {
  cat || cat > /dev/null      # where nobody reads what this script says, its end is still to be noticed
  [ ! -e "$scratch/stopping" ] || return 0
  : > "$scratch/two-ended"
  echo 'run.sh: service two has ended; service one answers 502 until there is one at its place again' >&2
}

# Copies what service one says. What service two has said comes before the first line of it: so neither is said to be
# ready before both are.
print_both() {
  local line
  IFS= read -r line || return 0
  printf '%s' "$two_said"
  printf '%s\n' "$line"
  exec cat
}

# Service one first, so that what is in flight can still be answered.
stop() {
  trap '' HUP      # the end of a terminal is told twice: by the kernel, and by the shell in it
  trap 'kill -KILL $one $two 2>/dev/null; exit 130' INT TERM
  [ -z "$scratch" ] || : > "$scratch/stopping"
  [ ! -e "$scratch/two-ended" ] || two=''
  local pid
  for pid in $one $two; do
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  for pid in $printer $teller; do      # they end with the services
    wait "$pid" || true
  done
  [ -z "$scratch" ] || rm -rf "$scratch"
  scratch=''
}

# Both services ignore SIGINT and SIGHUP: Ctrl-C and the end of a terminal reach all of its processes, and would end
# service two before service one has had its last answers. So they only end this script, which stops both in order.
start_both() { # start_both MODE OPTIONS...
  mode=$1
  sort_options "$@"
  if [ $starts_two = no ] && [ -n "$two_flag" ]; then
    usage_error "$two_flag is for the service two that is started here, and --service-two names another" \
      "$mode [OPTIONS]"
  fi
  scratch=$out/run.$$
  mkdir -p "$scratch"
  trap 'stop; exit 0' INT TERM HUP
  trap 'stop' EXIT
  [ $starts_two = no ] || start_two
  mkfifo "$scratch/one"
  # Its standard input is this script's: bash would give a background job an empty one.
  (trap '' INT HUP; service_one "${one_options[@]}") <&0 > "$scratch/one" &
  one=$!
  (trap '' INT TERM HUP; print_both) < "$scratch/one" &
  printer=$!
  local status=0
  wait $one || status=$?
  one=''
  exit $status
}

# Says what a doctor can say without the JDK that the rest of it runs on.
doctor_without_jdk() {
  local why
  why=$("$here/build.sh" jdk 2>&1 > /dev/null) || true
  printf '%-8s %-12s %s\n' missing JDK "${why#build.sh: }" '' '' \
    'Everything here needs it, and so does the rest of this examination: install it, and ask again.'
  case $(uname -s) in
    MINGW*|MSYS*|CYGWIN*)
      printf '%-8s %-12s %s\n' missing Linux 'this is bash on Windows: work inside WSL (in PowerShell: wsl --install)' ;;
  esac
  exit 2
}

wants_help() {
  local argument
  for argument in "$@"; do
    case $argument in --help|-h) return 0 ;; esac
  done
  return 1
}

if [ $# -eq 0 ]; then
  printf '%s\n' 'usage: ./run.sh COMMAND [OPTIONS]' "commands: $commands" \
    'to begin: ./run.sh loom, and in a second terminal ./run.sh jmeter closed-loop; ./run.sh help explains them all' >&2
  exit 1
fi
command=$1
shift
case $command in help|--help|-h) usage; exit 0 ;; esac
if ! is_command "$command"; then
  # shellcheck disable=SC2086  # the commands are words
  nearest=$("$here/build.sh" nearest "$command" $commands)
  usage_error "no such command: $command${nearest:+; did you mean $nearest?}" 'COMMAND [OPTIONS]'
fi

[ "$command" != doctor ] || "$here/build.sh" jdk > /dev/null 2>&1 || doctor_without_jdk
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
  doctor)        tool jmeter doctor.Doctor "$@" ;;
  setup)         tool jmeter setup.Setup "$@" ;;
  trace|threads|jfr|jconsole|visualvm)
    tool service-one serviceone.observe.Observe "$command" "$@" ;;
  *)
    if wants_help "$@"; then mode_usage "$command"; exit; fi
    start_both "$command" "$@" ;;
esac
