// swift-tools-version: 6.3

import PackageDescription

let overlayRender = Target.Dependency.product(name: "OverlayRender", package: "OverlayRender")
let overlayPictureInPicture = Target.Dependency.product(name: "OverlayPictureInPicture", package: "OverlayRender")
let overlayWindow = Target.Dependency.product(name: "OverlayWindow", package: "OverlayRender")
let overlayMedia = Target.Dependency.product(name: "OverlayMedia", package: "OverlayRender")

let package = Package(
  name: "Examples",
  dependencies: [.package(name: "OverlayRender", path: "..")],
  targets: [
    .target(name: "ExampleFonts", dependencies: [overlayRender], resources: [.copy("Fonts")]),
    .target(name: "ExampleOptions"),
    .target(name: "ExampleOutput", dependencies: [overlayRender]),
    .executableTarget(name: "FlashSaleClock", dependencies: [overlayRender, "ExampleOptions"]),
    .executableTarget(name: "FiveLineClock", dependencies: [overlayRender]),
    .executableTarget(name: "MovieClock", dependencies: [overlayMedia, overlayRender]),
    .executableTarget(
      name: "FramesTakenOver",
      dependencies: [overlayMedia, overlayPictureInPicture, overlayRender, "ExampleOptions"]),
    .executableTarget(name: "PlainFrames", dependencies: [overlayRender]),
    .executableTarget(name: "OwnParts", dependencies: [overlayRender]),
    .executableTarget(name: "OwnSink", dependencies: [overlayRender]),
    .executableTarget(name: "FiftyStreams", dependencies: [overlayRender, "ExampleOptions"]),
    .executableTarget(name: "ContactSheet", dependencies: [overlayRender]),
    .executableTarget(name: "LowerThird", dependencies: [overlayRender, "ExampleOutput"]),
    .executableTarget(name: "Scoreboard", dependencies: [overlayRender, "ExampleOptions"]),
    .executableTarget(name: "Gallery", dependencies: [overlayRender, "ExampleFonts"]),
    .executableTarget(
      name: "ListeningText", dependencies: [overlayRender, "ExampleOutput"], resources: [.copy("sentences.lrc")]),
    .executableTarget(
      name: "Karaoke", dependencies: [overlayRender, "ExampleFonts", "ExampleOutput"],
      resources: [.copy("sakura.vtt"), .copy("sakura-en.vtt")]),
    .executableTarget(name: "CountdownPiP", dependencies: [overlayRender, overlayWindow, "ExampleOptions"]),
    .executableTarget(
      name: "ListeningTextPiP", dependencies: [overlayRender, overlayWindow, "ExampleOptions"],
      resources: [.copy("sentences.lrc")]),
    .executableTarget(
      name: "TextOverMovie", dependencies: [overlayMedia, overlayRender, overlayWindow, "ExampleOptions"]),
    .executableTarget(name: "OneAfterTheOther", dependencies: [overlayRender, overlayWindow, "ExampleOptions"]),
    .executableTarget(name: "RestoredScreen", dependencies: [overlayRender, overlayWindow, "ExampleOptions"]),
    .testTarget(
      name: "SnapshotTests",
      dependencies: [
        "OwnParts", overlayRender, .product(name: "OverlayRenderTesting", package: "OverlayRender"),
      ],
      exclude: ["dial-news.png", "dial-weather.png"]),
    .testTarget(name: "ProgramTests", dependencies: ["CountdownPiP", "ListeningTextPiP", "OneAfterTheOther"]),
  ],
  swiftLanguageModes: [.v6]
)
