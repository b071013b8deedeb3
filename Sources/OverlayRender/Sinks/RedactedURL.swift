/// A URL whose secrets are not to appear anywhere: user and password, the path after its first component, which is a
/// key for many servers, and the query.
///
/// `rtmp://user:word@example.com/live/key` is described as `rtmp://example.com/live/…`.
package struct RedactedURL: Sendable, Hashable, CustomStringConvertible {
  /// The URL with its secrets.
  package let url: String
  /// The URL without its secrets.
  package let description: String
  /// The parts that are left out, the longest one first.
  private let secrets: [String]

  /// Whether the user or the password contains `/`, `?` or `#`, which end the host of a URL.
  package let hasUnencodedUser: Bool
  /// The scheme in lowercase, the host with its port, and the path with the slash before it; empty in a text that is
  /// not a URL.
  package let scheme: String, authority: Substring, path: Substring

  /// Reads a URL: `scheme://user:password@host:port/path?query#fragment` (RFC 3986, section 3).
  package init(_ url: String) {
    self.url = url
    guard let start = url.firstRange(of: "://")?.upperBound else {
      (description, secrets, hasUnencodedUser) = (url, [], false)
      (scheme, authority, path) = ("", "", "")
      return
    }
    scheme = url[..<start].dropLast(3).lowercased()
    let rest = url[start...]
    let firstEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    hasUnencodedUser = Self.isUser(rest[..<firstEnd]) && rest[firstEnd...].contains("@")
    let userEnd = hasUnencodedUser ? rest.lastIndex(of: "@") : rest[..<firstEnd].lastIndex(of: "@")
    let hostStart = userEnd.map { rest.index(after: $0) } ?? start
    let authorityEnd = rest[hostStart...].firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let pathEnd = rest[authorityEnd...].firstIndex { "?#".contains($0) } ?? rest.endIndex
    authority = rest[hostStart..<authorityEnd]
    path = rest[authorityEnd..<pathEnd]
    let components = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    // A path of one component may be the key itself.
    let shown = components.dropFirst().contains { !$0.isEmpty } ? "/\(components[0])" : ""
    let hiddenPath = path.dropFirst(shown.count + 1)
    let query = rest[pathEnd...].dropFirst()

    var text = url[..<start] + authority + shown
    if !hiddenPath.isEmpty { text += "/…" }
    if !query.isEmpty { text += hiddenPath.isEmpty ? "?…" : "" }
    description = String(text)
    let user = rest[..<hostStart].dropLast()
    let values = query.split(separator: "&").compactMap { $0.split(separator: "=", maxSplits: 1).last }
    let parts = [hiddenPath, query, user] + user.split(separator: ":") + hiddenPath.split(separator: "/") + values
    secrets = Set(parts.map(String.init)).filter { $0.count >= Self.leastSecretCount }
      .sorted { ($0.count, $0) > ($1.count, $1) }
  }

  /// Returns whether what is in the place of a host is the beginning of `user:password`: it has a port that is not a
  /// number.
  private static func isUser(_ authority: Substring) -> Bool {
    guard !authority.contains("@"), !authority.hasPrefix("["), let colon = authority.firstIndex(of: ":") else {
      return false
    }
    return !authority[colon...].dropFirst().allSatisfy { "0"..."9" ~= $0 }
  }

  /// Shorter parts, such as a number, would be found everywhere in a text.
  private static let leastSecretCount = 4

  /// Returns a text, such as a message of a library, without the secrets of the URL.
  package func redacting(_ text: String) -> String {
    let named = text.replacing(url, with: description)
    return secrets.reduce(named) { $0.replacing($1, with: "…") }
  }
}
