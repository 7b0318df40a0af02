import type { MarketTexts } from './market-texts-type.ts'

/** The loaded texts, by language; read by market-texts.ts. */
export const known = new Map<string, MarketTexts>()

/** Loads the texts of a language with its catalogue; English needs none, since the server sends English. */
export async function loadMarketTexts(locale: string): Promise<void> {
  if (locale === 'sw' && !known.has(locale)) known.set(locale, (await import('./market-texts-sw.ts')).words)
}
