import type { MarketTexts } from './market-texts-type.ts'

/** The loaded texts by language, for market-texts.ts. */
export const known = new Map<string, MarketTexts>()

/** Loads the market texts of a language. English needs none, because the server sends English. */
export async function loadMarketTexts(locale: string): Promise<void> {
  if (locale === 'sw' && !known.has(locale)) known.set(locale, (await import('./market-texts-sw.ts')).words)
}
