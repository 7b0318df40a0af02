/**
 * Words and phrases that invite to play, or promise something for it, in English and Swahili. A text with one of them is an advertisement (L.N. 114 r. 2), whoever
 * calls it something else.
 */
const inviting = [
  /\bbet(?:ting)? (?:now|today|tonight|again|big|and (?:get|win))\b/iu,
  /\bplace (?:a|your|another) bet\b/iu,
  /\b(?:play|join|register|deposit) (?:now|today|tonight|again)\b/iu,
  /\bdeposit (?:and|to) (?:get|win|play)\b/iu,
  /\b(?:bonus(?:es)?|cashback|freebets?|jackpots?|boost(?:s|ed)?|promo(?:tion)?s?|offers?)\b/iu,
  /\bfree (?:bets?|spins?|games?|rounds?|money)\b/iu,
  /\bwin (?:big|more|up to|now|today|tonight|a|the|your|cash|kes|ksh|\d)/iu,
  /\b(?:best|better|great|higher|top|big) odds\b/iu,
  /\b(?:don[’']?t miss|last chance|hurry|lucky day)\b/iu,
  /\b(?:beti|bashiri|cheza|jiunge|weka) (?:sasa|leo|tena|na ushinde)\b/iu,
  /\bweka (?:dau|mkeka)\b/iu,
  /\b(?:bonasi|ofa|promosheni|jackpoti|bahati yako|usikose|harakisha)\b/iu,
  /\b(?:dau|beti|mizunguko|michezo) (?:la |ya )?bure\b/iu,
  /\b(?:shinda|ushinde) (?:hadi|zaidi|kubwa|pesa|leo|sasa|kes|ksh|\d)/iu,
] as const

/** The first words of a text that invite to play; undefined without any. */
export function invitationIn(text: string): string | undefined {
  const plain = text.normalize('NFKC').replaceAll(/\s+/g, ' ')
  for (const pattern of inviting) {
    const [found] = pattern.exec(plain) ?? []
    if (found !== undefined) return found
  }
  return undefined
}
