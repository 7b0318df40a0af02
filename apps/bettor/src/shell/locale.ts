import { i18n } from '@lingui/core'
import { stored } from '../state/browser.ts'
import { loadPart } from './part.ts'
import { loadCatalogue, loadRest, type Catalogue, type Locale } from './catalogues.ts'

let restWanted = false

/** Speaks a language from now on. */
export function speak({ locale, messages }: Catalogue): void {
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** Adds the texts of the screens beyond the front page; needed before the first of them is shown. */
export async function speakAll(): Promise<void> {
  restWanted = true
  const { locale, messages } = await loadRest(i18n.locale === 'sw' ? 'sw' : 'en')
  i18n.load(locale, messages)
}

/** Loads a part of the app whose texts are not among those of the front page, with its texts. */
export const loadFarPart = <T>(load: () => Promise<T>): Promise<T> =>
  loadPart(() => Promise.all([load(), speakAll()]).then(([part]) => part))

/** The bettor's choice, remembered. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const [front, rest] = await Promise.all([loadCatalogue(locale), restWanted ? loadRest(locale) : undefined])
  speak({ locale, messages: { ...rest?.messages, ...front.messages } })
  stored.write('locale', locale)
}
