import Glibc
import OverlayMedia
import OverlayRender
import OverlayWindow

// The library's errors state the problem, with a remedy for a program. The messages here name the options of the
// command instead.

/// An error whose message names options of the command.
protocol CommandError: CategorizedError {
  /// The message of the command, in one line.
  var message: String { get }
}

extension SinkError: CommandError {
  var message: String {
    switch self {
    case .nameEmpty: "\(problem): give a file, or - for standard output"
    case .terminal, .notWritable: "\(problem): give -o FILE or pipe it"
    case .alreadyExists: "\(problem): give another name, or add --overwrite to replace it"
    case .unsuitable: "\(problem): give a file, a FIFO or - for standard output"
    case .notOpen: "\(problem): open it, or give -o FILE"
    case .cannotCreate(_, let error) where error.rawValue == EMFILE: "\(problem): raise ulimit -n"
    default: description
    }
  }
}

extension OutputPlanError: CommandError {
  var message: String {
    switch self {
    case .noFormat(_, let extensions):
      "\(problem): end it with \(extensions.map { ".\($0)" }.listed(with: "or")), or give --as FORMAT"
    case .unknownScheme: "\(problem): give a file name, or - for standard output"
    case .schemeNotTaken: "\(problem): leave out --as, or choose another format"
    case .nothingToWrite(let path, let format):
      "\(path): --as \(format) writes nothing: leave out -o, or choose "
        + OutputFormat.namesThatWrite.listed(with: "or")
    case .notPremultiplied: "\(problem): --premultiplied requires bgra or rgba"
    case .straightOnly(let format):
      "\(format.uppercased()) files hold straight alpha: leave out --premultiplied, or write raw"
    default: description
    }
  }
}

extension RenderError: CommandError {
  var message: String {
    switch self {
    case .font(let error): error.message
    default: description
    }
  }
}

extension FontError: CommandError {
  var message: String {
    switch self {
    case .noFonts: "no fonts are installed: install a font, such as Debian's fonts-dejavu-core, or give --font-file"
    case .unreadable, .notAFont: description
    }
  }
}

extension FrameSelectionError: CommandError {
  var message: String {
    switch self {
    case .beyondEnd: "\(problem): give an earlier time, or a longer --duration"
    case .impossible, .empty: description
    }
  }
}

extension MediaError: CommandError {
  var message: String {
    switch self {
    case .encoderMissing(_, let alternatives) where !alternatives.isEmpty:
      "\(problem): give --codec \(alternatives.map(\.rawValue).listed(with: "or"))"
    case .codecNotHeld(_, _, let supported):
      "--codec: \(problem): choose \(supported.map(\.rawValue).listed(with: "or")), or another format"
    case .sizeTooLarge: "\(problem): give a smaller --size"
    case .sizeNotDivisible(let size, _, let multiple, let alternative):
      "\(problem): give --size \(size.roundedUp(toMultipleOf: multiple))"
        + (alternative.map { ", or --pixel-format \($0)" } ?? "")
    case .fullRangeNotPossible: "--range: \(problem): leave out --range full"
    case .encoderNotOpened: "\(problem): check --preset, --crf, --bitrate and --size"
    case .settingNotSupported(let setting, _, let alternatives):
      "\(setting.option): \(problem): leave it out"
        + (alternatives.isEmpty ? "" : ", or \(setting.chooser) \(alternatives.listed(with: "or"))")
    case .settingsExclusive(let first, let second):
      "\(first.option) and \(second.option) cannot be used together: give one of them"
    case .presetUnknown: "--preset: \(description)"
    case .qualityOutOfRange: "--crf: \(description)"
    case .valueNotPossible(let setting, _): "\(setting.option): \(description)"
    case .soundNotHeld:
      "\(problem): leave out --audio and --tick, or write \(MovieContainer.namesWithSound.listed(with: "or"))"
    case .movieSizeNotPossible(_, _, _, _, nil, let codecs):
      "\(problem): give \((codecs.map { "--codec \($0)" } + ["another format"]).listed(with: "or"))"
    case .movieSizeNotPossible(_, _, _, _, let alternative?, _): "\(problem): give --pixel-format \(alternative)"
    case .noPictures(_, hasSound: true): "\(problem): give a movie, or add the sound to an overlay with --audio"
    case .serverNotVerified: "\(description), or give --insecure"
    case .streamFailed: "\(problem): check the URL and the server, or add --reconnect"
    default: description
    }
  }
}

extension MovieOptions.Setting {
  /// The option for the setting.
  fileprivate var option: String {
    switch self {
    case .constantRateFactor: "--crf"
    case .preset: "--preset"
    case .bitRate: "--bitrate"
    case .keyframeInterval: "--keyint"
    case .fragments: "--fragmented"
    case .fastStart: "--faststart"
    case .playCount: "--repeat-animation"
    }
  }

  /// How to choose what supports the setting.
  fileprivate var chooser: String {
    switch self {
    case .constantRateFactor, .preset, .bitRate, .keyframeInterval: "give --codec"
    case .fragments, .fastStart, .playCount: "write"
    }
  }
}

extension CaptionError: CommandError {
  var message: String {
    switch kind {
    case .notAFile: line(saying: "it is not a file: name a file that contains captions, or - for standard input")
    case .unknownFormat(let beginning):
      line(
        saying: "\(beginning.quoted) is not the start of SRT, WebVTT, LRC or JSON captions: "
          + "for plain lines, one caption each, give --every or name the file .txt")
    default: description
    }
  }
}

extension PulseAudioError {
  /// The message of the command, in one line.
  var message: String {
    switch self {
    case .libraryNotLoaded: "\(description): install Debian's package libpulse0"
    case .notConnected: "\(description): start PulseAudio or PipeWire, or set PULSE_SERVER"
    case .system: description
    }
  }
}
