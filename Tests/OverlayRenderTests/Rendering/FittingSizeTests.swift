import Foundation
import OverlayRender
import Testing

@Suite("Fitting size")
struct FittingSizeTests {
  private var configuration: RenderConfiguration {
    var configuration = RenderConfiguration(size: PixelSize(1, 1), start: WallTime(nanosecondsSince1970: 0))
    configuration.fonts = FixtureFonts.configuration
    return configuration
  }

  private func clock(_ format: ClockPattern, at hour: Int64 = 0) throws -> PixelSize {
    var configuration = configuration
    configuration.start = WallTime(nanosecondsSince1970: hour * 3_600_000_000_000)
    let view = ClockText(format: format, timeZone: .gmt, locale: Locale(identifier: "en"))
    return try FrameStream.fittingSize(of: view, configuration: configuration)
  }

  @Test("It does not matter when a clock begins", arguments: ["EEEE d MMMM H:mm", "EEE H:m:s", "h:mm a"])
  func anyBeginning(format: String) throws {
    let pattern = try ClockPattern(format)
    let sizes = try stride(from: Int64(0), to: 9_000, by: 1_013).map { try clock(pattern, at: $0) }
    #expect(Set(sizes).count == 1)
  }

  @Test("A short run needs room for its own frames only")
  func shortRun() throws {
    let view = StopwatchText(format: "s")
    let second = MediaTimeRange(start: .zero, duration: .seconds(9))
    let minute = MediaTimeRange(start: .zero, duration: .seconds(60))
    let short = try FrameStream.fittingSize(of: view, configuration: configuration, over: second)
    let long = try FrameStream.fittingSize(of: view, configuration: configuration, over: minute)
    #expect(short.width < long.width)
  }

  @Test("Padding counts, and nothing at all takes a pixel")
  func padding() throws {
    let bare = try FrameStream.fittingSize(of: Text("8"), configuration: configuration)
    let padded = try FrameStream.fittingSize(of: Text("8").padding(5), configuration: configuration)
    #expect(padded == PixelSize(bare.width + 10, bare.height + 10))
    #expect(try FrameStream.fittingSize(of: EmptyView(), configuration: configuration) == PixelSize(1, 1))
  }
}
