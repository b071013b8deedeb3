import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

/// What a movie sink decides before it opens its output.
@Suite("Plans of movies")
struct MoviePlanTests {
  /// A movie with a description of its plan.
  struct Row: Sendable, CustomTestStringConvertible {
    let container: MovieContainer
    let destination: OutputDestination
    let rate: FrameRate
    let options: MovieOptions
    let expected: String

    init(
      _ container: MovieContainer, to destination: OutputDestination = .path("x"), rate: FrameRate = .fps(30),
      _ expected: String, options change: (inout MovieOptions) -> Void = { _ in }
    ) {
      var options = MovieOptions()
      change(&options)
      (self.container, self.destination, self.rate) = (container, destination, rate)
      (self.options, self.expected) = (options, expected)
    }

    var testDescription: String { "\(container.name) to \(destination.name) at \(rate): \(expected)" }
  }

  private func plan(_ row: Row, codec: MovieCodec = .h264) throws -> MoviePlan {
    let video = try VideoFormat(size: PixelSize(64, 36), pixelFormat: .yuv420p)
    let request = OutputRequest(destination: row.destination, video: video, rate: row.rate)
    return try MoviePlan(request, container: row.container, codec: codec, options: row.options)
  }

  @Test(
    "The container, the destination and the options determine which frames a movie contains, and how it is written",
    arguments: [
      Row(.mp4, "file, changes, low delay"),
      Row(.mp4, to: .standardOutput, "every frame, fragments, readable, low delay"),
      Row(.mp4, to: .unixSocket(path: "x"), "every frame, fragments, readable, low delay"),
      Row(.mp4, "file, every frame") { $0.frames = .every },
      Row(.mp4, "file, changes, fragments, readable, low delay") { $0.isFragmented = true },
      Row(.mp4, "file, changes, fragments, low delay") { ($0.isFragmented, $0.isReproducible) = (true, true) },
      Row(.mov, "file, every frame"),
      Row(.mkv, "file, changes, readable, low delay"),
      Row(.mkv, to: .standardOutput, "every frame, readable, low delay"),
      Row(.mkv, "file, changes, low delay") { $0.isReproducible = true },
      Row(.nut, "file, every frame, readable"),
      Row(.gif, "file, changes, low delay"),
      Row(.gif, rate: .fps(60), "50 frames per second, file, changes, low delay"),
      Row(.apng, rate: .fps(120), "90 frames per second, file, changes, low delay"),
    ])
  func decisions(row: Row) throws {
    let plan = try plan(row)
    let facts = [
      plan.isRateLowered ? "\(plan.rate) frames per second" : nil, plan.isFile ? "file" : nil,
      plan.selection == .every ? "every frame" : "changes", plan.isFragmented ? "fragments" : nil,
      plan.staysReadable ? "readable" : nil, plan.hasLowDelay ? "low delay" : nil,
    ]
    #expect(facts.compactMap(\.self).joined(separator: ", ") == row.expected)
    #expect(!plan.keepsTimes && plan.start == nil && !plan.holdsForSound)
  }

  @Test("A codec whose bit rate depends on the frames gets every frame if a bit rate is requested")
  func bitRate() throws {
    let row = Row(.mkv, "") { $0.bitRate = 1_000_000 }
    #expect(try plan(row, codec: .h264).selection == .changed)
    #expect(try plan(row, codec: .hevc).selection == .every)
  }

  @Test("A container that must be read again is not written to a pipe")
  func pipe() {
    #expect(throws: MediaError.notStreamable(name: "standard output", container: "apng")) {
      try self.plan(Row(.apng, to: .standardOutput, ""))
    }
  }

  @Test("At a lower rate a frame shows the latest picture at its beginning, and else the picture that is visible in it")
  func ticks() throws {
    let plain = try plan(Row(.mp4, ""))
    #expect(plain.tick(ofPictureAt: .milliseconds(99)) == 2 && plain.tick(ofEnd: .milliseconds(101)) == 4)
    let lowered = try plan(Row(.gif, rate: .fps(60), ""))
    #expect(lowered.tick(ofPictureAt: .milliseconds(99)) == 5 && lowered.tick(ofEnd: .milliseconds(101)) == 5)
  }
}
