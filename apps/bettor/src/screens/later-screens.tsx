import './later-catalogues.ts'
import type { ComponentType } from 'react'
import { loadWithMessages } from '../i18n/locale.ts'
import { loadChunk } from '../loading/chunk.ts'
import { pageOf, type Path } from '../pages/layout.ts'

const loadCasino = () => import('../features/casino/casino-part.ts')
const casinoTexts = ['casino', 'forms'] as const
const gameplay = () => loadWithMessages(loadCasino, casinoTexts).then(({ Gameplay }) => Gameplay)

const nareGames = () =>
  loadWithMessages(() => import('./nare-games.tsx'), ['games', 'forms']).then(({ NareGames }) => NareGames)

/** Screens that the front page does not even name, by path: its first load is the same with and without them. */
const screens: Readonly<Partial<Record<Path, () => Promise<ComponentType>>>> = {
  '/casino': () => loadWithMessages(loadCasino, casinoTexts).then(({ Casino }) => Casino),
  '/gameplay/:game_id?': gameplay,
  '/smart-soft': () => loadWithMessages(loadCasino, casinoTexts).then(({ SmartSoft }) => SmartSoft),
  '/smart-play/:game_id?': gameplay,
  '/nare-games/crash': () =>
    loadWithMessages(() => import('../features/crash/crash.tsx'), ['crash', 'forms']).then(({ Crash }) => Crash),
  '/nare-games': nareGames,
  '/nare-games/:game': nareGames,
  '/sports': () =>
    loadWithMessages(() => import('../features/content/sports.tsx'), ['content']).then(({ Sports }) => Sports),
  '/results': () => loadChunk(() => import('./results.tsx')).then(({ Results }) => Results),
  '/reset-password': () =>
    loadWithMessages(() => import('../features/identity/reset-password.tsx'), ['identity', 'forms']).then(
      ({ ResetPassword }) => ResetPassword,
    ),
  '/bet-history': () =>
    loadWithMessages(() => import('./bet-history.tsx'), ['account', 'betting', 'forms']).then(
      ({ BetHistoryPage }) => BetHistoryPage,
    ),
  '/redirect': () =>
    loadWithMessages(() => import('../features/identity/redirect.tsx'), ['identity']).then(
      (ended) => ended.SessionEnded,
    ),
}

/** The screen of a path; one that there is none for shows that it is not open yet. */
export async function laterScreenAt(path: Path): Promise<ComponentType> {
  const load = screens[path]
  if (load) return load()
  const { NotOpenYet } = await loadWithMessages(() => import('../pages/message-pages.tsx'), ['content'])
  return function Unopened() {
    return <NotOpenYet page={pageOf(path)} />
  }
}
