import './later-catalogues.ts'
import type { ComponentType } from 'react'
import { loadWithMessages } from '../i18n/locale.ts'
import { loadChunk } from '../loading/chunk.ts'
import { pageOf, type Path } from '../pages/layout.ts'
import { useApp } from '../state/hooks.ts'

const loadCasino = () => import('../features/casino/casino-part.ts')
const casinoTexts = ['casino', 'forms'] as const
const gameplay = () => loadWithMessages(loadCasino, casinoTexts).then(({ Gameplay }) => Gameplay)

const loadRewards = () => import('../features/rewards/rewards-part.ts')
const rewardsTexts = ['rewards', 'forms'] as const

/** A promotion with its terms, which are written like the pages of content. */
async function promotion(): Promise<ComponentType> {
  const [{ Promotion }, { Blocks }] = await Promise.all([
    loadWithMessages(loadRewards, rewardsTexts),
    loadChunk(() => import('../features/content/blocks.tsx')),
  ])
  return function PromotionPage() {
    return <Promotion terms={Blocks} />
  }
}

const loadNotOpen = () =>
  loadWithMessages(() => import('../pages/message-pages.tsx'), ['content']).then(({ NotOpenYet }) => NotOpenYet)

/** A screen of a room that the operator may leave closed: then the page says so. */
const room = (feature: string, path: Path, load: () => Promise<ComponentType>) => async (): Promise<ComponentType> => {
  const [Screen, NotOpenYet] = await Promise.all([load(), loadNotOpen()])
  return function Room() {
    const isClosed = useApp(({ data }) => data.app_config !== null && data.app_config.features[feature] !== true)
    return isClosed ? <NotOpenYet page={pageOf(path)} /> : <Screen />
  }
}
const loadJackpot = () => import('../features/jackpot/jackpot-part.ts')
const jackpotTexts = ['jackpot', 'forms'] as const

const nareGames = () =>
  loadWithMessages(() => import('./nare-games.tsx'), ['games', 'forms']).then(({ NareGames }) => NareGames)

/** Screens that the front page does not even name, by path: its first load is the same with and without them. */
const screens: Readonly<Partial<Record<Path, () => Promise<ComponentType>>>> = {
  '/gameplay/:game_id?': gameplay,
  '/smart-soft': () => loadWithMessages(loadCasino, casinoTexts).then(({ SmartSoft }) => SmartSoft),
  '/smart-play/:game_id?': gameplay,
  '/nare-games/crash': () =>
    loadWithMessages(() => import('../features/crash/crash.tsx'), ['crash', 'forms']).then(({ Crash }) => Crash),
  '/nare-games': nareGames,
  '/nare-games/:game': nareGames,
  '/points': room('points', '/points', () => loadWithMessages(loadRewards, rewardsTexts).then(({ Points }) => Points)),
  '/promotions': room('promotions', '/promotions', () =>
    loadWithMessages(loadRewards, rewardsTexts).then(({ Promotions }) => Promotions),
  ),
  '/promo/:id?': room('promotions', '/promo/:id?', promotion),
  '/leader-board': room('leaderboard', '/leader-board', () =>
    loadWithMessages(() => import('../features/boards/boards.tsx'), ['boards', 'forms']).then(
      ({ LeaderBoard }) => LeaderBoard,
    ),
  ),
  '/jackpot': room('jackpot', '/jackpot', () =>
    loadWithMessages(loadJackpot, jackpotTexts).then(({ Jackpot }) => Jackpot),
  ),
  '/betslip-jackpot': room('jackpot', '/betslip-jackpot', () =>
    loadWithMessages(loadJackpot, jackpotTexts).then(({ JackpotSlipPage }) => JackpotSlipPage),
  ),
  '/fpl': () =>
    loadWithMessages(() => import('../features/fantasy/fantasy.tsx'), ['fantasy', 'forms']).then(
      ({ Fantasy }) => Fantasy,
    ),
  '/sports': () =>
    loadWithMessages(() => import('../features/content/sports.tsx'), ['content']).then(({ Sports }) => Sports),
  '/print/:list?': () =>
    loadWithMessages(() => import('../features/print/print.tsx'), ['print']).then(({ Print }) => Print),
  '/results': () => loadChunk(() => import('./results.tsx')).then(({ Results }) => Results),
  '/reset-password': () =>
    loadWithMessages(() => import('../features/identity/reset-password.tsx'), ['identity', 'forms']).then(
      ({ ResetPassword }) => ResetPassword,
    ),
  '/bet-history': () =>
    loadWithMessages(() => import('./bet-history.tsx'), ['account', 'betting', 'slip', 'forms']).then(
      ({ BetHistoryPage }) => BetHistoryPage,
    ),
  '/redirect': () =>
    loadWithMessages(() => import('../features/identity/redirect.tsx'), ['identity']).then(
      (ended) => ended.SessionEnded,
    ),
}

/** The profile's tab of bonus money. */
export const loadBonus = (): Promise<ComponentType> =>
  loadWithMessages(loadRewards, rewardsTexts).then(({ Bonus }) => Bonus)

/** The screen of a path; one that there is none for shows that it is not open yet. */
export async function laterScreenAt(path: Path): Promise<ComponentType> {
  const load = screens[path]
  if (load) return load()
  const NotOpenYet = await loadNotOpen()
  return function Unopened() {
    return <NotOpenYet page={pageOf(path)} />
  }
}
