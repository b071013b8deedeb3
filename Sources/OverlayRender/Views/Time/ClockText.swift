import FoundationEssentials
import Synchronization

/// The wall clock at the presentation time of the frame.
///
///     ClockText(format: "HH:mm:ss")
///     ClockText(
///       format: "EEE d MMM HH:mm", timeZone: TimeZone(identifier: "Asia/Tokyo"), locale: Locale(identifier: "ja"))
///
/// Units are rounded down. The label changes on the first frame at or after the next unit. Digits have equal width, so
/// the text does not move.
public struct ClockText: View {
  let format: ClockPattern
  let timeZone: (any CivilTimeZone)?
  let locale: Locale?

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - format: The format, as a Unicode date pattern (LDML) or for `strftime`.
  ///   - timeZone: The time zone; `nil` for the inherited one, or else `SystemTimeZone.current`.
  ///   - locale: The locale of names and digits; `nil` for the inherited one, or else the locale of the environment
  ///     variables `LC_ALL`, `LC_TIME` and `LANG`.
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

  /// A cache, because a view that is resolved again with each change of its data must not create a formatter each time.
  private static let cache = Mutex<[Key: ClockFormatter]>([:])

  /// Returns the formatter of a pattern from the cache.
  static func cached(pattern: ClockPattern, timeZone: any CivilTimeZone, locale: Locale) -> ClockFormatter {
    let key = Key(pattern: pattern, timeZone: timeZone, locale: locale)
    if let known = cache.withLock({ $0[key] }) { return known }
    let formatter = ClockFormatter(pattern: pattern, timeZone: timeZone, locale: locale)
    cache.withLock { cache in
      // Patterns come from programs and options, not from data. The limit bounds the memory if that changes.
      if cache.count >= 256 { cache.removeAll() }
      cache[key] = formatter
    }
    return formatter
  }
}
