#!/bin/bash
# Builds the Debian packages, installs them in a bare system, uses them there as a user without rights, and removes them without a trace.
# Skipped (77) where there is no root, no mmdebstrap, or no mirror of Debian to make the system from.
# Usage: debian.sh PROJECT-ROOT SCRATCH-FOLDER
set -euo pipefail
project=$1 scratch=$2
root=$scratch/root
here=$(cd "$(dirname "$0")" && pwd)
packages=(libtessera0 libtessera-mpi0 libtessera-io0 libtessera-dev tessera tessera-gui python3-tessera tessera-doc)

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

[ "$(id -u)" -eq 0 ] || skip "only root can make a system of its own"
for tool in mmdebstrap lintian dpkg-shlibdeps unshare; do
    command -v $tool >/dev/null || skip "there is no $tool; share/bin/setup package installs it"
done
if [ -z "${TESSERA_ROOT_ONLY:-}" ]; then # a mount lives as long as the processes that see it
    TESSERA_ROOT_ONLY=1 exec unshare --mount --propagation private "$0" "$@"
fi

"$project/share/bin/package" -j "${TESSERA_JOBS:-2}"
made=("$project"/build/package/packages/*.deb)
[ ${#made[@]} -eq ${#packages[@]} ] || fail "there are ${#made[@]} packages: ${made[*]}"

# Who only plans, or only moves, needs no library of others for files.
for package in libtessera0 libtessera-mpi0; do
    needs=$(dpkg-deb -f "$project"/build/package/packages/${package}_*.deb Depends)
    ! grep -qiE 'hdf5|blosc|zstd|deflate' <<<"$needs" || fail "$package depends on libraries for files: $needs"
done
! dpkg-deb -f "$project"/build/package/packages/libtessera0_*.deb Depends | grep -qi mpi || fail "libtessera0 depends on MPI"

rm -rf --one-file-system "$root"
mkdir -p "$root"
sources=/etc/apt/sources.list.d/debian.sources
[ -e $sources ] || sources=/etc/apt/sources.list
# shellcheck source=/dev/null
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mmdebstrap --quiet --variant=apt "$suite" "$root" $sources || skip "no bare system could be made"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
mkdir -p "$root/packages"
cp "${made[@]}" "$root/packages"

# in_root COMMAND...: as root of the bare system.
in_root() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$root" "$@"
}

# What packages of Tessera only recommend: users who compile have these too, and Python's MPI.
compilers=(g++ gfortran cmake make pkgconf python3-mpi4py)
mapfile -t recommended < <(dpkg-deb -f "$(ls "$root"/packages/libtessera-dev_*)" Recommends | tr ',' '\n' | tr -d ' ')
in_root apt-get update -qq || skip "the mirror does not answer"
mapfile -t copies < <(cd "$root" && ls -d ./packages/*.deb)
in_root apt-get install -qq -y --no-install-recommends "${compilers[@]}" "${recommended[@]}" "${copies[@]}" \
    >"$scratch/install.log" 2>&1 || { tail -20 "$scratch/install.log" >&2 && fail "the packages do not install"; }
for package in "${packages[@]}"; do in_root dpkg --audit "$package"; done
mapfile -t installed < <(in_root dpkg -L "${packages[@]}" | sort -u)

in_root useradd --create-home tester
in_root install -o tester /dev/stdin /home/tester/use.sh <"$here/installed_packages.sh"
in_root su tester -c 'bash /home/tester/use.sh'

in_root dpkg --purge "${packages[@]}" >"$scratch/purge.log" 2>&1 || { cat "$scratch/purge.log" >&2 && fail "the packages cannot be removed"; }
in_root userdel --remove tester 2>/dev/null
rm -r "$root/packages"
left=$(for path in "${installed[@]}"; do
    [ ! -e "$root$path" ] || in_root dpkg -S "$path" >/dev/null 2>&1 || echo "$path"
done)
[ -z "$left" ] || fail "not removed: $left"
left=$(find "$root" -xdev \( -path "$root/proc" -o -path "$root/dev" -o -path "$root/sys" \) -prune -o -iname '*tessera*' -print)
[ -z "$left" ] || fail "traces are left: $left"
umount -l "$root/proc" "$root/dev" "$root/sys"
rm -rf --one-file-system "$root"
echo "${#packages[@]} packages with ${#installed[@]} files and folders came, worked and went"
