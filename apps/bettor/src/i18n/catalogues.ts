import type { Messages } from '@lingui/core'
import { loadChunk } from '../loading/chunk.ts'
import { loadMarketTexts } from './loaded-market-texts.ts'

export const locales = { en: 'English', sw: 'Kiswahili' } as const
export type Locale = keyof typeof locales

export type Catalogue = { locale: Locale; messages: Messages }

/** A catalogue that the front page does not load (see lingui.config.ts). */
export type More =
  | (
      | 'account'
      | 'betting'
      | 'boards'
      | 'build'
      | 'cashout'
      | 'casino'
      | 'catalog'
      | 'complaints'
      | 'content'
      | 'crash'
      | 'device'
      | 'fantasy'
    )
  | (
      | 'forms'
      | 'games'
      | 'identity'
      | 'insight'
      | 'jackpot'
      | 'league'
      | 'live'
      | 'match'
      | 'payments'
      | 'print'
      | 'protection'
    )
  | ('referred' | 'rewards' | 'slip' | 'titles' | 'wide')
type Loads = Record<string, () => Promise<{ messages: Messages }>>

/** The catalogues by their files; those of screens whose loaders load lazily are added with them (screens/later-catalogues.ts, slip/referred-texts.ts, slip/build-texts.ts). */
const loads: Loads = import.meta.glob<{ messages: Messages }>([
  '../locales/*/*.po',
  '!../locales/{boards,cashout,complaints,crash,fantasy,games,jackpot,print,rewards}/*',
  '!../locales/{build,referred}/*',
])

/** Adds catalogues whose loaders load lazily. */
export const addCatalogues = (added: Loads): void => void Object.assign(loads, added)

const messagesOf = async (name: More | 'front', locale: Locale): Promise<Messages> =>
  (await loads[`../locales/${name}/${locale}.po`]?.())?.messages ?? {}

/** The language that index.html has found: the stored one, else Swahili if the browser prefers it, else that of the country. */
export const preferredLocale = (): Locale => (document.documentElement.lang === 'sw' ? 'sw' : 'en')

/** Loads the messages of the front page in a language. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const [messages] = await loadChunk(() => Promise.all([messagesOf('front', locale), loadMarketTexts(locale)]))
  return { locale, messages }
}

/** Loads the messages of one more catalogue in a language. */
export const loadMore = async (what: More, locale: Locale): Promise<Catalogue> => ({
  locale,
  messages: await loadChunk(() => messagesOf(what, locale)),
})
