import ArgumentParser
import OverlayMedia
import OverlayRender
import Synchronization

/// Options for streams to servers, and for live feeds.
struct StreamingOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Connect again if a server or a live feed is not there or goes away, after 1, 2, 4, 8, 16 and then every 30 "
        + "seconds."))
  var reconnect = false

  @Flag(
    help: ArgumentHelp(
      "Do not check the certificate of a server (rtmps). Anyone on the way to it can then read the stream and its key.")
  )
  var insecure = false

  /// Throws if `--reconnect` has no meaning.
  func checkReconnecting(of plans: [OutputPlan], hasFeed: Bool) throws(Failure) {
    guard reconnect, !hasFeed, !plans.contains(where: \.format.isLiveStream) else { return }
    throw Failure(.usage, "--reconnect is for live streams: leave it out, or write to a server or a playlist")
  }

  /// Throws if `--insecure` has no meaning.
  func checkSecurity(of plans: [OutputPlan], feed: String?) throws(Failure) {
    let schemes = plans.compactMap { plan in
      if case .network(_, let scheme)? = plan.destination { scheme } else { nil }
    }
    let secureSchemes = StreamProtocol.secureSchemes
    let isSecure = (schemes + (feed.map { [RedactedURL($0).scheme] } ?? [])).contains(where: secureSchemes.contains)
    guard insecure, !isSecure else { return }
    throw Failure(
      .usage, "--insecure is for \(secureSchemes.listed(with: "or")), which has certificates: leave it out")
  }

  /// The choices for a stream, whose connection is noted when it is lost and made again.
  func streamOptions(to destination: OutputDestination?, _ messages: Messages) -> StreamOptions {
    let name = destination?.name ?? ""
    let wasLost = Mutex(false)
    return StreamOptions(reconnects: reconnect, verifiesServer: !insecure) { state in
      switch state {
      case .connecting: messages.detail("\(name): connecting")
      case .connected:
        if wasLost.withLock({ $0 }) {
          messages.note("\(name): connected")
        } else {
          messages.detail("\(name): connected")
        }
      case .waiting(let seconds, let problem):
        wasLost.withLock { $0 = true }
        messages.note("\(problem): " + (seconds == 0 ? "waiting for it again" : "trying again in \(seconds) s"))
      }
    }
  }
}
