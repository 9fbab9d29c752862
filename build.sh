#!/usr/bin/env bash
# Compiles, packs and tests the project with nothing but a JDK.
set -eu

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$here/.build
modules='service-one service-two jmeter'   # three programs that share no class
oldest_jdk=25

usage() {
  cat <<'EOF'
usage: ./build.sh [all|test|clean|jdk] [NAME...]

  all           compile and pack every program into .build/ (the default)
  test [NAME…]  all, then every test, or those whose class names contain a NAME
  clean         delete .build/
  jdk           print the home of the JDK that is used

Needs a JDK 25 or newer: from JAVA_HOME, the PATH, or the usual places.
EOF
}

# The feature release of the JDK in directory $1; nothing where there is none.
jdk_release() {
  [ -x "$1/bin/javac" ] && [ -f "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# Prints the first JDK that is new enough.
find_jdk() {
  local candidate release on_path
  on_path=$(command -v javac || true)
  # A javac on the PATH is mostly a chain of links into its JDK.
  while [ -n "$on_path" ] && [ -L "$on_path" ]; do
    candidate=$(readlink "$on_path")
    case $candidate in /*) on_path=$candidate ;; *) on_path=$(dirname "$on_path")/$candidate ;; esac
  done
  for candidate in "${JAVA_HOME:-}" "${on_path%/bin/javac}" \
      /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
      /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
      "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
      {,"${HOME:-}"}/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$candidate" ] || continue
    release=$(jdk_release "$candidate")
    if [ -n "$release" ] && [ "$release" -ge "$oldest_jdk" ]; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  echo "build.sh: no JDK $oldest_jdk or newer found; install one (https://adoptium.net, or your package manager)" \
    "or point JAVA_HOME at it" >&2
  return 2
}

# The Java files of folder $1 of each of the modules $2….
sources() {
  local folder=$1 module
  shift
  for module in "$@"; do
    [ ! -d "$here/$module/$folder" ] || find "$here/$module/$folder" -name '*.java'
  done
}

# A jar is stale when a file of its module, or this script, is newer.
is_stale() {
  [ ! -f "$out/$1.jar" ] ||
    [ -n "$(find "$here/$1/src" "$here/$1/resources" "$here/build.sh" -newer "$out/$1.jar" 2>/dev/null | head -n 1)" ]
}

compile() { # compile INTO CLASSPATH; the sources' names come in on standard input
  mkdir -p "$1"
  cat > "$1.sources"
  "$jdk/bin/javac" -Xlint:all -Werror -encoding UTF-8 --release "$oldest_jdk" -d "$1" -cp "$2" "@$1.sources"
}

# Into a folder of our own and then moved, so that two builds at once do no harm.
build_module() {
  local work=$out/work.$$
  sources src "$1" | compile "$work/classes" "$work"
  [ ! -d "$here/$1/resources" ] || cp -R "$here/$1/resources/." "$work/classes/"
  "$jdk/bin/jar" --create --file "$work/$1.jar" -C "$work/classes" .
  mv -f "$work/$1.jar" "$out/$1.jar"
  rm -rf "$work"
}

build_all() {
  local module
  mkdir -p "$out"
  for module in $modules; do
    if is_stale "$module"; then
      echo "build: $module" >&2
      build_module "$module"
    fi
  done
}

run_tests() {
  local module jars='' work=$out/test.$$
  for module in $modules; do
    jars=$jars:$out/$module.jar
  done
  # shellcheck disable=SC2086  # the modules are words
  sources test $modules | compile "$work" "$jars"
  "$jdk/bin/java" "@$here/service-one/jvm-options" -Drepository="$here" -cp "$work$jars" testing.TestRunner "$work" "$@"
}

for argument in "$@"; do
  case $argument in --help|-h) usage; exit 0 ;; esac
done
command=${1:-all}
trap 'rm -rf "$out/work.$$" "$out/test.$$" "$out/test.$$.sources"' EXIT      # also where a compilation failed
[ $# -eq 0 ] || shift
case $command in
  all)            jdk=$(find_jdk); build_all ;;
  test)           jdk=$(find_jdk); build_all; run_tests "$@" ;;
  clean)          rm -rf "$out" ;;
  jdk)            find_jdk ;;
  help)           usage ;;
  *)
    echo "build.sh: no such command: $command" >&2
    echo 'usage: ./build.sh [all|test|clean|jdk] [NAME...]; --help explains them' >&2
    exit 1 ;;
esac
