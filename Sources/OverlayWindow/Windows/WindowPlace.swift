import Glibc
import OverlayRender
import Synchronization

/// The place at which a window opens, so that it does not cover another window of the user that has opened there.
///
/// Each window locks a file that is named after its place (flock(2)). If another window has the lock, the next place is
/// tried. The lock ends with the window, or with the process. Without a folder for the files, the first place is taken.
final class WindowPlace: Sendable {
  /// The number of places that are tried.
  private static let limit = 16

  /// The number of the place: 0 if no other window has opened there.
  let number: Int
  private let lock: Mutex<(path: String, descriptor: Int32)?>

  /// Takes the first free place.
  ///
  /// - Parameters:
  ///   - folder: The folder of the locks, which only the user can change; `nil` for none.
  ///   - corner: Returns the point of the desktop that stands for the place with a number, from 0.
  init(folder: String?, corner: (Int) -> (x: Int, y: Int)) {
    for number in 0..<Self.limit {
      guard let folder else { break }
      let (x, y) = corner(number)
      let path = folder + "/overlay-render-window-\(x),\(y).lock"
      let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { break }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        self.number = number
        lock = Mutex((path, descriptor))
        return
      }
      close(descriptor)
    }
    number = 0
    lock = Mutex(nil)
  }

  deinit {
    release()
  }

  /// Lets another window open at the place.
  func release() {
    guard let lock = lock.withLock({ $0.take() }) else { return }
    // The name must go before the lock. Otherwise it could be the name of a file that another window has locked.
    unlink(lock.path)
    close(lock.descriptor)
  }
}
