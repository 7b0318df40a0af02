import type { Messages } from '@lingui/core'
import { appStorage, browserStorage, entries } from '@nare/client/storage'
import { loadChunk } from '../loading/chunk.ts'
import { loadMarketTexts } from './loaded-market-texts.ts'

export const locales = { en: 'English', sw: 'Kiswahili' } as const
export type Locale = keyof typeof locales

export type Catalogue = { locale: Locale; messages: Messages }

const front = { en: () => import('../locales/front/en.po'), sw: () => import('../locales/front/sw.po') }
const first = {
  account: { en: () => import('../locales/account/en.po'), sw: () => import('../locales/account/sw.po') },
  betting: { en: () => import('../locales/betting/en.po'), sw: () => import('../locales/betting/sw.po') },
  casino: { en: () => import('../locales/casino/en.po'), sw: () => import('../locales/casino/sw.po') },
  catalog: { en: () => import('../locales/catalog/en.po'), sw: () => import('../locales/catalog/sw.po') },
  content: { en: () => import('../locales/content/en.po'), sw: () => import('../locales/content/sw.po') },
  device: { en: () => import('../locales/device/en.po'), sw: () => import('../locales/device/sw.po') },
  forms: { en: () => import('../locales/forms/en.po'), sw: () => import('../locales/forms/sw.po') },
  identity: { en: () => import('../locales/identity/en.po'), sw: () => import('../locales/identity/sw.po') },
  league: { en: () => import('../locales/league/en.po'), sw: () => import('../locales/league/sw.po') },
  live: { en: () => import('../locales/live/en.po'), sw: () => import('../locales/live/sw.po') },
  match: { en: () => import('../locales/match/en.po'), sw: () => import('../locales/match/sw.po') },
  payments: { en: () => import('../locales/payments/en.po'), sw: () => import('../locales/payments/sw.po') },
  slip: { en: () => import('../locales/slip/en.po'), sw: () => import('../locales/slip/sw.po') },
  titles: { en: () => import('../locales/titles/en.po'), sw: () => import('../locales/titles/sw.po') },
  protection: { en: () => import('../locales/protection/en.po'), sw: () => import('../locales/protection/sw.po') },
}
/** A catalogue that the front page does not load (see lingui.config.ts). */
export type More =
  | keyof typeof first
  | 'boards'
  | 'cashout'
  | 'crash'
  | 'fantasy'
  | 'games'
  | 'jackpot'
  | 'print'
  | 'rewards'
type Loads = { [locale in Locale]: () => Promise<{ messages: Messages }> }
const more: { [name in More]?: Loads } = first

/** Adds catalogues whose loaders load lazily (screens/later-catalogues.ts). */
export const addCatalogues = (added: { [name in More]?: Loads }): void => void Object.assign(more, added)

/** The clock for reading the chosen language: its entry does not expire, so the time is constant. */
const noExpiry = (): number => 0

/** The stored language, else Swahili if the browser prefers it, else English. */
export function preferredLocale(): Locale {
  const chosen = entries(appStorage(browserStorage()), noExpiry).read('locale')
  if (chosen === 'en' || chosen === 'sw') return chosen
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('sw')) ? 'sw' : 'en'
}

/** Loads the messages of the front page in a language. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const [{ messages }] = await loadChunk(() => Promise.all([front[locale](), loadMarketTexts(locale)]))
  return { locale, messages }
}

/** Loads the messages of one more catalogue in a language. */
export async function loadMore(what: More, locale: Locale): Promise<Catalogue> {
  const load = more[what]?.[locale]
  return { locale, messages: load ? (await loadChunk(load)).messages : {} }
}
