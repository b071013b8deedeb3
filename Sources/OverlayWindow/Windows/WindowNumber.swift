import Glibc
import OverlayRender
import Synchronization

/// The number of an open window among those of the user: the smallest one, from 0, that no other window has.
///
/// Windows that open at the same place are moved apart by their numbers. A number is the lock of a file (flock(2)),
/// which ends with the process, however the process ends. Without a folder for the files, each window has the number 0.
final class WindowNumber: Sendable {
  /// The number of windows that are moved apart. Further windows have the number 0.
  private static let limit = 16

  /// The number.
  let value: Int
  private let descriptor: Mutex<Int32?>

  /// Takes a number.
  ///
  /// - Parameter folder: The folder of the locks, which only the user can change; `nil` for none.
  init(folder: String?) {
    let lock = folder.flatMap { Self.firstLock(in: $0) }
    value = lock?.number ?? 0
    descriptor = Mutex(lock?.descriptor)
  }

  deinit {
    release()
  }

  /// Locks the first file that no other window has; `nil` if there is none, or there can be no file.
  private static func firstLock(in folder: String) -> (number: Int, descriptor: Int32)? {
    for number in 0..<limit {
      let path = folder + "/overlay-render-window-\(number).lock"
      let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return (number, descriptor) }
      close(descriptor)
    }
    return nil
  }

  /// Gives the number to another window.
  func release() {
    if let descriptor = descriptor.withLock({ $0.take() }) { close(descriptor) }
  }
}
