#!/usr/bin/env bash
# Compiles, packs and tests the project with only a JDK.
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"      # started as: sh build.sh
set -eu +o posix

# Follows all links from $1. Older versions of macOS have no readlink -f.
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
work=$out/work.$$      # of this build alone
packing=''             # the processes that make jars
modules='service-one service-two jmeter'   # all use common.jar
jars="common $modules"
test_folders='service-one/test service-one/bare service-two/test jmeter/test'
oldest_jdk=25
# javac and jar run too briefly for C2 or a parallel collector to pay off. A JVM refuses two collectors.
short_run='-J-XX:TieredStopAtLevel=1 -J-Duser.language=en'
collector='-XX:[+]Use[A-Za-z0-9]*GC([^A-Za-z]|$)'
own_collector=''
if ! [[ "${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-} ${_JAVA_OPTIONS:-}" =~ $collector ]]; then
  own_collector=yes
  short_run="$short_run -J-XX:+UseSerialGC"
fi

usage() {
  cat <<'EOF'
usage: ./build.sh [all|test|lint|words|soak|clean|jdk] [NAME...]

  all           compile and pack every program into .build/ (the default)
  test          build all, then run the fast tests, which take ten seconds
  test all      also run the tests that start many processes or wait for real deadlines: four minutes
  test NAME…    run the tests whose names contain NAME: Class.method, or a part of it
  lint          build all, then print a line for each fault that no test of behaviour would find: lines that are too
                wide, a colour that contrasts too little, a README that names what does not exist. Takes seconds
  words [NAME…] write jmeter/test/words anew: what the product says in the situations of the tests. Check the diff.
                With NAMEs, only what these tests assert
  soak [MINUTES] [MODE…]
                build all, then put load on these modes (default: all) at the same time, for MINUTES (default: 1):
                honest clients among slow, broken and vanishing ones, with faults in service two. Each honest client
                must get its own answers. After the last load, service one must have closed all connections. Its
                descriptors, threads and heap must be about what they were after the first minute (20 s if MINUTES
                is 1). Needs Linux (/proc)
  clean         delete .build/
  jdk           print the home of the JDK that this script uses

Needs a JDK 25, version 25.0.3 or newer: from JAVA_HOME, the PATH, or the usual places. Takes a newer release, too, and
says so, because everything here was tested and measured on 25.
EOF
}

# Fails if the text cannot be written, for example on a full disk.
show() { # show TEXT
  { printf '%s\n' "$1"; } 2> /dev/null || {
    echo 'build.sh: standard output cannot be written' >&2
    exit 2
  }
}

# Prints the feature release of the JDK in folder $1, or nothing.
jdk_release() {
  [ -x "$1/bin/javac" ] && [ -f "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# Prints the home of the first JDK that is new enough.
find_jdk() {
  local folder candidate release on_path others='' home=${HOME:-}
  on_path=$(resolve "$(command -v javac || true)")      # javac is usually a link into a JDK
  for folder in "${JAVA_HOME:-}" "${on_path%/bin/javac}" \
      /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/* /opt/java/* \
      {/opt/homebrew,/usr/local,"${HOMEBREW_PREFIX:-/home/linuxbrew/.linuxbrew}"}/opt/openjdk*/libexec \
      "$home"/.sdkman/candidates/java/* "$home"/.jdks/* "$home"/.gradle/jdks/* "$home"/.gradle/jdks/*/* \
      "${MISE_DATA_DIR:-$home/.local/share/mise}"/installs/java/* \
      "${ASDF_DATA_DIR:-$home/.asdf}"/installs/java/* "$home"/.jenv/versions/* \
      {,"$home"}/Library/Java/JavaVirtualMachines/*; do
    [ -n "$folder" ] || continue
    for candidate in "$folder" "$folder/Contents/Home" "$folder/openjdk.jdk/Contents/Home"; do
      [ -x "$candidate/bin/java" ] || [ "$candidate" = "${JAVA_HOME:-}" ] || continue
      release=$(jdk_release "$candidate")
      if [ -n "$release" ] && [ "$release" -ge "$oldest_jdk" ]; then
        show "$candidate"
        return 0
      fi
      # Lists each JDK once: no path twice, and no link.
      case $others in *" $candidate,"*) continue ;; esac
      if [ -n "$release" ]; then
        [ -L "$candidate" ] || others="$others JDK $release at $candidate,"
      elif [ -x "$candidate/bin/java" ] && [ ! -x "$candidate/bin/javac" ]; then      # macOS has stubs of both
        others="$others a Java without javac (not a JDK) at $candidate,"
      elif [ "$candidate" = "${JAVA_HOME:-}" ]; then
        others="$others nothing at JAVA_HOME=$candidate,"
      fi
    done
  done
  echo "build.sh: no JDK $oldest_jdk or newer found${others:+; there is${others%,}}; install" \
    "JDK 25, version 25.0.3 or newer (https://adoptium.net, or your package manager), or point JAVA_HOME at it" >&2
  return 2
}

# Prints the name that a mistyped word probably means, or nothing.
nearest() { # nearest WORD NAME...
  if jdk=$(find_jdk 2>/dev/null) && (build) 2>/dev/null; then
    "$jdk/bin/java" -XX:TieredStopAtLevel=1 -cp "$out/common.jar" common.commandline.Spelling "$@"
  fi
}

source_folder() {
  case $1 in
    common)      echo service-one/src/common ;;
    service-one) echo service-one/src/serviceone ;;
    *)           echo "$1/src" ;;
  esac
}

# Paths are relative to this script's folder, because javac would misread some characters of a full path.
sources() { (cd "$here" && find "$@" -name '*.java'); }

# A complete jar ends with the 22 bytes of an end-of-central-directory record.
is_whole() { # is_whole JAR
  local end
  { end=$(tail -c 22 "$1"); } 2>/dev/null      # hides bash's warnings about zero bytes
  case $end in PK$'\005\006'*) return 0 ;; esac
  return 1
}

# A jar is stale if it is damaged, or older than this script or one of the files and folders that it is made from. A
# folder becomes newer if a file in it is deleted.
is_stale() { # is_stale NAME PATH...
  local jar=$out/$1.jar
  shift
  ! is_whole "$jar" || [ -n "$(find "$here/build.sh" "$@" -newer "$jar" 2>/dev/null | head -n 1)" ]
}

is_module_stale() { # what a module compiles against counts, too
  local against=common
  [ "$1" != jmeter ] || against=service-one
  is_stale "$1" "$here/$(source_folder "$1")" "$here/$(source_folder common)" "$here/$(source_folder $against)" \
    "$here/$1/resources"
}

cannot_write() { # cannot_write ERROR [WHY]
  echo "build.sh: ${2:-}$out cannot be written: ${1##*: }." \
    "If the folder is somebody else's, work in a copy of it" >&2
  exit 2
}

compile() { # compile FOLDER OPTIONS...: reads the sources' names from standard input
  local why folder=$1 warnings='-Xlint:all -Werror'
  shift
  if [ "$(jdk_release "$jdk")" -gt "$oldest_jdk" ]; then
    echo "build.sh: JDK $(jdk_release "$jdk") is newer than $oldest_jdk, on which everything here was tested and" \
      "measured; its compiler's warnings are not shown" >&2
    warnings=-Xlint:none      # a newer compiler may warn of more
  fi
  why=$(mkdir -p "$folder" 2>&1) || cannot_write "$why"
  cat > "$folder.sources"
  # shellcheck disable=SC2086  # options are words
  (cd "$here" &&
    "$jdk/bin/javac" $short_run $warnings -encoding UTF-8 --release "$oldest_jdk" \
      -d "$folder" "$@" "@$folder.sources")
}

pack() {
  local module=$1 sources top
  unset JAVA_TOOL_OPTIONS _JAVA_OPTIONS      # javac has printed them
  sources=$here/$(source_folder "$module")
  set --
  case $sources in
    */src) for top in "$sources"/*/; do set -- "$@" -C "$work/classes" "$(basename "$top")"; done ;;
    *)     set -- -C "$work/classes" "$(basename "$sources")" ;;
  esac
  [ ! -d "$here/$module/resources" ] || set -- "$@" -C "$here/$module/resources" .
  make_jar "$module" "$@"
}

# What changes while the compiler runs is newer than the jar, which has the time of the manifest.
make_jar() { # make_jar NAME WHAT_TO_PACK...: from and in $work
  local name=$1
  shift
  # shellcheck disable=SC2086  # options are words
  "$jdk/bin/jar" $short_run --create --no-compress --file "$work/$name.jar" --manifest "$work/manifest" "$@" || return
  touch -r "$work/manifest" "$work/$name.jar" && mv -f "$work/$name.jar" "$out/$name.jar" || return
  is_whole "$out/$name.jar" || {
    echo "build.sh: $out/$name.jar is damaged, though just built: is the disk full? Make room," \
      "then ./build.sh clean" >&2
    exit 2
  }
}

start_work() { # start_work [WHAT_IS_STALE]
  local why
  [ ! -e "$work/manifest" ] || return 0
  why=$(mkdir -p "$work/classes" 2>&1) || cannot_write "$why" "${1:-}"
  echo 'Class-Path: common.jar' > "$work/manifest"
}

# Builds the common library and the modules $1… if they are stale. One compiler for all modules is twice as fast as one
# for each. A build writes into its own folder and then moves the jars, so two builds may run at the same time.
build() {
  compile_stale "$@" && await_packing
}

compile_stale() { # compile_stale MODULE...: packs in the background what it compiles
  local module stale='' library=$out/common.jar
  # The tools compile against service one, because they check exercises in it.
  case " $* " in *' service-one '*) ;; *' jmeter '*) set -- service-one "$@" ;; esac
  case $here in *:*)
    echo "build.sh: a class path cannot contain the colon in $here: rename that folder" >&2
    exit 2 ;;
  esac
  case ${#letter}$here in [!1]*[![:print:]]*)
    echo "build.sh: no locale of this machine can write all letters of $here: rename that folder" >&2
    exit 2 ;;
  esac
  for module in common "$@"; do
    if is_module_stale "$module"; then
      echo "build: $module" >&2
      stale="$stale $module"
      [ "$module" != common ] || library=$work      # its sources are compiled, too, so javac needs no jar
    fi
  done
  case "$stale " in *' service-one '*) ;; *' jmeter '*) library=$library:$out/service-one.jar ;; esac
  [ -n "$stale" ] || return 0
  start_work "these are out of date:$stale; but "
  for module in $stale; do sources "$(source_folder "$module")"; done | compile "$work/classes" -cp "$library" || return
  for module in $stale; do
    (trap - INT; pack "$module") &      # bash makes background jobs ignore Ctrl-C
    packing="$packing $!"
  done
}

await_packing() {
  local pid status=0
  for pid in $packing; do
    wait "$pid" || status=$?
  done
  packing=''
  return $status
}

# shellcheck disable=SC2086  # the modules are words
build_all() { build $modules; }

# A run of the tests keeps the jar that it opened, so another build may replace it meanwhile.
build_tests() { # sets $library
  local folder jar status=0
  # shellcheck disable=SC2086  # the modules are words
  compile_stale $modules || return
  set --
  for folder in $test_folders; do set -- "$@" "$here/$folder"; done
  for jar in $jars; do
    set -- "$@" "$out/$jar.jar"
    library=${library:+$library:}$out/$jar.jar
  done
  if [ -n "$packing" ] || is_stale tests "$@"; then
    echo 'build: tests' >&2
    start_work
    # What was just compiled comes first, so javac need not wait for its jar, which may not exist yet.
    # shellcheck disable=SC2086  # the folders are words
    sources $test_folders | compile "$work/tests" -Xlint:-path -cp "$work/classes:$library" || status=$?
    await_packing || status=$?      # also after an error: the jars are made from a folder that goes with this script
    [ $status -eq 0 ] || return $status
    make_jar tests -C "$work/tests" .
  fi
}

run_with_tests() { # run_with_tests MAIN_CLASS ARGUMENTS...
  local library=''
  build_tests
  if [ -z "$own_collector" ]; then
    echo 'build.sh: the tests choose collectors, so they start without the JVM options in the environment' >&2
    unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
  fi
  # Tests send SIGINT and SIGHUP, which this script and its children ignore in the background or under nohup. GNU's env
  # resets both signals.
  local reset='env --default-signal=INT,HUP'
  $reset true 2>/dev/null || reset=''
  # shellcheck disable=SC2086  # options are words
  $reset "$jdk/bin/java" "@$here/service-one/jvm-options" $jvm_options -Drepository="$here" \
    --add-exports java.base/jdk.internal.vm=ALL-UNNAMED -Djdk.attach.allowAttachSelf=true \
    -cp "$out/tests.jar:$library" "$@"
}

for argument in "$@"; do
  case $argument in --help|-h) show "$(usage)"; exit 0 ;; esac
done
absent=''
for program in awk basename cat find head mkdir mkfifo mktemp mv rm sed tail touch; do      # run.sh's, too
  command -v $program > /dev/null || absent="$absent $program"
done
if [ -n "$absent" ]; then      # without find, for example, every jar would look new
  echo "build.sh: the scripts need programs that are not on the PATH:$absent" >&2
  exit 2
fi
command=${1:-all}
trap 'rm -rf "$work"' EXIT
[ $# -eq 0 ] || shift
case $command in
  all)            jdk=$(find_jdk); build_all ;;
  test)           jdk=$(find_jdk); jvm_options=-XX:TieredStopAtLevel=1      # too short for C2 to pay off
                  run_with_tests testing.TestRunner "$@" ;;
  words)          jdk=$(find_jdk); jvm_options='-XX:TieredStopAtLevel=1 -Dwords.write=true'
                  [ $# -gt 0 ] || set -- all
                  run_with_tests testing.TestRunner "$@" ;;
  lint)           jdk=$(find_jdk); jvm_options=-XX:TieredStopAtLevel=1
                  run_with_tests lint.Lint ;;
  soak)           jdk=$(find_jdk); jvm_options=''
                  run_with_tests serviceone.soak.Soak "$@" ;;
  clean)          why=$(rm -rf "$out" 2>&1) || cannot_write "$why" ;;
  jdk)            find_jdk ;;
  needed)         jdk=$(find_jdk); build "$@" >&2; printf '%s\n' "$jdk" ;;      # for run.sh: prints the JDK, too
  help)           show "$(usage)" ;;
  nearest)        nearest "$@" ;;      # for run.sh
  *)
    near=$(nearest "$command" all test lint words soak clean jdk help)
    echo "build.sh: no such command: $command${near:+; did you mean $near?}" >&2
    echo 'usage: ./build.sh [all|test|lint|words|soak|clean|jdk] [NAME...]; --help explains them' >&2
    exit 1 ;;
esac
