import OverlayRender
import Testing

@Suite("SampleBuffer")
struct SampleBufferTests {
  func makeSample() throws -> SampleBuffer {
    let format = try VideoFormat(size: PixelSize(8, 4), pixelFormat: .bgraPremultiplied)
    return SampleBuffer(
      pixelBuffer: try PixelBufferDraft(format: format).freeze(stamp: 1), presentationTime: .seconds(10),
      duration: .seconds(6))
  }

  @Test("By default a sample is shown at its presentation time for its duration, completely damaged")
  func plain() throws {
    let sample = try makeSample()
    #expect(sample.outputPresentationTime == .seconds(10) && sample.outputDuration == .seconds(6))
    #expect(sample.decodeTime == .invalid)
    #expect(sample.damage == Damage(PixelRect(x: 0, y: 0, width: 8, height: 4)))
    #expect(sample.attachments == SampleAttachments())
  }

  @Test("Trims move the start and shorten the duration, and the speed divides the rest")
  func trimsAndSpeed() throws {
    var sample = try makeSample()
    sample.timing.trimAtStart = .seconds(1)
    sample.timing.trimAtEnd = .seconds(2)
    sample.timing.speed = .init(2)
    #expect(sample.outputPresentationTime == .seconds(11))
    #expect(sample.outputDuration == MediaTime(value: 3, timescale: 2))
    sample.timing.speed = .init(1, over: 2)
    #expect(sample.outputDuration == .seconds(6))
  }

  @Test("In reverse, the output time is presentation time plus duration minus the trim at the end")
  func reversed() throws {
    var sample = try makeSample()
    sample.timing.trimAtStart = .seconds(1)
    sample.timing.trimAtEnd = .seconds(2)
    sample.timing.isReversed = true
    #expect(sample.outputPresentationTime == .seconds(14))
  }

  @Test("An explicit output time takes precedence")
  func explicit() throws {
    var sample = try makeSample()
    sample.timing.isReversed = true
    sample.timing.presentationTime = .seconds(99)
    #expect(sample.outputPresentationTime == .seconds(99))
  }

  @Test("An unknown duration stays unknown")
  func unknownDuration() throws {
    var sample = try makeSample()
    sample.duration = .invalid
    sample.timing.trimAtStart = .seconds(1)
    #expect(sample.outputPresentationTime == .seconds(11))
    #expect(sample.outputDuration == .invalid)
  }

  @Test("A marker has no picture and no damage")
  func marker() throws {
    let format = try VideoFormat(size: PixelSize(8, 4), pixelFormat: .yuv420p)
    let marker = SampleBuffer(
      markerOf: format, presentationTime: .seconds(1), attachments: SampleAttachments(emptyMedia: true))
    #expect(marker.pixelBuffer == nil && marker.format == format && marker.damage.isEmpty)
    #expect(marker.attachments.emptyMedia && !marker.attachments.doNotDisplay)
  }
}
