import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Output to pipes, FIFOs and sockets")
struct StreamOutputTests {
  @Test("This machine supports lending pages to pipes")
  func vmspliceWorks() throws {
    let pipe = try TestPipe()
    let header = try ReadOnlyBytes(Array("FRAME\n".utf8))
    let picture = try makePicture(videoFormat(16, 16), seed: 3)
    let count = try header.withUnsafeBytes { header in
      try picture.withUnsafeBytes { try SystemCalls.lend(pipe.writing, [part(header), part($0)]) }
    }
    #expect(count == 6 + picture.byteCount)
    #expect(readAll(pipe.reading, limit: count) == Array("FRAME\n".utf8) + picture.contents)
  }

  @Test("A lent picture arrives intact after it is released and new pictures are drawn")
  func lentPagesSurvive() throws {
    let pipe = try TestPipe()
    let format = try videoFormat(128, 128, .bgra)  // 64 KiB: the enlarged pipe holds several without a reader
    let output = try ByteOutput(descriptor: pipe.writing, name: "pipe")
    let writer = RawWriter(output: output, format: format)
    var expected: [UInt8] = []
    for seed in UInt8(1)...8 {
      let picture = try makePicture(format, seed: seed)
      expected += picture.contents
      try writer.write(picture, count: 1)
    }
    for seed in UInt8(100)...120 { _ = try makePicture(format, seed: seed) }
    pipe.closeWriting()
    #expect(readAll(pipe.reading) == expected)
  }

  @Test("A pipe gets copies of what has changed, so the memory of the picture returns to its pool")
  func lendsCopies() throws {
    let pipe = try TestPipe()
    let output = try ByteOutput(descriptor: pipe.writing, name: "pipe")
    let picture = try makePicture(videoFormat(64, 64, .gray), seed: 1)
    let contents = picture.contents
    try output.write(picture, count: 2)
    // The next picture is drawn into the same memory.
    picture.withUnsafeBytes { UnsafeMutableRawBufferPointer(mutating: $0)[0] = 0xEE }
    try output.write(picture, damage: .nothing)
    try output.write(picture, damage: Damage(PixelRect(x: 0, y: 0, width: 1, height: 1)))
    pipe.closeWriting()
    #expect(readAll(pipe.reading) == contents + contents + contents + [0xEE] + contents.dropFirst())
  }

  /// Moves bytes from a pipe to another one without a copy: splice(2), which Glibc's module does not have.
  private typealias Splice =
    @convention(c) (Int32, UnsafeMutablePointer<Int64>?, Int32, UnsafeMutablePointer<Int64>?, Int, UInt32) -> Int

  private func splice() throws -> Splice { unsafeBitCast(try #require(dlsym(nil, "splice")), to: Splice.self) }

  @Test("A reader that passes pages on keeps what it got, whatever is written later")
  func splicedOnward() throws {
    let splice = try splice()
    let (first, second) = (try TestPipe(), try TestPipe())
    _ = try SystemCalls.enlargePipe(second.writing, to: 1 << 20)
    let format = try videoFormat(64, 64, .gray)
    let output = try ByteOutput(descriptor: first.writing, name: "pipe")
    var expected: [UInt8] = []
    // One page for each picture.
    for seed in UInt8(0)..<200 {
      let picture = try makePicture(format, seed: seed)
      expected += picture.contents
      try output.write(picture)
      #expect(splice(first.reading, nil, second.writing, nil, 1 << 20, 0) == picture.byteCount)
    }
    second.closeWriting()
    #expect(readAll(second.reading) == expected)
  }

  @Test("A reader that passes large pictures on keeps them, while scattered parts of the next ones change")
  func largePicturesSplicedOnward() throws {
    let splice = try splice()
    let (first, second) = (try TestPipe(), try TestPipe())
    // Both pipes together hold more than a picture, so what they hold has been replaced in the writer.
    _ = try SystemCalls.enlargePipe(second.writing, to: 1 << 20)
    var random = PictureGenerator(state: 22)
    var source = try TestPicture(width: 640, height: 512)
    var frames: [(picture: PixelBuffer, damage: Damage)] = []
    for _ in 0..<16 {
      var damage = Damage()
      for _ in 0..<6 {
        let rectangle = PixelRect(
          x: .random(in: 0..<600, using: &random), y: .random(in: 0..<510, using: &random), width: 40, height: 2)
        source.fillWithNoise(rectangle, using: &random)
        damage.insert(rectangle)
      }
      frames.append((try source.frozen(), damage))
    }
    let (from, to, end) = (first.reading, second.writing, second.reading)
    let passing = Background { while splice(from, nil, to, nil, 64 << 10, 0) > 0 {} }
    let reader = Background { readAll(end) }
    let output = try ByteOutput(descriptor: first.writing, name: "pipe")
    for frame in frames { try output.write(frame.picture, damage: frame.damage) }
    first.closeWriting()
    try passing.value()
    second.closeWriting()
    let isSame = try reader.value() == frames.flatMap(\.picture.contents)
    #expect(isSame)
  }

  /// Returns the ends of a socket, for which vmsplice fails with EBADF. It stands for a pipe whose kernel or sandbox
  /// refuses to borrow pages.
  private func refusingPipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  @Test("If pages cannot be lent, they are copied completely")
  func fallsBackToCopying() throws {
    let (reading, writing) = try refusingPipe()
    let reader = Background { readAll(reading) }
    var writer = DescriptorWriter(writing, kind: .pipe, name: "pipe", interruption: nil)
    #expect(writer.lendsPages)
    let contents = try makePicture(videoFormat(640, 480), seed: 6).contents
    let header = Array("FRAME\n".utf8)
    try header.withUnsafeBytes { header in
      try contents.withUnsafeBytes { contents in
        var parts = [part(header), part(contents)]
        try writer.lend(&parts)
      }
    }
    #expect(!writer.lendsPages)
    close(writing)
    #expect(try reader.value() == header + contents)
    #expect(writer.bytesWritten == Int64(header.count + contents.count))
    close(reading)
  }

  @Test("If pages cannot be lent, each picture is repeated, and not the first one")
  func repetitionWithoutLending() throws {
    let (reading, writing) = try refusingPipe()
    let reader = Background { readAll(reading) }
    let format = try videoFormat(64, 64, .gray)
    let pictures = try [makePicture(format, seed: 1), makePicture(format, seed: 2)]
    let writer = DescriptorWriter(writing, kind: .pipe, name: "pipe", interruption: nil)
    let output = ByteOutput(inherited: writer, interruption: nil)
    let sink = ConstantRateSink(writer: RawWriter(output: output, format: format), rate: .fps(1))
    for (second, picture) in pictures.enumerated() {
      try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: .seconds(3 * Int64(second))))
    }
    try sink.hold(until: .seconds(6))
    close(writing)
    let expected = pictures.flatMap { Array(repeating: $0.contents, count: 3).joined() }
    #expect(try reader.value() == expected)
    close(reading)
  }

  @Test("A file gets a picture as often as it is written")
  func repetition() throws {
    let folder = try TemporaryFolder()
    let picture = try makePicture(videoFormat(64, 64, .gray), seed: 1)
    let output = try ByteOutput(path: folder("a"))
    try output.write(picture, count: 3)
    try output.finish()
    #expect(folder.bytes("a") == picture.contents + picture.contents + picture.contents)
  }

  @Test("Pictures larger than the pipe arrive completely, in order with copied bytes between them")
  func largePictures() throws {
    let pipe = try TestPipe()
    let reading = pipe.reading
    let reader = Background { readAll(reading) }
    let picture = try makePicture(videoFormat(1001, 701, .bgra), seed: 9)
    let output = try ByteOutput(descriptor: pipe.writing, name: "pipe")
    let mark = [UInt8](repeating: 7, count: 300_000)
    try output.write(picture, count: 2)
    try output.write(mark.span.bytes)
    try output.write(picture, count: 1)
    pipe.closeWriting()
    #expect(try reader.value() == picture.contents + picture.contents + mark + picture.contents)
    #expect(output.bytesWritten == Int64(3 * picture.byteCount + mark.count))
  }

  @Test("A pipe that another process made nonblocking is waited for as well")
  func nonBlockingPipe() throws {
    let pipe = try TestPipe()
    _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
    let reading = pipe.reading
    let reader = Background { readAll(reading) }
    let bytes = [UInt8](repeating: 5, count: 3_000_000)
    try ByteOutput(descriptor: pipe.writing).write(bytes.span.bytes)
    pipe.closeWriting()
    #expect(try reader.value() == bytes)
  }

  @Test("A closed reader is an error of its own")
  func readerClosed() throws {
    let pipe = try TestPipe()
    let output = try ByteOutput(descriptor: pipe.writing, name: "standard output")
    let picture = try makePicture(videoFormat(64, 64), seed: 1)
    pipe.closeReading()
    #expect(throws: SinkError.readerClosed(name: "standard output")) { try output.write(picture, count: 1) }
    #expect(throws: SinkError.readerClosed(name: "standard output")) { try output.write(text: "x") }
  }

  @Test("A closed reader raises no signal, and a pending signal of another origin stays pending")
  func noSignal() throws {
    let pipe = try TestPipe()
    let writing = pipe.writing
    pipe.closeReading()
    let pending = Background {
      // On a thread of its own, so that no signals of other tests are delayed.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      func isPending() -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGPIPE) == 1
      }
      func writeLine() { try? LineOutput(descriptor: writing, name: "pipe").write(line: "x") }
      writeLine()  // If the signal were not blocked, this would end the process.
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      writeLine()
      let afterWriting = isPending()
      pthread_kill(pthread_self(), SIGPIPE)
      writeLine()
      let afterOthers = isPending()
      var noTime = timespec()
      sigtimedwait(&signals, nil, &noTime)
      return [afterWriting, afterOthers]
    }
    #expect(try pending.value() == [false, true])
  }

  @Test("A reader that closes its end wakes a waiting writer")
  func readerLeavesLater() throws {
    let pipe = try TestPipe()
    let picture = try makePicture(videoFormat(1280, 720), seed: 1)
    let output = try ByteOutput(descriptor: pipe.writing, name: "pipe")
    let reading = fcntl(pipe.reading, F_DUPFD_CLOEXEC, 0)
    pipe.closeReading()
    let leaving = Background { [writing = pipe.writing] in
      let full = waitUntilFull(writing)
      close(reading)
      return full
    }
    #expect(throws: SinkError.readerClosed(name: "pipe")) { try output.write(picture, count: 5) }
    #expect(try leaving.value())
  }

  @Test("An interruption ends the wait for a stalled reader after the grace period")
  func interruptsStalledReader() throws {
    let pipe = try TestPipe()
    let interruption = try OutputInterruption(grace: .milliseconds(30))
    let output = try ByteOutput(descriptor: pipe.writing, name: "pipe", interruption: interruption)
    let picture = try makePicture(videoFormat(1280, 720), seed: 1)
    let writing = pipe.writing
    let other = Background {
      let full = waitUntilFull(writing)
      let start = ContinuousClock.now
      interruption.interrupt()
      return (full, start)
    }
    #expect(throws: SinkError.interrupted(name: "pipe")) { try output.write(picture, count: 1) }
    let end = ContinuousClock.now
    let (full, start) = try other.value()
    #expect(full)
    #expect(end - start >= .milliseconds(30), "the reader had its grace")
    #expect(output.bytesWritten < picture.byteCount)
    try output.finish()
  }

  @Test("An interruption ends a frame after the grace period, however slowly its reader goes on")
  func interruptsSlowReader() throws {
    let pipe = try TestPipe()
    let interruption = try OutputInterruption(grace: .milliseconds(30))
    let output = try ByteOutput(descriptor: pipe.writing, name: "pipe", interruption: interruption)
    let picture = try makePicture(videoFormat(1280, 720), seed: 1)
    let (reading, writing) = (pipe.reading, pipe.writing)
    let reader = Background {
      let full = waitUntilFull(writing)
      interruption.interrupt()
      var page = [UInt8](repeating: 0, count: 4096)
      // Two pages a millisecond: the writer always finds some space after a pause.
      while read(reading, &page, page.count) > 0 { SystemCalls.pause(nanoseconds: 500_000) }
      return full
    }
    #expect(throws: SinkError.interrupted(name: "pipe")) { try output.write(picture, count: 1) }
    #expect(output.bytesWritten < picture.byteCount)
    pipe.closeWriting()
    #expect(try reader.value())
  }

  @Test("After an interruption, the current frame is finished if the reader accepts it, and no other is begun")
  func finishesFrameUnderWay() throws {
    let pipe = try TestPipe()
    let interruption = try OutputInterruption(grace: .seconds(20))
    let output = try ByteOutput(descriptor: pipe.writing, name: "pipe", interruption: interruption)
    let picture = try makePicture(videoFormat(1280, 720), seed: 1)
    let (reading, writing) = (pipe.reading, pipe.writing)
    let reader = Background {
      _ = waitUntilFull(writing)
      interruption.interrupt()
      return readAll(reading)
    }
    #expect(throws: SinkError.interrupted(name: "pipe")) { try output.write(picture, count: 1000) }
    pipe.closeWriting()
    #expect(try reader.value() == picture.contents)
  }

  @Test("An interruption also ends the writing of copied bytes")
  func interruptsPlainBytes() throws {
    let pipe = try TestPipe()
    let interruption = try OutputInterruption(grace: .zero)
    let output = try ByteOutput(descriptor: pipe.writing, name: "pipe", interruption: interruption)
    let writing = pipe.writing
    let other = Background {
      let full = waitUntilFull(writing)
      interruption.interrupt()
      return full
    }
    let bytes = [UInt8](repeating: 1, count: 4_000_000)
    #expect(throws: SinkError.interrupted(name: "pipe")) { try output.write(bytes.span.bytes) }
    #expect(try other.value())
  }

  @Test("An interrupted file can be finished with whole frames and its final name")
  func interruptedFile() throws {
    let folder = try TemporaryFolder()
    let interruption = try OutputInterruption()
    let output = try ByteOutput(path: folder("a"), interruption: interruption)
    let picture = try makePicture(videoFormat(16, 16), seed: 1)
    try output.write(picture, count: 2)
    interruption.interrupt()
    #expect(throws: SinkError.interrupted(name: folder("a"))) { try output.write(picture, count: 1) }
    try output.finish()
    #expect(folder.bytes("a") == picture.contents + picture.contents)
  }

  @Test("A FIFO waits for its reader and has its name from the start")
  func fifo() throws {
    let folder = try TemporaryFolder()
    let path = folder.makeFIFO("fifo")
    let reader = Background {
      let descriptor = open(path, O_RDONLY)
      defer { close(descriptor) }
      return readAll(descriptor)
    }
    let picture = try makePicture(videoFormat(640, 480), seed: 2)
    let output = try ByteOutput(path: path)
    try output.write(picture, count: 2)
    #expect(folder.names == ["fifo"])
    try output.finish()
    #expect(try reader.value() == picture.contents + picture.contents)
  }

  @Test("An interruption ends the wait for the reader of a FIFO")
  func fifoWithoutReader() throws {
    let folder = try TemporaryFolder()
    let path = folder.makeFIFO("fifo")
    let interruption = try OutputInterruption()
    let opening = Background {
      do throws(SinkError) {
        _ = try ByteOutput(path: path, interruption: interruption)
        return SinkError?.none
      } catch {
        return error
      }
    }
    interruption.interrupt()
    #expect(try opening.value() == .interrupted(name: path))
  }

  @Test("A pipe that has a name only under /dev/fd is a stream, whose reader is not waited for")
  func anonymousPipe() throws {
    let pipe = try TestPipe()
    let path = "/dev/fd/\(pipe.writing)"
    let picture = try makePicture(videoFormat(16, 16), seed: 1)
    let output = try ByteOutput(path: path)
    try output.write(picture, count: 1)
    try output.finish()
    pipe.closeWriting()
    #expect(readAll(pipe.reading) == picture.contents)

    let left = try TestPipe()
    left.closeReading()
    let leftPath = "/dev/fd/\(left.writing)"
    let unread = try ByteOutput(path: leftPath)
    #expect(throws: SinkError.readerClosed(name: leftPath)) { try unread.write(picture, count: 1) }
  }

  @Test("A socket receives the same bytes, and a closed peer is the same error")
  func socket() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let picture = try makePicture(videoFormat(640, 480), seed: 4)
    let output = try ByteOutput(descriptor: writing, name: "socket")
    let reader = Background { readAll(reading, limit: 2 * 460_800) }
    try output.write(picture, count: 2)
    #expect(try reader.value() == picture.contents + picture.contents)
    close(reading)
    #expect(throws: SinkError.readerClosed(name: "socket")) { try output.write(picture, count: 1) }
    close(writing)
  }

  @Test("Descriptors that do not accept frames are refused")
  func badDescriptors() throws {
    let pipe = try TestPipe()
    #expect(throws: SinkError.notWritable(name: "standard output")) { try ByteOutput(descriptor: pipe.reading) }
    #expect(throws: SinkError.notOpen(name: "standard output")) { try ByteOutput(descriptor: 1_000_000) }
    // The controlling end of a new pseudoterminal is a terminal too.
    #expect(throws: SinkError.terminal(name: "/dev/ptmx")) { try ByteOutput(path: "/dev/ptmx") }
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    defer { close(terminal) }
    #expect(throws: SinkError.terminal(name: "standard output")) { try ByteOutput(descriptor: terminal) }
  }

  @Test("A redirected regular file is written directly")
  func redirectedFile() throws {
    let folder = try TemporaryFolder()
    folder.make("log", "before ")
    let descriptor = open(folder("log"), O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    let output = try ByteOutput(descriptor: descriptor)
    try output.write(text: "after")
    try output.finish()
    #expect(text(folder.bytes("log")) == "before after")
    #expect(fcntl(descriptor, F_GETFD) >= 0, "an inherited descriptor stays open")
  }
}

/// Returns bytes as a part of a write.
private func part(_ bytes: UnsafeRawBufferPointer) -> iovec {
  iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
}
