#!/usr/bin/env python3
"""Fuzzes the reading of movies, sound and images with mutations of small files that ffmpeg makes.

    Fuzz/fuzz-media.py FUZZER FOLDER --seconds 60

FOLDER keeps the seeds, the corpus, and the inputs that fail. Fails if the fuzzer finds a fault in this package. A crash in
FFmpeg is reported only.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

PICTURES = 'testsrc2=size=64x48:rate=10:duration=0.6'
SOUND = 'sine=duration=0.6'
# The names of the seeds, and the arguments of ffmpeg with which they are made.
SEEDS = {
    'h264.mp4': ['-c:v', 'libx264', '-g', '3', '-c:a', 'aac'],
    'fragmented.mp4': ['-c:v', 'libx264', '-movflags', 'frag_keyframe+empty_moov', '-an'],
    'h264.mkv': ['-c:v', 'libx264', '-bf', '2', '-c:a', 'libopus'],
    'ffv1.mkv': ['-c:v', 'ffv1', '-an'],
    'vp9.webm': ['-c:v', 'libvpx-vp9', '-an'],
    'vp8.webm': ['-c:v', 'libvpx', '-c:a', 'libvorbis'],
    'h264.ts': ['-c:v', 'libx264', '-c:a', 'mp2'],
    'mpeg2.mpg': ['-c:v', 'mpeg2video', '-c:a', 'mp2'],
    'mpeg4.avi': ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le', '-ar', '8000'],
    'rle.mov': ['-c:v', 'qtrle', '-an'],
    'video.gif': ['-an'],
    'photo.jpg': ['-frames:v', '1', '-pix_fmt', 'yuvj420p', '-an'],
    'photo.webp': ['-frames:v', '1', '-pix_fmt', 'yuva420p', '-an'],
    'animation.webp': ['-frames:v', '3', '-c:v', 'libwebp_anim', '-an'],
    'photo.bmp': ['-frames:v', '1', '-an'],
    'photo.tiff': ['-frames:v', '1', '-pix_fmt', 'rgb24', '-an'],
    'sound.wav': ['-vn', '-ar', '8000'],
    'sound.ogg': ['-vn', '-c:a', 'libopus'],
    'sound.flac': ['-vn'],
    'sound.mp3': ['-vn'],
}


def make_seeds(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, arguments in SEEDS.items():
        command = ['ffmpeg', '-v', 'error', '-y', '-f', 'lavfi', '-i', PICTURES, '-f', 'lavfi', '-i', SOUND]
        subprocess.run([*command, *arguments, str(folder / name)], check=True)


def crashed_in_ffmpeg(log):
    """Returns whether the innermost frame that is neither the fuzzer's nor the C library's is one of FFmpeg."""
    for line in log.splitlines():
        if not re.match(r'\s*#\d+ 0x', line):
            continue
        if re.search(r'/lib(av|sw|x264|vpx|dav1d|aom|opus|vorbis|webp|mp3lame)\w*\.so', line):
            return True
        if re.search(r'FuzzMedia', line) and not re.search(r'fuzzer::|__sanitizer|sanitizer_', line):
            return False
    return False


parser = argparse.ArgumentParser()
parser.add_argument('fuzzer')
parser.add_argument('folder', type=pathlib.Path)
parser.add_argument('--seconds', type=int, default=60)
options = parser.parse_args()

make_seeds(options.folder / 'seeds')
(options.folder / 'corpus').mkdir(exist_ok=True)
end = time.monotonic() + options.seconds
while (rest := int(end - time.monotonic())) > 0:
    result = subprocess.run(
        [options.fuzzer, f'-max_total_time={rest}', '-timeout=20', '-rss_limit_mb=2048', '-max_len=65536',
         '-print_final_stats=1', '-verbosity=0', f'-artifact_prefix={options.folder}/',
         str(options.folder / 'corpus'), str(options.folder / 'seeds')],
        # Swift's own handler of crashes would keep libFuzzer from writing the input.
        env=os.environ | {'SWIFT_BACKTRACE': 'enable=no'},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
    if result.returncode == 0:
        print(result.stdout.strip())
        break
    if not crashed_in_ffmpeg(result.stdout):
        print(result.stdout.strip())
        sys.exit(1)
    print('a crash in FFmpeg, with ' + ''.join(re.findall(r'Test unit written to (\S+)', result.stdout)))
