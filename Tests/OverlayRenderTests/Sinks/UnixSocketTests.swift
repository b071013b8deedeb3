import Foundation
import TestTools
import Testing

@testable import OverlayRender

@Suite("Outputs to Unix-domain sockets")
struct UnixSocketTests {
  @Test("unix: and a path name a socket, which is a stream")
  func names() throws {
    #expect(OutputDestination("unix:/run/x.sock") == .unixSocket(path: "/run/x.sock"))
    #expect(OutputDestination("./unix:x") == .path("./unix:x"))
    #expect(OutputDestination("unix:/run/x.sock").kind == .stream)
    #expect(OutputDestination("unix:/run/x.sock").path == nil)
    #expect(try OutputPlan(destination: "unix:x.RAW").format.name == "raw")
    let plan = try OutputPlan(destination: "unix:/run/x.sock")
    #expect(plan.format.name == "y4m", "as for a pipe")
    #expect(plan.name == "unix:/run/x.sock")
    #expect(plan.acceptsEndlessStream(isLive: false))
    #expect(throws: OutputPlanError.nothingToWrite(path: "unix:x", format: "null")) {
      try OutputPlan(destination: "unix:x", format: .null)
    }
  }

  @Test("The program that listens receives the frames, and may leave")
  func receivesFrames() throws {
    let listener = UnixListener()
    let picture = try makePicture(videoFormat(640, 480), seed: 4)
    let plan = try OutputPlan(destination: .unixSocket(path: listener.path), format: .raw, pixelFormat: .yuv420p)
    let sink = try plan.makeSink(of: picture.format, rate: .fps(1))
    let connection = accept(listener.descriptor, nil, nil)
    let reader = Background { readAll(connection, limit: 2 * 460_800) }
    try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: .zero))
    try sink.write(SampleBuffer(pixelBuffer: picture, presentationTime: .seconds(1)))
    #expect(try reader.value() == picture.contents + picture.contents)
    close(connection)
    #expect(throws: SinkError.readerClosed(name: "unix:\(listener.path)")) { try sink.finish(at: .seconds(9)) }
  }

  @Test("A socket without a listener, another file and a long path are errors of their own")
  func errors() throws {
    let folder = try TemporaryFolder()
    folder.make("file")
    #expect(throws: SinkError.nameEmpty) { try ByteOutput(socket: "") }
    #expect(throws: SinkError.noListener(name: "unix:\(folder("none"))")) { try ByteOutput(socket: folder("none")) }
    #expect(throws: SinkError.notAStreamSocket(name: "unix:\(folder("file"))")) {
      try ByteOutput(socket: folder("file"))
    }
    #expect(throws: SinkError.notAStreamSocket(name: "unix:\(folder("file"))/x")) {
      try ByteOutput(socket: folder("file") + "/x")
    }
    let long = String(repeating: "x", count: 108)
    #expect(throws: SinkError.socketPathTooLong(name: "unix:\(long)", limit: 107)) { try ByteOutput(socket: long) }
    let listener = UnixListener()
    shutdown(listener.descriptor, Int32(SHUT_RDWR))
    #expect(throws: SinkError.noListener(name: "unix:\(listener.path)")) { try ByteOutput(socket: listener.path) }
  }

  @Test("An interruption ends the wait for a program that accepts no connection")
  func interruptedWait() throws {
    let listener = UnixListener(backlog: 0)
    let first = try ByteOutput(socket: listener.path)
    let interruption = try OutputInterruption()
    var isReported = false
    #expect(throws: SinkError.interrupted(name: "unix:\(listener.path)")) {
      _ = try ByteOutput(socket: listener.path, interruption: interruption) {
        isReported = true
        interruption.interrupt()
      }
    }
    #expect(isReported, "after a second")
    first.abandon()
  }

  @Test("An output that has ended writes nothing, even if its descriptor is in use again")
  func ended() throws {
    let folder = try TemporaryFolder()
    let picture = try makePicture(videoFormat(4, 4), seed: 1)
    for isAbandoned in [true, false] {
      let output = try ByteOutput(path: folder("x\(isAbandoned)"))
      try output.write(text: "x")
      if isAbandoned { output.abandon() } else { try output.finish() }
      #expect(throws: SinkError.notOpen(name: output.name)) { try output.write(text: "y") }
      #expect(throws: SinkError.notOpen(name: output.name)) { try output.write(picture) }
      #expect(try output.seek(to: 0, from: SEEK_SET) == nil)
    }
    #expect(folder.bytes("xfalse") == Array("x".utf8))
  }
}
