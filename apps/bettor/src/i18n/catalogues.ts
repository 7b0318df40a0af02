import type { Messages } from '@lingui/core'
import { browserStorage, entries } from '@nare/client/storage'
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
/** The texts beyond the front page: the login's alone, or those of all other screens. */
export type More = keyof typeof more

/** A language once chosen does not expire: the clock stands still for it. */
const noExpiry = (): number => 0

/** The language chosen before, else the browser's if we speak it, else English. */
export function preferredLocale(): Locale {
  const chosen = entries(browserStorage(), noExpiry).read('locale')
  if (chosen === 'en' || chosen === 'sw') return chosen
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('sw')) ? 'sw' : 'en'
}

/** What the front page and the slip say in a language; a part of the app like any other. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const [{ messages }] = await loadChunk(() => Promise.all([front[locale](), loadMarketTexts(locale)]))
  return { locale, messages }
}

export async function loadMore(what: More, locale: Locale): Promise<Catalogue> {
  const { messages } = await loadChunk(more[what][locale])
  return { locale, messages }
}
