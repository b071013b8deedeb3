import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Playlists of streams", .requires(.ffprobe), .serialized)
struct StreamPlaylistTests {
  @Test("A playlist lists a bounded number of complete segments, and older ones are removed")
  func playlist() async throws {
    let folder = try OutputFolder()
    var movie = MovieOptions()
    movie.keyframeInterval = .milliseconds(500)
    try await makeClockStream().write(to: folder("live.m3u8"), as: .stream(.hls, movie), duration: .milliseconds(7500))
    let playlist = try String(contentsOfFile: folder("live.m3u8"), encoding: .utf8)
    let segments = playlist.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    #expect(segments.count == 6)
    #expect(playlist.hasSuffix("#EXT-X-ENDLIST\n"))
    #expect(folder.names.count <= 1 + 6 + 4)
    #expect(Set(segments).isSubset(of: folder.names))
    let durations = try TestTool.ffprobe.output([
      "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", folder("live.m3u8"),
    ])
    #expect(Double(String(decoding: durations, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 2)
    await #expect(throws: SinkError.alreadyExists(path: folder("live.m3u8"))) {
      try await makeClockStream().write(to: folder("live.m3u8"), as: .stream(.hls), duration: .seconds(1))
    }
    await #expect(throws: SinkError.folderMissing(path: folder("none/live.m3u8"), folder: folder("none"))) {
      try await makeClockStream().write(to: folder("none/live.m3u8"), as: .stream(.hls), duration: .seconds(1))
    }
  }

  @Test("Segments begin at each keyframe, also at rates that are not whole numbers")
  func segmentDurations() async throws {
    let folder = try OutputFolder()
    var movie = MovieOptions()
    movie.keyframeInterval = .milliseconds(200)
    try await makeClockStream(.ntsc).write(to: folder("live.m3u8"), as: .stream(.hls, movie), duration: .seconds(2))
    let playlist = try String(contentsOfFile: folder("live.m3u8"), encoding: .utf8)
    let durations = playlist.matches(of: #/#EXTINF:([0-9.]+),/#).compactMap { Double($0.output.1) }
    // Six frames of 1001/30000 s. The last segment is what is left.
    #expect(durations.dropLast().count == 5 && durations.dropLast().allSatisfy { abs($0 - 0.2002) < 0.0001 })
  }

  @Test("A segment that cannot be created is an error of its folder, and not of a server")
  func lostFolderOfSegments() async throws {
    let folder = try OutputFolder()
    try FileManager.default.createDirectory(atPath: folder("live"), withIntermediateDirectories: false)
    var movie = MovieOptions()
    movie.keyframeInterval = .milliseconds(200)
    let stream = makeClockStream()
    let path = folder("live/live.m3u8")
    let task = Task { [movie] in
      try await stream.live(duration: .seconds(600)).write(to: OutputDestination(path), as: .stream(.hls, movie))
    }
    #expect(await eventually(within: 300) { FileManager.default.fileExists(atPath: path) })
    // A segment may be created meanwhile.
    #expect(await eventually(within: 300) { (try? FileManager.default.removeItem(atPath: folder("live"))) != nil })
    await #expect(throws: SinkError.folderMissing(path: path, folder: folder("live"))) { try await task.value }
  }

  @Test("A playlist that goes on after an error continues the numbers of its segments after a discontinuity")
  func continuedPlaylist() async throws {
    let folder = try OutputFolder()
    try FileManager.default.createDirectory(atPath: folder("live"), withIntermediateDirectories: false)
    var movie = MovieOptions()
    // A playlist lists six segments, so the mark of the discontinuity is there for three seconds.
    movie.keyframeInterval = .milliseconds(500)
    let isWaiting = Mutex(false)
    let options = StreamOptions(reconnects: true) { state in
      if case .waiting = state { isWaiting.withLock { $0 = true } }
    }
    let (path, stream) = (folder("live/live.m3u8"), makeClockStream())
    let task = Task { [movie] in
      try await stream.live(duration: .seconds(600)).write(
        to: OutputDestination(path), as: .stream(.hls, movie, options))
    }
    defer { task.cancel() }
    func playlist() -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
    func numbers() -> [Int] { playlist().matches(of: #/live-(\d+)\.ts/#).compactMap { Int($0.output.1) } }
    // A playlist lists only the latest segments.
    #expect(await eventually(within: 300) { numbers().last ?? 0 >= 2 })
    try FileManager.default.moveItem(atPath: folder("live"), toPath: folder("away"))
    #expect(await eventually(within: 300) { isWaiting.withLock(\.self) })
    let kept = try String(contentsOfFile: folder("away/live.m3u8"), encoding: .utf8)
    let last = try #require(kept.matches(of: #/live-(\d+)\.ts/#).last?.output.1)
    try FileManager.default.moveItem(atPath: folder("away"), toPath: folder("live"))
    #expect(await eventually(within: 300) { playlist().contains("#EXT-X-DISCONTINUITY\n") })
    let continued = numbers()
    #expect(continued == Array((continued.first ?? 0)..<(continued.first ?? 0) + continued.count))
    #expect(continued.last ?? 0 > Int(last) ?? 0)
  }

  @Test("A playlist of an earlier stream is replaced, also if the first attempt fails")
  func replacedPlaylist() async throws {
    let folder = try OutputFolder()
    try FileManager.default.createDirectory(atPath: folder("live"), withIntermediateDirectories: false)
    let path = folder("live/live.m3u8")
    let earlier = """
      #EXTM3U
      #EXT-X-VERSION:3
      #EXT-X-TARGETDURATION:2
      #EXT-X-MEDIA-SEQUENCE:700
      #EXTINF:2.000000,
      live-00700.ts

      """
    try earlier.write(toFile: path, atomically: false, encoding: .utf8)
    let video = try VideoFormat(size: PixelSize(64, 48), pixelFormat: .yuv420p)
    let request = OutputRequest(destination: .path(path), video: video, rate: .fps(30), overwrite: true)
    var movie = MovieOptions()
    movie.keyframeInterval = .milliseconds(200)
    let isWaiting = Mutex(false)
    let options = StreamOptions(reconnects: true) { state in
      if case .waiting = state { isWaiting.withLock { $0 = true } }
    }
    let sink = try StreamSink(request, .hls, movie, options)
    try FileManager.default.moveItem(atPath: folder("live"), toPath: folder("away"))
    let picture = try PixelBufferDraft(format: video).freeze()
    try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    #expect(await eventually(within: 300) { isWaiting.withLock(\.self) })
    try FileManager.default.moveItem(atPath: folder("away"), toPath: folder("live"))
    try sink.finish(at: .seconds(3))
    let playlist = try String(contentsOfFile: path, encoding: .utf8)
    #expect(playlist.contains(#/live-000\d\d\.ts/#))
    #expect(!playlist.contains("live-00700.ts") && !playlist.contains("#EXT-X-DISCONTINUITY\n"))
  }

  @Test("A playlist that does not exist at the end is an error")
  func lostFolder() async throws {
    let folder = try OutputFolder()
    try FileManager.default.createDirectory(atPath: folder("live"), withIntermediateDirectories: false)
    let video = try VideoFormat(size: PixelSize(64, 48), pixelFormat: .yuv420p)
    let request = OutputRequest(destination: .path(folder("live/live.m3u8")), video: video, rate: .fps(30))
    let sink = try StreamSink(request, .hls)
    try FileManager.default.removeItem(atPath: folder("live"))
    let picture = try PixelBufferDraft(format: request.video).freeze()
    #expect(throws: SinkError.folderMissing(path: folder("live/live.m3u8"), folder: folder("live"))) {
      try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
      try sink.finish(at: .milliseconds(500))
    }
  }
}
