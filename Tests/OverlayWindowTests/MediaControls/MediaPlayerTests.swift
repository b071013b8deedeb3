import OverlayRender
import Testing

@testable import OverlayWindow

/// The rules of MPRIS, without a bus.
@Suite struct MediaPlayerTests {
  private static let all: RemoteCommandSet = [.play, .pause, .seek, .next, .previous, .raise, .quit]

  private func player(
    _ commands: RemoteCommandSet = all, state: NowPlayingInformation.PlaybackState = .playing,
    _ change: (inout NowPlayingInformation) -> Void = { _ in }
  ) -> MediaPlayer {
    var player = MediaPlayer(applicationName: "Talk", desktopEntry: nil)
    var information = NowPlayingInformation(
      identifier: "a", title: "A", duration: .seconds(100), state: state, commands: commands)
    change(&information)
    player.information = information
    return player
  }

  private func command(
    _ method: String, _ arguments: [BusValue] = [], of player: MediaPlayer, at position: MediaTime = .seconds(40)
  ) throws -> RemoteCommand? {
    try player.command(of: method, arguments) { position }
  }

  @Test("Each command is offered only if the content allows it")
  func allowedCommands() throws {
    let commands: [(method: String, property: String?, set: RemoteCommandSet, command: RemoteCommand)] = [
      ("Next", "CanGoNext", .next, .next), ("Previous", "CanGoPrevious", .previous, .previous),
      ("Pause", "CanPause", .pause, .pause), ("Raise", nil, .raise, .raise), ("Quit", nil, .quit, .quit),
    ]
    for (method, property, set, expected) in commands {
      #expect(try command(method, of: player(set)) == expected)
      #expect(try command(method, of: player(Self.all.subtracting(set))) == nil)
      guard let property else { continue }
      #expect(player(set).properties(of: .player)[property] == .boolean(true))
      #expect(player(Self.all.subtracting(set)).properties(of: .player)[property] == .boolean(false))
    }
    #expect(player([.raise]).properties(of: .root)["CanRaise"] == .boolean(true))
    #expect(player([.raise]).properties(of: .root)["CanQuit"] == .boolean(false))
    #expect(try command("Play", of: player([.play], state: .paused)) == .play)
    #expect(try command("Play", of: player([.pause], state: .paused)) == nil)
  }

  @Test("Commands that change nothing have no effect, and those that must be possible are errors otherwise")
  func effects() throws {
    #expect(try command("Play", of: player()) == nil)
    #expect(try command("Pause", of: player(state: .stopped)) == nil)
    // A call may have paused the content, which is not to play on after it.
    #expect(try command("Pause", of: player(state: .paused)) == .pause)
    #expect(try player(state: .paused) { $0.rates = 0.5...2 }.command(setting: "Rate", to: .double(0)) == .pause)
    #expect(try command("Stop", of: player(state: .stopped)) == nil)
    #expect(try command("Stop", of: player()) == .stop)
    #expect(try command("PlayPause", of: player(state: .paused)) == .togglePlayPause)
    #expect(throws: MediaPlayer.CallError.self) { try command("PlayPause", of: player([.play])) }
    #expect(throws: MediaPlayer.CallError.self) { try command("Stop", of: player([.quit])) }
    #expect(throws: MediaPlayer.CallError.self) { try command("OpenUri", [.string("file:///a")], of: player()) }
    #expect(player([.quit]).properties(of: .player)["CanControl"] == .boolean(false))
    #expect(player([.pause]).properties(of: .player)["CanControl"] == .boolean(true))
    #expect(player(state: .paused).properties(of: .player)["PlaybackStatus"] == .string("Paused"))
  }

  @Test("Skips stay within the content, and one beyond its end is the next track if there is one")
  func skips() throws {
    let linear = player([.pause])
    let single = player([.seek])
    #expect(try command("Seek", [.integer(10_000_000)], of: single) == .skip(by: .seconds(10)))
    #expect(try command("Seek", [.integer(-10_000_000)], of: single) == .skip(by: .seconds(-10)))
    #expect(try command("Seek", [.integer(-50_000_000)], of: single) == .skip(by: .seconds(-40)))
    #expect(try command("Seek", [.integer(70_000_000)], of: single) == .skip(by: .seconds(60)))
    #expect(try command("Seek", [.integer(70_000_000)], of: player()) == .next)
    #expect(try command("Seek", [.integer(10_000_000)], of: linear) == nil)
    #expect(try command("Seek", [.integer(.max)], of: player([.seek]) { $0.duration = nil }) != nil)
  }

  @Test("A position is set only within the content, and only for the current track")
  func positions() throws {
    var player = player()
    guard case .dictionary(let metadata) = player.properties(of: .player)["Metadata"],
      let track = metadata["mpris:trackid"]
    else {
      Issue.record("the metadata has no track")
      return
    }
    #expect(try command("SetPosition", [track, .integer(30_000_000)], of: player) == .seek(to: .seconds(30)))
    #expect(try command("SetPosition", [track, .integer(100_000_001)], of: player) == nil)
    #expect(try command("SetPosition", [track, .integer(-1)], of: player) == nil)
    player.information?.title = "The same track"
    #expect(try command("SetPosition", [track, .integer(0)], of: player) == .seek(to: .zero))
    player.information?.identifier = "b"
    #expect(try command("SetPosition", [track, .integer(0)], of: player) == nil)
  }

  @Test("Rate 0 pauses, other rates are brought into the range, and what is not a rate is an error")
  func rates() throws {
    let player = player { $0.rates = 0.5...2 }
    #expect(try player.command(setting: "Rate", to: .double(0)) == .pause)
    #expect(try player.command(setting: "Rate", to: .double(1.5)) == .setRate(1.5))
    #expect(try player.command(setting: "Rate", to: .double(9)) == .setRate(2))
    for rate in [-1, .nan, .infinity] {
      #expect(throws: MediaPlayer.CallError.self) { try player.command(setting: "Rate", to: .double(rate)) }
    }
    #expect(player.properties(of: .player)["MaximumRate"] == .double(2))
  }

  @Test("A property is writable only if it can be set")
  func writableProperties() throws {
    func player(_ commands: RemoteCommandSet = [.pause]) -> MediaPlayer {
      self.player(commands) {
        ($0.volume, $0.isRepeating, $0.rates) = (1, false, 0.5...2)
      }
    }
    func access(_ property: String, _ player: MediaPlayer) -> String? {
      let line = player.introspection.split(separator: "\n").first { $0.contains("name=\"\(property)\"") }
      return line?.firstMatch(of: /access="(\w+)"/).map { String($0.1) }
    }
    for property in ["Volume", "Rate", "LoopStatus"] {
      #expect(access(property, player()) == "readwrite")
      #expect(access(property, player([.quit])) == "read")
      #expect(access(property, self.player()) == "read")
      #expect(access(property, MediaPlayer(applicationName: "Talk", desktopEntry: nil)) == "read")
      #expect(throws: MediaPlayer.CallError.self) {
        try self.player().command(setting: property, to: property == "LoopStatus" ? .string("None") : .double(0))
      }
    }
    #expect(access("Volume", self.player { $0.volume = 1 }) == "readwrite")
    #expect(access("LoopStatus", self.player { $0.volume = 1 }) == "read")
  }

  @Test("Volume and repetition are set where the content has them")
  func volumeAndRepetition() throws {
    let player = player {
      $0.volume = 0.5
      $0.isRepeating = false
    }
    #expect(try player.command(setting: "Volume", to: .double(-1)) == .setVolume(0))
    #expect(try player.command(setting: "LoopStatus", to: .string("Track")) == .setRepeating(true))
    #expect(try player.command(setting: "LoopStatus", to: .string("None")) == .setRepeating(false))
    #expect(throws: MediaPlayer.CallError.self) { try player.command(setting: "LoopStatus", to: .string("x")) }
    #expect(throws: MediaPlayer.CallError.self) { try self.player().command(setting: "Volume", to: .double(1)) }
    #expect(player.properties(of: .player)["Volume"] == .double(0.5))
  }

  @Test("The metadata is in the units of MPRIS; live content has no length, and no content has no track")
  func metadata() throws {
    let player = player {
      $0.artist = "B"
      $0.artwork = "/dev/null"
      $0.duration = MediaTime(value: 1001, timescale: 30_000)
    }
    guard case .dictionary(let metadata) = player.properties(of: .player)["Metadata"] else { return }
    #expect(metadata["mpris:length"] == .integer(33_367) && metadata["xesam:artist"] == .strings(["B"]))
    #expect(metadata["mpris:artUrl"] == .string("file:///dev/null") && metadata["xesam:title"] == .string("A"))
    for live in [nil, MediaTime.positiveInfinity, .indefinite] {
      let live = self.player { $0.duration = live }
      guard case .dictionary(let metadata) = live.properties(of: .player)["Metadata"] else { return }
      #expect(metadata["mpris:length"] == nil)
    }
    let nothing = MediaPlayer(applicationName: "Talk", desktopEntry: "talk")
    #expect(nothing.properties(of: .player)["Metadata"] == .dictionary([:]))
    #expect(nothing.properties(of: .player)["PlaybackStatus"] == .string("Stopped"))
    #expect(nothing.properties(of: .root)["DesktopEntry"] == .string("talk"))
    #expect(self.player().properties(of: .player)["Position"] == nil)
  }
}
