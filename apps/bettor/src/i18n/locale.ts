import { i18n } from '@lingui/core'
import { stored } from '../state/browser.ts'
import { loadChunk } from '../loading/chunk.ts'
import { loadCatalogue, loadMore, type Catalogue, type Locale, type More } from './catalogues.ts'

const loaded = new Set<More>()

/** Switches the app to a language. */
export function activateLocale({ locale, messages }: Catalogue): void {
  i18n.loadAndActivate({ locale, messages })
  document.documentElement.lang = locale
}

/** Loads the messages of all screens beyond the front page; required before one of them is shown. */
export const loadAllMessages = (): Promise<void> => addMessages('rest')

/** Loads a chunk together with the messages it needs beyond those of the front page. */
export const loadWithMessages = <T>(load: () => Promise<T>, what: More = 'rest'): Promise<T> =>
  loadChunk(() => Promise.all([load(), addMessages(what)]).then(([part]) => part))

async function addMessages(what: More): Promise<void> {
  loaded.add(what)
  const { locale, messages } = await loadMore(what, i18n.locale === 'sw' ? 'sw' : 'en')
  i18n.load(locale, messages)
}

/** Switches to the language that the bettor chose and stores the choice. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const catalogues = await Promise.all([loadCatalogue(locale), ...[...loaded].map((what) => loadMore(what, locale))])
  activateLocale({ locale, messages: Object.assign({}, ...catalogues.map(({ messages }) => messages)) })
  stored.write('locale', locale)
}
