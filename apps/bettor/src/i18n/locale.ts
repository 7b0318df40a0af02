import { i18n } from '@lingui/core'
import { stored } from '../state/browser.ts'
import { loadPart } from '../loading/chunk.ts'
import { loadCatalogue, loadMore, type Catalogue, type Locale, type More } from './catalogues.ts'

const wanted = new Set<More>()

/** Speaks a language from now on. */
export function speak({ locale, messages }: Catalogue): void {
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** Adds the texts of the screens beyond the front page; needed before the first of them is shown. */
export const speakAll = (): Promise<void> => speakMore('rest')

/** A screen's part with the texts that it needs beyond the front page's. */
export const loadFarPart = <T>(load: () => Promise<T>, what: More = 'rest'): Promise<T> =>
  loadPart(() => Promise.all([load(), speakMore(what)]).then(([part]) => part))

async function speakMore(what: More): Promise<void> {
  wanted.add(what)
  const { locale, messages } = await loadMore(what, i18n.locale === 'sw' ? 'sw' : 'en')
  i18n.load(locale, messages)
}

/** The bettor's choice, remembered. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const parts = await Promise.all([loadCatalogue(locale), ...[...wanted].map((what) => loadMore(what, locale))])
  speak({ locale, messages: Object.assign({}, ...parts.map(({ messages }) => messages)) })
  stored.write('locale', locale)
}
