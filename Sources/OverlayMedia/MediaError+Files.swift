import Glibc
import OverlayRender

extension MediaError {
  /// The reason why a file cannot be opened.
  public enum FileReason: Sendable, Hashable {
    /// The file does not exist.
    case missing
    /// The path is a URL, such as `https://example.org/talk.mp4`.
    case url
    /// The path leads to a directory.
    case folder
    /// The path leads to a FIFO, a socket or a device, in which a reader cannot seek.
    case notRegular
    /// The file has no bytes.
    case empty
    /// The file contains the names of other files, which are not opened.
    case playlist(Playlist)
    /// The system cannot open the file.
    case system(SystemError)
  }

  /// A kind of file that contains the names of others.
  public enum Playlist: Sendable, Hashable {
    /// M3U or M3U8, as HTTP Live Streaming has it.
    case m3u
    /// A list for FFmpeg's demuxer `concat`.
    case concatenation
    /// A description of a stream (SDP, RFC 8866).
    case sessionDescription
  }
}

extension MediaError.FileReason {
  /// The problem and a remedy.
  var text: (problem: String, remedy: String) {
    let save = { (input: String) in "ffmpeg -i \(input) -c copy movie.mkv" }
    return switch self {
    case .missing: ("there is no such file", "check its name")
    case .url:
      ("movies and sound are read from files, and not from a URL", "give a path, or save it with \(save("URL"))")
    case .folder: ("it is a folder", "name a file in it")
    case .notRegular:
      ("movies and sound are read from files, and not from a pipe or a device", "save it with \(save("PIPE"))")
    case .empty: ("it is empty", "check that it was saved completely")
    case .playlist(.m3u):
      ("it is a playlist, which names other files", "make one file of them with \(save("PLAYLIST"))")
    case .playlist(.concatenation):
      ("it is a list of other files", "make one file of them with ffmpeg -f concat -i LIST -c copy movie.mkv")
    case .playlist(.sessionDescription):
      (
        "it describes a stream",
        "save the stream with ffmpeg -protocol_whitelist file,rtp,udp -i DESCRIPTION -c copy movie.mkv"
      )
    case .system(let error):
      (
        "it cannot be opened (\(error))",
        error.rawValue == EACCES ? "check the permissions of the file and of its folder" : "check its disk, or copy it"
      )
    }
  }
}
