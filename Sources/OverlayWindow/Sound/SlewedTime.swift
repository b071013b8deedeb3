/// The time of a device's sound, smoothed by the time of the host.
///
/// It runs in the time of the host, and differences to the device are corrected gradually: within a second, or longer
/// if the rate would differ by more than 5 percent from 1. So it never jumps or goes back. Only pictures follow it, and
/// 5 percent of a picture of 40 ms are 2 ms.
///
/// - Up to 30 ms may be an error of the measurement: PipeWire's server measures once for each block of its device,
///   which often has 21 ms. A quarter of such a difference is corrected, so that errors cancel out. After a start, it
///   is corrected whole.
/// - Up to 100 ms are corrected whole. The 57 ms by which PipeWire's server sometimes jumps take 1.2 s.
/// - More is not corrected, because sound and pictures would differ visibly for seconds. Instead, the time of the
///   device is mapped anew: its sound has to be moved. After a start this is so from 30 ms on, until the first sound is
///   heard.
///
/// Devices start late. After a start, the time stands still until the device reaches it, for at most half a second.
/// Then it runs, and the sound of the device begins at its time: what is over by then is left out. A device that is
/// known to be later is not awaited at all. A device that stands still later, or is lost, does not stop the time.
///
/// All times are in nanoseconds. The times of the host that are passed never decrease.
struct SlewedTime: Sendable {
  /// What an observation has shown.
  enum Observation: Sendable, Hashable {
    /// The device has not advanced, or the time does not run.
    case standing
    /// The time follows the device.
    case followed
    /// The device differs too much. The time of the device is mapped anew.
    case remapped
  }

  private struct Device {
    /// The time less the time of the device.
    var offset: Int64
    var latestTime: Int64
    /// The time at which the device stood when the time started, or when it was attached.
    var startTime: Int64
  }

  /// The shortest duration of a correction, and the interval of observations that fits it.
  static let correctionDuration: Int64 = 1_000_000_000
  /// The greatest difference that may be an error of the measurement, and the part of it that is corrected.
  private static let greatestError: Int64 = 30_000_000
  private static let inverseGain: Int64 = 4
  /// The greatest difference that is corrected.
  static let greatestCorrection: Int64 = 100_000_000
  /// The longest wait for the start of a device: the latency of most wireless devices. An idle null sink of PulseAudio
  /// would take up to 2 s, during which users would see a frozen picture.
  static let longestWait: Int64 = 500_000_000
  /// The inverse of the greatest change of the rate.
  private static let inverseSlope: Int64 = 20

  /// Whether the time runs, or waits for the device to start.
  private(set) var isRunning = false
  /// The time at `hostAnchor`, from which on it runs.
  private var anchor: Int64
  private var hostAnchor: Int64 = .min
  /// The end of the wait for the device, in the time of the host.
  private var waitEnd: Int64 = .min
  /// Whether nothing has been heard since the start, or since the device was attached.
  private var isStarting = false
  /// What is added evenly during `duration` after the anchor.
  private var correction: Int64 = 0
  private var duration = Self.correctionDuration
  private var device: Device?

  /// Creates a time that stands still.
  init(at time: Int64 = 0) {
    anchor = time
  }

  /// Returns the time at a time of the host.
  func time(atHost host: Int64) -> Int64 {
    guard isRunning, host > hostAnchor else { return anchor }
    let elapsed = host - hostAnchor
    return anchor + elapsed + correction * min(elapsed, duration) / duration
  }

  /// Returns when the time will be at least `time`, or was, as far as is known; `nil` if it stands still.
  func hostTime(at time: Int64) -> Int64? {
    guard isRunning else { return nil }
    let (distance, overflows) = time.subtractingReportingOverflow(anchor)
    guard !overflows, distance < .max / 4 else { return nil }
    guard distance > 0 else { return hostAnchor }
    let corrected = duration + correction
    var host = hostAnchor + (distance <= corrected ? distance * duration / corrected : distance - correction)
    // The divisions are rounded.
    while self.time(atHost: host) < time { host += 1 }
    return host
  }

  /// The time less the time of the device; `nil` without a device.
  var deviceOffset: Int64? { device?.offset }

  /// Whether the time waits for the device to start.
  func isWaiting(atHost host: Int64) -> Bool { isRunning && host < hostAnchor }

  /// Starts the time when the device starts.
  mutating func start(atHost host: Int64) {
    guard !isRunning else { return }
    (isRunning, isStarting) = (true, true)
    if let device { self.device?.startTime = device.latestTime }
    waitEnd = device == nil ? host : host + Self.longestWait
    hostAnchor = waitEnd
    correction = 0
  }

  /// Stops the time.
  mutating func stop(atHost host: Int64) {
    setAnchor(atHost: host, correction: 0)
    isRunning = false
  }

  /// Maps the time of a new device, which stands still, to the current time.
  mutating func attachDevice(at deviceTime: Int64, host: Int64) {
    device = Device(offset: time(atHost: host) - deviceTime, latestTime: deviceTime, startTime: deviceTime)
    isStarting = true
  }

  /// Goes on without a device.
  mutating func detachDevice(atHost host: Int64) {
    device = nil
    hostAnchor = min(hostAnchor, host)
  }

  /// Follows a device.
  ///
  /// - Parameters:
  ///   - deviceTime: The time of what is heard. It goes back when a device that starts announces a delay.
  ///   - measuringHost: The time of the host when this was measured.
  ///   - host: The current time of the host.
  mutating func observe(_ deviceTime: Int64, measuredAt measuringHost: Int64, host: Int64) -> Observation {
    guard let device else { return .standing }
    self.device?.latestTime = deviceTime
    guard isRunning else { return .standing }
    let hasAdvanced = deviceTime > device.latestTime
    let current = deviceTime + (host - measuringHost)
    let difference = current + device.offset - time(atHost: host)
    if isWaiting(atHost: host) {
      if host - difference > waitEnd {
        map(current, atHost: host)
        return .remapped
      }
      // A device that does not advance yet may announce less than its delay.
      hostAnchor = hasAdvanced ? host + max(-difference, 0) : waitEnd
      if difference < 0 { return .standing }
    }
    guard hasAdvanced else { return .standing }
    let isStart = isStarting
    if deviceTime > device.startTime { isStarting = false }
    if difference.magnitude > UInt64(isStart ? Self.greatestError : Self.greatestCorrection) {
      map(current, atHost: host)
      return .remapped
    }
    // A correction that has begun goes on.
    let rest = remainingCorrection(atHost: host)
    let error = difference - rest
    let mayBeError = !isStart && error.magnitude <= UInt64(Self.greatestError)
    setAnchor(atHost: host, correction: rest + (mayBeError ? error / Self.inverseGain : error))
    return .followed
  }

  /// The part of the correction that is not added yet.
  private func remainingCorrection(atHost host: Int64) -> Int64 {
    correction - correction * min(max(host - hostAnchor, 0), duration) / duration
  }

  /// Maps the time of the device to the current time, which runs from now on.
  private mutating func map(_ deviceTime: Int64, atHost host: Int64) {
    setAnchor(atHost: host, correction: 0)
    device?.offset = anchor - deviceTime
  }

  private mutating func setAnchor(atHost host: Int64, correction: Int64) {
    anchor = time(atHost: host)
    hostAnchor = host
    self.correction = correction
    duration = max(Self.correctionDuration, Int64(correction.magnitude) * Self.inverseSlope)
  }
}
