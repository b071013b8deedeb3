import Glibc

/// The processor time of this process in seconds.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The peak of resident memory of this process in bytes.
func peakResidentBytes() -> Int {
  var usage = rusage()
  // The C header declares the constant as an enumeration and the parameter as an integer.
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1024
}

/// The resident memory of this process in bytes.
func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  // "size resident shared ...", in pages.
  var text = [UInt8](repeating: 0, count: 128)
  let count = fread(&text, 1, text.count, file)
  let fields = String(decoding: text.prefix(count), as: UTF8.self).split(separator: " ")
  return (fields.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}
