import Foundation
import OverlayRender
import Testing

@Suite("Statistics as JSON")
struct RecordingStatisticsJSONTests {
  @Test("Every number stands under its name, and no lateness is null")
  func numbers() throws {
    var statistics = RecordingStatistics()
    statistics.frames = 12
    statistics.drawn = 2
    statistics.repeated = 10
    statistics.pixelsDrawn = 34
    statistics.bytesWritten = 1 << 40
    statistics.wallSeconds = 0.000_012_3
    statistics.cpuSeconds = 1.5
    statistics.peakResidentBytes = 4096
    statistics.skipped = 287
    statistics.stalls = 1
    statistics.stallSeconds = 4.787
    #expect(
      statistics.json
        == #"{"frames":12,"drawn":2,"repeated":10,"dropped":0,"pixelsDrawn":34,"bytesWritten":1099511627776,"#
        + #""wallSeconds":1.2e-05,"cpuSeconds":1.5,"peakResidentBytes":4096,"latenessMilliseconds":null,"#
        + #""skipped":287,"stalls":1,"stallSeconds":4.787}"#)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(statistics.json.utf8)) }
  }
}
