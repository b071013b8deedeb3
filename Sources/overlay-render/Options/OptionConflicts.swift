/// Options with whether they are given.
typealias GivenOptions = KeyValuePairs<String, Bool>

/// Throws for the first option that is given.
///
/// - Parameter reason: What the message says after the option: why it is refused, and what to do.
func refuse(_ options: GivenOptions, _ reason: @autoclosure () -> String) throws(Failure) {
  guard let refused = options.first(where: { $0.value }) else { return }
  throw Failure(.usage, "\(refused.key) \(reason())")
}

/// Throws if two options are given of which only one may be.
func refuseBoth(_ options: GivenOptions) throws(Failure) {
  guard options.allSatisfy(\.value) else { return }
  let names = options.map(\.key).joined(separator: " and ")
  throw Failure(.usage, "\(names) cannot be used together: give one of them")
}
