import Dispatch
import Foundation
import OverlayPictureInPicture
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Playing files", .requires(.ffmpeg), .serialized)
struct FilePlayerTests {
  private let folder: OutputFolder

  init() throws {
    folder = try OutputFolder()
  }

  /// Makes a movie whose keyframes are a second apart, with a tone whose pitch rises.
  private func movie(_ name: String, _ arguments: String...) throws -> String { try movie(name, arguments) }

  private func movie(_ name: String, _ arguments: [String]) throws -> String {
    _ = try TestTool.ffmpeg.output(
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=4", "-f", "lavfi", "-i",
        "aevalsrc='sin(300*PI*t*t)|cos(300*PI*t*t)':s=44100:d=4", "-g", "25", "-keyint_min", "25",
      ] + arguments + [folder(name)])
    return folder(name)
  }

  /// A player of a file that the test decodes itself.
  private func player(
    _ path: String, _ output: VideoOutput, renderer: RecordingRenderer, clock: ManualClock, workers: ManualWorkers
  ) -> MoviePlayer {
    let item = MoviePlayerItem(path: path)
    item.add(output)
    var media = PlayerMedia.files
    media.startWorker = workers.start
    return MoviePlayer(item, clock: clock, audioRenderer: renderer, media: media)
  }

  @Test("In another size, the current picture is there after one step, and in the size before until then")
  func anotherSize() throws {
    let (clock, workers, output) = (ManualClock(), ManualWorkers(), VideoOutput())
    let player = player(
      try movie("x.mp4"), output, renderer: RecordingRenderer(clock: clock), clock: clock, workers: workers)
    let queue = DispatchQueue(label: "observer")
    let changeCount = Mutex(0)
    let changes = output.observe(on: queue) { changeCount.withLock { $0 += 1 } }
    func shownSize() throws -> PixelSize {
      try #require(output.copyPixelBuffer(forItemTime: player.currentTime())).pixelBuffer.format.size
    }
    workers.run()
    player.play()
    clock.advance(by: .milliseconds(400))
    workers.run()
    for (number, size) in [PixelSize(32, 24), PixelSize(80, 60), PixelSize(31, 23)].enumerated() {
      let before = try shownSize()
      queue.sync {}
      let count = changeCount.withLock { $0 }
      output.pictureSize = size
      #expect(try shownSize() == before)
      workers.run("movie-pictures", limit: 1)
      queue.sync {}
      #expect(try shownSize() == size && changeCount.withLock { $0 } == count + 1)
      // Nothing is decoded again, and the clock goes on.
      #expect(player.timeControlStatus == (number == 2 ? .paused : .playing))
      workers.run()
      clock.advance(by: .milliseconds(40))
      #expect(try shownSize() == size)
      if number == 1 { player.pause() }
    }
    withExtendedLifetime(changes) {}
  }

  @Test("A window decides the size of the pictures that it shows")
  func sizeOfWindow() throws {
    let (clock, workers) = (ManualClock(), ManualWorkers())
    let item = MoviePlayerItem(path: try movie("x.mp4"))
    var media = PlayerMedia.files
    media.startWorker = workers.start
    let player = MoviePlayer(item, clock: clock, media: media)
    let source = PictureInPictureContentSource(player) { Text("Over it") }
    let playback = try #require(source.content.playback)
    // The first size is known before the movie is open.
    playback.didTransition(toRenderSize: PixelSize(100, 24))
    workers.run()
    #expect(item.outputs.filter(\.hasPictures).count == 1)
    let output = try #require(item.outputs.first { $0.hasPictures })
    #expect(waitUntil { output.pictureSize == PixelSize(32, 24) })
    for (window, size) in [(PixelSize(64, 48), PixelSize(64, 48)), (PixelSize(16, 1000), PixelSize(16, 12))] {
      playback.didTransition(toRenderSize: window)
      #expect(output.pictureSize == size)
    }
  }

  @Test("Pictures and sound are the same as in ffmpeg", arguments: ["x.mp4", "x.mkv", "x.mov"])
  func plays(name: String) throws {
    let path = try movie(name, "-c:a", name == "x.mp4" ? "aac" : "pcm_s16le")
    let expected = try decodedPictures(path, as: "yuv420p")
    let sound = try TestTool.ffmpeg.output(["-v", "error", "-i", path, "-ar", "48000", "-f", "f32le", "-"])
      .withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let (clock, workers, output) = (ManualClock(), ManualWorkers(), VideoOutput(pixelFormat: .yuv420p))
    let renderer = RecordingRenderer(clock: clock)
    let player = player(path, output, renderer: renderer, clock: clock, workers: workers)
    workers.run()
    player.play()
    let size = 64 * 48 * 3 / 2
    for tick in 0..<100 {
      let time = player.currentTime()
      #expect(time == .milliseconds(Int64(tick * 40)))
      #expect(output.hasNewPixelBuffer(forItemTime: time))
      let picture = try #require(output.copyPixelBuffer(forItemTime: time))
      try #require(picture.pixelBuffer.withUnsafeBytes { Data($0) } == expected[(tick * size)..<((tick + 1) * size)])
      #expect(!output.hasNewPixelBuffer(forItemTime: time))
      clock.advance(by: .milliseconds(40))
      workers.run()
    }
    #expect(player.timeControlStatus == .paused && player.currentTime() == .seconds(4))
    let blocks = renderer.blocks
    let heard = blocks.flatMap(\.samples)
    #expect(blocks.first?.presentationTime == .zero && abs(heard.count / 2 - 192_000) < 1200)
    let difference = zip(heard, sound).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
    // The decoder of AAC adds noise of its own.
    #expect(difference < (name == "x.mp4" ? 0.05 : 0.001))
  }

  @Test("An output turns pictures as ffmpeg does", arguments: ["90", "180", "270"])
  func orientation(angle: String) throws {
    let plain = try movie("plain.mp4", "-an", "-frames:v", "3", "-c:v", "libx264", "-pix_fmt", "yuv420p")
    let path = folder("turned.mp4")
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=\(angle)", path])
    // Color differences of 4:2:2 have another shape when they are turned, for which ffmpeg resamples them.
    for (pixelFormat, tolerance) in [(.yuv420p, 0), (.nv12, 0), (.yuv422p, 24)] as [(PixelFormat, Int)] {
      let (clock, workers) = (ManualClock(), ManualWorkers())
      let output = VideoOutput(pixelFormat: pixelFormat, appliesOrientation: true)
      let stored = VideoOutput(pixelFormat: pixelFormat)
      let renderer = RecordingRenderer(clock: clock)
      let player = player(path, output, renderer: renderer, clock: clock, workers: workers)
      player.currentItem?.add(stored)
      workers.run()
      let picture = try #require(output.copyPixelBuffer(forItemTime: .zero)).pixelBuffer
      let orientation = try #require(player.currentItem?.movie?.orientation)
      #expect(orientation.transposes == (angle != "180"))
      let size = orientation.size(of: PixelSize(64, 48))
      #expect(picture.format == (try VideoFormat(size: size, pixelFormat: pixelFormat)))
      let unturned = try #require(stored.copyPixelBuffer(forItemTime: .zero)).pixelBuffer
      for (picture, file) in [(picture, path), (unturned, plain)] {
        let expected = try decodedPictures(file, as: pixelFormat.name).prefix(picture.byteCount)
        let isEqual = picture.withUnsafeBytes { bytes in
          zip(bytes, expected).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
        }
        #expect(isEqual && expected.count == picture.byteCount)
      }
    }
  }

  @Test("A seek leads to the pictures and the sound of its time", arguments: ["x.mp4", "x.mov"])
  func seeks(name: String) throws {
    let path = try movie(
      name, "-c:v", "libx264", "-sc_threshold", "0", "-c:a", name == "x.mp4" ? "aac" : "pcm_s16le")
    let (clock, workers, output) = (ManualClock(), ManualWorkers(), VideoOutput(pixelFormat: .yuv420p))
    let renderer = RecordingRenderer(clock: clock)
    let player = player(path, output, renderer: renderer, clock: clock, workers: workers)
    workers.run()
    player.seek(to: .milliseconds(2500), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
    workers.run()
    #expect(player.currentTime() == .milliseconds(2500))
    #expect(output.copyPixelBuffer(forItemTime: .milliseconds(2500))?.itemTimeForDisplay == .milliseconds(2480))
    // The phase of the tone belongs to the time.
    let heard = renderer.blocks.flatMap(\.samples)
    try #require(heard.count > 10_000)
    let samples = stride(from: 0, to: 10_000, by: 2).map { heard[$0] }
    let error = samples.enumerated().reduce(0.0) { greatest, sample in
      let time = 2.5 + Double(sample.offset) / 48_000
      return max(greatest, abs(Double(sample.element) - sin(300 * .pi * time * time)))
    }
    #expect(error < 0.1)
    // The nearest keyframe.
    for (target, keyframe) in [(2600, 3000), (2400, 2000), (1000, 1000), (3990, 3000)] as [(Int64, Int64)] {
      player.seek(to: .milliseconds(target)) { _ in }
      workers.run()
      #expect(player.currentTime() == .milliseconds(keyframe))
    }
    player.seek(to: .milliseconds(2600), toleranceBefore: .zero, toleranceAfter: .milliseconds(100)) { _ in }
    workers.run()
    #expect(player.currentTime() == .milliseconds(2600))
  }

  @Test("Steps show each picture of a file, whatever its duration is", arguments: ["x.mkv", "x.mp4"])
  func steps(name: String) throws {
    // Of seven pictures, the four in the middle are kept.
    let path = try movie(
      name, "-an", "-c:v", "libx264", "-bf", "2", "-vf", "select='gt(mod(n*n\\,7)\\,1)'", "-fps_mode", "vfr")
    let times = try pictureTimes(path)
    try #require(times.count > 40 && Set(zip(times, times.dropFirst()).map { $1 - $0 }).count > 1)
    let (clock, workers, output) = (ManualClock(), ManualWorkers(), VideoOutput(pixelFormat: .yuv420p))
    let player = player(path, output, renderer: RecordingRenderer(clock: clock), clock: clock, workers: workers)
    workers.run()
    /// Makes a step, and returns the time of the picture that is shown after it.
    func step(_ count: Int) -> MediaTime? {
      player.step(byCount: count) { _ in }
      workers.run()
      return output.copyPixelBuffer(forItemTime: player.currentTime())?.itemTimeForDisplay
    }
    for time in times.dropFirst() { #expect(step(1) == time) }
    #expect(step(1) == times.last)
    for time in times.dropLast().reversed() { #expect(step(-1) == time) }
    for (count, index) in [(30, 30), (-20, 10), (-3, 7), (2, 9)] { #expect(step(count) == times[index]) }
  }

  /// Returns the times of all pictures of a movie.
  private func pictureTimes(_ path: String) throws -> [MediaTime] {
    let reader = try PictureReader(path: path)
    var times: [MediaTime] = []
    while try reader.next() { times.append(reader.time) }
    return times
  }

  @Test("The audio track that is chosen is heard, and one that is not there fails the item")
  func audioTracks() throws {
    let path = folder("x.mkv")
    _ = try TestTool.ffmpeg.output([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=4", "-f", "lavfi", "-i",
      "aevalsrc=0.25|0.25:s=48000:d=4", "-f", "lavfi", "-i", "aevalsrc=0.75|0.75:s=48000:d=4", "-map", "0", "-map", "1",
      "-map",
      "2", "-c:a", "pcm_s16le", path,
    ])
    let (clock, workers, output) = (ManualClock(), ManualWorkers(), VideoOutput(pixelFormat: .yuv420p))
    let renderer = RecordingRenderer(clock: clock)
    let player = player(path, output, renderer: renderer, clock: clock, workers: workers)
    let item = try #require(player.currentItem)
    /// Plays for a while, and returns the sample that was heard last.
    func play() -> Float? {
      player.play()
      for _ in 0..<10 {
        workers.run()
        clock.advance(by: .milliseconds(20))
      }
      player.pause()
      workers.run()
      let now = renderer.clock.time
      return renderer.blocks.last { $0.presentationTime < now }?.samples.last
    }
    #expect(play() == 0.25)
    item.audioTrack = 2
    workers.run()
    #expect(play() == 0.75 && player.currentTime() == .milliseconds(400))
    item.audioTrack = 1
    workers.run()
    #expect(play() == 0.25)
    #expect(item.movie?.audioTracks.count == 2)
    item.audioTrack = 3
    let error = MediaError.noAudioTrack(path: path, number: 3, tracks: ["1 (pcm_s16le)", "2 (pcm_s16le)"])
    #expect(player.status == .failed(error))
    let missing = MoviePlayerItem(path: path, audioTrack: 9)
    player.replaceCurrentItem(with: missing)
    workers.run()
    guard case .noAudioTrack(_, 9, _) = missing.error else {
      Issue.record("\(missing.status)")
      return
    }
  }

  @Test("A loop of a file continues at its beginning, with as many samples as its duration has")
  func loops() throws {
    let path = try movie("x.mp4", "-t", "1")
    let (clock, workers, output) = (ManualClock(), ManualWorkers(), VideoOutput(pixelFormat: .yuv420p))
    let renderer = RecordingRenderer(clock: clock)
    let player = player(path, output, renderer: renderer, clock: clock, workers: workers)
    player.actionAtItemEnd = .loop
    player.play()
    workers.run()
    for tick in 0..<250 {
      #expect(player.timeControlStatus == .playing)
      let time = player.currentTime()
      #expect(time == .milliseconds(Int64(tick % 100) * 10))
      let picture = try #require(output.copyPixelBuffer(forItemTime: time))
      #expect(picture.itemTimeForDisplay == .milliseconds(Int64(tick % 100 / 4) * 40))
      clock.advance(by: .milliseconds(10))
      workers.run()
    }
    var end = MediaTime.zero
    for block in renderer.blocks {
      #expect(block.presentationTime >= end && block.presentationTime - end < .milliseconds(30))
      end = block.presentationTime + block.duration
    }
    let starts = renderer.blocks.map(\.presentationTime)
    #expect(starts.contains(.seconds(1)) && starts.contains(.seconds(2)))
  }

  @Test("In a recording whose times start anew, the time goes on to the end, also after a seek")
  func restartedTimes() throws {
    // With few keyframes, a seek may lead to a place from which nothing can be decoded.
    let arguments = ["-c:v", "libx264", "-c:a", "mp2", "-g", "250", "-keyint_min", "250"]
    let parts = try [movie("long.ts", arguments + ["-t", "3.9"]), movie("short.ts", arguments + ["-t", "2"])]
    let data = try parts.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    // The times are in both parts, or go on after what is longer than a part.
    for order in [[0, 1], [1, 0]] {
      let path = folder("x.ts")
      try order.map { data[$0] }.reduce(Data(), +).write(to: URL(fileURLWithPath: path))
      let (clock, workers, output) = (ManualClock(), ManualWorkers(), VideoOutput(pixelFormat: .yuv420p))
      let renderer = RecordingRenderer(clock: clock)
      let player = player(path, output, renderer: renderer, clock: clock, workers: workers)
      workers.run()
      /// Plays to the end. Returns the times of the pictures, or `nil` if a time is before the previous one.
      func play() -> [MediaTime]? {
        var (time, pictures) = (player.currentTime(), [MediaTime]())
        player.play()
        for _ in 0..<400 where player.timeControlStatus != .paused {
          clock.advance(by: .milliseconds(40))
          workers.run()
          guard player.currentTime() >= time else { return nil }
          time = player.currentTime()
          guard let picture = output.copyPixelBuffer(forItemTime: time)?.itemTimeForDisplay,
            picture >= pictures.last ?? .zero
          else { return nil }
          pictures.append(picture)
        }
        return player.timeControlStatus == .paused ? pictures : nil
      }
      let all = try #require(play())
      let duration = order.reduce(0.0) { $0 + [3.9, 2][$1] }
      #expect(abs(player.currentTime().seconds - duration) < 0.15 && Double(Set(all).count) > duration * 24)
      for milliseconds in [2500, 4020, 0] as [Int64] {
        player.seek(to: .milliseconds(milliseconds), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        workers.run()
        #expect(player.status == .readyToPlay && play() != nil)
      }
      for milliseconds in [500, 2500, 3990, 4020, 5500] as [Int64] {
        let reader = try PictureReader(path: path)
        _ = try reader.seek(to: .milliseconds(milliseconds))
        #expect(reader.time.isNumeric && reader.time <= .milliseconds(max(milliseconds, 100)))
      }
    }
  }

  @Test("A movie that is damaged in the middle plays on, and one that cannot be read fails")
  func damaged() throws {
    let path = try movie("x.mkv", "-c:v", "libx264")
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in (data.count / 2)..<(data.count / 2 + 2000) { data[index] = UInt8(truncatingIfNeeded: index &* 37) }
    try data.write(to: URL(fileURLWithPath: folder("damaged.mkv")))
    let (clock, workers, output) = (ManualClock(), ManualWorkers(), VideoOutput())
    let renderer = RecordingRenderer(clock: clock)
    let player = player(folder("damaged.mkv"), output, renderer: renderer, clock: clock, workers: workers)
    workers.run()
    player.play()
    for _ in 0..<300 {
      clock.advance(by: .milliseconds(20))
      workers.run()
    }
    #expect(player.status == .readyToPlay && player.timeControlStatus == .paused)
    #expect(abs(player.currentTime().seconds - 4) < 0.2)
    try Data("no movie".utf8).write(to: URL(fileURLWithPath: folder("text.mp4")))
    player.replaceCurrentItem(with: MoviePlayerItem(path: folder("text.mp4")))
    workers.run()
    #expect(player.error?.description.hasSuffix("and that it plays elsewhere") == true)
  }

  @Test("Threads decode a file, and end with the player")
  func threads() throws {
    let path = try movie("x.mp4")
    let clock = ManualClock()
    let output = VideoOutput()
    let item = MoviePlayerItem(path: path)
    item.add(output)
    var player: MoviePlayer? = MoviePlayer(item, clock: clock, audioRenderer: SilentAudioRenderer(clock: clock))
    player?.play()
    #expect(waitUntil { player?.timeControlStatus == .playing })
    #expect(waitUntil { threadCount(named: "movie-") >= 2 })
    // While the player waits, its time stands still.
    for _ in 0..<4000 where player?.timeControlStatus != .paused {
      clock.advance(by: .milliseconds(10))
      #expect(waitUntil { player?.timeControlStatus != .waitingToPlayAtSpecifiedRate })
    }
    #expect(player?.currentTime() == item.duration)
    #expect(item.duration == .seconds(4))
    player = nil
    #expect(waitUntil { threadCount(named: "movie-") == 0 && folder.openDescriptorCount == 0 })
  }
}
