import CFFmpeg
import Glibc
import OverlayRender
import Synchronization

/// The FFmpeg libraries, which are loaded when the first movie is opened.
package enum FFmpegLibraries {
  /// Loads the libraries, if that has not happened yet.
  ///
  /// - Parameter purpose: What the libraries are needed for.
  /// - Throws: ``MediaError/librariesMissing(reason:required:packages:purpose:)`` if they are not installed, or
  ///   ``MediaError/librariesOfOtherVersion(required:found:purpose:)``.
  package static func load(for purpose: MediaError.Purpose = .reading) throws(MediaError) {
    if let message = overlay_ffmpeg_load() {
      let other = Int(overlay_ffmpeg_find_other())
      guard other == 0 else {
        throw .librariesOfOtherVersion(required: requiredVersion, found: other, purpose: purpose)
      }
      throw .librariesMissing(
        reason: String(cString: message), required: requiredVersion,
        packages: [String(cString: overlay_avformat_package), String(cString: overlay_swscale_package)],
        purpose: purpose)
    }
    _ = FFmpegLog.isConnected
  }

  /// The major version that can be loaded, such as 5. Structures differ between versions.
  package static let requiredVersion = Int(overlay_ffmpeg_required)
}

/// A status code of FFmpeg: an error if it is negative.
struct FFmpegStatus: RawRepresentable, Error, Hashable, Sendable {
  let rawValue: Int32

  /// The end of a file, or a codec that has no more output.
  static let endOfFile = FFmpegStatus(rawValue: overlay_error_end_of_file)
  /// A codec that needs more input.
  static let tryAgain = FFmpegStatus(rawValue: overlay_error(EAGAIN))
  /// Data that is not valid in its format.
  static let invalidData = FFmpegStatus(rawValue: overlay_error_invalid_data)
  /// FFmpeg has no decoder for a codec.
  static let decoderNotFound = FFmpegStatus(rawValue: overlay_error_decoder_not_found)
  /// FFmpeg has no filter of packets with a name.
  static let filterNotFound = FFmpegStatus(rawValue: overlay_error_filter_not_found)
  /// Memory is exhausted.
  static let noMemory = FFmpegStatus(rawValue: overlay_error(ENOMEM))
  /// A call that was ended because it took too long, or was to end.
  static let exit = FFmpegStatus(rawValue: overlay_error_exit)
  /// A device or a connection has failed.
  static let inputOutput = FFmpegStatus(rawValue: overlay_error(EIO))
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

extension FFmpegStatus {
  /// The error of the system for the code of a failed system call (`AVERROR`); `nil` for a code of FFmpeg itself
  /// (`FFERRTAG`).
  var systemError: SystemError? {
    (-Self.greatestSystemError..<0).contains(rawValue) ? SystemError(rawValue: -rawValue) : nil
  }

  /// Linux has no greater numbers (`MAX_ERRNO`).
  private static let greatestSystemError: Int32 = 4095
}

extension FFmpegStatus: CustomStringConvertible {
  /// FFmpeg's text for the code, with the first letter in lowercase.
  var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
      guard let start = text.baseAddress, overlay_av_strerror(rawValue, start, text.count) == 0 else {
        return "error \(rawValue)"
      }
      let description = String(cString: start)
      return description.prefix(1).lowercased() + description.dropFirst()
    }
  }
}

/// The messages of FFmpeg. The errors are collected, so that an error can quote the first one of a call, and are shown
/// only if a program asks for them.
package enum FFmpegLog {
  private struct State {
    /// The first error of the current call on each thread. Other threads may write other movies at the same time.
    var errors: [pthread_t: String] = [:]
    var show: (@Sendable (String) -> Void)?
    /// The URLs whose secrets do not appear in messages.
    var urls: Set<RedactedURL> = []
  }

  private static let state = Mutex(State())

  /// Sets the handler of warnings and errors, which is called on any thread; `nil` for none.
  package static func setHandler(_ show: (@Sendable (String) -> Void)?) {
    state.withLock { $0.show = show }
  }

  /// Leaves the secrets of a URL out of all messages from now on.
  static func hideSecrets(of url: RedactedURL) {
    state.withLock { _ = $0.urls.insert(url) }
  }

  /// Calls FFmpeg, and throws an error with the first message that it logs on this thread; without one, with the text
  /// of its status.
  static func explaining<Result: ~Copyable>(
    _ error: (_ reason: String) -> MediaError, _ body: () throws(FFmpegStatus) -> Result
  ) throws(MediaError) -> Result {
    forgetError()
    do throws(FFmpegStatus) { return try body() } catch let status { throw error(takeError() ?? status.description) }
  }

  /// Forgets the errors on this thread, before a call whose error is to be explained.
  static func forgetError() {
    _ = takeError()
  }

  /// Returns the first error on this thread since the errors were forgotten, and forgets it.
  static func takeError() -> String? {
    state.withLock { $0.errors.removeValue(forKey: pthread_self()) }
  }

  /// Whether the messages come here, which is so from the first use on.
  fileprivate static let isConnected: Bool = {
    overlay_ffmpeg_set_log(warningLevel) { level, text in
      let urls = state.withLock { $0.urls }
      let line = Line(urls.reduce(String(cString: text)) { $1.redacting($0) })
      guard !line.isAboutSceneChange else { return }
      let show = state.withLock { state in
        if level <= errorLevel {
          // The threads of encoders end without taking theirs.
          if state.errors.count >= maximumErrorCount { state.errors.removeAll() }
          if state.errors[pthread_self()] == nil { state.errors[pthread_self()] = line.text }
        }
        return state.show
      }
      show?("FFmpeg: " + (line.source.map { "\($0): " } ?? "") + line.text)
    }
    return true
  }()

  /// A line of the log, such as `[libx264 @ 0x55d0c8a4f2c0] invalid preset`.
  private struct Line {
    /// The codec or container that the line is about.
    var source: Substring?
    var text: String

    init(_ line: String) {
      var line = line.last?.isNewline == true ? line.dropLast() : line[...]
      // What a codec calls has a prefix of its own after the prefix of the codec.
      while let match = line.prefixMatch(of: #/\[([^\]]+) @ 0x[0-9a-f]+\] /#) {
        source = source ?? match.1
        line = line[match.range.upperBound...]
      }
      text = String(line.drop(while: \.isWhitespace))
    }

    /// Whether x264 says that a requested keyframe is also the beginning of a scene. It stays a keyframe, unless there
    /// was one just before.
    var isAboutSceneChange: Bool { text.hasPrefix("forced frame type (1) ") && text.hasSuffix(" frame type (2)") }
  }

  private static let maximumErrorCount = 256
  /// `AV_LOG_ERROR` and `AV_LOG_WARNING`.
  private static let errorLevel: Int32 = 16
  private static let warningLevel: Int32 = 24
}
