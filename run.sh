#!/usr/bin/env bash
# Starts the services and everything that is done with them; builds first what is older than its sources.
set -eu

# The file that $1 is, through all links: macOS's readlink has had no -f for long.
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
# In the locale C a JVM can neither open a file whose path has a letter beyond ASCII, nor print one.
letter=é
if [ ${#letter} -ne 1 ]; then
  LC_ALL=$(locale -a 2>/dev/null | grep -i -m 1 'utf-\{0,1\}8$' || true)
  export LC_ALL
fi
out=$here/.build
modes='loom pool async'

commands="$modes service-one service-two jmeter jmeter-server compare class exercise advise bench trace threads jfr"
commands="$commands jconsole visualvm doctor setup help"

# As README begins, too.
begin='to begin: ./run.sh class --open   # lessons on one page: predict, run, see why
      or: ./run.sh loom           # the service itself; its ready line names a live status page'

usage() {
  cat <<EOF
usage: ./run.sh COMMAND [OPTIONS]
$begin

  $(printf '%-24s' "${modes// / | }") start service two, and service one in that mode; Ctrl-C stops both
                           (--open, --port, --threads, --delay and all other options: ./run.sh loom --help)
  service-one MODE         service one alone, for two machines
  service-two              service two alone
  jmeter PLAN              run a plan of jmeter/plans against the running service one
  jmeter-server            lend this machine to a JMeter elsewhere
  compare [EXPERIMENT]     run an experiment over the modes and write its report
  class                    one page from which a lesson is given: predict, run, explain
  exercise [N [check]]     write it yourself: a part of service one, which is then checked and measured
  advise                   should my service go to virtual threads? From its own figures
  bench [MODE...]          measure CPU time, system calls and memory for a request, by mode; and starts
  trace                    what a stack trace shows in each mode
  threads                  what the JDK says about the running service one's threads
  jfr [SECONDS]            record the running service one, and print what is worth reading
  jconsole | visualvm      open it on the running service one
  doctor                   what this machine has and lacks for a class, and what to do about it
  setup                    fetch what a class without a network needs, and say how to carry it
  help                     print this

Every command takes -h and --help; options are given as --x y or --x=y. Exit codes: 0 ok, 1 usage, 2 could not start;
3 a service cannot go on, a request of jmeter's failed, nothing that compare or bench measured is of use. Ctrl-C,
SIGTERM and the end of the terminal (SIGHUP) let services answer what is in flight and end with 0; other commands end
with 130, 143 and 129.
EOF
}

# What this script takes for a mode, and then service one's own options, of which --service-two is among the former.
mode_usage() { # mode_usage MODE
  cat <<EOF
usage: ./run.sh $1 [OPTIONS]

Starts service two, and service one in mode $1; prints a ready line for each when both are ready. Ctrl-C, SIGTERM or
the end of the terminal answers what is in flight and stops both. Another Ctrl-C, two seconds later, answers nothing
more.

service two's options:
  --service-two-port PORT  where to start it; 0 for any free port (8087)
  --service-two HOST:PORT  use the one that runs there, and start none
EOF
  (service_two --help) | options_but --port --bind --until-stdin-closes -h,
  printf '\nservice one'\''s options:\n'
  (service_one --help) | options_but --service-two
}

# The options in a usage but for those that are named; an option may have several lines.
options_but() { # options_but OPTION...
  awk -v without=" $* " '/^  -/ { on = !index(without, " " $1 " ") } on'
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

one=''       # pids of what this script has started
two=''
keeper=''    # stops the services when this script ends
printer=''   # of what service one says; service two ends with it
teller=''    # of what service two says once it is ready, and of its end
two_said=''  # until it was ready
stopping=''  # since when, in seconds of this script
scratch=''   # there for as long as both services are to run

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
  while [ $# -gt 0 ]; do
    case ${1%%=*} in
      --service-two-port|--delay|--stage-delay|--authorize-permits| \
      --error-percent|--hang-percent|--reset-percent|--jitter|--slow-start)
        two_flag=${two_flag:-${1%%=*}}
        two_options+=("$1")
        if [ "${1#*=}" = "$1" ] && [ $# -gt 1 ] && [ "${2#--}" = "$2" ]; then      # its value follows
          two_options+=("$2")
          shift
        fi ;;
      *)
        [ "${1%%=*}" != --service-two ] || starts_two=no
        one_options+=("$1") ;;
    esac
    shift
  done
}

# A pipe is opened by a shell that has both of its ends, for a moment: so nobody waits for another one to open it, who may
# have been killed by then.
#
# Who waits here for somebody's end holds the reading end of a pipe of which that one has the only writing end: it comes
# however that end came, SIGKILL too, and nobody asks again and again. The writing ends:
#   1 of each service   what it says
#   4 of the printer    service two's standard input
#   5 of this script    what the keeper reads
# And 7 of this script is both ends of the pipe from which service one reads where service two is: so neither waits for
# the other to open it.

# Stops service one when this script ends; it is told service one's pid, and none where that has ended by itself.
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

# Starts service two. It ends with its standard input alone: a signal to all processes of a terminal or of a systemd
# unit would end it before service one has had its last answers.
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

# Its standard input is this script's: bash would give a background job an empty one. Ctrl-C and the end of a terminal
# only end this script, which stops both in order. It gets itself ready while service two does, and then waits for it.
start_one() {
  mkfifo "$scratch/one"
  if [ $starts_two = yes ]; then
    mkfifo "$scratch/place"
    exec 7<> "$scratch/place"
    one_options=(--service-two "@$scratch/place" "${one_options[@]}")
  fi
  exec 8<> "$scratch/one"
  exec 6< "$scratch/one"
  (trap '' INT HUP; service_one "${one_options[@]}") <&0 >&8 3<&- 4>&- 5>&- 6<&- 7>&- 8>&- &
  one=$!
  echo $one >&5
  exec 8>&-
}

# Goes on when service two has said that it is ready, and tells service one where that is.
await_two() {
  local line
  until [[ ${line:-} == *' ready at '*')' ]]; do
    IFS= read -r line <&3 || give_up
    two_said=$two_said$line$'\n'
  done
  line=${line#* ready at http://}
  echo "${line%% *}" >&7
}

# Service two has not started, and has said why. Service one is told, says nothing, and ends; but if its own options are
# wrong, it says that, and this script ends with its exit code.
give_up() {
  local status=0 of_one=0
  wait $two || status=$?
  echo >&7
  wait $one || of_one=$?
  one=''
  [ $of_one -ne 1 ] || exit 1
  [ $status -ne 0 ] || exit 2
  exit $status
}

start_printer() {
  (trap '' INT TERM HUP PIPE; print_both) <&6 3<&- 5>&- 6<&- 7>&- &
  printer=$!
  exec 4>&- 6<&-
}

# Copies what service one says, to its end. What service two has said comes before the first line of it: so neither is
# said to be ready before both are. Where nobody reads what this script says, the end is still to be noticed.
print_both() {
  local line
  if IFS= read -r line; then
    { printf '%s%s\n' "$two_said" "$line" && cat; } 2>/dev/null || cat > /dev/null
  fi
  rm -rf "$scratch"
}

# Copies what else service two says, and tells of its end: service one can do without it for a while, and goes on.
tell_of_two() {
  cat || cat > /dev/null
  [ ! -d "$scratch" ] ||
    echo 'run.sh: service two has ended; service one answers 502 until there is one at its place again' >&2
}

# Before there is a printer nobody is served.
end_start() {
  local pid
  for pid in $keeper $two $one ${!:-}; do      # the last one may not have been noted yet
    kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  rm -rf "$scratch"
}

# Service one is stopped first, so that what is in flight is still answered; service two ends after it.
stop() {
  local pid
  stopping=${stopping:-$SECONDS}
  trap '' PIPE
  if [ -z "$printer" ]; then
    end_start
    return
  fi
  # The keeper does the same, if it is still there; where service one has ended by itself, there is nothing to do.
  if [ -n "$one" ]; then kill -TERM "$one" 2>/dev/null || true; else echo 2>/dev/null >&5 || true; fi
  exec 4>&- 5>&-
  for pid in $one $printer $two $teller $keeper; do
    await "$pid"
  done
}

# A signal that this script gets meanwhile ends the wait, but not the process that is waited for.
await() { # await PID
  local status=0
  wait "$1" || status=$?
  while [ $status -gt 128 ] && kill -0 "$1" 2>/dev/null; do
    status=0
    wait "$1" || status=$?
  done
}

# The end of a terminal is told twice: by the kernel, and by the shell in it.
end() {
  [ -z "$stopping" ] || return 0
  stopping=$SECONDS
  exit 0
}

# Whoever has waited for two seconds, and signals again, waits no longer. Before, it is the same signal again: timeout(1)
# tells its child, and then its child's process group.
end_or_kill() {
  end
  [ $((SECONDS - stopping)) -ge 2 ] || return 0
  [ -z "$one" ] || kill -KILL "$one" 2>/dev/null
  exit 130
}

start_both() { # start_both MODE OPTIONS...
  local status=0
  sort_options "$@"
  if [ $starts_two = no ] && [ -n "$two_flag" ]; then
    usage_error "$two_flag is for the service two that is started here, and --service-two names another" \
      "$1 [OPTIONS]"
  fi
  trap 'end_or_kill' INT TERM
  trap 'end' HUP
  trap 'stop' EXIT
  scratch=${TMPDIR:-/tmp}/run.XXXXXX
  case $scratch in /*) ;; *) scratch=./$scratch ;; esac      # else one that begins with a dash is an option
  scratch=$(mktemp -d "$scratch") || exit 2
  start_keeper
  [ $starts_two = no ] || start_two
  start_one
  [ $starts_two = no ] || await_two
  start_printer
  if [ $starts_two = yes ]; then
    (trap '' INT TERM HUP; tell_of_two) <&3 5>&- 7>&- &
    teller=$!
    exec 3<&-
  fi
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
  printf '%s\n' 'usage: ./run.sh COMMAND [OPTIONS]' "$begin" "commands: $commands" \
    './run.sh help explains them' >&2
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
# The programs that a command consists of: others are not waited for.
case $command in
  compare|class|exercise|bench|doctor|setup|trace) modules='service-one service-two jmeter' ;;
  jmeter|jmeter-server|advise|threads|jfr|jconsole|visualvm) modules='jmeter' ;;
  service-one|service-two)       modules=$command ;;
  *)                             modules='service-one service-two' ;;
esac
# shellcheck disable=SC2086  # the modules are words
jdk=$("$here/build.sh" needed $modules)
java=$jdk/bin/java
tool() { # tool MAIN_CLASS ARGUMENTS...
  # The comparison reads the kernel's clock of a process, through a native call. HotSpot's second compiler would work
  # for seconds on the cores that are measured; no tool runs long enough to win that back.
  exec "$java" -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED "-Drepository=$here" -cp "$out/jmeter.jar" "$@"
}

case $command in
  service-one)   service_one "$@" ;;
  service-two)   service_two "$@" ;;
  jmeter)        tool load.RunPlan "$@" ;;
  jmeter-server) tool load.RunServer "$@" ;;
  compare)       tool lab.Compare "$@" ;;
  class)         tool classroom.Classroom "$@" ;;
  exercise)      tool exercise.ExerciseCommand "$@" ;;
  bench)         tool lab.bench.Bench "$@" ;;
  advise)        tool advise.Advise "$@" ;;
  doctor)        tool doctor.Doctor "$@" ;;
  setup)         tool doctor.SetupCommand "$@" ;;
  trace|threads|jfr|jconsole|visualvm) tool look.Look "$command" "$@" ;;
  *)
    if wants_help "$@"; then mode_usage "$command"; exit; fi
    start_both "$command" "$@" ;;
esac
