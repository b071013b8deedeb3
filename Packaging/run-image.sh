#!/usr/bin/env bash
# Runs the program of an image for containers, without a daemon: it makes a movie in the working folder of the image.
#
#     Packaging/run-image.sh IMAGE VERSION
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/layout"
tar -C "$work/layout" -xf "$1"
umoci unpack --image "$work/layout:overlay-render:$2" "$work/bundle"
root=$work/bundle/rootfs
chroot "$root" env --chdir=/work LANG=C.UTF-8 overlay-render clock --duration 2s --background black -o clock.mp4
stream=$(ffprobe -v error -show_entries stream=codec_name,width,height -of csv=p=0 "$root/work/clock.mp4")
echo "$stream"
[ "$stream" = h264,1280,720 ]
chroot "$root" overlay-render --version
