/// Recognizes short texts in the encodings of Chinese, Japanese and Korean by their most common characters.
///
/// Detectors compare the frequency of characters, and need some hundred of them. A file with one or two cues has less,
/// and they then see the letters of another language in pairs of bytes.
package enum EastAsianEncodings {
  /// An encoding, and the characters that are the most common in texts of its language: more than half of each text.
  fileprivate struct Candidate {
    let encoding: String
    let characters: Set<Unicode.Scalar>

    init(_ encoding: String, _ characters: String) {
      (self.encoding, self.characters) = (encoding, Set(characters.unicodeScalars))
    }
  }

  private static let candidates = [
    Candidate("windows-31J", kana), Candidate("EUC-JP", kana), Candidate("GB18030", simplified),
    Candidate("GB18030", traditional),
    Candidate("Big5-HKSCS", traditional), Candidate("UHC", korean),
  ]

  /// The greatest number of bytes of a short text.
  private static let sizeLimit = 2048

  /// Returns the encoding of a short text, more than half of whose characters are among the most common ones of a
  /// language; `nil` if there is none. The shorter the text, the more of them are.
  package static func encoding(ofShortText bytes: [UInt8]) -> String? {
    guard bytes.count <= sizeLimit else { return nil }
    var best: (encoding: String, share: Double)?
    for candidate in candidates {
      guard let share = candidate.share(of: bytes), share > best?.share ?? 0 else { continue }
      best = (candidate.encoding, share)
    }
    return best?.encoding
  }

  private static let kana = String(String.UnicodeScalarView((0x3041...0x30FC).compactMap(Unicode.Scalar.init)))

  private static let simplified = """
    的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想\
    看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给\
    等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华\
    报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南\
    度色字请交爱让认算论百吃义怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运半候七必城父强步完革深区即求品士转\
    量空甚众轻程告江语英派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历史商千片容研像找友孩站广改议形早房音火际首单据影失拿网香似若兵弟谁校读志飞观\
    争究包组造落视济喜离坏谢吧吗啊哪您呀嗯哦喂错怕妈爸姐哥吵杀救忘哭累晚昨睡醒穿衣
    """

  private static let traditional = """
    的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼心多天而能好都然沒日於起還發成事只作當想\
    看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給\
    等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華\
    報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做系計或司利受光王果親界及今京務制解各任至清物臺象記邊共風戰干接它許八特覺望直服毛林題建南\
    度色字請交愛讓認算論百吃義怎元社術結六功指思非流每青管夫連遠資隊跟帶花快條院變聯言權往展該領傳近留紅治決周保達辦運半候七必城父強步完革深區即求品士轉\
    量空甚眾輕程告江語英派滿式李息寫呢識極令黃德收臉錢黨倒未持取設始版雙歷史商千片容研像找友孩站廣改議形早房音火際首單據影失拿網香似若兵弟誰校讀志飛觀\
    爭究包組造落視濟喜離壞謝吧嗎啊哪您呀嗯哦喂錯怕媽爸姐哥吵殺救忘哭累晚昨睡醒穿衣
    """

  private static let korean = """
    이다는에의을가고하지를도한로사은아기나리서어자대시인그일과만들것수요해있정부라여보상주전장제안면게스원거국구오소세마동우조비공생모신내미경치성관화방물문\
    무저없연적습니까할말했네녕좋래죠예감합각간갈감갑값강같개갔걸겁겠겨결계곧공관괜교군권귀그글금급길김까깨께꼭꿈끝난날남낮내너널넌네녀년노놀누눈뉴느늘능님당더덕\
    던데돈돌됐되된될두뒤드든듣들등디따때떠떤또뛰뜨라락란람랑래랜러런럼럽렇레려력렸렵록론료루르른를름릴림마막많말맞매머먹먼멀명몇모목몰몸못무묻물뭐뭔미민믿바박밖반받\
    발밤밥배백버벌법벽변별병보복본봐봤부북분불비빠빨사산살삼새색생서석선설섭성셔셨소속손송수순술숨쉬슬습시식신실심싶싸쓰씨아악안않알았앞애야약양어억언얼엄업없었여역\
    연열영예옆오온올옷와왔왜외요욕용우운울웃원월위유육으은을음응의이익인일임입있잊자작잔잘잠잡장재저적전절점정제져졌조족존종좋좌죄주죽준줄중즈즘증지직진질집짓짜쪽차\
    찮참찾채처천철첫청체쳐초총최추축출춤충취치친카커켜코콜크큰키타태터테토통트특파판팔패퍼페편평포표품풍프피필하학한할함합항해했행향허험현형호혼화확환활황회효후훨훔\
    휴흐희히힘힌
    """
}

extension EastAsianEncodings.Candidate {
  /// Returns the share of common characters in a text; `nil` if the text is not valid in the encoding, or is probably
  /// not of the language: it has other characters, too few common ones, or always the same.
  ///
  /// In other languages, letters with accents are beside ASCII letters. Half of a character may be an ASCII letter.
  fileprivate func share(of bytes: [UInt8]) -> Double? {
    guard var converter = CharacterConverter(from: encoding) else { return nil }
    let conversion = converter.utf8(of: bytes, limit: 4 * bytes.count, invalidLimit: 0)
    guard conversion.ending == .complete, conversion.invalidOffsets.isEmpty else { return nil }
    var (count, commonCount) = (0.0, 0.0)
    var seen: Set<Unicode.Scalar> = []
    var previous: Unicode.Scalar = " "
    for scalar in String(decoding: conversion.utf8, as: UTF8.self).unicodeScalars {
      defer { previous = scalar }
      if scalar.isASCII != previous.isASCII, scalar.isASCIILetter || previous.isASCIILetter { return nil }
      if scalar.isASCII { continue }
      switch scalar.value {
      case 0x3041...0x30FC, 0x3400...0x9FFF, 0xAC00...0xD7A3:
        count += 1
        guard characters.contains(scalar) else { continue }
        commonCount += 1
        seen.insert(scalar)
      // Punctuation, and letters and digits as wide as Chinese characters.
      case 0xB4, 0xB7, 0x2010...0x2027, 0x3000...0x303F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: break
      default: return nil
      }
    }
    let leastShare = count <= 4 ? 1 : count < 10 ? 0.7 : 0.55
    return seen.count >= 2 && commonCount >= leastShare * count ? commonCount / count : nil
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }
}
