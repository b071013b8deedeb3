// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "OverlayRender", path: "..")],
  targets: [
    .target(name: "CAllocations"),
    .executableTarget(
      name: "LargeBlock", dependencies: [.product(name: "OverlayRender", package: "OverlayRender")]),
    .executableTarget(name: "TimerLateness"),
    .executableTarget(
      name: "RenderCost",
      dependencies: ["CAllocations", .product(name: "OverlayRender", package: "OverlayRender")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
