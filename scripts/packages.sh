# Sourced by the other scripts: installs what is missing of the distribution's packages it is given.

build_packages="cmake g++ ninja-build pkg-config libarchive-dev libcli11-dev libeigen3-dev libfmt-dev libhnswlib-dev libhwy-dev libicu-dev libspdlog-dev libxxhash-dev nlohmann-json3-dev robin-map-dev zlib1g-dev"
test_packages="catch2 clang-format-14 groff-base python3 zstd"
# Other programs beside which tests put ours: Chromium for cli.browser, fastText, gensim and hnswlib for cli.interop. Without them these are skipped.
peer_packages="chromium chromium-driver fasttext python3-gensim python3-hnswlib"
check_packages="clang libomp-dev"
fuzz_packages="clang libclang-rt-dev libomp-dev"

# require_packages NAME...: returns when all are installed, else says what is missing and exits with 1.
require_packages() {
  local missing=() name as_root=()
  for name in "$@"; do
    if ! dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q '^install ok installed$'; then
      missing+=("$name")
    fi
  done
  [ ${#missing[@]} -eq 0 ] && return 0

  if ! command -v apt-get >/dev/null; then
    echo "$0: needs these packages (Debian's names), and there is no apt-get to install them:" >&2
    echo "  ${missing[*]}" >&2
    exit 1
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      echo "$0: needs these packages, and neither root nor sudo without a password is to be had; please run:" >&2
      echo "  apt-get install ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo -n)
  fi
  echo "Installing: ${missing[*]}"
  # The variable goes through env, for sudo drops it otherwise.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
