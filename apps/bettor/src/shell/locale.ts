import { i18n } from '@lingui/core'
import { stored } from '../state/browser.ts'
import { loadCatalogue, type Catalogue, type Locale } from './catalogues.ts'

/** Speaks a language from now on. */
export function speak({ locale, messages }: Catalogue): void {
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** The bettor's choice, remembered. */
export async function chooseLocale(locale: Locale): Promise<void> {
  speak(await loadCatalogue(locale))
  stored.write('locale', locale)
}
