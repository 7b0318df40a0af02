import { betting } from '@nare/contract/betting'
import { protection } from '@nare/contract/protection'
import { catalog } from '@nare/contract/catalog'
import type { APIRequestContext, Page } from '@playwright/test'
import { ask, createMatch, driveMatch, placeBet, type Bettor } from './support/api.ts'
import { crawl, everything, prepare, type Look } from './support/crawl.ts'
import { recordedLeague } from './support/league-answers.ts'
import { answerFrom } from './support/league-routes.ts'
import { bettorScenes, guestScenes, plain, type Scene } from './support/scenes.ts'
import { newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

type Named = Look & { name: string; tag: string[]; width?: number }

const onPhone: Named = { name: 'with axe on a phone', tag: [], withAxe: true }
/** The core widens the phone's window on each page; the long run opens a desktop. */
const phoneWidened: Named = everything
  ? onPhone
  : { ...onPhone, name: 'with axe on a phone and a desktop', thenWide: true }
const onDesktop: Named = { name: 'on a desktop', tag: ['@desktop', '@long'], directly: true }
const swahili: Named = { name: 'in Swahili with text twice as large', tag: [], locale: 'sw', textPercent: 200 }
const large: Named = { name: 'with text twice as large', tag: ['@long'], textPercent: 200 }
const narrow: Named = { name: '320 px wide', tag: ['@long'], width: 320 }

const looks: Named[] = [
  phoneWidened,
  onDesktop,
  swahili,
  { ...swahili, name: 'in Swahili', tag: ['@long'], textPercent: 100 },
  large,
  narrow,
]
const looksOfStates: Named[] = [{ ...onPhone, thenLarge: true }, { ...onDesktop, directly: false }, large, narrow]

/** A guest's launch of a game, which opens /redirect after three seconds: as one with further steps, so that the next page is opened directly. */
const launch = (at: string): Scene => ({ as: at, at, then: async () => {} })

/** The pages that a guest sees otherwise than a bettor, and pages beyond the list of the specification. */
const guestPages: readonly Scene[] = [
  ...guestScenes,
  ...plain('/', '/?when=live', '/competition?sport_id=80', '/b/ABCDEF', '/sports', '/gameplay'),
  launch('/gameplay/7'),
  ...plain('/smart-soft', '/smart-play'),
  launch('/smart-play/7'),
  ...plain('/nare-games/crash', '/nare-games/roulette', '/promo/1'),
  ...(everything
    ? plain(...['dice', 'limbo', 'mines', 'plinko', 'hi-lo', 'keno', 'blackjack'].map((game) => `/nare-games/${game}`))
    : []),
  ...plain('/points', '/leader-board', '/fpl', '/withdraw', '/bet-history', '/bethistory', '/print'),
]

const liveMatch = async (request: APIRequestContext) => {
  const match = await newMatch(request, { start_time: new Date(Date.now() - 600_000).toISOString() })
  await driveMatch(request, match.id, { state: 'live', minute: 10, score: '1:0' })
  return match
}

const homePick = (match_id: string) => ({ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' })

/** Shows the seconds to the next crash flight on the lobby's card, in whatever phase the game is. */
async function showCountdown(page: Page): Promise<void> {
  await page.routeWebSocket(/\/v1\/live/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const endsAt = new Date(Date.now() + 50_000).toISOString()
      const state = message.toString().replace(/"ends_at":"[^"]*",?/, '')
      socket.send(state.replace(/"phase":"\w+"/, `"phase":"betting","ends_at":"${endsAt}"`))
    })
  })
  await page.goto('/casino')
  await expect(page.getByRole('link').filter({ hasText: /0:\d\d/ })).toBeVisible()
}

/** Every page of a bettor with an open bet, a requested limit and a live match in the lists. */
async function pagesOf(request: APIRequestContext, bettor: Bettor): Promise<readonly Scene[]> {
  await liveMatch(request)
  const match = await createMatch(request, { home: 'Kariobangi Sharks', away: 'Ulinzi Stars' })
  const { data } = await ask(request, catalog.match, { match_id: match })
  const { code } = await ask(request, betting.share, { slip: [homePick(match)] })
  const { bet } = await placeBet(request, bettor, '50.00', [homePick(match)])
  await ask(request, protection.setLimits, { deposit: { day: '500' } }, bettor.token)
  await ask(request, protection.setLimits, { deposit: { day: '900' } }, bettor.token)
  return [
    ...bettorScenes({ match, competition: data.competition_id, code, bet: bet.bet_id }),
    { as: 'casino-countdown', at: '/casino', then: showCountdown },
  ]
}

/** The states of a match, a slip, a receipt, a bet and a play-out that a bettor sees one after the other. */
async function statesOf(request: APIRequestContext): Promise<readonly Scene[]> {
  const [first, second, live] = [await newMatch(request), await newMatch(request), await liveMatch(request)]
  await driveMatch(request, live.id, { minute: 12, event: 'red_card', side: 'away', player: 'Otieno' })
  const scene = (as: string, at: string, then: NonNullable<Scene['then']>): Scene => ({ as, at, then })
  return [
    scene('timeline', `/match/${live.id}`, async (page) => {
      await page.getByRole('button', { name: 'Timeline' }).click()
      await expect(page.getByRole('list', { name: 'Timeline' }).getByText('Red card')).toBeVisible()
    }),
    scene('stats', `/match/${live.id}`, async (page) => {
      await page.getByRole('button', { name: 'Stats', exact: true }).click()
      await expect(page.getByRole('img', { name: /^Chances from our prices/ })).toBeVisible()
    }),
    scene('table', `/match/${live.id}`, async (page) => {
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      await expect(
        page
          .getByRole('main')
          .getByText(/^(Table|The table begins)/)
          .last(),
      ).toBeVisible()
    }),
    scene('slip', `/match/${first.id}`, async (page) => void (await pickHome(page, first, '100'))),
    scene('receipt', `/match/${first.id}`, async (page) => {
      const slip = await openSlip(page)
      await slip.getByRole('button', { name: 'Place 100 →' }).click()
      await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    }),
    scene('suspended', `/match/${first.id}`, async (page) => {
      await driveMatch(request, first.id, { suspend: true })
      await expect(resultOf(page).home).toHaveAttribute('aria-disabled', 'true')
    }),
    scene('suspended-pick', `/match/${second.id}`, async (page) => {
      await resultOf(page).home.click()
      await driveMatch(request, second.id, { suspend: true })
      await page.goto('/betslip-slip')
      await expect(page.getByText('Suspended for now')).toBeVisible()
    }),
    scene('no-cash-out', '/my-bets', (page) =>
      expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible(),
    ),
    scene('cash-out', '/my-bets', async (page) => {
      await driveMatch(request, first.id, { suspend: false })
      await page.getByRole('button', { name: /^Cash out \d/ }).click()
      await expect(page.getByRole('button', { name: /^Cash out KSh/ })).toBeEnabled()
    }),
    scene('bet-details', '/my-bets', async (page) => {
      await page.getByRole('link', { name: 'Details' }).click()
      await expect(page.getByLabel('Cash out at')).toBeVisible()
    }),
    scene('play-out', '/playouts', async (page) => {
      await page.routeWebSocket(/\/v1\/live/, () => {})
      await answerFrom(page, recordedLeague({ startMs: Date.now() - 150_000 }), () => Date.now())
      await page.goto('/playouts')
      await expect(page.getByRole('group', { name: 'Commentary' }).getByRole('listitem').nth(3)).toBeAttached()
    }),
  ]
}

type Who = { page: Page; bettor?: Bettor }

async function look({ page, bettor }: Who, { width, ...look }: Named, scenes: readonly Scene[]): Promise<void> {
  test.setTimeout(900_000)
  if (width !== undefined) await page.setViewportSize({ width, height: 740 })
  await prepare(page, look)
  if (bettor) await enterAs(page, bettor)
  await crawl(page, look.locale === 'sw' ? scenes.filter(({ inEnglish }) => !inEnglish) : scenes, look)
}

// The crawls are the longest journeys: each may run beside the others.
test.describe.configure({ mode: 'parallel' })

for (const named of looks) {
  const { name, tag } = named
  // A guest's pages are written by the server: the core opens each directly on the phone, the long run on the desktop.
  test(`every page of a guest is whole ${name}`, { tag }, ({ page }) =>
    look({ page }, { ...named, directly: (named.directly || named.thenWide) ?? false }, guestPages),
  )

  test(`every page of a bettor is whole ${name}`, { tag }, async ({ page, request, funded }) =>
    look({ page, bettor: funded }, named, await pagesOf(request, funded)),
  )
}

for (const named of looksOfStates) {
  const { name, tag } = named
  test(`every state of a match and a bet is whole ${name}`, { tag }, async ({ page, request, funded }) =>
    look({ page, bettor: funded }, named, await statesOf(request)),
  )
}

test('an injected script does not run', async ({ page }) => {
  await page.goto('/how-to-play')
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.brought = true'
    document.body.append(script)
    return 'brought' in window
  })
  expect(ran).toBe(false)
})
