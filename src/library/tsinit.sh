#!/bin/sh
# Hands over to the static binary for this machine: nothing of this shell stays.
# npm calls it through a link, whose target is asked for step by step: not every readlink has -f.
self=$0
case $self in
*/*) ;;
*) self=./$self ;;
esac
while link=$(readlink "$self" 2>/dev/null); do
  case $link in
  /*) self=$link ;;
  *) self=${self%/*}/$link ;;
  esac
done
machine=$(uname -m)
case $machine in
amd64) machine=x86_64 ;;
arm64 | armv8*) machine=aarch64 ;;
esac
binary=${self%/*}/../tsinit-$machine
[ -x "$binary" ] && exec "$binary" "$@"
echo "tsinit: fatal: there is no tsinit for $machine; there is one for x86_64 and for aarch64" >&2
exit 1
