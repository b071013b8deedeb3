// swift-tools-version: 6.1

import PackageDescription

let overlayRender = Target.Dependency.product(name: "OverlayRender", package: "OverlayRender")

let package = Package(
  name: "Examples",
  dependencies: [.package(name: "OverlayRender", path: "..")],
  targets: [
    .executableTarget(name: "FlashSaleClock", dependencies: [overlayRender]),
    .executableTarget(name: "PlainFrames", dependencies: [overlayRender]),
    .executableTarget(name: "ContactSheet", dependencies: [overlayRender]),
    .executableTarget(name: "LowerThird", dependencies: [overlayRender]),
    .executableTarget(name: "Scoreboard", dependencies: [overlayRender]),
    .executableTarget(name: "Gallery", dependencies: [overlayRender]),
  ],
  swiftLanguageModes: [.v6]
)
