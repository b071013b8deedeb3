import FoundationEssentials
import Glibc

/// The resources that the process has used so far (getrusage(2)).
package struct ResourceUsage {
  /// The processor time in seconds.
  package let userSeconds, systemSeconds: Double
  /// The number of times that threads have waited.
  package let waitCount: Int
  /// The peak of resident memory, in bytes.
  package let peakResidentBytes: Int64

  /// Reads the usage.
  package init() {
    var usage = rusage()
    // The C header declares the constant as an enumeration and the parameter as an integer.
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    userSeconds = seconds(usage.ru_utime)
    systemSeconds = seconds(usage.ru_stime)
    waitCount = usage.ru_nvcsw
    // ru_maxrss is in KiB on Linux, and includes the process before exec(3).
    peakResidentBytes = Self.peakResidentKibibytes.map { $0 * 1024 } ?? Int64(usage.ru_maxrss) * 1024
  }

  /// The processor time, user and system, in seconds.
  package var cpuSeconds: Double { userSeconds + systemSeconds }

  /// The peak of this program (`VmHWM` in proc(5)); `nil` without /proc.
  private static var peakResidentKibibytes: Int64? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int64($0) }
  }
}
