/// Why a pool gives no draft.
public enum PixelBufferPoolError: Error, Hashable, CustomStringConvertible {
  /// As many buffers as the request allowed are in use.
  case thresholdReached(Int)
  /// One more buffer would go over the pool's byte budget.
  case budgetReached(byteBudget: Int, bytesPerBuffer: Int)
  /// The kernel gives no memory.
  case memory(PixelMemoryError)

  /// What is wrong and how to mend it, in one line.
  public var description: String {
    switch self {
    case .thresholdReached(let threshold):
      "all \(threshold) picture buffers are in use: release one, or allow more"
    case .budgetReached(let byteBudget, let bytesPerBuffer):
      "one more picture buffer of \(bytesPerBuffer) bytes goes over the budget of \(byteBudget) bytes: "
        + "release one, or raise the budget"
    case .memory(let error): error.description
    }
  }
}
