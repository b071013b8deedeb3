import OverlayRender
import Testing

@testable import OverlayMedia

@Suite("Frames that wait for a server")
struct StreamQueueTests {
  @Test("A second of frames waits, and the oldest ones are lost first")
  func capacity() throws {
    var queue = StreamQueue(rate: .fps(3))
    let picture = try makePicture(2, 2, fill: 0)
    for number in 0..<5 { queue.append(StreamFrame(picture: picture, number: Int64(number))) }
    #expect(queue.lostCount == 2)
    #expect([queue.popFirst(), queue.popFirst(), queue.popFirst()].map { $0?.number } == [2, 3, 4])
    #expect(queue.popFirst() == nil)
    queue.lose()
    #expect(queue.lostCount == 3)
    for number in 0..<2 { queue.append(StreamFrame(picture: picture, number: Int64(number))) }
    queue.loseAll()
    #expect(queue.lostCount == 5)
    #expect(queue.popFirst() == nil)
  }

  @Test("A connection begins with the frame it was requested for, or with the newest one if others were lost meanwhile")
  func beginning() throws {
    var queue = StreamQueue(rate: .fps(3))
    let picture = try makePicture(2, 2, fill: 0)
    let frames = (0..<6).map { StreamFrame(picture: picture, number: $0) }
    #expect(queue.beginning(from: frames[0]).number == 0)
    for frame in frames[1..<4] { queue.append(frame) }
    #expect(queue.beginning(from: frames[0]).number == 0)
    #expect(queue.lostCount == 0)
    for frame in frames[4...] { queue.append(frame) }
    #expect(queue.beginning(from: frames[0]).number == 5)
    #expect(queue.lostCount == 5)
    #expect(queue.popFirst() == nil)
  }

  @Test("At a rate of less than two frames per second, two wait")
  func leastCapacity() throws {
    var queue = StreamQueue(rate: .fps(1))
    let picture = try makePicture(2, 2, fill: 0)
    for number in 0..<2 { queue.append(StreamFrame(picture: picture, number: Int64(number))) }
    #expect(queue.lostCount == 0)
  }

  @Test("Delays double up to 30 seconds, and begin again after a connection that lasted")
  func delays() {
    var delays = RetryDelays.connections
    #expect((0..<8).map { _ in delays.next() } == [1, 2, 4, 8, 16, 30, 30, 30])
    delays.reset()
    #expect(delays.next() == 1)
  }

  @Test("Frames are sent in real time, and frames of a live stream do not wait")
  func pace() {
    let pace = StreamPace(rate: .fps(10), firstFrame: 20, start: .seconds(100))
    #expect(pace.delay(ofFrame: 20, at: .seconds(100)) == 0)
    // Frame 30 is due after a second, and may be a quarter of a second early.
    #expect(pace.delay(ofFrame: 30, at: .seconds(100)) == 750_000_000)
    #expect(pace.delay(ofFrame: 30, at: .milliseconds(100_750)) == 0)
    #expect(pace.delay(ofFrame: 30, at: .seconds(200)) == 0)
  }
}
