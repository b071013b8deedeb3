import Dispatch
import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("The view of a player", .requires(.ffmpeg))
struct PlayerVideoTests {
  private let folder: OutputFolder
  private let clock = ManualClock(time: .seconds(500))
  private let workers = ManualWorkers()

  init() throws {
    folder = try OutputFolder()
  }

  private func movie(_ name: String, _ arguments: String...) throws -> String {
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=4"] + arguments
        + ["-c:v", "libx264", "-pix_fmt", "yuv420p", folder(name)])
    return folder(name)
  }

  /// The pictures of a movie in the format of views, without a turn.
  private func pictures(_ path: String) throws -> [Data] {
    let reader = try PictureReader(path: path)
    let size = reader.movie.pictures.codedSize
    let decoded = DecodedFrameConverter(format: try VideoFormat(size: size, pixelFormat: .bgraPremultiplied))
    var pictures: [Data] = []
    while try reader.next() { pictures.append(try decoded.picture(of: reader.frame).withUnsafeBytes { Data($0) }) }
    return pictures
  }

  /// Decodes as much as there is room for, and delivers all events.
  private func settle() {
    repeat { DispatchQueue.observers.sync {} } while workers.run() > 0
    DispatchQueue.observers.sync {}
  }

  @Test("It shows the picture of the player's time, and follows pauses, seeks and items")
  func follows() async throws {
    let path = try movie("a.mp4")
    let expected = try pictures(path)
    var media = PlayerMedia.files
    media.startWorker = workers.start
    let player = MoviePlayer(MoviePlayerItem(path: path), clock: clock, media: media)
    let video = Video(player)
    #expect(video.movie == nil && video.naturalSize == PixelSize(1, 1))
    settle()
    #expect(video.naturalSize == PixelSize(64, 48))
    let renderer = try Renderer(
      video, configuration: RenderConfiguration(size: PixelSize(64, 48), frameRate: .fps(50)), clock: clock)
    func shown() throws -> Data? {
      try renderer.render(at: clock.time).pixelBuffer?.withUnsafeBytes { Data($0) }
    }
    #expect(try shown() == expected[0] && renderer.nextChange == .positiveInfinity)
    player.play()
    settle()
    for index in 0..<40 {
      #expect(try shown() == expected[index])
      let change = clock.time + .milliseconds(40)
      #expect(renderer.nextChange == change)
      clock.advance(by: .milliseconds(20))
      settle()
      #expect(try shown() == expected[index])
      clock.advance(to: change)
      settle()
    }
    player.pause()
    settle()
    #expect(try shown() == expected[40] && renderer.nextChange == .positiveInfinity)
    let drawn = renderer.work.picturesDrawn
    clock.advance(by: .seconds(3))
    #expect(try shown() == expected[40] && renderer.work.picturesDrawn == drawn)
    async let isFinished = player.seek(to: .seconds(1), toleranceBefore: .zero, toleranceAfter: .zero)
    while player.currentTime() != .seconds(1) {
      settle()
      // The latest picture stays until the picture of the seek is decoded.
      let picture = try shown()
      #expect(picture == expected[40] || picture == expected[25])
      await Task.yield()
    }
    settle()
    #expect(await isFinished)
    #expect(try shown() == expected[25])
    player.replaceCurrentItem(with: MoviePlayerItem(path: folder("missing.mp4")))
    settle()
    #expect(try shown()?.allSatisfy { $0 == 0 } == true)
    player.replaceCurrentItem(with: MoviePlayerItem(path: path))
    settle()
    #expect(try shown() == expected[0])
  }

  @Test("In a live stream it shows the picture of the player's time, and content over it has that time")
  func live() async throws {
    let path = try movie("a.mp4")
    let expected = try pictures(path)
    var media = PlayerMedia.files
    media.startWorker = workers.start
    let player = MoviePlayer(MoviePlayerItem(path: path), clock: clock, media: media)
    let size = PixelSize(64, 48)
    let label = StopwatchText(format: "ss.S").font(size: 12)
    let overlay = PlayerTimeView(player) { label }
    let video = Video(player)
    settle()
    player.play()
    settle()
    for _ in 0..<60 {
      clock.advance(by: .milliseconds(20))
      settle()
    }
    func first(_ view: some View) async throws -> Data? {
      let frames = FrameStream(view, size: size, frameRate: .fps(25)).live(clock: clock).makeAsyncIterator()
      return try await frames.next()?.pixelBuffer?.withUnsafeBytes { Data($0) }
    }
    #expect(try await first(video) == expected[30])
    let text = try Renderer(label, configuration: RenderConfiguration(size: size)).render(at: .milliseconds(1200))
      .pixelBuffer?.withUnsafeBytes { Data($0) }
    #expect(try await first(overlay) == text)
    player.pause()
    settle()
    clock.advance(by: .seconds(5))
    #expect(try await first(video) == expected[30])
    #expect(try await first(overlay) == text)
  }

  @Test("A movie is shown turned as its file says, and with square pixels")
  func orientation() throws {
    let plain = try movie("plain.mp4", "-vf", "setsar=2")
    let turned = folder("turned.mp4")
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned])
    var media = PlayerMedia.files
    media.startWorker = workers.start
    let player = MoviePlayer(MoviePlayerItem(path: turned), clock: clock, media: media)
    let video = Video(player)
    settle()
    #expect(video.naturalSize == PixelSize(48, 128))
    let size = RenderConfiguration(size: PixelSize(48, 128))
    let ofPlayer = try Renderer(video, configuration: size, clock: clock).render(at: clock.time).pixelBuffer
    let ofFile = try Renderer(Video(file: turned), configuration: size, clock: clock).render(at: .zero).pixelBuffer
    let bytes = [ofPlayer, ofFile].map { $0?.withUnsafeBytes { Data($0) } }
    #expect(bytes[0] != nil && bytes[0] == bytes[1])
  }

  @Test("A clip in portrait format is shown upright with the pictures of an output and the size of the movie")
  func upright() throws {
    let plain = try movie("plain.mp4", "-vf", "setsar=3/2")
    let turned = folder("turned.mp4")
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=270", turned])
    let item = MoviePlayerItem(path: turned)
    let output = VideoOutput(pixelFormat: .bgraPremultiplied, appliesOrientation: true)
    item.add(output)
    var media = PlayerMedia.files
    media.startWorker = workers.start
    let player = MoviePlayer(item, clock: clock, media: media)
    settle()
    let time = player.currentTime()
    let picture = try #require(output.copyPixelBuffer(forItemTime: time))
    let movie = try #require(item.movie)
    let size = movie.naturalSize
    #expect(size == PixelSize(48, 96) && picture.pixelBuffer.format.size == PixelSize(48, 64))
    #expect(movie.pixelAspectRatio == 1.5)
    let view = try Image(pixels: picture.pixelBuffer).scaling(.stretch)
      .frame(width: Double(size.width), height: Double(size.height))
    let configuration = RenderConfiguration(size: size)
    let drawn = try Renderer(view, configuration: configuration, clock: clock).render(at: .zero).pixelBuffer
    let expected = try Renderer(Video(file: turned), configuration: configuration, clock: clock)
      .render(at: .zero).pixelBuffer
    #expect(drawn != nil && drawn?.withUnsafeBytes { Data($0) } == expected?.withUnsafeBytes { Data($0) })
  }

  @Test("A view that is released ends its output, and the player with it")
  func release() throws {
    let path = try movie("a.mp4")
    weak var player: MoviePlayer?
    let item = MoviePlayerItem(path: path)
    do {
      let made = MoviePlayer(item, clock: clock)
      player = made
      let video = Video(made)
      #expect(item.outputs.count == 1 && video.naturalSize.width > 0)
    }
    DispatchQueue.observers.sync {}
    #expect(item.outputs.isEmpty && player == nil)
  }
}
