// swift-tools-version: 6.3

import PackageDescription

// Linked with `--sanitize=fuzzer`, which provides the main function.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "OverlayRender", path: "..")],
  targets: [
    .executableTarget(
      name: "FuzzCaptions",
      dependencies: [.product(name: "OverlayRender", package: "OverlayRender")],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]
    ),
    .executableTarget(
      name: "FuzzMedia",
      dependencies: [
        .product(name: "OverlayMedia", package: "OverlayRender"),
        .product(name: "OverlayRender", package: "OverlayRender"),
      ],
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]
    ),
  ],
  swiftLanguageModes: [.v6]
)
