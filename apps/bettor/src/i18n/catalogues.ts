import type { Messages } from '@lingui/core'
import { appStorage, browserStorage, entries } from '@nare/client/storage'
import { loadChunk } from '../loading/chunk.ts'
import { loadMarketTexts } from './loaded-market-texts.ts'

export const locales = { en: 'English', sw: 'Kiswahili' } as const
export type Locale = keyof typeof locales

export type Catalogue = { locale: Locale; messages: Messages }

const front = { en: () => import('../locales/front/en.po'), sw: () => import('../locales/front/sw.po') }
const more = {
  entry: { en: () => import('../locales/entry/en.po'), sw: () => import('../locales/entry/sw.po') },
  rest: { en: () => import('../locales/rest/en.po'), sw: () => import('../locales/rest/sw.po') },
}
/** The catalogues beyond the front page: that of the login, and that of all other screens. */
export type More = keyof typeof more

/** A chosen language does not expire, so its entry is read at a constant time. */
const noExpiry = (): number => 0

/** The stored language, else the browser's if we have it, else English. */
export function preferredLocale(): Locale {
  const chosen = entries(appStorage(browserStorage()), noExpiry).read('locale')
  if (chosen === 'en' || chosen === 'sw') return chosen
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('sw')) ? 'sw' : 'en'
}

/** The messages of the front page and the slip in a language. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const [{ messages }] = await loadChunk(() => Promise.all([front[locale](), loadMarketTexts(locale)]))
  return { locale, messages }
}

export async function loadMore(what: More, locale: Locale): Promise<Catalogue> {
  const { messages } = await loadChunk(more[what][locale])
  return { locale, messages }
}
