import Glibc
import OverlayRender

/// A picture in a file of the user's running programs, which desktops read by its name. It is removed with this object.
final class ArtworkFile: Sendable {
  let path: String

  /// Writes the file; `nil` if there is no folder for it, or it cannot be written.
  init?(_ picture: [UInt8]) {
    guard let folder = PrivateFolder.runtime() else { return nil }
    var path = Array((folder + "/overlay-render-artwork-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return nil }
    let count = write(descriptor, picture, picture.count)
    close(descriptor)
    self.path = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if count != picture.count {
      unlink(self.path)
      return nil
    }
  }

  deinit {
    unlink(path)
  }
}
