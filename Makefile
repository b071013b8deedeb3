# Each target installs and builds what it needs, without questions. Settings: PREFIX, DESTDIR, SEEDS, SANITIZER_SEEDS,
# FUZZ_SECONDS, SOAK_SECONDS, RUNS, LIVE_SECONDS, FULL, ONLY, BASELINE, SHARED.

SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c

SWIFT ?= swift
export SWIFT
PREFIX ?= /usr/local
# The output folder of demo, test, docs and soak.
OUT := out
# The number of random views for `fuzz`. `test` uses 2400.
SEEDS ?= 20000
# The number of random views for `sanitize`, which is many times slower.
SANITIZER_SEEDS ?= 160
# The seconds for fuzzing each reader of captions and the readers of media, and the initial inputs of the former.
FUZZ_SECONDS ?= 60
FUZZ_SEEDS := Tests/OverlayCaptionsTests/Fixtures
# The duration of `soak-live` in seconds.
SOAK_SECONDS ?= 3600
# The number of runs of each measurement of `bench`, and the duration of live runs in seconds. FULL=1 measures all steps of
# all axes, ONLY=budgets,axes only these sections, and BASELINE=COMMAND another build in turn.
RUNS ?= 3
LIVE_SECONDS ?= 10
FULL ?=
ONLY ?=

# With SHARED=1, tests, examples, benchmarks, fuzzers and the documentation use the build of the command, so that the
# libraries are compiled only once, and fuzzers are not linked. It is for a clone that builds each of them once: SwiftPM
# does not notice that another package has used a folder.
SHARED ?=
ifneq ($(filter-out 1,$(SHARED)),)
$(error SHARED=$(SHARED): write SHARED=1, or nothing)
endif

RELEASE := -c release $(if $(SHARED),-Xswiftc -enable-testing)
# Tests need internal declarations of the optimized code.
TESTED := -c release -Xswiftc -enable-testing $(if $(SHARED),,--scratch-path .build/test)
COMMAND := .build/release/overlay-render
EXAMPLES := $(if $(SHARED),.build/release,Examples/.build/debug)
BENCHMARKS := $(if $(SHARED),.build,Benchmarks/.build)/release
# The options of SwiftPM for a package in a folder, and for what is built for debugging unless the build is shared.
DEBUG := $(if $(SHARED),$(RELEASE))
package = --package-path $(1) $(if $(SHARED),--scratch-path $(CURDIR)/.build --disable-build-manifest-caching)
PACKAGES := libcairo2-dev libpango1.0-dev libuchardet-dev pkg-config fonts-dejavu-core tzdata \
  libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libswresample-dev \
  libx11-dev libxext-dev libxfixes-dev libxrandr-dev libwayland-dev libxkbcommon-dev libpulse-dev libglib2.0-dev
TEST_PACKAGES := ffmpeg pango1.0-tools bash zsh fish util-linux python3 openssl
# Players and browsers in which movies are played; servers for windows, sound and media controls, and their clients.
GATE_PACKAGES := mpv chromium xvfb xauth openbox picom x11-utils x11-xserver-utils xdotool sway grim weston wtype dbus \
  playerctl pulseaudio pulseaudio-utils
MEBIBYTE := 1048576

.PHONY: deps test-deps gate-deps build demo test test-build lint examples window-examples example-programs bench benchmarks fuzz fuzz-captions fuzz-media fuzzers \
  sanitize sanitize-address sanitize-thread soak soak-live docs clean

# Runs SwiftPM without its warning about the flag -pthread of pkg-config, which SwiftPM ignores. It is not needed,
# because threads are part of the C library.
quietly = { $(1) 2>&1 >&3 3>&- | sed -u '/prohibited flag(s): -pthread/d' >&2; } 3>&1

# Writes the documentation of a library to a folder.
document = $(call quietly,$(SWIFT) package $(DEBUG) --allow-writing-to-directory $(2) generate-documentation --target $(1) \
  --output-path $(2) --warnings-as-errors --transform-for-static-hosting --disable-indexing)

# The packages of a list that are not installed.
missing = $(shell dpkg-query -W -f '$${Package} $${Status}\n' $(1) 2>/dev/null | \
  awk -v wanted='$(1)' '/ok installed$$/ { have[$$1] = 1 } END { n = split(wanted, w, " "); for (i = 1; i <= n; i++) if (!(w[i] in have)) print w[i] }')

# Installs the missing packages of a list. The second argument is appended to the installation command to handle its
# failure.
define install-missing
@if ! command -v $(SWIFT) >/dev/null; then echo "make: Swift 6.3 or later is required: https://www.swift.org/install/linux" >&2; exit 1; fi
@set -e; missing='$(call missing,$(1))'; \
if [ -z "$$missing" ]; then exit 0; fi; \
if ! command -v apt-get >/dev/null; then \
  echo "make: apt-get not found: install the equivalents of $$missing" >&2; exit 0; \
fi; \
root=; if [ "$$(id -u)" != 0 ]; then root=sudo; fi; \
echo "Installing $$missing"; \
{ $$root env DEBIAN_FRONTEND=noninteractive apt-get update -q && \
  $$root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-remove --no-install-recommends $$missing; } $(2)
endef

deps:
	$(call install-missing,$(PACKAGES))

# Programs that some tests run. If they cannot be installed, these tests are skipped; with CI=true they fail.
test-deps: deps
	$(call install-missing,$(TEST_PACKAGES),|| echo "make: the tests that need $$missing are skipped" >&2)

gate-deps: test-deps
	$(call install-missing,$(GATE_PACKAGES),|| echo "make: the tests that need $$missing are skipped" >&2)

build: deps
	@$(call quietly,$(SWIFT) build $(RELEASE) --product overlay-render)

example-programs: deps
	@$(call quietly,$(SWIFT) build $(DEBUG) $(call package,Examples))

demo: build example-programs
	@mkdir -p $(OUT)
	$(COMMAND) clock --size 640x360 --background '#16324f' --duration 10s --overwrite -o $(OUT)/clock.y4m
	$(EXAMPLES)/ContactSheet $(OUT)
	$(EXAMPLES)/Gallery $(OUT)
	$(EXAMPLES)/ListeningText $(OUT)
	$(COMMAND) clock --size 640x360 --background '#16324f' --duration 10s --overwrite -o $(OUT)/clock.mp4
	$(COMMAND) subtitles Examples/Sources/ListeningText/sentences.lrc --style listening --size 1280x720 \
	  --background '#16324f' --tick --overwrite -o $(OUT)/listening.mp4
	$(COMMAND) text --title 'Ada Lovelace' --subtitle Mathematician --size 1280x720 --duration 6s \
	  --overwrite -o $(OUT)/overlay-alpha.mov
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	  $(COMMAND) clock --pip --background '#16324f' --close-after 10s || true; \
	else \
	  echo "There is no display (DISPLAY, WAYLAND_DISPLAY), so no floating clock is shown: $(COMMAND) clock --pip"; \
	fi
	@echo
	@echo "Created:"
	@echo "  $(OUT)/clock.mp4           ten seconds of a clock, as a movie: mpv $(OUT)/clock.mp4"
	@echo "  $(OUT)/listening.mp4       sentences for listeners, with a tick each second"
	@echo "  $(OUT)/overlay-alpha.mov   a lower third with alpha, for an editor"
	@echo "  $(OUT)/clock.y4m           the clock as plain frames"
	@echo "  $(OUT)/countdown/*.png     a countdown, one file for each of its 70 frames"
	@echo "  $(OUT)/countdown.png       a contact sheet of the frames: look at this one first"
	@echo "  $(OUT)/gallery.png         every view and modifier with its name"
	@echo "  $(OUT)/listening/*.y4m     sentences at an interval, and with the times of an LRC file: mpv $(OUT)/listening/in-step.y4m"
	@echo "  $(OUT)/listening.png       stills of both"
	@echo "Try next:"
	@echo "  $(COMMAND) clock --live | mpv -"
	@echo "  $(COMMAND) play $(OUT)/listening.mp4"
	@echo "  $(COMMAND) countdown --for 10s --format s --zero-text 'Go!' --duration 12s -o $(OUT)/go.y4m"
	@echo "  $(COMMAND) clock --help"

test: test-build
	@Tests/run $(OUT)/test.log $(TESTED)

# The compiler warns that it ignores SwiftPM's -num-threads where `Package.swift` chooses batches.
test-build: test-deps
	@$(call quietly,$(SWIFT) build --build-tests $(TESTED)) | sed -u '/cannot multithread batch mode/d'

# Runs the tests with checks of memory and of data races. Leaks are not checked, because fontconfig, Pango and GLib keep
# some memory until the process ends. Tests that limit memory or time are skipped, because a sanitizer needs more.
sanitize: sanitize-address sanitize-thread

sanitize-address sanitize-thread: sanitize-%: test-deps
	@$(call quietly,$(SWIFT) build --build-tests --sanitize=$* --scratch-path .build/sanitize-$*)
	@ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=suppressions=$(CURDIR)/Tests/thread-sanitizer.txt \
	  OVERLAY_RENDER_SANITIZED=1 OVERLAY_RENDER_LAW_SEEDS=$(SANITIZER_SEEDS) \
	  Tests/run $(OUT)/sanitize-$*.log --sanitize=$* --scratch-path .build/sanitize-$*

lint: test-deps
	Scripts/check-folders.py
	Scripts/check-topics.py
	Scripts/check-examples.py
	Scripts/check-lines.py
	$(SWIFT) format lint --strict -r Sources Tests Examples/Package.swift Examples/Sources Examples/Tests \
	  Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources Package.swift

# Where there is no display, the examples with windows run on a server without a screen, in a session of their own,
# because a user has one window at a time. With CI=true, it is an error if there is no such server.
examples: example-programs
	$(EXAMPLES)/FiveLineClock - | tail -c 1 >/dev/null
	$(EXAMPLES)/MovieClock $(OUT)/movie-clock.mp4
	$(EXAMPLES)/FramesTakenOver $(OUT)/movie-clock.mp4 $(OUT)/frames-taken-over.png
	$(EXAMPLES)/PlainFrames $(OUT)/plain-frames
	$(EXAMPLES)/OwnParts $(OUT)
	$(EXAMPLES)/OwnSink $(OUT)
	$(EXAMPLES)/FiftyStreams --seconds 3
	$(EXAMPLES)/FlashSaleClock --seconds 5 $(OUT)
	$(EXAMPLES)/FlashSaleClock --seconds 2 --live
	$(EXAMPLES)/ContactSheet $(OUT)
	$(EXAMPLES)/LowerThird $(OUT)
	$(EXAMPLES)/Scoreboard --seconds 5 $(OUT)
	$(EXAMPLES)/Scoreboard --seconds 3 --live
	$(EXAMPLES)/Gallery $(OUT)
	$(EXAMPLES)/ListeningText $(OUT)
	$(EXAMPLES)/Karaoke $(OUT)
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	  $(MAKE) --no-print-directory window-examples; \
	elif command -v xvfb-run >/dev/null && command -v xauth >/dev/null; then \
	  session=$$(mktemp -d) && trap 'rm -rf "$$session"' EXIT && \
	  XDG_RUNTIME_DIR=$$session xvfb-run --auto-servernum --server-args '-screen 0 1280x720x24 -noreset' \
	    $(MAKE) --no-print-directory window-examples; \
	elif [ -n "$$CI" ]; then \
	  echo "make: the examples with windows need a display, or xvfb and xauth: make gate-deps" >&2; exit 1; \
	else \
	  echo "make: the examples with windows are left out: they need a display, or xvfb and xauth" >&2; \
	fi
	@$(call quietly,$(SWIFT) build --build-tests $(DEBUG) $(call package,Examples))
	@$(SWIFT) test --skip-build --disable-xctest $(DEBUG) $(call package,Examples)

# MovieClock has written the movie.
window-examples:
	$(EXAMPLES)/CountdownPiP 2
	$(EXAMPLES)/TextOverMovie $(OUT)/movie-clock.mp4 3
	$(EXAMPLES)/OneAfterTheOther
	$(EXAMPLES)/RestoredScreen

# Compares with ffmpeg, GStreamer and Chromium if they are installed, and writes Benchmarks/report.md. The command is
# measured as `install` lays it.
bench: benchmarks
	@$(MAKE) --no-print-directory --silent install DESTDIR=$(CURDIR)/$(OUT)/installed PREFIX=/usr
	Benchmarks/bench.py $(OUT)/installed/usr/bin/overlay-render $(BENCHMARKS)/RenderCost \
	  --runs $(RUNS) --live-seconds $(LIVE_SECONDS) $(if $(FULL),--full) $(if $(ONLY),--only $(ONLY))

benchmarks: deps
	@$(call quietly,$(SWIFT) build $(RELEASE) $(call package,Benchmarks))
	$(BENCHMARKS)/LargeBlock

# Fuzzes each reader of captions and the reading of media with libFuzzer, then tests the law with more random views than
# `test`: incremental drawing produces the same bytes as drawing from scratch.
fuzz: fuzz-captions fuzz-media test-build
	@OVERLAY_RENDER_LAW_SEEDS=$(SEEDS) Tests/run $(OUT)/law.log $(TESTED) --filter LawTests

fuzzers: deps
ifdef SHARED
	@$(call quietly,$(SWIFT) build $(RELEASE) $(call package,Fuzz) --target FuzzCaptions)
	@$(call quietly,$(SWIFT) build $(RELEASE) $(call package,Fuzz) --target FuzzMedia)
else
	# The fuzzer of media reads through internal declarations.
	@$(call quietly,$(SWIFT) build -c release --sanitize=fuzzer -Xswiftc -enable-testing $(call package,Fuzz))
endif

fuzz-media: fuzzers test-deps
	@echo "== movies, sound and images for $(FUZZ_SECONDS) s"
	@Fuzz/fuzz-media.py Fuzz/.build/release/FuzzMedia $(OUT)/fuzz/media --seconds $(FUZZ_SECONDS)

fuzz-captions: fuzzers
	@set -e; for format in srt vtt lrc json txt any; do \
	  echo "== $$format for $(FUZZ_SECONDS) s"; \
	  mkdir -p $(OUT)/fuzz/$$format; \
	  FORMAT=$$format Fuzz/.build/release/FuzzCaptions -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=4096 \
	    -max_len=16384 -print_final_stats=1 -verbosity=0 -artifact_prefix=$(OUT)/fuzz/ \
	    $(OUT)/fuzz/$$format $(FUZZ_SEEDS); \
	done

# A day of 1080p: every second is drawn once, in at most 80 MiB. An hour of a ticker with ever-changing text takes at
# most a tenth more memory than its first minute. Converting captions takes at most 45 MiB plus five times the size of
# the file. Live streams run for ten minutes, and their servers are killed ten times.
soak: build benchmarks test-deps soak-packages
	@mkdir -p $(OUT)
	$(COMMAND) clock --size 1920x1080 --duration 24h --as null --stats $(OUT)/soak.json --overwrite
	@cat $(OUT)/soak.json
	@drawn=$$(sed -n 's/.*"drawn": *\([0-9]*\).*/\1/p' $(OUT)/soak.json); \
	peak=$$(sed -n 's/.*"peakResidentBytes": *\([0-9]*\).*/\1/p' $(OUT)/soak.json); \
	echo "$$drawn pictures drawn, at most $$((peak / $(MEBIBYTE))) MiB resident"; \
	[ "$$drawn" -eq 86400 ] || { echo "soak: expected 86400 pictures, one per second of a day" >&2; exit 1; }; \
	[ "$$peak" -le $$((80 * $(MEBIBYTE))) ] || { echo "soak: more than 80 MiB" >&2; exit 1; }
	@peaks=$$($(BENCHMARKS)/RenderCost memory 3600); \
	minute=$$(echo "$$peaks" | sed -n 's/.*"firstMinute": *\([0-9]*\).*/\1/p'); \
	hour=$$(echo "$$peaks" | sed -n 's/.*"end": *\([0-9]*\).*/\1/p'); \
	echo "ever-changing text: $$((minute / $(MEBIBYTE))) MiB after a minute, $$((hour / $(MEBIBYTE))) MiB after an hour"; \
	[ "$$((10 * hour))" -le "$$((11 * minute))" ] || { echo "soak: the memory of the ticker grows" >&2; exit 1; }
	@Benchmarks/caption-memory.py $(COMMAND)
	@Benchmarks/movie-memory.py $(COMMAND)
	Benchmarks/stream-soak.py $(COMMAND)
	Benchmarks/stream-latency.py $(COMMAND)

# A live ticker at 60 frames per second for an hour. Its text is rewritten ten times a second, and its reader stops now
# and then.
soak-live: build
	Benchmarks/live-soak.py $(COMMAND) --seconds $(SOAK_SECONDS)

docs: deps
	@mkdir -p $(OUT)
	@$(call document,OverlayRender,$(OUT)/docs)
	@$(call document,OverlayBase,$(OUT)/docs-base)
	@$(call document,OverlayCaptions,$(OUT)/docs-captions)
	@$(call document,OverlayPictureInPicture,$(OUT)/docs-picture-in-picture)
	@$(call document,OverlayMedia,$(OUT)/docs-media)
	@$(call document,OverlayWindow,$(OUT)/docs-window)
	@$(call document,OverlayRenderTesting,$(OUT)/docs-testing)
	@Scripts/list-public-declarations.py .build/*-linux-gnu/extracted-symbols Documentation/PublicDeclarations.txt

include Packaging/packages.mk

clean:
	rm -rf .build Examples/.build Benchmarks/.build Benchmarks/__pycache__ Fuzz/.build $(OUT)
