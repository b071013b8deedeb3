import CGIO
import Glibc
import OverlayRender

/// What MPRIS says about a program and its content, and what its calls mean, without a bus.
///
/// See "Media Player Remote Interfacing Specification" 2.2: `org.mpris.MediaPlayer2` and
/// `org.mpris.MediaPlayer2.Player`.
struct MediaPlayer: Sendable {
  /// The interfaces.
  enum Interface: String, CaseIterable {
    case root = "org.mpris.MediaPlayer2"
    case player = "org.mpris.MediaPlayer2.Player"
  }

  /// The error of a call.
  enum CallError: Error, Hashable {
    case notSupported(String)
    case invalidArguments(String)
  }

  let applicationName: String
  let desktopEntry: String?
  /// The content; `nil` for none.
  var information: NowPlayingInformation? {
    didSet { if information?.identifier != oldValue?.identifier { trackNumber += 1 } }
  }
  /// The number of the current track, which makes its path.
  private(set) var trackNumber = 0

  init(applicationName: String, desktopEntry: String?) {
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
  }

  private var commands: RemoteCommandSet { information?.commands ?? [] }
  private var canControl: Bool { !commands.isDisjoint(with: .playback) }

  /// The properties of the player that can be set.
  var writableProperties: Set<String> {
    guard let information, canControl else { return [] }
    var properties: Set<String> = []
    if information.rates.lowerBound < information.rates.upperBound { properties.insert("Rate") }
    if information.volume != nil { properties.insert("Volume") }
    if information.isRepeating != nil { properties.insert("LoopStatus") }
    return properties
  }
}

// MARK: - Properties

extension MediaPlayer {
  /// Returns the properties of an interface, but not the position, which is never sent as a change.
  func properties(of interface: Interface) -> [String: BusValue] {
    switch interface {
    case .root: rootProperties
    case .player: playerProperties
    }
  }

  private var rootProperties: [String: BusValue] {
    var properties: [String: BusValue] = [
      "CanQuit": .boolean(commands.contains(.quit)),
      "CanRaise": .boolean(commands.contains(.raise)),
      "HasTrackList": .boolean(false),
      "Identity": .string(applicationName),
      "SupportedUriSchemes": .strings([]),
      "SupportedMimeTypes": .strings([]),
    ]
    properties["DesktopEntry"] = desktopEntry.map { .string($0) }
    return properties
  }

  private var playerProperties: [String: BusValue] {
    let information = information
    let status =
      switch information?.state {
      case .playing: "Playing"
      case .paused: "Paused"
      case .stopped, nil: "Stopped"
      }
    return [
      "PlaybackStatus": .string(status),
      "LoopStatus": .string(information?.isRepeating == true ? "Track" : "None"),
      "Rate": .double(information?.rate ?? 1),
      "MinimumRate": .double(information?.rates.lowerBound ?? 1),
      "MaximumRate": .double(information?.rates.upperBound ?? 1),
      "Volume": .double(information?.volume ?? 1),
      "Metadata": .dictionary(metadata),
      "CanGoNext": .boolean(commands.contains(.next)),
      "CanGoPrevious": .boolean(commands.contains(.previous)),
      "CanPlay": .boolean(commands.contains(.play)),
      "CanPause": .boolean(commands.contains(.pause)),
      "CanSeek": .boolean(commands.contains(.seek)),
      "CanControl": .boolean(canControl),
    ]
  }

  private var metadata: [String: BusValue] {
    guard let information else { return [:] }
    var metadata: [String: BusValue] = ["mpris:trackid": .objectPath(trackPath)]
    metadata["mpris:length"] = duration.map { .integer($0.microseconds) }
    metadata["mpris:artUrl"] = information.artwork.map { .string(Self.url(of: $0)) }
    metadata["xesam:title"] = information.title.map { .string($0) }
    metadata["xesam:album"] = information.album.map { .string($0) }
    metadata["xesam:artist"] = information.artist.map { .strings([$0]) }
    return metadata
  }

  private var trackPath: String { "/overlay_render/track/\(trackNumber)" }

  private var duration: MediaTime? { information?.duration.flatMap { $0.isNumeric ? $0 : nil } }

  /// Returns the URL of a path; a URL stays as it is.
  private static func url(of artwork: String) -> String {
    guard !artwork.contains("://"), let path = realpath(artwork, nil) else { return artwork }
    defer { free(path) }
    guard let url = g_filename_to_uri(path, nil, nil) else { return artwork }
    defer { g_free(url) }
    return String(cString: url)
  }
}

// MARK: - Calls

extension MediaPlayer {
  /// Returns the command of a call; `nil` if the call has no effect.
  ///
  /// - Parameters:
  ///   - method: A method of one of the interfaces.
  ///   - arguments: Its arguments, of the types of the interface.
  ///   - position: The position of playback.
  func command(
    of method: String, _ arguments: [BusValue], position: () -> MediaTime
  ) throws(CallError) -> RemoteCommand? {
    switch (method, arguments.first, arguments.dropFirst().first) {
    case ("Raise", _, _): return allowed(.raise, .raise)
    case ("Quit", _, _): return allowed(.quit, .quit)
    case ("Next", _, _): return allowed(.next, .next)
    case ("Previous", _, _): return allowed(.previous, .previous)
    case ("Play", _, _): return information?.state == .playing ? nil : allowed(.play, .play)
    case ("Pause", _, _): return pause
    case ("PlayPause", _, _):
      guard commands.contains(.pause) else { throw .notSupported("the content cannot be paused") }
      return .togglePlayPause
    case ("Stop", _, _):
      try requireControl()
      return information?.state == .stopped ? nil : .stop
    case ("Seek", .integer(let offset), _): return skip(by: MediaTime(microseconds: offset), from: position)
    case ("SetPosition", .objectPath(let track), .integer(let position)):
      return track == trackPath ? seek(to: MediaTime(microseconds: position)) : nil
    case ("OpenUri", _, _): throw .notSupported("the program opens no URLs")
    default: throw .invalidArguments("the method \(method) has other arguments")
    }
  }

  /// Returns the command that sets a property; `nil` if it has no effect.
  func command(setting property: String, to value: BusValue) throws(CallError) -> RemoteCommand? {
    try requireControl()
    guard writableProperties.contains(property), let rates = information?.rates else {
      throw .notSupported("the property \(property) cannot be set")
    }
    switch (property, value) {
    case ("Rate", .double(0)): return pause
    case ("Rate", .double(let rate)):
      guard rate > 0, rate.isFinite else { throw .invalidArguments("a rate is a positive number") }
      return .setRate(min(max(rate, rates.lowerBound), rates.upperBound))
    case ("Volume", .double(let volume)):
      guard !volume.isNaN else { throw .invalidArguments("a volume is a number") }
      return .setVolume(min(max(volume, 0), 1))
    case ("LoopStatus", .string(let status)):
      guard ["None", "Track", "Playlist"].contains(status) else {
        throw .invalidArguments("LoopStatus is None, Track or Playlist")
      }
      return .setRepeating(status != "None")
    default: throw .invalidArguments("the property \(property) has another type")
    }
  }

  /// A pause of content that is paused is passed on: a call may have paused it, after which it is not to play on.
  private var pause: RemoteCommand? {
    information == nil || information?.state == .stopped ? nil : allowed(.pause, .pause)
  }

  private func allowed(_ set: RemoteCommandSet, _ command: RemoteCommand) -> RemoteCommand? {
    commands.contains(set) ? command : nil
  }

  private func requireControl() throws(CallError) {
    guard canControl else { throw .notSupported("the content cannot be controlled") }
  }

  /// A skip beyond the end is a call of `Next`, if there is a next track.
  private func skip(by offset: MediaTime, from position: () -> MediaTime) -> RemoteCommand? {
    guard commands.contains(.seek) else { return nil }
    let position = position()
    guard position.isNumeric else { return .skip(by: offset) }
    let target = position + offset
    if target < .zero { return .skip(by: -position) }
    guard let duration, target > duration else { return .skip(by: offset) }
    return commands.contains(.next) ? .next : .skip(by: max(duration - position, .zero))
  }

  /// A position outside of the content has no effect.
  private func seek(to position: MediaTime) -> RemoteCommand? {
    guard commands.contains(.seek), position >= .zero, position <= duration ?? .positiveInfinity else { return nil }
    return .seek(to: position)
  }
}

extension MediaTime {
  /// The time in microseconds, the unit of MPRIS. It is 0 if it is not numeric.
  var microseconds: Int64 {
    guard isNumeric else { return 0 }
    let converted = converted(toTimescale: 1_000_000)
    // Only a time of more than 292 000 years does not fit.
    return converted.timescale == 1_000_000 ? converted.value : self < .zero ? .min : .max
  }

  fileprivate init(microseconds: Int64) {
    self.init(value: microseconds, timescale: 1_000_000)
  }
}
