import CGIO

/// A main context of GLib, and what ends its waits.
// `@unchecked`: the pointers never change, and the functions that are called on other threads than the one that runs
// the context, g_main_context_wakeup and g_cancellable_cancel, are safe for all threads.
final class MainContext: @unchecked Sendable {
  /// Ends calls of GIO that wait.
  let cancellable: UnsafeMutablePointer<GCancellable>?
  private let context: OpaquePointer?

  init() {
    context = g_main_context_new()
    cancellable = g_cancellable_new()
  }

  deinit {
    g_object_unref(cancellable)
    g_main_context_unref(context)
  }

  /// Makes objects that `body` creates deliver their events to this context.
  func withThreadDefault(_ body: () -> Void) {
    g_main_context_push_thread_default(context)
    body()
    // Deliver what is left to objects that are about to be released.
    while g_main_context_iteration(context, 0) != 0 {}
    g_main_context_pop_thread_default(context)
  }

  /// Waits for events and handles them. It returns at once if `wakeUp()` was called in the meantime.
  func iterate() {
    g_main_context_iteration(context, 1)
  }

  /// Waits for events like `iterate()`, but not longer than a time.
  func iterate(atMostSeconds seconds: Int) {
    let timer = g_timeout_source_new_seconds(guint(seconds))
    g_source_set_callback(timer, { _ in 0 }, nil, nil)
    g_source_attach(timer, context)
    iterate()
    g_source_destroy(timer)
    g_source_unref(timer)
  }

  /// Ends a wait.
  func wakeUp() {
    g_main_context_wakeup(context)
  }

  /// Ends a wait, and all calls of GIO that wait.
  func cancel() {
    g_cancellable_cancel(cancellable)
    wakeUp()
  }
}
