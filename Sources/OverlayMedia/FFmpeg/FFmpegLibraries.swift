import CFFmpeg
import Synchronization

/// The FFmpeg libraries, which are loaded when the first movie is opened.
package enum FFmpegLibraries {
  /// Loads the libraries, if that has not happened yet.
  ///
  /// - Throws: ``MediaError/librariesMissing(reason:)`` if they are not installed.
  package static func load() throws(MediaError) {
    if let message = overlay_ffmpeg_load() { throw .librariesMissing(reason: String(cString: message)) }
    _ = FFmpegLog.isConnected
  }
}

/// A status code of FFmpeg: an error if it is negative.
struct FFmpegStatus: RawRepresentable, Error, Hashable, Sendable {
  let rawValue: Int32

  /// The end of a file, or a codec that has no more output.
  static let endOfFile = FFmpegStatus(rawValue: overlay_error_end_of_file)
  /// A codec that needs more input.
  static let tryAgain = FFmpegStatus(rawValue: overlay_error(EAGAIN))
  /// Memory is exhausted.
  static let noMemory = FFmpegStatus(rawValue: overlay_error(ENOMEM))
  /// An argument is not valid.
  static let invalidArgument = FFmpegStatus(rawValue: overlay_error(EINVAL))

  /// Throws if a code is negative; otherwise returns it.
  @discardableResult
  static func check(_ code: Int32) throws(FFmpegStatus) -> Int32 {
    if code < 0 { throw FFmpegStatus(rawValue: code) }
    return code
  }

  /// Returns an object of FFmpeg, which is `nil` if memory is exhausted.
  static func check<Object>(_ object: Object?) throws(FFmpegStatus) -> Object {
    guard let object else { throw .noMemory }
    return object
  }
}

extension FFmpegStatus: CustomStringConvertible {
  /// FFmpeg's text for the code, with the first letter in lowercase.
  var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard let start = text.baseAddress, av_strerror(rawValue, start, text.count) == 0 else {
        return "error \(rawValue)"
      }
      let description = String(cString: start)
      return description.prefix(1).lowercased() + description.dropFirst()
    }
  }
}

/// The messages of FFmpeg. They are collected, so that an error can quote the latest one, and shown only if a program
/// asks for them.
package enum FFmpegLog {
  private struct State {
    var latest: String?
    var show: (@Sendable (String) -> Void)?
  }

  private static let state = Mutex(State())

  /// Sets the handler of warnings and errors, which is called on any thread; `nil` for none.
  package static func setHandler(_ show: (@Sendable (String) -> Void)?) {
    state.withLock { $0.show = show }
  }

  /// Returns the latest error, and forgets it.
  static func takeLatestError() -> String? {
    state.withLock { $0.latest.take() }
  }

  /// Whether the messages come here, which is so from the first use on.
  fileprivate static let isConnected: Bool = {
    overlay_ffmpeg_set_log(warningLevel) { level, text in
      let line = String(cString: text)
      let trimmed = line.last?.isNewline == true ? String(line.dropLast()) : line
      let show = state.withLock { state in
        if level <= errorLevel { state.latest = trimmed.withoutContext }
        return state.show
      }
      show?(trimmed)
    }
    return true
  }()

  /// The values of `AV_LOG_ERROR` and `AV_LOG_WARNING`.
  private static let errorLevel: Int32 = 16
  private static let warningLevel: Int32 = 24
}

extension String {
  /// The text without the name and the address of FFmpeg's object, as in `[libx264 @ 0x5581]`.
  fileprivate var withoutContext: String {
    guard hasPrefix("["), let end = firstIndex(of: "]"), self[..<end].contains(" @ ") else { return self }
    return String(self[index(after: end)...].drop(while: \.isWhitespace))
  }
}
