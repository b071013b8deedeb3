import OverlayRender
import Synchronization
import TestTools

@testable import OverlayMedia

/// Workers whose steps a test does itself, on its own thread. As with threads, one that has no work sleeps until it is
/// woken.
final class ManualWorkers: Sendable {
  private final class Worker: DecodingWorker {
    private struct State {
      var step: (@Sendable () -> Bool)?
      var isAwake = true
    }

    let name: String
    private let state: Mutex<State>

    init(_ name: String, _ step: @escaping @Sendable () -> Bool) {
      self.name = name
      state = Mutex(State(step: step))
    }

    func wake() { state.withLock { $0.isAwake = true } }

    func stop() {
      _ = state.withLock { $0.step.take() }
    }

    func run() -> Bool {
      let step = state.withLock { state in
        defer { state.isAwake = false }
        return state.isAwake ? state.step : nil
      }
      if step?() == true { wake() }
      return state.withLock { $0.isAwake && $0.step != nil }
    }
    var isStopped: Bool { state.withLock { $0.step == nil } }
  }

  private let workers = Mutex<[Worker]>([])

  var start: StartWorker {
    { name, step in
      let worker = Worker(name, step)
      self.workers.withLock { $0.append(worker) }
      return worker
    }
  }

  /// The number of workers that are not stopped.
  var count: Int {
    workers.withLock { workers in
      workers.removeAll { $0.isStopped }
      return workers.count
    }
  }

  /// Does steps of the workers with a name, as long as there is work. Returns the number of steps that had any.
  @discardableResult
  func run(_ name: String? = nil, limit: Int = .max) -> Int {
    var total = 0
    while total < limit {
      let running = workers.withLock { $0.filter { name == nil || $0.name == name } }
      var steps = 0
      for worker in running where total + steps < limit && worker.run() { steps += 1 }
      if steps == 0 { break }
      total += steps
    }
    return total
  }
}

/// The content of a fake movie.
struct FakeMovie: Sendable {
  var frameCount = 100
  var frameDuration = MediaTime.milliseconds(40)
  /// The number of pictures from keyframe to keyframe.
  var keyframeInterval = 25
  /// The number of samples of sound; `nil` for none.
  var sampleCount: Int64?
  var hasPictures = true
  var error: MediaError?

  var end: MediaTime { frameDuration.multiplied(by: Int64(frameCount), dividedBy: 1) }
}

/// What is alive of fake movies.
final class FakeLibrary: Sendable {
  let movies: Mutex<[String: FakeMovie]>
  let pool: PixelBufferPool
  fileprivate let sources = Mutex(0)
  fileprivate let seeks = Mutex(0)
  /// Called once while the next picture is decoded.
  let onNextPicture = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ movies: [String: FakeMovie], clock: any MediaClock) throws {
    self.movies = Mutex(movies)
    let format = try VideoFormat(size: PixelSize(2, 2), pixelFormat: .bgraPremultiplied)
    pool = PixelBufferPool(format: format, clock: clock)
  }

  var sourceCount: Int { sources.withLock { $0 } }
  /// The number of seeks in pictures so far.
  var seekCount: Int { seeks.withLock { $0 } }
  var usedBufferCount: Int { pool.allocatedBufferCount - pool.unusedBufferCount }

  func movie(_ path: String) throws(MediaError) -> FakeMovie {
    guard let movie = movies.withLock({ $0[path] }) else { throw .movieUnreadable(path: path, reason: "no such file") }
    if let error = movie.error { throw error }
    return movie
  }

  /// The fake movies for a player, decoded by the workers.
  func media(_ start: @escaping StartWorker) -> PlayerMedia {
    PlayerMedia(
      openPictures: { (path, _) throws(MediaError) in FakePictures(try self.movie(path), in: self) },
      openSound: { (path, track, format) throws(MediaError) in FakeSound(try self.movie(path), format) },
      startWorker: start)
  }
}

/// Pictures whose first byte is their number.
private final class FakePictures: PictureSource {
  let damage: MovieDamage? = nil
  private let movie: FakeMovie
  private let library: FakeLibrary
  private var index = -1

  init(_ movie: FakeMovie, in library: FakeLibrary) {
    self.movie = movie
    self.library = library
    library.sources.withLock { $0 += 1 }
  }

  deinit { library.sources.withLock { $0 -= 1 } }

  var properties: MovieProperties {
    MovieProperties(duration: movie.end, hasSound: movie.sampleCount != nil, hasPictures: movie.hasPictures)
  }
  var time: MediaTime { movie.frameDuration.multiplied(by: Int64(index), dividedBy: 1) }
  var end: MediaTime { movie.frameDuration.multiplied(by: Int64(index + 1), dividedBy: 1) }

  func next() throws(MediaError) -> Bool {
    library.onNextPicture.withLock { $0.take() }?()
    guard index + 1 < movie.frameCount else { return false }
    index += 1
    return true
  }

  func seek(to target: SeekTarget) throws(MediaError) -> Bool {
    library.seeks.withLock { $0 += 1 }
    guard target.time < movie.end else {
      index = movie.frameCount - 1
      return false
    }
    let exact = Int((target.time.seconds / movie.frameDuration.seconds + 1e-9).rounded(.down))
    let keyframe = exact / movie.keyframeInterval * movie.keyframeInterval
    let keyframeTime = movie.frameDuration.multiplied(by: Int64(keyframe), dividedBy: 1)
    index = target.time - keyframeTime <= target.toleranceBefore ? keyframe : exact
    return true
  }

  func picture() throws(MediaError) -> DecodedPicture {
    let number = UInt8(truncatingIfNeeded: index)
    return DecodedPicture(byteCount: library.pool.format.byteCount) { [pool = library.pool] formats in
      // All formats get the same pixels, and none is left out: the decoder would try it again.
      guard !formats.isEmpty, var draft = try? pool.draft() else { return [:] }
      draft.withUnsafeMutableBytes { $0[0] = number }
      let picture = draft.freeze()
      return Dictionary(uniqueKeysWithValues: formats.map { ($0, picture) })
    }
  }
}

/// Sound whose samples are their numbers.
private final class FakeSound: SoundSource {
  private let count: Int64
  private let format: AudioFormat
  private var position: Int64 = 0

  init(_ movie: FakeMovie, _ format: AudioFormat) {
    count = movie.sampleCount ?? 0
    self.format = format
  }

  func next() throws(MediaError) -> SoundBlock? {
    let length = min(1000, count - position)
    guard length > 0 else { return nil }
    defer { position += length }
    let samples = numberedSamples(of: position..<position + length, channelCount: format.channelCount)
    return SoundBlock(start: position, samples: samples)
  }

  func seek(to time: MediaTime) throws(MediaError) {
    position = max(Int64(time.seconds * Double(format.sampleRate)) - 700, 0)
  }
}

/// A renderer that remembers its blocks.
final class RecordingRenderer: AudioRenderer {
  private let silent: SilentAudioRenderer
  private let state = Mutex((blocks: [AudioBlock](), volumes: [Double]()))

  init(clock: any MediaClock) { silent = SilentAudioRenderer(clock: clock) }

  /// The blocks that were heard or are in the queue.
  var blocks: [AudioBlock] { state.withLock { $0.blocks } }
  var volumes: [Double] { state.withLock { $0.volumes } }
  var format: AudioFormat { silent.format }
  var clock: any MediaClock { silent.clock }
  var isReadyForMoreMediaData: Bool { silent.isReadyForMoreMediaData }

  func enqueue(_ block: AudioBlock) {
    state.withLock { $0.blocks.append(block) }
    silent.enqueue(block)
  }

  func requestMediaDataWhenReady(_ action: @escaping @Sendable () -> Void) -> Subscription {
    silent.requestMediaDataWhenReady(action)
  }

  func flush() {
    let now = clock.time
    // What is not heard yet is removed.
    state.withLock { $0.blocks.removeAll { $0.presentationTime >= now } }
    silent.flush()
  }

  func play() { silent.play() }
  func pause() { silent.pause() }
  func setVolume(_ volume: Double) { state.withLock { $0.volumes.append(volume) } }
}
