import Dispatch
import Foundation
import OverlayRender
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Playing sound without pictures", .requires(.ffmpeg), .serialized)
struct SoundPlayerTests {
  private let folder: OutputFolder
  private let clock = ManualClock()
  private let workers = ManualWorkers()

  init() throws {
    folder = try OutputFolder()
  }

  /// Makes a file with two seconds of sound, and with a green cover if its format holds one.
  private func sound(_ name: String) throws -> String {
    let cover = folder("cover.png")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-y", "-f", "lavfi", "-i", "color=lime:s=64x48", "-frames:v", "1", cover,
    ])
    let tone = ["-f", "lavfi", "-i", "sine=440:d=2:r=48000"]
    let picture = ["-i", cover, "-map", "0", "-map", "1", "-c:v", "copy", "-disposition:v", "attached_pic"]
    let hasCover = !name.hasSuffix(".wav") && !name.hasSuffix(".opus")
    _ = try TestTool.ffmpeg.output(["-v", "error", "-y"] + tone + (hasCover ? picture : []) + [folder(name)])
    return folder(name)
  }

  private func player(
    _ path: String, _ output: VideoOutput, _ renderer: RecordingRenderer?
  ) -> (MoviePlayer, MoviePlayerItem) {
    let item = MoviePlayerItem(path: path)
    item.add(output)
    var media = PlayerMedia.files
    media.startWorker = workers.start
    return (MoviePlayer(item, clock: clock, audioRenderer: renderer, media: media), item)
  }

  private func advance(_ count: Int) {
    for _ in 0..<count {
      clock.advance(by: .milliseconds(50))
      workers.run()
    }
  }

  @Test(
    "A sound file is heard from its beginning to its end, and shows its cover",
    arguments: ["a.mp3", "a.m4a", "a.flac", "a.opus", "a.wav"])
  func plays(name: String) throws {
    let path = try sound(name)
    let movie = try Movie(path: path)
    let hasCover = movie.artwork != nil
    #expect(hasCover == !["a.opus", "a.wav"].contains(name))
    #expect(!movie.hasPictures && movie.naturalSize == (hasCover ? PixelSize(64, 48) : PixelSize(0, 0)))
    #expect(movie.audioTracks.count == 1 && abs(movie.duration.seconds - 2) < 0.1)
    let (output, renderer) = (VideoOutput(pixelFormat: .bgraPremultiplied), RecordingRenderer(clock: clock))
    let (player, item) = player(path, output, renderer)
    workers.run()
    #expect(player.status == .readyToPlay)
    player.play()
    #expect(player.timeControlStatus == .playing)
    advance(20)
    #expect(player.currentTime() == .seconds(1) && player.timeControlStatus == .playing)
    let picture = output.copyPixelBuffer(forItemTime: player.currentTime())?.pixelBuffer
    // FFmpeg's green has lost a value on its way through YCbCr.
    #expect(picture?.withUnsafeBytes { Array($0.prefix(4)) } == (hasCover ? [0, 254, 0, 255] : nil))
    advance(25)
    #expect(player.timeControlStatus == .paused && player.currentTime() == item.duration)
    let heard = renderer.blocks.reduce(0) { $0 + $1.samples.count / 2 }
    #expect(abs(item.duration.seconds - Double(heard) / 48_000) < 0.001 && abs(heard - 96_000) < 3000)
    #expect(item.damage == nil)
  }

  @Test("Without a renderer, the time goes on to the duration of the file")
  func silent() throws {
    let (player, item) = player(try sound("a.flac"), VideoOutput(), nil)
    workers.run()
    player.play()
    advance(39)
    #expect(player.timeControlStatus == .playing && player.currentTime() == .milliseconds(1950))
    advance(2)
    #expect(player.timeControlStatus == .paused && player.currentTime() == .seconds(2) && item.duration == .seconds(2))
  }

  @Test("A seek goes to exactly its time, a loop begins again, and there is no picture to step to")
  func seeksAndLoops() throws {
    let renderer = RecordingRenderer(clock: clock)
    let (player, _) = player(try sound("a.wav"), VideoOutput(), renderer)
    player.actionAtItemEnd = .loop
    workers.run()
    player.play()
    advance(4)
    player.seek(to: .milliseconds(1500)) { _ in }
    workers.run()
    #expect(player.currentTime() == .milliseconds(1500) && player.timeControlStatus == .playing)
    advance(20)
    #expect(player.currentTime() == .milliseconds(500) && player.timeControlStatus == .playing)
    let steps = DispatchQueue(label: "steps")
    player.step(byCount: 1) { isFinished in steps.async { #expect(!isFinished) } }
    DispatchQueue.observers.sync {}
    steps.sync {}
    #expect(player.timeControlStatus == .playing)
  }

  @Test("A cover of billions of pixels is left out, and reported")
  func hugeCover() throws {
    let path = try sound("a.mp3")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let header = try #require(bytes.firstRange(of: Data("IHDR".utf8))).upperBound
    bytes.replaceSubrange(header..<header + 8, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(try Movie(path: path).naturalSize == PixelSize(0, 0))
    let (player, item) = player(path, VideoOutput(), RecordingRenderer(clock: clock))
    workers.run()
    player.play()
    advance(45)
    #expect(player.timeControlStatus == .paused && player.error == nil && item.damage == .unreadableCover)
  }

  @Test("What has neither sound nor pictures is an error, and so is sound where pictures are needed")
  func errors() throws {
    let path = try sound("a.flac")
    #expect(throws: MediaError.noPictures(path: path, hasSound: true)) { try Movie(path: path).checkPictures() }
    #expect(throws: MediaError.noPictures(path: path, hasSound: true)) { try Video(file: path) }
    let cover = folder("cover.png")
    #expect(try Movie(path: cover).hasPictures)
  }
}
