import Foundation
import Testing

@testable import OverlayRender

// Pictures that a person has checked, which must not change in any bit.
//
// To record them again after an intended change:
//
//     OVERLAY_RENDER_UPDATE_GOLDENS=1 swift test --filter Golden
//
// Tests that record a picture fail, so that no picture is accepted unseen: look at Tests/OverlayRenderTests/Goldens,
// then run the tests again. A failing test writes expected | actual | difference as a PNG file to
// $OVERLAY_RENDER_FAILURES, or to the temporary folder.
@Suite("Golden pictures")
struct GoldenTests {
  struct Golden: Sendable, CustomTestStringConvertible {
    let name: String
    let size: PixelSize
    var background = Color.clear
    let view: any View
    var testDescription: String { name }

    init(
      _ name: String, _ width: Int, _ height: Int, on background: Color = .clear, @ViewBuilder _ view: () -> some View
    ) {
      self.name = name
      size = PixelSize(width, height)
      self.background = background
      self.view = view()
    }
  }

  static let night = Color(red: 0.1, green: 0.15, blue: 0.3)

  static let goldens = [
    Golden("clock", 240, 72, on: night) {
      ClockText(timeZone: .gmt, locale: Locale(identifier: "en")).font(family: "Noto Sans", size: 48)
    },
    Golden("clock-outlined-on-box", 280, 110) {
      ClockText(timeZone: .gmt, locale: Locale(identifier: "en"))
        .font(family: "Noto Sans", size: 48, weight: .bold)
        .outline(.black, width: 3)
        .padding(16)
        .background(Color(red: 0.8, green: 0.1, blue: 0.1, alpha: 0.6), cornerRadius: 18)
    },
    Golden("countdown", 220, 110, on: night) {
      VStack(spacing: 4) {
        Text("Opens in").font(family: "Noto Sans", size: 20).foregroundColor(.yellow)
        CountdownText(for: .seconds(754), format: "mm:ss").font(family: "Noto Sans", size: 52, weight: .bold)
      }
    },
    Golden("mixed-scripts", 330, 250, on: night) {
      VStack(alignment: .leading, spacing: 4) {
        Text("Latin: Grüße, VAV fi")
        Text("مرحبا بالعالم ١٢٣")
        Text("שלום עולם abc")
        Text("日本語字幕 你好 한국어")
        Text("नमस्ते दुनिया")
        Text("😀 🎉 👍🏽 👩‍💻 🇯🇵 ❤️")
      }
      .font(family: "Noto Sans", size: 24)
    },
    Golden("stacks", 300, 160, on: night) {
      VStack(spacing: 6) {
        HStack(spacing: 6) {
          Rectangle().fill(.red).frame(width: 40)
          Text("fixed").font(family: "Noto Sans", size: 16)
          Spacer()
          ZStack(alignment: .bottomTrailing) {
            Rectangle().fill(.blue)
            Rectangle().fill(.yellow.opacity(0.5)).frame(width: 30, height: 20)
          }
          .frame(width: 80)
        }
        .frame(height: 60)
        HStack(alignment: .bottom, spacing: 0) {
          Rectangle().fill(.lime).frame(height: 20)
          Rectangle().fill(.orange)
          Color.cyan.frame(maxWidth: 40, maxHeight: 50)
        }
      }
      .padding(8)
      .background(.black.opacity(0.5), cornerRadius: 12)
    },
    Golden("wrapping", 480, 150, on: night) {
      HStack(spacing: 12) {
        paragraph(.leading)
        paragraph(.center)
        paragraph(.trailing)
      }
      .font(family: "Noto Sans", size: 18)
    },
    Golden("baselines", 300, 100, on: night) {
      HStack(alignment: .firstTextBaseline, spacing: 8) {
        Text("Big").font(family: "Noto Sans", size: 56)
        Text("small").font(family: "Noto Sans", size: 18)
        Rectangle().fill(.red).frame(width: 14, height: 14)
        Text("two\nlines").font(family: "Noto Sans", size: 24, weight: .bold)
      }
    },
  ]

  private static func paragraph(_ alignment: TextAlignment) -> some View {
    Text("Lines are broken where the width ends").multilineTextAlignment(alignment).frame(width: 140)
      .background(.black.opacity(0.4))
  }

  @Test("The picture equals the golden picture", arguments: goldens + drawingGoldens + captionGoldens + displayGoldens)
  func golden(_ golden: Golden) throws {
    let actual = try Self.picture(of: golden)
    if ProcessInfo.processInfo.environment["OVERLAY_RENDER_UPDATE_GOLDENS"] == "1" {
      let file = Self.folder.appendingPathComponent("\(golden.name).png")
      try Data(actual.png()).write(to: file)
      Issue.record("recorded: look at \(file.path), then run the tests again")
      return
    }
    let expected = Bundle.module.url(forResource: "Goldens/\(golden.name)", withExtension: "png")
      .flatMap { Picture(png: $0.path) }
    guard actual != expected else { return }
    let panel = try Picture.writePanel(expected: expected, actual: actual, name: "golden-\(golden.name)")
    Issue.record("\(golden.name) is not as it was: see \(panel) (expected, actual, difference)")
  }

  @Test("A panel shows only the difference")
  func panel() {
    let expected = Picture(width: 3, height: 2, gray: 255)
    var actual = expected
    actual[1, 1] = [0, 0, 0, 255]
    let panel = Picture.panel(expected: expected, actual: actual)
    #expect(actual.differences(from: expected).map { [$0.x, $0.y] } == [[1, 1]])
    #expect(panel.width == 25 && panel.height == 10)
    let red = (0..<panel.height).flatMap { y in
      (0..<panel.width).filter { panel[$0, y] == [0, 0, 255, 255] }.map { [$0, y] }
    }
    #expect(red == [[4 + 14 + 1, 5]])
  }

  private static func picture(of golden: Golden) throws -> Picture {
    var configuration = RenderConfiguration(
      size: golden.size, start: try .rfc3339("2026-05-04T12:34:56Z"))
    configuration.fonts = FixtureFonts.configuration
    configuration.background = golden.background
    func renderer(_ view: some View) throws -> Renderer {
      try Renderer(view, configuration: configuration, clock: ManualClock())
    }
    return try #require(Picture(try renderer(golden.view).render(at: .zero)))
  }

  /// The folder of the pictures in the sources.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Goldens")
}
