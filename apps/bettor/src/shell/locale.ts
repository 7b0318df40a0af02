import { i18n } from '@lingui/core'
import { stored } from '../state/browser.ts'

export const locales = { en: 'English', sw: 'Kiswahili' } as const
export type Locale = keyof typeof locales

const catalogues = { en: () => import('../locales/en.po'), sw: () => import('../locales/sw.po') }

/** The language chosen before, else the browser's if we speak it, else English. */
export function preferredLocale(): Locale {
  const chosen = stored.read('locale')
  if (chosen === 'en' || chosen === 'sw') return chosen
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('sw')) ? 'sw' : 'en'
}

/** Loads a language's catalogue and speaks it from now on. */
export async function speak(locale: Locale): Promise<void> {
  const { messages } = await catalogues[locale]()
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** The bettor's choice, remembered. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await speak(locale)
  stored.write('locale', locale)
}
