/** A language's words for what the server says in English: markets and sports by id, outcomes by their words. */
export type MarketTexts = {
  readonly markets: Readonly<Record<string, string>>
  readonly sports: Readonly<Record<string, string>>
  /** Words of an outcome's label, longest first where one begins another. */
  readonly outcomes: readonly (readonly [english: RegExp, own: string])[]
}

/** The words that are loaded, by language; read by market-words.ts. */
export const known = new Map<string, MarketTexts>()

/** Loads the words of a language with its catalogue; English is the server's own. */
export async function loadMarketTexts(locale: string): Promise<void> {
  if (locale === 'sw' && !known.has(locale)) known.set(locale, (await import('./market-texts-sw.ts')).words)
}
