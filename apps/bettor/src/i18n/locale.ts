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

/** Loads the messages of further catalogues; required before one of their texts is shown. */
export async function loadMessages(...names: readonly More[]): Promise<void> {
  for (const name of names) loaded.add(name)
  const current = i18n.locale === 'sw' ? 'sw' : 'en'
  for (const { locale, messages } of await Promise.all(names.map((name) => loadMore(name, current))))
    i18n.load(locale, messages)
}

/** Loads a chunk together with the further catalogues that it needs. */
export const loadWithMessages = <T>(load: () => Promise<T>, names: readonly More[]): Promise<T> =>
  loadChunk(() => Promise.all([load(), loadMessages(...names)]).then(([part]) => part))

/** Switches to the language that the bettor chose and stores the choice. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const catalogues = await Promise.all([loadCatalogue(locale), ...[...loaded].map((what) => loadMore(what, locale))])
  activateLocale({ locale, messages: Object.assign({}, ...catalogues.map(({ messages }) => messages)) })
  stored.write('locale', locale)
}
