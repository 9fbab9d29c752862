#!/usr/bin/env bash
# Starts the services and the tools. First builds what is older than its sources.
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"      # started as: sh run.sh
set -eu +o posix

# Follows symbolic links from $1 to the file. Older versions of macOS have no readlink -f.
resolve() {
  local file=$1 target
  while [ -L "$file" ]; do
    target=$(readlink "$file")
    case $target in /*) file=$target ;; *) file=$(dirname "$file")/$target ;; esac
  done
  printf '%s\n' "$file"
}

script=$(resolve "${BASH_SOURCE[0]}")
here=$(CDPATH='' cd -- "$(dirname -- "$script")" && pwd)
# In the C locale a JVM cannot open or print a path with non-ASCII letters.
letter=é
if [ ${#letter} -ne 1 ]; then
  LC_ALL=$(locale -a 2>/dev/null | grep -i -m 1 'utf-\{0,1\}8$' || true)
  export LC_ALL
fi
out=$here/.build
modes='loom pool async'

commands="$modes service-one service-two jmeter jmeter-server compare class exercise advise bench trace threads jfr"
commands="$commands lanes jconsole visualvm doctor setup help"

# README.md begins with the same commands.
begin='to begin: ./run.sh class --open   # lessons on one page: predict, run, see why
      or: ./run.sh loom           # the service itself; it prints the address of a live status page'

usage() {
  cat <<EOF
usage: ./run.sh COMMAND [OPTIONS]
$begin

  $(printf '%-24s' "${modes// / | }") start service two, and service one in that mode; Ctrl-C stops both
                           (--open, --port, --threads, --delay and all other options: ./run.sh loom --help)
  service-one MODE         start service one alone, to use two machines
  service-two              start service two alone
  jmeter PLAN              run a plan from jmeter/plans against the running service one
  jmeter-server            make this machine a load generator for a JMeter on another machine
  compare [EXPERIMENT]     run an experiment that compares modes, and write its report
  class                    serve a page for teaching a lesson: predict, run, explain
  exercise [N [check]]     let you write a part of service one, then check and measure it
  exercise grade FOLDER    check the files of a class
  advise                   should my service move to virtual threads? An answer from its own figures
  bench [OPTIONS]          compare the CPU time and memory of a request in each mode (compare's experiment cost)
  trace                    show a failed request's stack trace in each mode
  threads                  show what the JDK knows about the threads of the running service one
  lanes [SECONDS]          show which request had which thread, and when: a page, and a trace for Perfetto
  jfr [SECONDS]            record the running service one with JFR, and print a summary
  jconsole | visualvm      open JConsole or VisualVM on the running service one
  doctor                   check what this machine has and lacks for a class, and say how to fix it
  setup                    fetch what a class without a network needs, and explain how to take it there
  help                     print this

Every command takes -h and --help. Write options as --x y or --x=y. Exit codes: 0 ok, 1 usage, 2 could not start, 3 a
service cannot go on, a JMeter request failed, part of a load was not made, or compare measured nothing usable. After
Ctrl-C, SIGTERM or a closed terminal (SIGHUP), services shut down gracefully and exit with 0; other commands exit with
130, 143 or 129.

Needs a JDK 25, version 25.0.3 or newer; ./run.sh doctor says which one it takes, and what else is missing.
EOF
}

# Fails if the text cannot be written, for example on a full disk.
show() { # show TEXT
  { printf '%s\n' "$1"; } 2> /dev/null || {
    echo 'run.sh: standard output cannot be written' >&2
    exit 2
  }
}

mode_usage() { # mode_usage MODE
  cat <<EOF
usage: ./run.sh $1 [OPTIONS]

Starts service two, and service one in mode $1. Prints a ready line for each when both are ready. Ctrl-C, SIGTERM or
closing the terminal starts a graceful shutdown of both. Another Ctrl-C, two or more seconds later, cuts it short.

service two's options:
  --service-two-port PORT  start service two on this port; 0: any free port (8087)
  --service-two HOST:PORT  use a running service two instead of starting one
EOF
  options service_two --port --bind --until-stdin-closes -h,
  printf '\nservice one'\''s options:\n'
  options service_one --service-two
}

# Prints the options in a service's usage except those in the arguments. An option may have several lines.
options() { # options SERVICE EXCEPTION...
  local service=$1 usage
  shift
  usage=$("$service" --help) || {
    printf '%s\n' "$usage" >&2      # a JVM says there why it does not start
    exit 2
  }
  printf '%s\n' "$usage" | awk -v without=" $* " '/^  -/ { on = !index(without, " " $1 " ") } on'
}

usage_error() { # usage_error MESSAGE USAGE
  printf '%s\n%s\n' "run.sh: $1" "usage: ./run.sh $2; --help explains it" >&2
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

# Process ids:
one=''
two=''
keeper=''       # stops service one when this script ends, even by SIGKILL
printer=''      # copies service one's output; the end of the printer stops service two
two_printer=''  # copies service two's output after the ready line, and reports service two's end

two_output=''   # what service two printed until it was ready
stopping=''     # the value of $SECONDS when the stop began
scratch=''      # a folder that exists as long as both services should run

# Service one's name in VisualVM, with no-break spaces, because VisualVM stops reading at a space.
display_name() {
  local argument mode=''
  for argument in "$@"; do
    ! is_mode "$argument" || mode=$argument
  done
  printf 'service\302\240one\302\240\302\267\302\240%s%%PID' "$mode"
}

# Each JVM would print these variables, and most of their options would count less than this project's.
jvm_variables=''
collector='-XX:[+]Use[A-Za-z0-9]*GC([^A-Za-z]|$)'
take_jvm_variables() {
  local name
  for name in JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS; do
    if [ -n "${!name:-}" ]; then
      echo "run.sh: the services start with the options in $name: ${!name}" >&2
      jvm_variables="$jvm_variables ${!name}"
    fi
    unset "$name"
  done
}

# Prints this project's options for a service, without those that the variables decide. A JVM refuses two collectors,
# and a heap that begins larger than its limit.
own_options() { # own_options SERVICE
  local without='/^#/d'
  [[ ! $jvm_variables =~ $collector ]] || without="$without; /^-XX:+Use.*GC\$/d"
  case $jvm_variables in
    *-Xm[nsx]*|*HeapSize=*|*MaxRAM=*|*RAMPercentage=*) without="$without; /^-Xm/d; /NewSize=/d" ;;
  esac
  sed "$without" "$here/$1/jvm-options"
}

# Replaces this shell, so the pid of a background job is the JVM's.
run_service() { # run_service SERVICE ARGUMENTS...
  local own service=$1
  shift
  set -- -cp "$out/$service.jar" "$@"
  [ -n "$jvm_variables" ] || exec "$java" "@$here/$service/jvm-options" "$@"
  own=$(own_options "$service")
  exec 9<<< "$jvm_variables"
  # An argument file understands the variables' quotes. It comes last, because the JVM takes the last of two options.
  # shellcheck disable=SC2086  # the options are words
  exec "$java" $own @/dev/fd/9 "$@"
}
service_one() { run_service service-one "-Dvisualvm.display.name=$(display_name "$@")" serviceone.ServiceOne "$@"; }
service_two() { run_service service-two servicetwo.ServiceTwo "$@"; }

# Divides a mode's options between the two services, which check the values. Service two gets those of its settings.
one_options=()
two_options=()
two_flag=''      # the first option for service two
starts_two=yes
sort_options() {
  local name settings
  settings=$(< "$here/service-one/src/common/settings/ServiceTwoSettings.java")
  while [ $# -gt 0 ]; do
    name=${1%%=*}
    if [ "$name" = --service-two-port ] || [[ $settings == *"number(\"$name\","* ]]; then
      two_flag=${two_flag:-$name}
      two_options+=("$1")
      if [ "${1#*=}" = "$1" ] && [ $# -gt 1 ] && [ "${2#--}" = "$2" ]; then      # the next argument is its value
        two_options+=("$2")
        shift
      fi
    else
      [ "$name" != --service-two ] || starts_two=no
      one_options+=("$1")
    fi
    shift
  done
}

# This script first opens each pipe at both ends, and then closes the ends that it does not need. Opening one end alone
# would wait for the process at the other end, which may be dead by then.
#
# If only one process holds a pipe's writing end, the reader notices the death of that process, even by SIGKILL. These
# descriptors are such writing ends:
#   1 of each service   its output
#   4 of the printer    service two's standard input
#   5 of this script    what the keeper reads
# Through descriptor 7, service one gets service two's address. This script holds both ends, so opening never waits.

# Stops service one when this script ends. Reads service one's pid, and an empty line if service one has
# ended by itself.
keep() {
  local line pid=''
  while IFS= read -r line; do pid=$line; done
  rm -rf "$scratch"
  [ -z "$pid" ] || kill -TERM "$pid" 2>/dev/null || true
}

start_keeper() {
  mkfifo "$scratch/life"
  exec 5<> "$scratch/life"
  (trap '' INT TERM HUP; keep) < "$scratch/life" 5>&- &
  keeper=$!
}

# Service two ignores signals, because service one still calls it during the shutdown. The end of standard input stops
# service two.
start_two() {
  mkfifo "$scratch/to-two" "$scratch/two"
  exec 4<> "$scratch/to-two"
  exec 8<> "$scratch/two"
  exec 3< "$scratch/two"
  (trap '' INT TERM HUP; service_two --until-stdin-closes ${two_options[@]+"${two_options[@]}"}) \
    < "$scratch/to-two" >&8 3<&- 4>&- 5>&- 8>&- &
  two=$!
  exec 8>&-
}

# Service one shares this script's standard input, because bash would give a background job an empty one. Ctrl-C ends
# only this script, which stops both services in the right order. Service one waits until service two is ready.
start_one() {
  mkfifo "$scratch/one"
  if [ $starts_two = yes ]; then
    mkfifo "$scratch/address"
    exec 7<> "$scratch/address"
    one_options=(--service-two "@$scratch/address" "${one_options[@]}")
  fi
  exec 8<> "$scratch/one"
  exec 6< "$scratch/one"
  (trap '' INT HUP; service_one "${one_options[@]}") <&0 >&8 3<&- 4>&- 5>&- 6<&- 7>&- 8>&- &
  one=$!
  echo $one >&5
  exec 8>&-
}

# Waits for service two's ready line, and passes its address to service one.
await_two() {
  local line
  until [[ ${line:-} == *' ready at '*')' ]]; do
    IFS= read -r line <&3 || give_up
    two_output=$two_output$line$'\n'
  done
  line=${line#* ready at http://}
  echo "${line%% *}" >&7
}

# Service two has reported why it did not start, so service one ends without a message. If service one's own options are
# wrong, it reports that, and this script exits with 1.
give_up() {
  local status=0 one_status=0
  printf '%s' "$two_output" >&2      # a JVM prints there why it does not start
  wait $two || status=$?
  echo >&7
  wait $one || one_status=$?
  one=''
  [ $one_status -ne 1 ] || exit 1
  [ $status -ne 0 ] || exit 2
  exit $status
}

start_printer() {
  (trap '' INT TERM HUP PIPE; print_both) <&6 3<&- 5>&- 6<&- 7>&- &
  printer=$!
  exec 4>&- 6<&-
}

# The ready lines appear when both services are ready. Even if nobody reads this script's output, the printer reads
# on, to notice service one's end.
print_both() {
  local line
  if IFS= read -r line; then
    { printf '%s%s\n' "$two_output" "$line" && cat; } 2>/dev/null || cat > /dev/null
  fi
  rm -rf "$scratch"
}

# Copies service two's output. Reports service two's end, unless service one ends, too.
print_two() {
  cat || cat > /dev/null
  [ ! -d "$scratch" ] ||
    echo 'run.sh: service two has ended; service one answers 502 until another service two listens on the same port' >&2
}

# Kills all processes. There is no ready line yet, so no client waits for an answer.
abort_start() {
  local pid
  for pid in $keeper $two $one ${!:-}; do      # the newest job may be in no variable yet
    kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$scratch"
}

# Stops service one first, because its requests in flight need service two.
stop() {
  local pid
  stopping=${stopping:-$SECONDS}
  trap '' PIPE
  if [ -z "$printer" ]; then
    abort_start
    return
  fi
  # After an empty line, the keeper sends no signal.
  if [ -n "$one" ]; then kill -TERM "$one" 2>/dev/null || true; else echo 2>/dev/null >&5 || true; fi
  exec 4>&- 5>&-
  for pid in $one $printer $two $two_printer $keeper; do
    await "$pid"
  done
}

# A signal ends bash's wait, but not the process, so wait again.
await() { # await PID
  local status=0
  wait "$1" || status=$?
  while [ $status -gt 128 ] && kill -0 "$1" 2>/dev/null; do
    status=0
    wait "$1" || status=$?
  done
}

# If a terminal is closed, both the kernel and the shell send SIGHUP. The second SIGHUP is ignored.
end() {
  [ -z "$stopping" ] || return 0
  stopping=$SECONDS
  exit 0
}

# A second signal kills service one. Within two seconds of the first it is ignored, because timeout(1) sends each signal
# twice.
end_or_kill() {
  end
  [ $((SECONDS - stopping)) -ge 2 ] || return 0
  [ -z "$one" ] || kill -KILL "$one" 2>/dev/null || true      # it may have ended
  exit 130
}

start_both() { # start_both MODE OPTIONS...
  local status=0
  sort_options "$@"
  if [ $starts_two = no ] && [ -n "$two_flag" ]; then
    usage_error "$two_flag needs a service two that this command starts, but --service-two names a running one" \
      "$1 [OPTIONS]"
  fi
  trap 'end_or_kill' INT TERM
  trap 'end' HUP
  trap 'stop' EXIT
  scratch=${TMPDIR:-/tmp}/run.XXXXXX
  case $scratch in /*) ;; *) scratch=./$scratch ;; esac      # a leading dash would make it an option
  scratch=$(mktemp -d "$scratch" 2>&1) || {
    echo "run.sh: cannot make a folder in TMPDIR, ${TMPDIR:-/tmp}: ${scratch##*: }" >&2
    trap - EXIT
    exit 2
  }
  start_keeper
  [ $starts_two = no ] || start_two
  start_one
  [ $starts_two = no ] || await_two
  start_printer
  if [ $starts_two = yes ]; then
    (trap '' INT TERM HUP; print_two) <&3 5>&- 7>&- &
    two_printer=$!
    exec 3<&-
  fi
  wait $one || status=$?
  one=''
  exit $status
}

# The part of doctor that needs no JDK.
doctor_without_jdk() {
  local why what=JDK
  why=$("$here/build.sh" jdk 2>&1 > /dev/null) || true
  case $why in *'not on the PATH'*) what=programs ;; esac
  printf '%-8s %-12s %s\n' missing $what "${why#build.sh: }" '' '' \
    'Everything here needs it, including the other checks of doctor: install it, and try again.'
  case $(uname -s) in
    MINGW*|MSYS*|CYGWIN*)
      printf '%-8s %-12s %s\n' missing Linux \
        'this is bash on Windows: work inside WSL (in PowerShell: wsl --install)' ;;
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
  printf '%s\n' 'usage: ./run.sh COMMAND [OPTIONS]' "$begin" "commands: $commands" \
    './run.sh help explains them' >&2
  exit 1
fi
command=$1
shift
case $command in help|--help|-h) show "$(usage)"; exit 0 ;; esac
if ! is_command "$command"; then
  # shellcheck disable=SC2086  # the commands are words
  nearest=$("$here/build.sh" nearest "$command" $commands)
  usage_error "no such command: $command${nearest:+; did you mean $nearest?}" 'COMMAND [OPTIONS]'
fi

[ "$command" != doctor ] || "$here/build.sh" jdk > /dev/null 2>&1 || doctor_without_jdk
case $command in
  compare|class|exercise|bench|doctor|setup|trace) modules='service-one service-two jmeter' ;;
  jmeter|jmeter-server|advise|threads|lanes|jfr|jconsole|visualvm) modules='jmeter' ;;
  service-one|service-two)       modules=$command ;;
  *)                             modules='service-one service-two' ;;
esac
# shellcheck disable=SC2086  # the modules are words
jdk=$("$here/build.sh" needed $modules)
java=$jdk/bin/java
tool() { # tool MAIN_CLASS ARGUMENTS...
  # compare needs native access to read a process's CPU clock. C2 would take CPU time from the measured services.
  exec "$java" -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED "-Drepository=$here" \
    -cp "$out/jmeter.jar:$out/service-one.jar" "$@"
}

case $command in
  service-one)   take_jvm_variables; service_one "$@" ;;
  service-two)   take_jvm_variables; service_two "$@" ;;
  jmeter)        tool lab.plan.PlanCommand "$@" ;;
  jmeter-server) tool load.RunServer "$@" ;;
  compare)       tool lab.Compare "$@" ;;
  class)         tool classroom.Classroom "$@" ;;
  exercise)      tool -Xmx768m exercise.ExerciseCommand "$@" ;;      # a learner's file may fill the compiler's heap
  bench)
    case " $* " in
      *' --help '*|*' -h '*)
        show 'usage: ./run.sh bench [OPTIONS], which is short for ./run.sh compare cost [OPTIONS]' ;;
    esac
    tool lab.Compare cost "$@" ;;
  advise)        tool advise.Advise "$@" ;;
  doctor)        tool doctor.Doctor "$@" ;;
  setup)         tool doctor.SetupCommand "$@" ;;
  trace|threads|lanes|jfr|jconsole|visualvm) tool look.Look "$command" "$@" ;;
  *)
    take_jvm_variables
    if wants_help "$@"; then
      text=$(mode_usage "$command") || exit 2
      show "$text"
      exit
    fi
    start_both "$command" "$@" ;;
esac
