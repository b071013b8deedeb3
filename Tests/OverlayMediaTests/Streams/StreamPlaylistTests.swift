import Foundation
import OverlayRender
import Synchronization
import TestTools
import Testing

@testable import OverlayMedia

@Suite("Playlists of streams", .requires(.ffprobe), .serialized, .ownThreads)
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
    let error = await #expect(throws: SinkError.self) { try await task.value }
    guard case .folderMissing(_, folder("live"))? = error else {
      Issue.record("\(error?.description ?? "no error")")
      return
    }
  }

  @Test("On a full disk, the last good playlist stays, and the frames of the segment that is not written are lost")
  func fullDisk() throws {
    let folder = try OutputFolder()
    // The third segment is written to a device without space.
    try FileManager.default.createSymbolicLink(atPath: folder("live-00002.ts"), withDestinationPath: "/dev/full")
    let video = try VideoFormat(size: PixelSize(64, 48), pixelFormat: .yuv420p)
    let request = OutputRequest(
      destination: .path(folder("live.m3u8")), video: video, rate: .fps(20))
    var movie = MovieOptions()
    movie.keyframeInterval = .milliseconds(500)
    let clock = ManualClock()
    let sink = try StreamSink(request, .hls, movie, clock: clock)
    let picture = try PixelBufferDraft(format: video).freeze()
    let error = #expect(throws: SinkError.self) {
      for frame in 0..<100 as Range<Int64> {
        clock.advance(to: request.rate.time(ofFrame: frame))
        try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: clock.time))
        #expect(waitUntil { sink.framesWritten + sink.framesLost > frame })
      }
    }
    #expect(error == .noSpace(name: folder("live-00002.ts")))
    #expect(sink.framesWritten == 20 && sink.framesLost > 10)
    let playlist = try String(contentsOfFile: folder("live.m3u8"), encoding: .utf8)
    #expect(playlist.split(separator: "\n").filter { !$0.hasPrefix("#") } == ["live-00000.ts", "live-00001.ts"])
    #expect(folder.names == ["live-00000.ts", "live-00001.ts", "live-00002.ts", "live.m3u8"])
  }

  @Test("The bytes of a stream are the bytes of its files, or what the receiver gets")
  func bytes() async throws {
    let folder = try OutputFolder()
    let path = OutputDestination(folder("live.m3u8"))
    let playlists = try await makeClockStream().write(to: path, as: .stream(.hls), duration: .seconds(3))
    let segments = try folder.names.filter { $0.hasSuffix(".ts") }.reduce(Int64(0)) { size, name in
      size + Int64(try Data(contentsOf: URL(fileURLWithPath: folder(name))).count)
    }
    #expect(playlists.statistics.bytesWritten > segments && playlists.statistics.bytesWritten < segments + 2000)
    let port = try freePort()
    let receiver = try TestServer(.ffmpeg) { folder in
      [
        "-v", "error", "-nostdin", "-f", "data", "-i", "tcp://127.0.0.1:\(port)?listen=1", "-map", "0", "-c", "copy",
        "-f", "data", folder.appending(path: "received").path,
      ]
    }
    try #require(waitUntil { isOpen(port) }, "\(receiver.errors)")
    let server = OutputDestination("tcp://127.0.0.1:\(port)")
    let stream = try await makeClockStream().write(to: server, as: .stream(.tcp), duration: .seconds(3))
    try #require(await eventually(within: 300) { !receiver.isRunning })
    let received = try Data(contentsOf: receiver.folder.appending(path: "received")).count
    #expect(received > 10_000 && stream.statistics.bytesWritten == Int64(received))
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
