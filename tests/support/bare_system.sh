# A Debian that has nothing but its base, in folders, for slow tests. To be sourced with `source` (the project) and
# `kept` (a folder for the systems and the log) set; `suite`, if it is not to be bookworm (Debian 12), and `architecture`,
# if it is not to be that of this machine. It says why it can't, and exits with 77.
#
#     make_base            $kept/base, once
#     use_release_alone    packages come from the release, not from what was added to it later
#     copy_base NAME       $kept/NAME, anew, with devices, /proc and a clone of the project (what is committed counts)
#     inside NAME 'COMMAND'
suite=${suite:-bookworm}
skip() { echo "skipped: $1"; exit 77; }
release() {
  for system in "$kept"/*/root; do
    umount -l "${system%/root}/dev/pts" "${system%/root}/dev" "${system%/root}/proc" 2> /dev/null || true
  done
}
trap 'exit 1' HUP INT TERM
trap 'status=$?; release; [ $status = 0 ] || [ $status = 77 ] || tail -n 60 "$kept/log"; exit $status' EXIT

make_base() {
  [ "$(id -u)" = 0 ] || skip "only root makes a system in a folder"
  for tool in debootstrap git chroot; do command -v $tool > /dev/null || skip "$tool is missing"; done
  git -C "$source" rev-parse -q --verify HEAD > /dev/null 2>&1 || skip "the source is no git repository"
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2> /dev/null | grep -v security | head -n 1)
  [ -n "$mirror" ] || skip "no source of Debian packages is set up"
  release
  mkdir -p "$kept"
  [ ! -e "$kept/base/complete" ] || return 0
  rm -rf "$kept/base"
  debootstrap ${architecture:+"--arch=$architecture"} --variant=minbase --include=ca-certificates "$suite" "$kept/base" "$mirror" > "$kept/log" 2>&1 ||
    skip "debootstrap finds no $suite: $(tail -n 1 "$kept/log")"
  : > "$kept/base/etc/apt/sources.list"
  cp -r /etc/apt/sources.list* "$kept/base/etc/apt/"
  cp -r /etc/apt/apt.conf.d/. "$kept/base/etc/apt/apt.conf.d/"
  [ "$suite" = bookworm ] || use_release_alone  # the sources of this machine are those of Debian 12
  touch "$kept/base/complete"
}

use_release_alone() {
  rm -f "$kept"/base/etc/apt/sources.list.d/*
  echo "deb $mirror $suite main" > "$kept/base/etc/apt/sources.list"
}

copy_base() {
  system=$kept/$1
  rm -rf "$system"
  cp -a "$kept/base" "$system"
  cp /etc/resolv.conf /etc/hosts "$system/etc/"
  git clone -q "$source" "$system/root/absolve" 2> /dev/null
  mount --bind /proc "$system/proc" || skip "nothing can be mounted"
  mount -t tmpfs tmpfs "$system/dev"
  for device in null zero full random urandom tty; do cp -a /dev/$device "$system/dev/"; done
  ln -s /proc/self/fd "$system/dev/fd"
  for n in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${n%:*}" "$system/dev/${n#*:}"; done
  mkdir "$system/dev/shm"
}

inside() {
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    ${http_proxy:+"http_proxy=$http_proxy"} ${architecture:+setarch "$architecture"} chroot "$kept/$1" sh -c "cd /root/absolve && $2" > "$kept/log" 2>&1
}
