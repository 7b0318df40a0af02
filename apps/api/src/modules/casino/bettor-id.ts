const bettorText = /^[1-9]\d{0,17}$/

/** The bettor of a provider's player id, which is the bettor id for every provider. */
export const readBettor = (text: string): bigint | undefined => (bettorText.test(text) ? BigInt(text) : undefined)
