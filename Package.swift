// swift-tools-version: 6.3

import PackageDescription

/// The commit that the program shows as a part of its version. `make static` sets it.
let revision = Context.environment["OVERLAY_RENDER_REVISION"]

let package = Package(
  name: "OverlayRender",
  products: [
    .library(name: "OverlayRender", targets: ["OverlayRender"]),
    .library(name: "OverlayMedia", targets: ["OverlayMedia"]),
    .library(name: "OverlayPictureInPicture", targets: ["OverlayPictureInPicture"]),
    .library(name: "OverlayWindow", targets: ["OverlayWindow"]),
    .library(name: "OverlayRenderTesting", targets: ["OverlayRenderTesting"]),
    .executable(name: "overlay-render", targets: ["overlay-render"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CCairo",
      pkgConfig: "pangocairo pangoft2 fontconfig",
      providers: [.apt(["libcairo2-dev", "libpango1.0-dev"])]
    ),
    .systemLibrary(name: "CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CUchardet", pkgConfig: "uchardet", providers: [.apt(["libuchardet-dev"])]),
    .target(name: "CLibraryLoading"),
    .target(name: "CFFmpeg", dependencies: ["CLibraryLoading"]),
    .target(name: "CPixels"),
    .target(name: "CPulse", dependencies: ["CLibraryLoading"]),
    .target(
      name: "CRevision", cSettings: revision.map { [.define("OVERLAY_RENDER_REVISION", to: "\"\($0)\"")] }),
    .target(name: "CWayland", dependencies: ["CLibraryLoading"], exclude: ["protocols"]),
    .target(name: "CX11", dependencies: ["CLibraryLoading"]),
    .target(name: "OverlayBase", dependencies: ["CLinux"]),
    .target(name: "OverlayCaptions", dependencies: ["OverlayBase"]),
    .target(name: "OverlayRender", dependencies: ["CCairo", "CLinux", "CPixels", "OverlayBase", "OverlayCaptions"]),
    .target(name: "OverlayPictureInPicture", dependencies: ["CLinux", "OverlayRender"]),
    .target(name: "OverlayMedia", dependencies: ["CFFmpeg", "OverlayPictureInPicture", "OverlayRender"]),
    .target(
      name: "OverlayWindow",
      dependencies: ["CGIO", "CLinux", "CPulse", "CWayland", "CX11", "OverlayPictureInPicture", "OverlayRender"]),
    .target(name: "OverlayRenderTesting", dependencies: ["OverlayRender"]),
    .executableTarget(
      name: "overlay-render",
      dependencies: [
        "CLinux", "CRevision", "CUchardet", "OverlayMedia", "OverlayPictureInPicture", "OverlayRender", "OverlayWindow",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "OverlayBaseTests",
      dependencies: ["OverlayBase", "TestTools"]
    ),
    .testTarget(
      name: "OverlayCaptionsTests",
      dependencies: ["OverlayBase", "OverlayCaptions", "OverlayRender", "TestTools"],
      resources: [.copy("Fixtures")]
    ),
    .testTarget(
      name: "OverlayRenderTests",
      dependencies: [
        "OverlayBase", "OverlayCaptions", "OverlayPictureInPicture", "OverlayRender", "CCairo", "CPixels",
        "RenderTestTools", "TestTools",
      ],
      resources: [.copy("Fixtures"), .copy("Goldens")]
    ),
    .testTarget(
      name: "OverlayPictureInPictureTests",
      dependencies: ["OverlayPictureInPicture", "OverlayRender", "RenderTestTools", "TestTools"]
    ),
    .testTarget(
      name: "OverlayMediaTests",
      dependencies: ["CFFmpeg", "OverlayMedia", "RenderTestTools", "TestTools"]
    ),
    .testTarget(
      name: "OverlayWindowTests",
      dependencies: [
        "CWayland", "CWaylandTesting", "CX11", "OverlayMedia", "OverlayPictureInPicture", "OverlayRender",
        "OverlayWindow", "TestTools",
      ],
      linkerSettings: [.linkedLibrary("X11")]
    ),
    .testTarget(
      name: "OverlayRenderTestingTests",
      dependencies: ["OverlayRenderTesting"]
    ),
    .testTarget(
      name: "OverlayRenderCommandTests",
      dependencies: ["OverlayMedia", "OverlayRender", "overlay-render", "TestTools"],
      exclude: ["Transcripts"]
    ),
    .target(
      name: "CWaylandTesting", dependencies: ["CWayland"], path: "Tests/CWaylandTesting", exclude: ["protocols"]),
    .target(name: "RenderTestTools", dependencies: ["OverlayRender"], path: "Tests/RenderTestTools"),
    .target(name: "TestTools", dependencies: ["OverlayBase", "OverlayCaptions"], path: "Tests/TestTools"),
  ],
  swiftLanguageModes: [.v6]
)

// `make test` tests optimized code. The tests themselves are compiled faster: without optimization and information for
// debuggers, with several files of a module at once, and without a job of its own for the interface of the module.
for target in package.targets where target.type == .test {
  target.swiftSettings = [
    .unsafeFlags(
      [
        "-Onone", "-gnone", "-no-whole-module-optimization", "-enable-batch-mode", "-no-emit-module-separately",
      ], .when(configuration: .release))
  ]
}
