/// Where time comes from: a monotone clock to pace by, and the wall clock that people read.
///
/// Everything that waits or asks for the time takes a clock, so that a test can pass a `ManualClock`. Calls may come from
/// any thread.
public protocol MediaClock: AnyObject, Sendable {
  /// The time now: it only goes forward and never jumps. Where it started means nothing.
  var time: MediaTime { get }

  /// The civil time now. It can be stepped forward and back.
  var wallTime: WallTime { get }

  /// Calls `action` once, when `time` reaches `deadline`; at once when that is past, never when it is not numeric.
  ///
  /// The action is dropped when the returned subscription is cancelled or released. Each clock says where its actions run;
  /// they should be short. Do not call this with a lock held that the action takes.
  func schedule(at deadline: MediaTime, _ action: @escaping @Sendable () -> Void) -> Subscription

  /// Calls `action` each time the wall clock is stepped, until the returned subscription is cancelled or released.
  func onWallClockStep(_ action: @escaping @Sendable () -> Void) -> Subscription
}
