/// A sample text in a script.
package struct ScriptSample: Sendable, Hashable {
  /// The English name of the script.
  package let script: String
  /// A few words in the script.
  package let text: String
  /// The Debian package with fonts for the script.
  package let package: String

  /// Scripts that are common in video, and emoji.
  package static let common: [ScriptSample] = [
    ScriptSample("Latin", "Hello, žluťoučký kůň", in: "fonts-noto-core"),
    ScriptSample("Greek", "Καλημέρα", in: "fonts-noto-core"),
    ScriptSample("Cyrillic", "Здравствуйте", in: "fonts-noto-core"),
    ScriptSample("Armenian", "Բարեւ", in: "fonts-noto-core"),
    ScriptSample("Georgian", "გამარჯობა", in: "fonts-noto-core"),
    ScriptSample("Hebrew", "שלום", in: "fonts-noto-core"),
    ScriptSample("Arabic", "السلام عليكم", in: "fonts-noto-core"),
    ScriptSample("Ethiopic", "ሰላም", in: "fonts-noto-core"),
    ScriptSample("Devanagari", "नमस्ते", in: "fonts-noto-core"),
    ScriptSample("Bengali", "নমস্কার", in: "fonts-noto-core"),
    ScriptSample("Gurmukhi", "ਸਤ ਸ੍ਰੀ ਅਕਾਲ", in: "fonts-noto-core"),
    ScriptSample("Gujarati", "નમસ્તે", in: "fonts-noto-core"),
    ScriptSample("Tamil", "வணக்கம்", in: "fonts-noto-core"),
    ScriptSample("Telugu", "నమస్కారం", in: "fonts-noto-core"),
    ScriptSample("Kannada", "ನಮಸ್ಕಾರ", in: "fonts-noto-core"),
    ScriptSample("Malayalam", "നമസ്കാരം", in: "fonts-noto-core"),
    ScriptSample("Sinhala", "ආයුබෝවන්", in: "fonts-noto-core"),
    ScriptSample("Thai", "สวัสดี", in: "fonts-noto-core"),
    ScriptSample("Lao", "ສະບາຍດີ", in: "fonts-noto-core"),
    ScriptSample("Khmer", "សួស្តី", in: "fonts-noto-core"),
    ScriptSample("Burmese", "မင်္ဂလာပါ", in: "fonts-noto-core"),
    ScriptSample("Tibetan", "བཀྲ་ཤིས", in: "fonts-noto-core"),
    ScriptSample("Chinese", "你好 您們好", in: "fonts-noto-cjk"),
    ScriptSample("Japanese", "こんにちは カタカナ", in: "fonts-noto-cjk"),
    ScriptSample("Korean", "안녕하세요", in: "fonts-noto-cjk"),
    ScriptSample("Emoji", "😀🎉🇫🇷", in: "fonts-noto-color-emoji"),
  ]

  private init(_ script: String, _ text: String, in package: String) {
    self.script = script
    self.text = text
    self.package = package
  }
}
