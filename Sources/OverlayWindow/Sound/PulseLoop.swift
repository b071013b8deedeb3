import CLinux
import CPulse
import Glibc
import OverlayRender
import Synchronization

/// A main loop of libpulse on a thread of its own, which alone calls the library.
///
/// The thread sleeps until the server sends something, a timer is due, or there is work from another thread.
// `@unchecked`: the pointers never change. Only the thread uses what they lead to, from its start until `deinit`.
final class PulseLoop: @unchecked Sendable {
  typealias Work = @Sendable () -> Void

  private let loop: OpaquePointer
  /// The functions for timers and descriptors.
  let api: UnsafeMutablePointer<pa_mainloop_api>
  /// Becomes readable when there is work.
  private let descriptor: Int32
  /// The work that is not done yet; `nil` after the end.
  private let inbox = Mutex<[Work]?>([])

  /// Starts the thread.
  init() throws(PulseAudioError) {
    if let message = overlay_pulse_load() { throw .libraryNotLoaded(reason: String(cString: message)) }
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .system(SystemError(rawValue: errno)) }
    guard let loop = overlay_pa_mainloop_new(), let api = overlay_pa_mainloop_get_api(loop) else {
      close(descriptor)
      throw .system(SystemError(rawValue: EMFILE))
    }
    (self.loop, self.api) = (loop, api)
    _ = api.pointee.io_new(
      api, descriptor, PA_IO_EVENT_INPUT,
      { _, _, _, _, data in
        guard let data else { return }
        Unmanaged<PulseLoop>.fromOpaque(data).takeUnretainedValue().work()
      }, Unmanaged.passUnretained(self).toOpaque())
    do throws(SystemError) {
      try DetachedThread.start("sound") {
        overlay_pa_mainloop_run(self.loop, nil)
        // What is left may refer to the loop.
        _ = self.inbox.withLock { $0.take() }
      }
    } catch {
      throw .system(error)
    }
  }

  deinit {
    overlay_pa_mainloop_free(loop)
    close(descriptor)
  }

  /// Does work on the thread, after earlier work.
  func perform(_ work: @escaping Work) {
    inbox.withLock { $0?.append(work) }
    _ = eventfd_write(descriptor, 1)
  }

  /// Ends the thread after the work so far. What is passed later is not done.
  func end() {
    perform { [unowned self] in overlay_pa_mainloop_quit(loop, 0) }
  }

  private func work() {
    var count: eventfd_t = 0
    _ = eventfd_read(descriptor, &count)
    let works = inbox.withLock { inbox in
      defer { if inbox != nil { inbox = [] } }
      return inbox
    }
    for work in works ?? [] { work() }
  }
}
