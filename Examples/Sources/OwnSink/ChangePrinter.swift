import OverlayRender

/// A sink for changed pictures: prints when each one is due and how much of it is new.
final class ChangePrinter: FrameSink {
  private(set) var framesWritten: Int64 = 0
  let framesRepeated: Int64 = 0
  let bytesWritten: Int64 = 0
  var onProgress: ((any FrameSink) -> Void)?

  func write(_ sample: SampleBuffer) {
    framesWritten += 1
    print("\(sample.presentationTime.seconds) s: \(sample.damage.area) pixels changed")
  }

  func finish(at end: MediaTime) {
    print("\(end.seconds) s: the end")
  }

  func finishEarly(at end: MediaTime, publishes: Bool) -> String? {
    finish(at: end)
    return nil
  }

  func abandon() {}
}
