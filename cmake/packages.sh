# Sourced by ./run and ./test: installs missing Debian/Ubuntu packages. Everything it says goes to standard error.

build_packages="g++ cmake ninja-build nlohmann-json3-dev libcli11-dev libfmt-dev libstb-dev libeigen3-dev libtbb-dev"
build_optional="libhdf5-dev libprotobuf-dev protobuf-compiler"
test_packages="python3 libgtest-dev libgmock-dev"
test_optional="librapidcheck-dev libbenchmark-dev libbullet-dev libode-dev pkg-config python3-siconos python3-h5py"
sanitize_packages="clang"
sanitize_optional="libclang-rt-dev" # part of clang itself before Debian 12
web_packages="emscripten" # brings nodejs
browser_packages="chromium fonts-dejavu-core"
matrix_packages="clang g++-aarch64-linux-gnu qemu-user-static"

say() { printf 'cairn: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

missing_packages() {
    local package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf '%s\n' "$package"
    done
}

# Another apt at work (a machine that updates itself) is waited for, not given up on.
apt_install() {
    local sudo=""
    [ "$(id -u)" -eq 0 ] || sudo="sudo"
    [ -z "$sudo" ] || command -v sudo >/dev/null || { say "neither root nor sudo"; return 1; }
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" >&2
}

# npm_install [FLAG...]: `npm install` in this folder. Left alone, npm asks a registry that does not answer for minutes,
# again and again; so it is asked once for a sign of life (an error of HTTP is one), and without it only what npm's cache
# holds can be installed. An installation that does not end is given up after `npm_patience` seconds.
npm_install() {
    local answer
    if answer=$(npm ping --fetch-retries=0 --fetch-timeout=10000 2>&1) || grep -q 'code E[0-9][0-9][0-9]' <<<"$answer"; then
        timeout "${npm_patience:-900}" npm install --no-audit --no-fund --no-package-lock "$@" >&2
    else
        npm install --no-audit --no-fund --no-package-lock --offline "$@" >/dev/null 2>&1 && return 0
        say "npm's registry does not answer, and npm's cache does not hold what is needed:"
        grep -m 1 'npm.* reason:\|npm.* code ' <<<"$answer" >&2 || true
        return 1
    fi
}

# ensure_packages REQUIRED OPTIONAL: two space-separated lists. An optional package that the distribution lacks is
# named and left out; the build says what it does without it.
ensure_packages() {
    command -v dpkg-query >/dev/null || { say "no apt here; needed: $1 (optional: $2)"; return 0; }
    local required optional package
    required=$(missing_packages $1)
    optional=$(missing_packages $2)
    [ -n "$required$optional" ] || return 0
    say "installing:" $required $optional
    apt_install update -qq || say "apt-get update failed; trying with the lists at hand"
    if [ -n "$required" ]; then
        apt_install install -y -qq --no-install-recommends $required ||
            say "could not install" $required "-- trying to build all the same"
    fi
    for package in $optional; do
        apt_install install -y -qq --no-install-recommends "$package" || say "going on without $package"
    done
}
