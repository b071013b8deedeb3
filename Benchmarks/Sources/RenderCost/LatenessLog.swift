import Glibc
import Synchronization

/// How late the seconds turn, in milliseconds, from any task.
final class LatenessLog: Sendable {
  private let values = Mutex<[Double]>([])

  func append(_ value: Double) { values.withLock { $0.append(value) } }

  /// The percentiles as JSON.
  var percentiles: String {
    let sorted = values.withLock { $0.sorted() }
    /// The smallest value that a share of all values, in per cent, does not exceed.
    func percentile(_ percent: Int) -> Double { sorted.isEmpty ? 0 : sorted[(sorted.count * percent + 99) / 100 - 1] }
    return #"{"p50": \#(percentile(50)), "p99": \#(percentile(99)), "maximum": \#(sorted.last ?? 0)}"#
  }

  /// The milliseconds since the wall clock's last whole second.
  static func sinceSecond() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_nsec) / 1e6
  }
}
