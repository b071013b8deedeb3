// swift-tools-version: 6.1

import PackageDescription

let overlayRender = Target.Dependency.product(name: "OverlayRender", package: "OverlayRender")

let package = Package(
  name: "Examples",
  dependencies: [.package(name: "OverlayRender", path: "..")],
  targets: [
    .target(name: "ExampleOptions"),
    .executableTarget(name: "FlashSaleClock", dependencies: [overlayRender, "ExampleOptions"]),
    .executableTarget(name: "PlainFrames", dependencies: [overlayRender]),
    .executableTarget(name: "ContactSheet", dependencies: [overlayRender]),
    .executableTarget(name: "LowerThird", dependencies: [overlayRender]),
    .executableTarget(name: "Scoreboard", dependencies: [overlayRender, "ExampleOptions"]),
    .executableTarget(name: "Gallery", dependencies: [overlayRender]),
  ],
  swiftLanguageModes: [.v6]
)
