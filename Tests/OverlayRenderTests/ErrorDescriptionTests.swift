import Testing

@testable import OverlayCaptions
@testable import OverlayRender

/// The messages of errors to Swift programmers. Some messages of the command are different; its transcripts contain
/// those.
@Suite("Error descriptions")
struct ErrorDescriptionTests {
  /// Every case of the errors that the command does not show, or shows in other words.
  static let descriptions: [(error: any Error, description: String)] = [
    (SinkError.nameEmpty, "the output's name is empty: give the path of a file"),
    (SinkError.terminal(name: "standard output"), "standard output is a terminal: write to a file or a pipe"),
    (SinkError.alreadyExists(path: "a"), "a: already exists: give another name, or allow replacing it"),
    (SinkError.unsuitable(path: "a"), "a: cannot receive frames: give a file, a FIFO or an open descriptor"),
    (SinkError.oneFrameOnly(name: "a"), "a: takes only one frame: give a numbered name such as frames/%05d.png"),
    (
      SinkError.pixelFormatUnsupported(container: "Y4M", found: .rgba, supported: Y4MWriter.pixelFormats),
      "Y4M cannot hold rgba: choose yuv420p, yuv444p or gray"
    ),
    (
      SinkError.formatChanged(name: "a"),
      "a: the size or pixel format of the pictures changed: start a new output"
    ),
    (
      SinkError.timeNotNumeric(time: "invalid"),
      "invalid is not a valid time of a frame: give a number of seconds"
    ),
    (SinkError.notOpen(name: "a"), "a is closed: open it, or write to a file"),
    (SinkError.notWritable(name: "a"), "a is open for reading only: open it for writing, or write to a file"),
    (SinkError.permissionDenied(path: "a"), "a: permission denied: choose a folder with write permission"),
    (SinkError.readOnlyFileSystem(path: "a"), "a: the file system is read-only: choose another folder"),
    (
      SinkError.appearedMeanwhile(path: "a", part: ".a.part"),
      "a: was created by another process in the meantime and is not replaced: the finished output is kept as .a.part"
    ),
    (
      SinkError.notPublished(path: "a", part: ".a.part", error: inputOutput),
      "a: the finished output cannot be given this name (Input/output error) and is kept as .a.part: rename it"
    ),
    (SinkError.readerClosed(name: "a"), "a: the reader closed its end: start it again"),
    (SinkError.interrupted(name: "a"), "a: writing was interrupted: the output is shorter than requested"),
    (SinkError.encodingFailed(name: "a", reason: "b"), "a: the picture could not be encoded: b"),
    (
      SinkError.writeFailed(name: "a", error: inputOutput),
      "a: cannot be written (Input/output error): check the device, or write to another one"
    ),
    (
      OutputPlanError.noFormat(path: "a", extensions: ["y4m", "raw", "png"]),
      "a: the name does not determine a format: end it with .y4m, .raw or .png, or choose a format"
    ),
    (OutputPlanError.noFormat(path: "a", extensions: []), "a: the name does not determine a format: choose a format"),
    (
      OutputPlanError.unknownScheme(url: "x://h", scheme: "x"),
      "x://h: unknown scheme 'x': give the path of a file"
    ),
    (
      OutputPlanError.schemeNotTaken(url: "x://h", scheme: "x", format: "y4m"),
      "x://h: y4m cannot be sent over x: choose another format, or none"
    ),
    (
      OutputPlanError.nothingToWrite(path: "a", format: "null"),
      "a: null writes nothing: give no destination, or choose another format"
    ),
    (
      OutputPlanError.notPremultiplied(.gray),
      "gray has no premultiplied form: choose bgra or rgba, or leave the alpha straight"
    ),
    (
      OutputPlanError.endless(name: "a.y4m"),
      "a.y4m: an endless stream cannot be written to it: give a duration"
    ),
    (
      OutputPlanError.straightOnly(format: "png"),
      "png holds straight alpha only: leave the alpha straight, or choose raw"
    ),
    (
      FrameSelectionError.beyondEnd(.seconds(2), end: .seconds(1)),
      "2 s is after the run, which ends at 1 s: give an earlier time, or a later end of the run"
    ),
    (FrameSelectionError.impossible(.seconds(-1)), "-1 s is before the run: give zero or more"),
    (
      FontError.noFonts,
      "no font was found: install one (such as Debian's fonts-dejavu-core) or give a font file"
    ),
    (
      FontError.unreadable(file: "a", SystemError(rawValue: 2)),
      "a: cannot be read (No such file or directory): give a font file"
    ),
    (FontError.notAFont(file: "a"), "a: is not a font file: give a TrueType or OpenType file"),
    (CaptionError(.notAFile, in: "a"), "a: it is not a file: name a file that contains captions"),
    (
      CaptionError(.unknownFormat(beginning: "b"), in: nil),
      "'b' is not the start of SRT, WebVTT, LRC or JSON captions: for plain lines, each a caption, "
        + "read them as such or name the file .txt"
    ),
    (
      RenderError.format(.sizeOutOfRange(PixelSize(0, 1))),
      "0x1 is not a picture size: give sides of 1 to 32767 pixels"
    ),
    (RenderError.font(.noFonts), FontError.noFonts.description),
    (RenderError.raster(.cairo(status: 1, message: "out of memory")), "Cairo cannot draw: out of memory"),
    (RenderError.memory(.thresholdReached(2)), "all 2 picture buffers are in use: release one, or allow more"),
    (
      RenderError.memory(.budgetReached(byteBudget: 10, bytesPerBuffer: 8)),
      "one more picture buffer of 8 bytes exceeds the budget of 10 bytes: release one, or raise the budget"
    ),
    (
      RenderError.memory(.memory(.cannotMap(byteCount: 4096, errno: 12))),
      "cannot map 4096 bytes for a picture (Cannot allocate memory): give a smaller size or free memory"
    ),
    (
      OverlayCompositorError.unsupportedTarget(.gray10),
      "cannot draw on a movie of gray10: convert it to yuv420p, yuv422p or yuv444p first"
    ),
    (
      OverlayCompositorError.unsupportedOverlay(.rgba),
      "cannot draw an overlay of rgba on a movie: give pictures of bgraPremultiplied"
    ),
    (
      OverlayCompositorError.differentSizes(overlay: PixelSize(1, 1), movie: PixelSize(2, 2)),
      "cannot draw an overlay of 1x1 on a movie of 2x2: give equal sizes"
    ),
    (
      OverlayCompositorError.memory(.cannotMap(byteCount: 4096, errno: 12)),
      "cannot map 4096 bytes for a picture (Cannot allocate memory): give a smaller size or free memory"
    ),
    (
      RenderError.conversion(.unsupportedSource(.gray10)),
      "cannot convert from gray10: give pictures of bgraPremultiplied, rgbaPremultiplied, bgra, rgba, yuv420p, nv12, "
        + "yuv444p, yuva420p, gray, yuv422p, yuv420p10le, yuv422p10le or yuv444p10le"
    ),
    (
      RenderError.conversion(.unsupportedTarget(.gray10)),
      "cannot convert to gray10: choose bgraPremultiplied, rgbaPremultiplied, bgra, rgba, yuv420p, nv12, yuv444p, "
        + "yuva420p, gray, yuv422p, yuv420p10le, yuv422p10le or yuv444p10le"
    ),
    (
      RenderError.conversion(.differentSizes(from: PixelSize(1, 1), to: PixelSize(2, 2))),
      "cannot convert 1x1 to 2x2: the converter does not scale, give equal sizes"
    ),
    (
      RenderError.timeNotNumeric(.invalid),
      "\(MediaTime.invalid) is not a valid presentation time: give a numeric time"
    ),
    (
      RenderError.impossibleDuration(.seconds(-1)),
      "\(MediaTime.seconds(-1)) is not a valid duration: give zero or more, or none for an endless stream"
    ),
    (
      ImageError(.unreadable(errno: 13), path: "a"),
      "image 'a' cannot be read (Permission denied): check its name and permissions"
    ),
    (ImageError(.notRegularFile), "the image is not a regular file: give an image file"),
    (ImageError(.tooManyBytes(limit: 1 << 20)), "the image has more than 1 MiB: give a smaller file"),
    (ImageError(.empty), "the image is empty: give an image file"),
    (
      ImageError(.unknownFormat),
      "the image has an unknown format: "
        + "give a PNG file, or import OverlayMedia for JPEG, WebP, GIF, BMP and TIFF"
    ),
    (ImageError(.truncated), "the image is truncated: write or copy it again"),
    (ImageError(.damaged), "the image is damaged: create it again"),
    (
      ImageError(.sizeOutOfRange(width: 0, height: 1)),
      "the image is 0x1 pixels: give sides of 1 to 32767 pixels and at most 64 megapixels"
    ),
    (ImageError(.unsupportedPixelFormat(.rgba)), "the image has pixels in rgba: give bgraPremultiplied"),
    (
      ImageError(.memory(.cannotMap(byteCount: 4096, errno: 12))),
      "the image does not fit into memory: cannot map 4096 bytes for a picture (Cannot allocate memory): "
        + "give a smaller size or free memory"
    ),
    (ImageError(.other("cannot be read")), "the image cannot be read"),
    (
      InvalidText(PathDataCause.noMoveFirst, in: "L"),
      "'L' is not SVG path data: begin with M and two numbers, such as 'M0 0 L10 10'"
    ),
    (
      InvalidText(PathDataCause.notACommand(position: 2), in: "M0 0 X"),
      "'M0 0 X' is not SVG path data: at byte 2 give one of the commands MZLHVCSQTA, in either case"
    ),
    (
      InvalidText(PathDataCause.notANumber(command: "M", position: 2), in: "M"),
      "'M' is not SVG path data: at byte 2 give a number for the command M"
    ),
    (
      InvalidText(PathDataCause.notAFlag(position: 9), in: "A"),
      "'A' is not SVG path data: at byte 9 give 0 or 1 for a flag of the command A"
    ),
    (
      InvalidText(PathDataCause.tooLong, in: "M"),
      "'M' is too long for a path: give at most \(Path.maximumElementCount) elements"
    ),
    (
      InvalidText(MarkupCause.tooLong, in: "a"), "'a' is too long for markup; shorten it to 1 MiB"
    ),
    (
      InvalidText(MarkupCause.unsupported("b"), in: "a"), "'a' uses b, which is not supported; remove it"
    ),
    (InvalidText(PatternCause.tooLong, in: "a"), "'a' is too long for a pattern; shorten it"),
    (
      InvalidText(ColorCause.unknownFunction("f"), in: "f()"),
      "'f()' has the unknown function 'f'; use rgb(), rgba(), hsl() or hsla()"
    ),
    (
      InvalidText(TimeSpanCause.unitsOutOfOrder, in: "1s1m"),
      "'1s1m' has its units out of order; write the larger first and each once, as in 1m30s"
    ),
  ]

  /// Errors that the command shows in the words of the library.
  static let shown: [any Error] =
    outputErrors + textErrors + inputProblems + captionProblems + captionErrors
    + refusals([TimeSpanCause.empty, .negative, .tooLong, .malformed, .unknownUnit("x"), .fieldOverSixty])
    + refusals([
      WallTimeCause.malformed, .noSuchDate, .yearOutOfRange, .hourOutOfRange, .minuteOutOfRange, .secondOutOfRange,
      .offsetOutOfRange,
    ])
    + refusals([
      PatternCause.empty, .controlCharacter(position: 1), .unclosedQuote(position: 1),
      .unknownLetter("x", position: 1), .unknownDirective("%Q", position: 1), .unfinishedDirective(position: 1),
      .noUnit, .fractionWithoutSeconds(position: 1),
    ])
    + refusals([
      ColorCause.unknownName(near: []), .unknownName(near: ["red"]), .malformedHexadecimal, .malformedFunction,
    ])
    + refusals([
      MarkupCause.unescaped("&", line: 1, character: 1), .unclosed(element: "b"), .unopened(element: "b", line: 1),
      .malformed("b", line: 1, character: 1),
    ])

  private static func refusals<Cause: InvalidTextCause>(_ causes: [Cause]) -> [any Error] {
    causes.map { InvalidText($0, in: "a") }
  }

  private static let outputErrors: [any Error] = [
    SinkError.folder(path: "a"), SinkError.badPattern(pattern: "%x", position: 1),
    SinkError.folderMissing(path: "a/b", folder: "a"), SinkError.notAFolder(path: "a"),
    SinkError.cannotCreate(path: "a", error: inputOutput), SinkError.noSpace(name: "a"),
    FrameSelectionError.empty(from: .zero, to: .zero),
  ]

  private static let textErrors: [any Error] = [
    PixelSizeError.malformed("a"), PixelSizeError.outOfRange("a"),
    FrameRateError.notARate("a"), FrameRateError.zero("0"), FrameRateError.negative("-1"),
    FrameRateError.zeroDenominator("1/0"), FrameRateError.tooFast("1001"), FrameRateError.tooPrecise("1"),
    TimecodeError.notATimecode("a"), TimecodeError.hoursOutOfRange("a"), TimecodeError.minutesOutOfRange("a"),
    TimecodeError.secondsOutOfRange("a"), TimecodeError.framesOutOfRange("a", .fps(30)),
    TimecodeError.skipped("a", next: "b"), TimecodeError.noDropFrame(.fps(30)),
    UnknownNameError(kind: .timeZone, name: "a"), UnknownNameError(kind: .locale, name: "a", reason: "b"),
  ]

  private static let inputProblems: [any Error] = [
    TextFileProblem.missing(path: "a"), TextFileProblem.notAFile(path: "a"),
    TextFileProblem.unreadable(path: "a", inputOutput), TextFileProblem.tooLarge(path: "a"),
    TextFileProblem.notText(path: "a"), TextFileProblem.notWatched(folder: "a", inputOutput),
    TextLinesProblem.notNamedTexts(line: 1, text: "a"), TextLinesProblem.cut(line: 1),
    TextLinesProblem.tooManyNames(line: 1), TextLinesProblem.unreadable(inputOutput),
  ]

  private static let captionProblems: [any Error] = [
    .notATime("a"), .notAnArrow("a"), .endsBeforeStart, .endsAtStart, .endsBeforeZero, .strayText("a"),
    .badSetting("a"), .missingRegion("a"), .droppedTag("a"), .unclosedTag("a"), .unknownCharacter("a"), .textTooLong,
    .tooManyCues, .tooManyRegions, .lateDefinition("a"), .truncatedCue, .truncatedCharacter,
    .invalidCharacters(count: 1),
    .zeroBytes(count: 1),
  ].map { CaptionProblem(line: 1, $0) }

  private static var captionErrors: [any Error] { captionKinds.map { CaptionError($0, in: "a") } }

  private static let captionKinds: [CaptionError.Kind] =
    [
      .missing, .folder, .unreadable(inputOutput), .tooLarge, .empty, .notUTF8(offset: 0, byte: 255, line: 1),
      .notInEncoding("GB18030", offset: 0, line: 1), .unknownEncoding("a", near: []),
      .unknownEncoding("a", near: ["b"]),
      .encodingNotInstalled("a"), .unmarkedUTF16(encoding: "UTF-16LE"), .binary,
      .badJSON(CaptionJSONError(line: 1, path: "cues", reason: .tooDeep)),
    ] + CaptionFormat.allCases.map { .notInFormat($0) }
    + UnsupportedCaptionFormat.allCases.map { .unsupportedFormat($0) }

  private static let inputOutput = SystemError(rawValue: 5)

  @Test("Each error states the problem and what a program can do about it")
  func describe() {
    for (error, description) in Self.descriptions { #expect("\(error)" == description) }
  }

  @Test("No error of the core names an option of the command")
  func namesNoOption() {
    for error in Self.descriptions.map(\.error) + Self.shown {
      // Some messages mention arguments of ffmpeg, which start with one dash.
      #expect(!"\(error)".contains(#/--[a-z]|(^|\W)-o\b|- for standard/#), "\(error)")
    }
  }
}
