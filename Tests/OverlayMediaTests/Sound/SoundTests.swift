import Foundation
import OverlayMedia
import OverlayRender
import TestTools
import Testing

@Suite("Movies with sound, read by other programs", .requires(.ffprobe), .requires(.ffmpeg))
struct SoundTests {
  private let folder: SoundFolder

  init() throws {
    folder = try SoundFolder()
  }

  private static let containers: [(MovieContainer, String)] = [
    (.mp4, "aac"), (.mov, "pcm_s16le"), (.mkv, "opus"), (.webm, "opus"), (.nut, "pcm_s16le"),
  ]

  @Test("Ticks are at their times in every container", arguments: containers)
  func ticks(_ container: MovieContainer, _ codec: String) async throws {
    let movie = try await folder.movie(container, .ticks(first: .seconds(0.5)), seconds: 4)
    #expect(try movie.sound("codec_name") == codec)
    try expectTicks(movie.onsets(), at: [0.5, 1.5, 2.5, 3.5], within: 0.005)
    #expect(try abs(movie.duration() - 4) < 0.034)
    #expect(try movie.packets().first { !$0.isSound }?.start == 0)
  }

  @Test("A tick in the first sample is whole", arguments: containers)
  func firstTick(_ container: MovieContainer, _ codec: String) async throws {
    let movie = try await folder.movie(container, .ticks(first: .zero), seconds: 2)
    try expectTicks(movie.onsets(), at: [0, 1], within: 0.005)
    let samples = try movie.samples()
    let peaks = [0, 48_000].map { start in samples[start..<start + 960].map(abs).max() ?? 0 }
    #expect(abs(peaks[0] - peaks[1]) < 0.1, "\(peaks)")
  }

  /// A container, a sound file, ffmpeg's options for it, and the codec of the movie's sound.
  private static let files: [(MovieContainer, String, [String], String)] = [
    (.mp4, "a.m4a", [], "aac"), (.mp4, "a.mp3", [], "mp3"), (.mp4, "a.flac", [], "aac"), (.mp4, "a.wav", [], "aac"),
    (.mp4, "a.opus", [], "opus"), (.mp4, "a.ogg", ["-c:a", "libvorbis"], "aac"), (.mp4, "a.aac", [], "aac"),
    (.mov, "a.m4a", [], "aac"), (.mov, "a.wav", ["-c:a", "pcm_s24le"], "pcm_s24le"),
    (.mov, "a.flac", ["-sample_fmt", "s16"], "pcm_s16le"),
    (.mkv, "a.m4a", [], "aac"), (.mkv, "a.mp3", [], "mp3"), (.mkv, "a.ogg", ["-c:a", "libvorbis"], "vorbis"),
    (.mkv, "a.flac", [], "flac"), (.mkv, "a.aac", [], "aac"),
    (.webm, "a.opus", [], "opus"), (.webm, "a.webm", ["-c:a", "libopus"], "opus"), (.webm, "a.m4a", [], "opus"),
    (.webm, "a.ogg", ["-c:a", "libvorbis"], "vorbis"), (.webm, "a.wav", [], "opus"),
    (.nut, "a.mp3", [], "mp3"), (.nut, "a.wav", [], "pcm_s16le"),
  ]

  @Test("A sound file is copied if the container takes its codec, and is in step", arguments: files)
  func file(_ container: MovieContainer, _ name: String, _ arguments: [String], _ codec: String) async throws {
    let sound = try folder.ticks(name, seconds: 6, arguments: arguments)
    let movie = try await folder.movie(container, .file(path: sound), seconds: 4)
    #expect(try movie.sound("codec_name") == codec)
    // ADTS does not say how many samples the encoder has added at the beginning.
    let lead = name.hasSuffix(".aac") ? 1024 / 44_100.0 : 0
    // Containers without edit lists lose a part of the first packet, so the first tick can be quieter.
    let onsets = try movie.onsets().filter { $0 > 0.5 }
    try expectTicks(onsets, at: [1, 2, 3].map { $0 + lead }, within: 0.005)
    #expect(try movie.packets().first { !$0.isSound }?.start == 0)
    #expect(try abs(movie.duration() - 4) < 0.034)
  }

  @Test("The first samples of Vorbis are kept", arguments: [MovieContainer.mkv, .webm])
  func firstSamples(_ container: MovieContainer) async throws {
    let sound = try folder.ticks("a.ogg", seconds: 3, arguments: ["-c:a", "libvorbis"])
    let movie = try await folder.movie(container, .file(path: sound), seconds: 4)
    try expectTicks(movie.onsets(), at: [0, 1, 2], within: 0.005)
    #expect(try movie.packets().allSatisfy { $0.start >= 0 })
    let decoded = try [sound, movie.path].map { path in
      try TestTool.ffmpeg.output(["-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "-"])
    }
    #expect(!decoded[0].isEmpty && decoded[0] == decoded[1])
  }

  @Test("A fragmented mp4 keeps copied and encoded sound in step", arguments: ["a.m4a", "a.wav"])
  func fragmented(_ name: String) async throws {
    let sound = try folder.ticks(name, seconds: 5)
    let movie = try await folder.movie(.mp4, .file(path: sound), seconds: 4) { $0.isFragmented = true }
    try expectTicks(movie.onsets(), at: [0, 1, 2, 3], within: 0.005)
  }

  @Test("Encoded sound is cut at the end of the pictures to the sample", arguments: [MovieContainer.mov, .nut])
  func cut(_ container: MovieContainer) async throws {
    let movie = try await folder.movie(container, .ticks(first: .zero), seconds: 2.5)
    #expect(try movie.samples().count == 120_000)
  }

  @Test("Copied sound ends with the last whole packet before the end of the pictures")
  func cutCopy() async throws {
    let sound = try folder.ticks("a.m4a", seconds: 9)
    let movie = try await folder.movie(.mp4, .file(path: sound), seconds: 2.5)
    let end = try movie.packets().filter(\.isSound).map(\.end).max() ?? 0
    #expect(end <= 2.5 && end > 2.5 - 1024 / 44_100.0 - 0.001)
    #expect(try abs(movie.duration() - 2.5) < 0.001)
  }

  @Test("Sound that is shorter than the pictures ends before them", arguments: [MovieContainer.mp4, .webm, .nut])
  func short(_ container: MovieContainer) async throws {
    let sound = try folder.ticks("a.wav", seconds: 1.5)
    let movie = try await folder.movie(container, .file(path: sound), seconds: 4)
    try expectTicks(movie.onsets(), at: [0, 1], within: 0.005)
    #expect(try abs(movie.duration() - 4) < 0.034)
    let sounds = try movie.packets().filter(\.isSound)
    #expect(abs((sounds.map(\.end).max() ?? 0) - 1.5) < 0.03)
  }

  @Test("Pictures after the end of the sound are written at once")
  func afterSound() throws {
    let sound = try folder.ticks("a.m4a", seconds: 0.5)
    var options = MovieOptions()
    options.sound = .file(path: sound)
    let video = try VideoFormat(size: PixelSize(320, 180), pixelFormat: .bgra)
    let request = OutputRequest(destination: .path(folder.path("movie.nut")), video: video, rate: .fps(30))
    let sink = try MovieSink(request, container: .nut, options: options)
    var greatestDelay: Int64 = 0
    for frame in Int64(0)..<90 {
      let picture = try PixelBufferDraft(format: video).freeze()
      try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: request.rate.time(ofFrame: frame)))
      greatestDelay = max(greatestDelay, frame - sink.bytesWritten / Int64(video.byteCount))
    }
    try sink.finish(at: .seconds(3))
    #expect(greatestDelay < 20)
  }

  @Test("The last picture is held until the end of longer sound, if that is asked", arguments: ["a.m4a", "a.wav"])
  func whole(_ name: String) async throws {
    let sound = try folder.ticks(name, seconds: 5.25)
    let movie = try await folder.movie(.mp4, .file(path: sound), seconds: 2, end: .sound)
    try expectTicks(movie.onsets(), at: [0, 1, 2, 3, 4, 5], within: 0.005)
    let pictures = try movie.packets().filter { !$0.isSound }
    #expect(try abs(movie.duration() - 5.25) < 0.034)
    #expect(abs((pictures.map(\.end).max() ?? 0) - 5.25) < 0.034)
    #expect(pictures.allSatisfy { $0.end - $0.start <= 1.001 })
  }

  @Test("An interruption ends the wait for the end of the sound, and both end together", arguments: [0, 150])
  func interruption(afterFrame count: Int64) throws {
    var options = MovieOptions()
    options.sound = .file(path: try folder.ticks("a.wav", seconds: 60))
    options.end = .sound
    let video = try VideoFormat(size: PixelSize(64, 36), pixelFormat: .yuv420p)
    let interruption = try OutputInterruption()
    let path = folder.path("movie.mp4")
    let request = OutputRequest(
      destination: .path(path), video: video, rate: .fps(30), interruption: interruption)
    let sink = try MovieSink(request, container: .mp4, options: options)
    let picture = try PixelBufferDraft(format: video).freeze()
    try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    sink.onProgress = { if $0.framesWritten >= count { interruption.interrupt() } }
    if count == 0 { interruption.interrupt() }
    #expect(throws: SinkError.interrupted(name: path)) { try sink.finish(at: .seconds(2)) }
    #expect(try sink.finishEarly(at: .seconds(2), publishes: true) == path)
    let packets = try SoundMovie(path: path).packets()
    let (pictures, sound) = (packets.filter { !$0.isSound }, packets.filter(\.isSound))
    let end = try #require(pictures.map(\.end).max())
    #expect(end >= Double(count) / 30 && end < Double(count) / 30 + 3)
    #expect(abs(end - (sound.map(\.end).max() ?? 0)) < 0.05)
  }

  @Test("A movie ends with its pictures if its sound is shorter or has no end", arguments: [true, false])
  func wholeShort(_ isFile: Bool) async throws {
    let sound = isFile ? MovieSound.file(path: try folder.ticks("a.wav", seconds: 1)) : .ticks(first: .zero)
    let movie = try await folder.movie(.mp4, sound, seconds: 2, end: .sound)
    #expect(try abs(movie.duration() - 2) < 0.034)
  }

  @Test("The sound of a movie begins as late as there")
  func lateSound() async throws {
    let late = folder.path("late.mkv")
    let ticks = try folder.ticks("a.wav", seconds: 4)
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-f", "lavfi", "-i", "color=s=64x36:d=6", "-itsoffset", "1.3", "-i", ticks, "-c:a", "flac", late])
    for container in [MovieContainer.mkv, .mp4, .mov] {
      let movie = try await folder.movie(container, .file(path: late), seconds: 4) { $0.codec = .h264 }
      try expectTicks(movie.onsets(), at: [1.3, 2.3, 3.3], within: 0.005)
      try FileManager.default.removeItem(atPath: movie.path)
    }
  }

  @Test("A movie can begin in the middle of a sound", arguments: ["a.wav", "a.mp3", "a.m4a"])
  func middle(name: String) async throws {
    let sound = try folder.ticks(name, seconds: 6)
    let movie = try await folder.movie(.mov, .file(path: sound, from: .milliseconds(2500)), seconds: 3)
    try expectTicks(movie.onsets(), at: [0.5, 1.5, 2.5], within: 0.005)
  }

  @Test("A gap in the times of a file is silence, so that the rest is in step")
  func gap() async throws {
    let gap = folder.path("gap.mkv")
    let ticks = try folder.ticks("a.wav", seconds: 6)
    _ = try TestTool.ffmpeg.output(
      ["-v", "error", "-i", ticks, "-af", "aselect='not(between(t,1.5,3.4))'", "-c:a", "flac", gap])
    let movie = try await folder.movie(.mov, .file(path: gap), seconds: 6)
    try expectTicks(movie.onsets(), at: [0, 1, 4, 5], within: 0.005)
  }

  @Test(
    "Encoded sound keeps its channels", arguments: [("5.1", "6"), ("5.1(side)", "6"), ("stereo", "2")])
  func channels(_ layout: String, _ count: String) async throws {
    let sound = try folder.ticks("a.wav", seconds: 2, channels: layout)
    for container in [MovieContainer.mp4, .webm] {
      let movie = try await folder.movie(container, .file(path: sound), seconds: 2)
      #expect(try movie.sound("channels") == count)
    }
  }

  @Test("Sound is in step after ten minutes", arguments: [MovieContainer.mp4, .webm])
  func tenMinutes(_ container: MovieContainer) async throws {
    // A file of another sample rate is resampled.
    let isFile = container == .webm
    let sound = isFile ? MovieSound.file(path: try folder.ticks("a.wav", seconds: 601)) : .ticks(first: .zero)
    let movie = try await folder.movie(container, sound, seconds: 600, rate: .ntsc)
    try expectTicks(movie.onsets(from: 597.5), at: [598, 599, 600], within: 0.005)
    let packets = try movie.packets()
    // The last picture is written again in the last frame, which begins before 600 s.
    #expect(packets.last { !$0.isSound }.map { abs($0.start - 600) < 0.034 } == true)
    expectCloselyInterleaved(packets)
  }

  @Test("Sound and pictures are close together in the file", arguments: containers)
  func interleaving(_ container: MovieContainer, _ codec: String) async throws {
    let movie = try await folder.movie(container, .ticks(first: .zero), seconds: 12)
    try expectCloselyInterleaved(movie.packets())
  }

  private func expectTicks(
    _ onsets: [Double], at expected: [Double], within tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try #require(onsets.count == expected.count, "\(onsets)", sourceLocation: sourceLocation)
    let distance = zip(onsets, expected).map { abs($0 - $1) }.max() ?? 0
    #expect(distance < tolerance, "\(onsets)", sourceLocation: sourceLocation)
  }

  private func expectCloselyInterleaved(
    _ packets: [SoundMovie.MediaPacket], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var (sound, picture) = (0.0, 0.0)
    var greatest = 0.0
    for packet in packets {
      if packet.isSound { sound = packet.end } else { picture = packet.end }
      greatest = max(greatest, abs(sound - picture))
    }
    #expect(greatest < 2, sourceLocation: sourceLocation)
  }
}
