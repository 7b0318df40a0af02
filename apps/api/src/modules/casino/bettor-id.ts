const bettorText = /^[1-9]\d{0,17}$/

/** The bettor whom a provider names: every provider's player id is the bettor's id. */
export const readBettor = (text: string): bigint | undefined => (bettorText.test(text) ? BigInt(text) : undefined)
