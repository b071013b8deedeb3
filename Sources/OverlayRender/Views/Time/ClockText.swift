import Foundation
import Synchronization

/// The wall clock at the presentation time of the frame.
///
///     ClockText(format: "HH:mm:ss")
///     ClockText(
///       format: "EEE d MMM HH:mm", timeZone: TimeZone(identifier: "Asia/Tokyo"), locale: Locale(identifier: "ja"))
///
/// Every unit is rounded down; the label changes on the first frame at or past the next one. Digits have cells of equal
/// width, so none ever moves.
public struct ClockText: View {
  let format: ClockPattern
  let timeZone: (any CivilTimeZone)?
  let locale: Locale?

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - format: What is shown, as Unicode's date patterns (LDML) or `strftime` write it.
  ///   - timeZone: The zone; `nil` takes that of the surroundings, else ``SystemTimeZone/current``.
  ///   - locale: The language of names and digits; `nil` takes that of the surroundings, else that
  ///     of the environment variables `LC_ALL`, `LC_TIME` and `LANG`.
  public init(
    format: ClockPattern = "HH:mm:ss", timeZone: (any CivilTimeZone)? = nil, locale: Locale? = nil
  ) {
    self.format = format
    self.timeZone = timeZone
    self.locale = locale
  }

  /// A label that changes with the smallest unit shown.
  public var body: some View {
    EnvironmentReader { environment in
      let formatter = ClockFormatter.cached(
        pattern: format, timeZone: timeZone ?? environment.timeZone ?? SystemTimeZone.current.timeZone,
        locale: locale ?? environment.locale ?? LocaleName.system)
      ChangingLabel("ClockText") { time in
        let wall = time.wall
        return ChangingLabel.Reading(
          text: formatter.text(at: wall), next: formatter.nextChange(after: wall).map { time.presentation(of: $0) })
      }
    }
  }
}

extension ClockFormatter {
  private struct Key: Hashable {
    let pattern: ClockPattern
    let timeZone: any CivilTimeZone
    let locale: Locale

    func hash(into hasher: inout Hasher) {
      hasher.combine(pattern)
      hasher.combine(timeZone)
      hasher.combine(locale)
    }

    static func == (left: Key, right: Key) -> Bool {
      left.pattern == right.pattern && left.locale == right.locale
        && AnyHashable(left.timeZone) == AnyHashable(right.timeZone)
    }
  }

  /// Formatters cache so far: a view that is resolved anew with every change of its data must not make one each time.
  private static let cache = Mutex<[Key: ClockFormatter]>([:])

  /// The formatter of a pattern, cache once.
  static func cached(pattern: ClockPattern, timeZone: any CivilTimeZone, locale: Locale) -> ClockFormatter {
    let key = Key(pattern: pattern, timeZone: timeZone, locale: locale)
    if let known = cache.withLock({ $0[key] }) { return known }
    let formatter = ClockFormatter(pattern: pattern, timeZone: timeZone, locale: locale)
    cache.withLock { cache in
      // Patterns come from programs and command lines, not from data; should that change, memory stays bounded.
      if cache.count >= 256 { cache.removeAll() }
      cache[key] = formatter
    }
    return formatter
  }
}
