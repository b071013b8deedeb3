import Dispatch
import Glibc
import OverlayRender
import Synchronization

/// The lock that lets one process of the user show picture in picture.
///
/// The process with the lock (flock(2)) listens at a socket beside the lock file. A process that wants the lock
/// connects; the connection is the request, and lasts as long as it is wanted. The other process closes it after it has
/// released the lock, or sends a byte before if a newer request overtakes this one. The lock ends with its process, so
/// a crash leaves no obstacle.
///
/// Both sides check that the other one belongs to the same user. If the folder, the lock file or the socket cannot be
/// used, the process goes on without a lock: two windows do no harm, and no other user can prevent the one.
///
/// All functions are called on the queue, and so are the closures.
final class PictureInPictureLock: Sendable {
  /// The time that another process has to stop.
  private static let limit = MediaTime.seconds(3)
  /// The time between attempts while the process with the lock does not listen, as while it starts or ends.
  private static let retryInterval = MediaTime.milliseconds(50)

  private struct State {
    /// The open lock file and the path of the socket.
    var file: (descriptor: Int32, socketPath: String)?
    /// Receives requests while this process has the lock.
    var listener: LocalSocket?
    var attempt: Attempt?
    /// The number of the latest attempt.
    var attemptNumber = 0
  }

  /// The wait for the lock.
  private struct Attempt {
    let number: Int
    let onRequest: @Sendable (Int32) -> Void
    let answer: @Sendable (PictureInPictureError?) -> Void
    let limit: Subscription
    /// The connection to the process with the lock.
    var request: LocalSocket?
    var retry: Subscription?
  }

  let queue = DispatchQueue(label: "OverlayRender.PictureInPictureLock")
  private let folder: @Sendable () -> String?
  private let clock: any MediaClock
  private let state = Mutex(State())

  /// Creates a lock in a folder that only the user can change.
  init(folder: @escaping @Sendable () -> String? = { PrivateFolder.runtime() }, clock: any MediaClock) {
    self.folder = folder
    self.clock = clock
  }

  deinit {
    release()
  }

  /// Takes the lock.
  ///
  /// - Parameters:
  ///   - onRequest: Receives the connections of processes that want the lock while this process has it.
  ///   - answer: Receives `nil` when the lock is taken, or the reason why it is not. It is not called after
  ///     `release()`.
  func take(
    onRequest: @escaping @Sendable (Int32) -> Void, answer: @escaping @Sendable (PictureInPictureError?) -> Void
  ) {
    let number = state.withLock { state in
      state.attemptNumber += 1
      return state.attemptNumber
    }
    let limit = schedule(after: Self.limit, inAttempt: number) { $0.finish(.inUse) }
    state.withLock { $0.attempt = Attempt(number: number, onRequest: onRequest, answer: answer, limit: limit) }
    tryLock(orElse: request)
  }

  /// Releases the lock, or ends the attempt to take it.
  func release() {
    let state = state.withLock { state in
      defer { state = State(attemptNumber: state.attemptNumber) }
      return state
    }
    // The next process creates the socket under the lock.
    if state.listener != nil, let file = state.file { unlink(file.socketPath) }
    state.listener?.close()
    if let file = state.file {
      // A process that is being started has a copy of the descriptor, and with it the lock, until it executes its
      // program.
      flock(file.descriptor, LOCK_UN)
      close(file.descriptor)
    }
  }

  /// Sends the answer of an attempt.
  private func finish(_ error: PictureInPictureError?) {
    guard let attempt = state.withLock({ $0.attempt.take() }) else { return }
    if error != nil { release() }
    attempt.answer(error)
  }

  /// Calls an action on the queue unless the attempt ends before. The next attempt may begin between the time and the
  /// call.
  private func schedule(
    after time: MediaTime, inAttempt number: Int, _ action: @escaping @Sendable (PictureInPictureLock) -> Void
  ) -> Subscription {
    clock.schedule(at: clock.time + time) { [weak self] in
      self?.queue.async { [weak self] in
        if let self, state.withLock({ $0.attempt?.number == number }) { action(self) }
      }
    }
  }
}

// MARK: - Waiting for another process

extension PictureInPictureLock {
  /// Takes the lock if it is free, and calls `next` if it is not.
  private func tryLock(orElse next: () -> Void) {
    do throws(SystemError) {
      guard let file = try openFile() else { return finish(nil) }
      try SystemCalls.retrying { flock(file.descriptor, LOCK_EX | LOCK_NB) }
      listen(at: file.socketPath)
      finish(nil)
    } catch let error where error.rawValue == EWOULDBLOCK {
      next()
    } catch {
      finish(nil)
    }
  }

  /// Asks the process with the lock to release it.
  private func request() {
    guard let path = state.withLock({ $0.file?.socketPath }),
      let descriptor = try? SystemCalls.connect(toSocket: path)
    else { return retry() }
    let request = LocalSocket(descriptor, queue: queue)
    guard isOfSameUser(descriptor) else { return retry() }
    state.withLock { $0.attempt?.request = request }
    request.onReadable { [weak self] in self?.receiveAnswer(of: $0) }
  }

  private func receiveAnswer(of request: LocalSocket) {
    let isOvertaken = request.readByte() != nil
    request.close()
    guard state.withLock({ $0.attempt?.request === request }) else { return }
    if isOvertaken { finish(.stoppedBeforeStart) } else { tryLock(orElse: retry) }
  }

  private func retry() {
    guard let number = state.withLock({ $0.attempt?.number }) else { return }
    let retry = schedule(after: Self.retryInterval, inAttempt: number) { $0.tryLock(orElse: $0.request) }
    state.withLock { $0.attempt?.retry = retry }
  }

  /// Opens the lock file, which stays open until `release()`. It is never removed: a process that waits for a removed
  /// file would not see the lock of a new one. Returns `nil` if there is no folder for it,
  /// or only one whose path is too long for a socket.
  private func openFile() throws(SystemError) -> (descriptor: Int32, socketPath: String)? {
    if let file = state.withLock({ $0.file }) { return file }
    guard let folder = folder() else { return nil }
    let path = folder + "/overlay-render-pip"
    guard path.utf8.count + 16 <= SystemCalls.maximumSocketPathLength else { return nil }
    let descriptor = try SystemCalls.open(path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    let file = (descriptor: descriptor, socketPath: path + ".socket")
    state.withLock { $0.file = file }
    return file
  }

  private func isOfSameUser(_ connection: Int32) -> Bool {
    (try? SystemCalls.peerUser(of: connection)) == geteuid()
  }
}

// MARK: - Requests of other processes

extension PictureInPictureLock {
  /// Listens for requests. The socket of a process that crashed is replaced at once, so the path always leads to one.
  /// Only the process with the lock does this.
  private func listen(at path: String) {
    guard let onRequest = state.withLock({ $0.attempt?.onRequest }) else { return }
    let newPath = path + ".new"
    unlink(newPath)
    guard let descriptor = try? SystemCalls.listen(atSocket: newPath) else { return }
    let listener = LocalSocket(descriptor, queue: queue)
    guard (try? SystemCalls.rename(newPath, replacing: path)) != nil else { return }
    state.withLock { $0.listener = listener }
    listener.onReadable { [weak self] listener in
      do throws(SystemError) {
        let connection = try SystemCalls.acceptConnection(at: listener.descriptor)
        guard let self, isOfSameUser(connection) else { return try SystemCalls.close(connection) }
        onRequest(connection)
      } catch let error where error.rawValue != EAGAIN {
        // Without descriptors, the connection would stay readable forever. The other process gives up in time.
        listener.close()
      } catch {}
    }
  }
}
