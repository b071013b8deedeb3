# The installed program, and packages of it: a Debian package, a tarball, and an image for containers.

VERSION := $(shell sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/overlay-render/OverlayRenderCommand.swift)
# The release and the architecture for which the packages are built, such as debian12 and amd64.
RELEASE_NAME := $(shell . /etc/os-release && echo $$ID$${VERSION_ID:-$$VERSION_CODENAME})
ARCHITECTURE := $(shell dpkg --print-architecture 2>/dev/null || uname -m)
# The time of the source, which files in packages and man pages have: the time of the commit, or of the changelog.
ifndef SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH := $(or $(shell git log -1 --format=%ct 2>/dev/null),\
  $(shell dpkg-parsechangelog -S Timestamp 2>/dev/null),0)
endif

# Lists the functions that run at the start of the installed program.
INSTALL_PACKAGES := valgrind python3 binutils
DEB_PACKAGES := $(INSTALL_PACKAGES) debhelper lintian mandoc desktop-file-utils
CHROOT_PACKAGES := mmdebstrap ffmpeg
IMAGE_PACKAGES := mmdebstrap umoci
DEB = $(OUT)/overlay-render_$(VERSION)~$(RELEASE_NAME)_$(ARCHITECTURE).deb
TARBALL = $(OUT)/overlay-render-$(VERSION)-$(RELEASE_NAME)-$(ARCHITECTURE).tar.xz
IMAGE = $(OUT)/overlay-render-$(VERSION)-$(RELEASE_NAME)-$(ARCHITECTURE).oci.tar
# A tar archive that depends only on the names and contents of its files.
REPRODUCIBLE_TAR := tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$(SOURCE_DATE_EPOCH)

# Runs a script that changes the root folder.
as-root = $(if $(filter 0,$(shell id -u)),,sudo --preserve-env) env PATH="$$PATH" $(1)

.PHONY: static install deb tarball image check-package soak-packages

# The installed program contains Swift's libraries, so it needs no toolchain, starts faster and takes less memory. It is
# the program of `build`, linked in another way: SwiftPM would compile everything once more for --static-swift-stdlib.
#
# It is linked twice. The functions that run at its start are placed side by side, so that it reads fewer pages, and
# fewer are resident; where valgrind does not run, they are where they were. Relocations are packed where the C library
# can read them, from glibc 2.36 on.
INSTALLED := .build/install/overlay-render
FUNCTION_ORDER := .build/install/function-order
ORDERED_COMMANDS := 'clock --start 11:59:58 --duration 3s -o -' 'text Hello --duration 1s -o -'
# RunReports.finish, at the end of a run.
LAST_ORDERED := '*overlay_render10RunReportsV6finish*'
LIBRARIES = gio-2.0 pangocairo pangoft2 fontconfig uchardet
# The libraries of which Foundation's static modules consist, which the modules name only if they are compiled for them.
FOUNDATION_PARTS := -l_FoundationICU -l_FoundationCShims -l_FoundationCollections
GLIBC_VERSION := $(shell getconf GNU_LIBC_VERSION | cut -d' ' -f2)
OLDER_GLIBC := $(shell printf '%s\n' 2.36 $(GLIBC_VERSION) | sort -V | head -n 1)
PACKED := $(if $(filter 2.36,$(OLDER_GLIBC)),-z pack-relative-relocs)
# What depends on the folder of the sources is left out: information for debuggers, and hashes.
REPRODUCIBLE := --strip-debug -T Packaging/without-hashes.ld
# `main` has another name in a module of SwiftPM, so that tests can contain it.
link = $(SWIFT)c -static-stdlib -emit-executable -use-ld=lld -module-name overlay_render \
  @.build/release/overlay-render.product/Objects.LinkFileList $$(pkg-config --libs $(LIBRARIES)) $(FOUNDATION_PARTS) \
  -Xlinker --defsym -Xlinker main=overlay_render_main -Xlinker --gc-sections \
  $(addprefix -Xlinker ,$(PACKED) $(REPRODUCIBLE)) $(1) \
  -o $(INSTALLED)

static install deb tarball image: export SOURCE_DATE_EPOCH := $(SOURCE_DATE_EPOCH)

# `--version` shows the commit.
static: export OVERLAY_RENDER_REVISION ?= $(shell git describe --always --dirty --exclude='*' --abbrev=8 2>/dev/null)
static: build
	$(call install-missing,$(INSTALL_PACKAGES),|| echo "make: the program is larger in memory without $$missing" >&2)
	@mkdir -p $(dir $(INSTALLED))
	@$(call link)
	@if Scripts/order-functions.py $(INSTALLED) $(FUNCTION_ORDER) $(LAST_ORDERED) $(ORDERED_COMMANDS); then \
	  $(call link,-Xlinker --symbol-ordering-file=$(FUNCTION_ORDER) -Xlinker --no-warn-symbol-ordering); \
	else echo "make: without an order of its functions, the program is larger in memory" >&2; fi

# The guide has pictures, captions that its commands read, sources of examples, and what it leads to. The completions
# for bash begin with the name of an interpreter, which a file that a shell reads does not need.
SHARE = $(DESTDIR)$(PREFIX)/share
DOCUMENTS = $(SHARE)/doc/overlay-render
ZSH_COMPLETIONS ?= $(PREFIX)/share/zsh/site-functions

install: static
	install -D -s -m 755 $(INSTALLED) $(DESTDIR)$(PREFIX)/bin/overlay-render
	install -d $(SHARE)/bash-completion/completions $(DESTDIR)$(ZSH_COMPLETIONS) $(SHARE)/fish/vendor_completions.d
	$(INSTALLED) --generate-completion-script bash | sed '1{/^#!/d}' >$(SHARE)/bash-completion/completions/overlay-render
	$(INSTALLED) --generate-completion-script zsh >$(DESTDIR)$(ZSH_COMPLETIONS)/_overlay-render
	$(INSTALLED) --generate-completion-script fish >$(SHARE)/fish/vendor_completions.d/overlay-render.fish
	Packaging/make-manual.py $(INSTALLED) $(SHARE)/man/man1
	install -D -m 644 Packaging/overlay-render.desktop $(SHARE)/applications/overlay-render.desktop
	install -D -m 644 Packaging/overlay-render.svg $(SHARE)/icons/hicolor/scalable/apps/overlay-render.svg
	install -d $(DOCUMENTS)
	cp --parents *.md Documentation/*.* Documentation/*/* Benchmarks/report.md Sources/*/*.docc/*.md \
	  Sources/*/*.docc/Resources/* Examples/Sources/*/*.swift Examples/Sources/*/*.lrc Examples/Sources/*/*.vtt $(DOCUMENTS)
	install -m 644 debian/copyright $(DOCUMENTS)/copyright

# lintian and mandoc read the package: it must be without errors and warnings.
deb: deps
	$(call install-missing,$(DEB_PACKAGES))
	@mkdir -p $(OUT)
	desktop-file-validate Packaging/overlay-render.desktop
	OUT=$(OUT) $(if $(SHARED),COMPRESSION=-z1) debian/rules binary
	lintian --fail-on error,warning $(DEB)
	for page in debian/overlay-render/usr/share/man/man1/*; do zcat "$$page" | mandoc -T lint -W warning || exit 1; done

tarball:
	rm -rf $(OUT)/tarball
	$(MAKE) --no-print-directory --silent install DESTDIR=$(CURDIR)/$(OUT)/tarball/$(notdir $(TARBALL:.tar.xz=)) PREFIX=
	$(REPRODUCIBLE_TAR) --mode=u=rwX,go=rX -C $(OUT)/tarball -c $(notdir $(TARBALL:.tar.xz=)) | xz -9 >$(TARBALL)

# An image with the package, what it depends on, and what it recommends. It is made without a daemon, in the layout that
# the Open Container Initiative specifies, which podman and skopeo load.
image: deb
	$(call install-missing,$(IMAGE_PACKAGES))
	$(call as-root,Packaging/make-image.sh) $(DEB) $(IMAGE) $(VERSION)

# The package on a system that has nothing else: see the script. In a shared build, the tests are built before.
check-package: deb $(if $(SHARED),,test-build)
	$(call install-missing,$(CHROOT_PACKAGES))
	$(call as-root,Packaging/check-package.sh) $(DEB) Tests/run $(OUT)/guide.log $(TESTED) --filter ExampleTests

# Builds of two clones are the same bytes. The image runs. The package for Debian 13, which has other versions of FFmpeg
# and of the C library, does what the package for Debian 12 does.
soak-packages: image tarball test-build
	@[ -z "$$(git status --porcelain)" ] || echo "make: changes that are not committed are not compared" >&2
	rm -rf $(OUT)/soak-packages
	for clone in one another-clone; do \
	  git clone --quiet . $(OUT)/soak-packages/$$clone && $(MAKE) -C $(OUT)/soak-packages/$$clone deb tarball || exit 1; \
	done
	for file in $(notdir $(DEB) $(TARBALL)); do \
	  cmp $(OUT)/soak-packages/one/out/$$file $(OUT)/soak-packages/another-clone/out/$$file || exit 1; \
	done
	$(call as-root,Packaging/run-image.sh) $(IMAGE) $(VERSION)
	$(call as-root,Packaging/build-on-release.sh) trixie $(OUT)/soak-packages
	$(call as-root,DEBIAN_RELEASE=trixie Packaging/check-package.sh) $(OUT)/soak-packages/*~debian13_*.deb \
	  Tests/run $(OUT)/guide.log $(TESTED) --filter ExampleTests
