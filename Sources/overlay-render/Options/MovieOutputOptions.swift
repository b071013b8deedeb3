import ArgumentParser
import Glibc
import OverlayMedia
import OverlayRender

/// Options for movies: the movie to draw over, the codec, the file and the sound.
struct MovieOutputOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Draw over the pictures of this movie file, at their times. Clocks and captions follow the time of the movie. "
        + "Its sound and its other tracks are kept. Or over a live feed such as rtmp://HOST/APP/KEY or "
        + "srt://HOST:PORT, in real time and with its sound.",
      valueName: "movie"),
    completion: .file())
  var over: String?

  @Option(
    help: ArgumentHelp(
      "The codec of the pictures. (default: the first one of the format, such as h264 for mp4; with --over, the codec "
        + "of the movie if it is \(MovieCodec.kept.map(\.rawValue).listed(with: "or")) and the format has it)"))
  var codec: MovieCodec?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The constant quality; lower is better: 0 to 51 for h264 and hevc, 0 to 63 for vp9 and av1. "
        + "(default: the choice of the encoder)",
      valueName: "number"))
  var crf: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The encoder's preset: a name such as veryfast for h264 and hevc, a number for vp9 and av1.", valueName: "preset")
  )
  var preset: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The bit rate of the pictures, such as 800k or 2M. (default: constant quality)", valueName: "rate"))
  var bitrate: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The longest time between two keyframes. (default: 5s, 2s in live streams)", valueName: "span"))
  var keyint: String?

  @Flag(help: "Write mp4 or mov in fragments, which play even if the run is killed, as a pipe always gets them.")
  var fragmented = false

  @Flag(
    inversion: .prefixedNo,
    help: "Put the index of mp4 or mov at the beginning, so that a browser can play while it loads. (default: yes)")
  var faststart: Bool?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Add the sound of this sound file or movie; with --over, instead of the movie's own. With --pip, play it, with "
        + "the content at its time.", valueName: "file"),
    completion: .file())
  var audio: String?

  @Flag(help: "Hold the last picture until the sound of --audio ends.")
  var wholeAudio = false

  @Flag(help: "Add a tick at each second.")
  var tick = false

  @Flag(help: "Write every frame, as y4m, raw, png, mov, nut and pipes get by default.")
  var cfr = false

  @Flag(
    help: """
      Write only changed frames; not for y4m, raw, png and live streams. (default for mp4, mkv, webm, gif and apng)
      """)
  var vfr = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of times that a gif or apng is shown, or forever. After that, it stays on its last picture. "
        + "(default: forever; 1 for a countdown, except with --at-zero loop)",
      valueName: "times"))
  var repeatAnimation: String?

  @Flag(
    help: """
      Write the same bytes each time, on every processor and with any number of them, with the same versions of the \
      libraries: with one thread in the encoder and fixed identifiers. Every file has a temporary name until it is \
      complete and on the disk. Not for live runs.
      """)
  var reproducible = false

  /// The options of what is written with whether they are given: all but `--audio`, which a window plays.
  var givenForOutputs: GivenOptions {
    [
      "--over": over != nil, "--codec": codec != nil, "--crf": crf != nil, "--preset": preset != nil,
      "--bitrate": bitrate != nil, "--keyint": keyint != nil, "--fragmented": fragmented,
      "--faststart": faststart != nil, "--whole-audio": wholeAudio, "--tick": tick,
      "--cfr": cfr, "--vfr": vfr, "--repeat-animation": repeatAnimation != nil, "--reproducible": reproducible,
    ]
  }

  /// The URL of a live feed to draw over; `nil` for a file or nothing.
  var feedURL: String? {
    guard let over, access(over, F_OK) != 0, case .network = OutputDestination(over) else { return nil }
    return over
  }

  /// The movie and the sound file, as inputs of the run.
  var inputs: [InputFile] {
    let file = feedURL == nil ? over : nil
    return [
      file.map { InputFile(role: "the movie", path: $0) }, audio.map { InputFile(role: "the sound file", path: $0) },
    ]
    .compactMap(\.self)
  }

  /// The choices for a movie. Ticks have no time yet.
  func choices() throws(Failure) -> MovieOptions {
    try refuseBoth(["--cfr": cfr, "--vfr": vfr])
    try refuseBoth(["--audio": audio != nil, "--tick": tick])
    try refuseBoth(["--crf": crf != nil, "--bitrate": bitrate != nil])
    try refuseBoth(["--fragmented": fragmented, "--faststart": faststart == true])
    var options = MovieOptions()
    options.codec = codec
    if let crf { options.constantRateFactor = try value(of: "--crf", crf, quality) }
    options.preset = preset
    if let bitrate { options.bitRate = try value(of: "--bitrate", bitrate, bitRate) }
    if let keyint { options.keyframeInterval = try value(of: "--keyint", keyint, positiveSpan) }
    if cfr || vfr { options.frames = vfr ? .changed : .every }
    options.isFragmented = fragmented
    options.isFastStart = faststart ?? true
    try refuse(["--whole-audio": wholeAudio && audio == nil], "requires --audio: give --audio FILE")
    if wholeAudio { options.end = .sound }
    options.isReproducible = reproducible
    if let repeatAnimation { options.playCount = try value(of: "--repeat-animation", repeatAnimation, playCount) }
    options.sound = audio.map { .file(path: $0) } ?? (tick ? .ticks(first: .zero) : nil)
    return options
  }

  /// The size of which the size of the picture must be a multiple.
  func sizeMultiple(for plans: [OutputPlan]) -> PixelSize {
    let multiples = plans.map(sizeMultiple)
    // They are powers of two.
    return PixelSize(multiples.map(\.width).max() ?? 1, multiples.map(\.height).max() ?? 1)
  }

  private func sizeMultiple(for plan: OutputPlan) -> PixelSize {
    guard let container = plan.format.container, let pixelFormat = plan.pixelFormat else { return PixelSize(1, 1) }
    return (codec ?? container.codec(for: pixelFormat))?.sizeMultiple(in: pixelFormat) ?? PixelSize(1, 1)
  }

  /// Throws if a given option has no meaning for the outputs. An option for movies is for those that are movies.
  func check(for plans: [OutputPlan]) throws {
    if vfr, !plans.contains(where: \.format.hasTimestamps), let plan = plans.first {
      throw Failure(.usage, "--vfr: \(plan.format.name) has no timestamps and needs every frame: leave out --vfr")
    }
    if vfr, plans.allSatisfy(\.format.hasConstantRate), let plan = plans.first(where: \.format.isLiveStream) {
      throw Failure(.usage, "--vfr: \(plan.format.name) is sent at a constant rate: leave out --vfr")
    }
    if wholeAudio, let plan = plans.first(where: \.format.isLiveStream) {
      throw Failure(.usage, "--whole-audio: \(plan.format.name) ends with the pictures: leave it out")
    }
    if reproducible, let plan = plans.first(where: \.format.isLiveStream) {
      throw Failure(.usage, "--reproducible: \(plan.format.name) is sent in real time: leave it out")
    }
    if repeatAnimation != nil, !plans.contains(where: { $0.format.container?.supports(.playCount) == true }) {
      let animations = MovieContainer.all.filter { $0.supports(.playCount) }.map(\.name)
      throw Failure(
        .usage, "--repeat-animation is for animations: leave it out, or write \(animations.listed(with: "or"))")
    }
    let movies = plans.filter { $0.format.container != nil }
    if movies.isEmpty, let plan = plans.first { try checkMovieIsNotRequested(in: plan.format) }
    for plan in movies { try check(for: plan) }
  }

  private func check(for plan: OutputPlan) throws {
    guard let container = plan.format.container else { return }
    guard let pixelFormat = plan.pixelFormat else { return }
    let choices = try choices().applicable(to: container)
    try container.check(choices, pixelFormat: pixelFormat)
    if keyint != nil, let codec = choices.codec ?? container.codec(for: pixelFormat) {
      try container.check(.keyframeInterval, of: codec)
    }
    if faststart == true { try container.check(.fastStart) }
    if faststart == false, !container.supports(.fastStart) {
      let others = MovieContainer.all.filter { $0.supports(.fastStart) }.map(\.name)
      throw Failure(.usage, "--no-faststart is for \(others.listed(with: "and")): leave it out")
    }
    if faststart == true, plan.destination?.isNamedFile != true {
      throw Failure(.usage, "--faststart: \(plan.name) is not a file that can be changed later: leave it out")
    }
    if let audio { try checkFileName(audio, of: "--audio") }
  }

  /// Throws if an option for movies is given with a format that is not a movie.
  private func checkMovieIsNotRequested(in format: OutputFormat) throws(Failure) {
    func advice(_ names: [String]) -> String { "is for movies: leave it out, or write \(names.listed(with: "or"))" }
    try refuse(
      [
        "--codec": codec != nil, "--crf": crf != nil, "--preset": preset != nil, "--bitrate": bitrate != nil,
        "--keyint": keyint != nil, "--fragmented": fragmented,
        faststart == false ? "--no-faststart" : "--faststart": faststart != nil,
      ], advice(MovieContainer.all.map(\.name)))
    try refuse(
      ["--audio": audio != nil, "--whole-audio": wholeAudio, "--tick": tick], advice(MovieContainer.namesWithSound))
  }
}

extension MovieCodec: ExpressibleByArgument {}

/// Parses a constant quality. Its range depends on the codec.
private func quality(_ text: String) throws(OptionValueError) -> Double {
  guard let number = plainDecimal(text) else { throw .notAQuality(text) }
  return number
}

/// Parses the number of times that an animation is shown; `nil` for without end.
private func playCount(_ text: String) throws(OptionValueError) -> Int? {
  if text == "forever" { return nil }
  guard let count = Int(text), text.allSatisfy(\.isNumber), (1...65_535).contains(count) else {
    throw .notAPlayCount(text)
  }
  return count
}

/// Parses a bit rate: a number, or one with `k` or `M` for thousands or millions.
private func bitRate(_ text: String) throws(OptionValueError) -> Int {
  let factors: [Character: Double] = ["k": 1000, "K": 1000, "M": 1_000_000]
  let factor = text.last.flatMap { factors[$0] }
  let digits = factor == nil ? text : String(text.dropLast())
  guard let number = plainDecimal(digits) else { throw .notABitRate(text) }
  let rate = (number * (factor ?? 1)).rounded()
  guard (1000...1_000_000_000).contains(rate) else { throw .notABitRate(text) }
  return Int(rate)
}
