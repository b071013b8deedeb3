import OverlayRender

// The core's errors state what is wrong, and what a program can do about it. Here they name the options that help.

extension SinkError {
  /// The line that the command writes.
  var message: String {
    switch self {
    case .nameEmpty: "\(problem): give a file, or - for standard output"
    case .terminal, .notWritable: "\(problem): give -o FILE or pipe it"
    case .alreadyExists: "\(problem): give another name, or --overwrite to replace it"
    case .unsuitable: "\(problem): give a file, a FIFO or - for standard output"
    case .notOpen: "\(problem): open it, or give -o FILE"
    case .folder, .badPattern, .oneFrameOnly, .pixelFormatUnsupported, .formatChanged, .timeNotNumeric,
      .folderMissing, .notAFolder, .permissionDenied, .readOnlyFileSystem, .appearedMeanwhile, .notPublished,
      .cannotCreate, .noSpace, .readerClosed, .interrupted, .encodingFailed, .writeFailed:
      description
    }
  }
}

extension OutputPlanError {
  /// The line that the command writes.
  var message: String {
    switch self {
    case .noFormat(_, let extensions):
      "\(problem): end it with \(extensions.map { ".\($0)" }.listed(with: "or")), or give --as FORMAT"
    case .unknownScheme: "\(problem): give a file's name, or - for standard output"
    case .schemeNotTaken: "\(problem): leave --as out, or choose another format"
    case .nothingToWrite(let path, let format):
      "\(path): --as \(format) writes nothing: leave -o out, or choose \(OutputFormat.namesThatWrite.listed(with: "or"))"
    case .notPremultiplied: "\(problem): --premultiplied goes with bgra and rgba"
    case .endless: description
    case .straightOnly(let format):
      "\(format.uppercased()) files hold straight alpha: leave --premultiplied out, or write raw"
    }
  }
}

extension RenderError {
  /// The line that the command writes.
  var message: String {
    switch self {
    case .font(let error): error.message
    case .format, .raster, .memory, .conversion, .timeNotNumeric, .impossibleDuration: description
    }
  }
}

extension FontError {
  /// The line that the command writes.
  var message: String {
    switch self {
    case .noFonts: "no font was found: install one (such as Debian's fonts-dejavu-core) or give --font-file"
    case .notAFont: description
    }
  }
}

extension StreamStretchError {
  /// The line that the command writes.
  var message: String {
    switch self {
    case .beyondEnd: "\(problem): give an earlier time, or a longer --duration"
    case .impossible, .empty: description
    }
  }
}

extension CaptionError {
  /// The line that the command writes.
  var message: String {
    switch kind {
    case .notAFile: line(saying: "it is not a file: name a file that contains captions, or - for standard input")
    case .unknownFormat(let beginning):
      line(
        saying: "\(beginning.quoted) is not the start of SRT, WebVTT, LRC or JSON captions: "
          + "for plain lines, each a caption, give --every or name the file .txt")
    case .missing, .folder, .unreadable, .tooLarge, .empty, .notUTF8, .notInEncoding, .unknownEncoding,
      .encodingNotInstalled, .unmarkedUTF16, .binary, .unsupportedFormat, .notInFormat, .badJSON:
      description
    }
  }
}
