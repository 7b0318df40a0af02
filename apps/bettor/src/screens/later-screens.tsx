import './later-catalogues.ts'
import type { ComponentType } from 'react'
import { loadWithMessages } from '../i18n/locale.ts'
import { loadChunk } from '../loading/chunk.ts'
import { pageOf, type Path } from '../pages/layout.ts'
import { useApp } from '../state/hooks.ts'

const loadCasinoGames = () => import('../features/casino/games-part.ts')
const casinoTexts = ['casino', 'forms'] as const
const gameplay = () => loadWithMessages(loadCasinoGames, casinoTexts).then(({ Gameplay }) => Gameplay)

const loadRewards = () => import('../features/rewards/rewards-part.ts')
const rewardsTexts = ['rewards', 'forms'] as const

/** A promotion page. Its terms are blocks, as on content pages. */
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

/** The screen of an optional feature. If the operator has switched the feature off, the page shows `NotOpenYet`. */
const optional =
  (feature: string, path: Path, load: () => Promise<ComponentType>) => async (): Promise<ComponentType> => {
    const [Screen, NotOpenYet] = await Promise.all([load(), loadNotOpen()])
    return function OptionalScreen() {
      const isClosed = useApp(({ data }) => data.app_config !== null && data.app_config.features[feature] !== true)
      return isClosed ? <NotOpenYet page={pageOf(path)} /> : <Screen />
    }
  }
const loadJackpot = () => import('../features/jackpot/jackpot-part.ts')
const jackpotTexts = ['jackpot', 'forms'] as const

const nareGames = () =>
  loadWithMessages(() => import('./nare-games.tsx'), ['games', 'forms']).then(({ NareGames }) => NareGames)

/** Lazy screens by path. The front page does not import this file, so they do not change its first load. */
const screens: Readonly<Partial<Record<Path, () => Promise<ComponentType>>>> = {
  '/gameplay/:game_id?': gameplay,
  '/smart-soft': () => loadWithMessages(loadCasinoGames, casinoTexts).then(({ SmartSoft }) => SmartSoft),
  '/smart-play/:game_id?': gameplay,
  '/nare-games/crash': () =>
    loadWithMessages(() => import('../features/crash/crash.tsx'), ['crash', 'forms']).then(({ Crash }) => Crash),
  '/nare-games': nareGames,
  '/nare-games/:game': nareGames,
  '/points': optional('points', '/points', () =>
    loadWithMessages(loadRewards, rewardsTexts).then(({ Points }) => Points),
  ),
  '/promotions': optional('promotions', '/promotions', () =>
    loadWithMessages(loadRewards, rewardsTexts).then(({ Promotions }) => Promotions),
  ),
  '/promo/:id?': optional('promotions', '/promo/:id?', promotion),
  '/leader-board': optional('leaderboard', '/leader-board', () =>
    loadWithMessages(() => import('../features/boards/boards.tsx'), ['boards', 'forms']).then(
      ({ LeaderBoard }) => LeaderBoard,
    ),
  ),
  '/jackpot': optional('jackpot', '/jackpot', () =>
    loadWithMessages(loadJackpot, jackpotTexts).then(({ Jackpot }) => Jackpot),
  ),
  '/betslip-jackpot': optional('jackpot', '/betslip-jackpot', () =>
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

/** Loads the bonus tab of the profile. */
export const loadBonus = (): Promise<ComponentType> =>
  loadWithMessages(loadRewards, rewardsTexts).then(({ Bonus }) => Bonus)

/** Loads the complaints tab of the profile. */
export const loadComplaints = (): Promise<ComponentType> =>
  loadWithMessages(() => import('../features/complaints/complaints.tsx'), ['complaints', 'forms']).then(
    ({ Complaints }) => Complaints,
  )

/** Loads the bettor's data and the end of the account, for the security tab of the profile. */
export const loadOwnAccount = (): Promise<ComponentType> =>
  loadWithMessages(() => import('../features/account/own-account.tsx'), ['account', 'forms']).then(
    ({ OwnAccount }) => OwnAccount,
  )

/** The screen of a path; a path without a screen shows `NotOpenYet`. */
export async function laterScreenAt(path: Path): Promise<ComponentType> {
  const load = screens[path]
  if (load) return load()
  const NotOpenYet = await loadNotOpen()
  return function MissingScreen() {
    return <NotOpenYet page={pageOf(path)} />
  }
}
