const bettorText = /^[1-9]\d{0,17}$/
const hub88Chars = 4

/** The bettor of a provider's player id, which is the bettor id for every provider. */
export const readBettor = (text: string): bigint | undefined => (bettorText.test(text) ? BigInt(text) : undefined)

/** The bettor of Hub88's player id. A short id may be padded with zeros to four characters. */
export const readHub88Bettor = (text: string): bigint | undefined =>
  readBettor(text.length === hub88Chars ? text.replace(/^0+/, '') : text)

/** The player id of a bettor at a provider. Hub88 takes no id of less than four characters. */
export const playerId = (provider: string, bettor: bigint): string =>
  provider === 'hub88' ? bettor.toString().padStart(hub88Chars, '0') : bettor.toString()
