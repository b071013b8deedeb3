import Dispatch
import Glibc
import Synchronization

/// The descriptor of a Unix-domain socket, and what reads it. Nothing wakes while there is nothing to read.
///
/// The descriptor is closed on the queue, after `close()` or when the object is released.
package final class LocalSocket: Sendable {
  package let descriptor: Int32
  /// The source, which closes the descriptor when it is canceled.
  private let source: Mutex<(any DispatchSourceRead)?>

  /// Takes over the descriptor of a socket that does not wait.
  package init(_ descriptor: Int32, queue: DispatchQueue) {
    self.descriptor = descriptor
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { Glibc.close(descriptor) }
    self.source = Mutex(source)
  }

  deinit {
    close()
  }

  /// Calls `action` on the queue while a connection, bytes or the end can be read. It is called once.
  package func onReadable(_ action: @escaping @Sendable (LocalSocket) -> Void) {
    source.withLock { source in
      source?.setEventHandler { [weak self] in
        if let self { action(self) }
      }
      source?.activate()
    }
  }

  /// Ends the calls, and closes the descriptor.
  package func close() {
    source.withLock { source in
      // A source must be active to be canceled.
      source?.activate()
      source.take()?.cancel()
    }
  }

  /// Reads one byte; `nil` at the end, or after an error.
  package func readByte() -> UInt8? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? byte : nil
  }

  /// Sends one byte if there is room for it.
  package func sendByte(_ byte: UInt8) {
    withUnsafeBytes(of: byte) { bytes in _ = try? SystemCalls.send(descriptor, bytes) }
  }
}
