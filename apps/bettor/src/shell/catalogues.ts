import type { Messages } from '@lingui/core'
import { browserStorage, entries } from '@nare/client/storage'

export const locales = { en: 'English', sw: 'Kiswahili' } as const
export type Locale = keyof typeof locales

export type Catalogue = { locale: Locale; messages: Messages }

const files = { en: () => import('../locales/en.po'), sw: () => import('../locales/sw.po') }

/** A language once chosen does not expire: the clock stands still for it. */
const ageless = (): number => 0

/** The language chosen before, else the browser's if we speak it, else English. */
export function preferredLocale(): Locale {
  const chosen = entries(browserStorage(), ageless).read('locale')
  if (chosen === 'en' || chosen === 'sw') return chosen
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('sw')) ? 'sw' : 'en'
}

/** A language's texts; a part of the app like any other. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const { messages } = await files[locale]()
  return { locale, messages }
}
