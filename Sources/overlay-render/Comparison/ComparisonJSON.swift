import FoundationEssentials
import OverlayMedia
import OverlayRender

/// What `compare --json` prints. Keys name their units; numbers without a unit are counts or ratios.
struct ComparisonJSON: Encodable {
  /// How the blank movies are made and decoded.
  struct BlankMovie: Encodable {
    let codec = "h264"
    let preset = BlankClip.preset
    let framesPerSecond: Double
    let durationSeconds = BlankClip.duration.seconds
    let groupOfPicturesSeconds = BlankClip.keyframeInterval.seconds
    let decoderThreads = PictureReader.threadCount
  }

  /// The measurements in one size.
  struct Size: Encodable {
    let width, height: Int
    let blankMovieBytes: Int
    /// The greatest difference from the other ways, in code values.
    let blankVideoDifference: Int
    let rows: [Row]
  }

  /// The measurements of one way.
  struct Row: Encodable {
    let way: ComparedWay
    let videoFileBytes: Int
    let cpuToBlankVideo: Double?
    let cpuToDecodeOnly: Double?
    let medians: Medians
    let runs: [ComparisonMeasurement]
  }

  /// The median of each figure of the runs, and of their CPU.
  struct Medians: Encodable {
    let seconds, cpuSeconds, userSeconds, systemSeconds: Double
    /// The share of a core; `nil` as fast as possible.
    let cpuPercent: Double?
    let shown, drawn, repeated, pixelsDrawn: Double
    let wakeupsPerSecond: Double?
    let peakResidentBytes: Double
    let latenessMilliseconds: ComparisonMeasurement.Lateness?
  }

  let overlay: ComparedOverlay.Kind
  let isOffline, isInWindow: Bool
  let durationSeconds: Double
  let runCount: Int
  let refreshHertz: Double
  let blankMovie: BlankMovie
  let sizes: [Size]
  /// The bytes of the blank movies of all sizes.
  let blankMovieBytesOfAllSizes: Int

  init(_ reports: [ComparisonReport], _ plan: ComparisonPlan) {
    overlay = plan.kind
    isOffline = plan.isOffline
    isInWindow = plan.isInWindow
    durationSeconds = plan.duration.seconds
    runCount = plan.runCount
    refreshHertz = plan.refreshRate.perSecond
    blankMovie = BlankMovie(framesPerSecond: plan.movieRate.perSecond)
    sizes = reports.map { report in
      Size(
        width: report.size.width, height: report.size.height, blankMovieBytes: report.clipBytes,
        blankVideoDifference: report.blankVideoDifference, rows: report.rows.map { Row($0, in: report) })
    }
    blankMovieBytesOfAllSizes = reports.reduce(0) { $0 + $1.clipBytes }
  }

  /// The text, with sorted keys.
  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

extension ComparisonJSON.Row {
  fileprivate init(_ row: ComparisonReport.Row, in report: ComparisonReport) {
    way = row.way
    videoFileBytes = row.way.needsClip ? report.clipBytes : 0
    cpuToBlankVideo = report.ratio(of: row.way, to: .blankVideo)
    cpuToDecodeOnly = report.ratio(of: row.way, to: .decodeOnly)
    medians = ComparisonJSON.Medians(row, isOffline: report.plan.isOffline)
    runs = row.runs
  }
}

extension ComparisonJSON.Medians {
  fileprivate init(_ row: ComparisonReport.Row, isOffline: Bool) {
    seconds = row.median(\.seconds)
    cpuSeconds = row.cpuSeconds
    userSeconds = row.median(\.userSeconds)
    systemSeconds = row.median(\.systemSeconds)
    cpuPercent = isOffline ? nil : row.share
    shown = row.median { Double($0.shown) }
    drawn = row.median { Double($0.drawn) }
    repeated = row.median { Double($0.repeated) }
    pixelsDrawn = row.median { Double($0.pixelsDrawn) }
    wakeupsPerSecond = row.median(\.wakeupsPerSecond)
    peakResidentBytes = row.median { Double($0.peakResidentBytes) }
    if let p50 = row.median(\.latenessMilliseconds?.p50), let p99 = row.median(\.latenessMilliseconds?.p99) {
      latenessMilliseconds = ComparisonMeasurement.Lateness(p50: p50, p99: p99)
    } else {
      latenessMilliseconds = nil
    }
  }
}

extension FrameRate {
  fileprivate var perSecond: Double { Double(numerator) / Double(denominator) }
}
