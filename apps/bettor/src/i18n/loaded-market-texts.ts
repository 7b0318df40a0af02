import type { MarketTexts } from './market-texts-type.ts'

/** The words that are loaded, by language; read by market-words.ts. */
export const known = new Map<string, MarketTexts>()

/** Loads the words of a language with its catalogue; English is the server's own. */
export async function loadMarketTexts(locale: string): Promise<void> {
  if (locale === 'sw' && !known.has(locale)) known.set(locale, (await import('./market-texts-sw.ts')).words)
}
