import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, expect, request, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { catalog, type MatchView } from '@nare/contract/catalog'
import { betting } from '@nare/contract/betting'
import { ask, createMatch, driveMatch, finishMatch, fund, placeBet, signUp, type Bettor } from './support/api.ts'
import { startApp } from './support/app.ts'
import { findBrowser } from './support/browser.ts'
import { bettorScenes, exclusionScene, guestScenes, type Scene } from './support/scenes.ts'
import { enterAs } from './support/test.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const everything = join(root, '.cache', 'screenshots')
const shown = join(root, 'docs', 'screenshots')

/** The screenshots in the README; all others stay out of the repository. */
const kept = ['home-phone-dark', 'match-phone-dark', 'slip-phone-dark', 'home-desktop-light']

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } } as const
const themes = ['dark', 'light'] as const

type Teams = Parameters<typeof createMatch>[1]
type Shot = { page: Page; theme: (typeof themes)[number]; size: keyof typeof sizes; as: string }

const running = process.env['NARE_URL']
const app = running ? { url: running, stop: async () => {} } : await startApp({ FEED: 'simulated' })
const browser = await chromium.launch(await findBrowser())
try {
  await mkdir(everything, { recursive: true })
  await mkdir(shown, { recursive: true })
  const api = await request.newContext({ baseURL: app.url })
  const bettor = await signUp(api)
  await fund(api, bettor.msisdn, '1250.00')
  const matches = await openMatches(() => ask(api, catalog.matches, { sport_id: '79', when: 'highlights', limit: 50 }))
  for (const match of matches.slice(3, 6)) {
    await placeBet(api, bettor, '50.00', [homeWin(match)])
  }
  await playLive(api, { home: 'Shabana', away: 'Sofapaka' }, { minute: 63, score: '2:1' })
  await playLive(api, { home: 'Ulinzi Stars', away: 'Kenya Police' }, { minute: 12, score: '0:0' })
  await settleOne(api, bettor)
  const first = matches[0]
  if (!first) throw new Error('The feed has no match to show')
  const { code } = await ask(api, betting.share, { slip: matches.slice(0, 3).map(homeWin) })
  const { data } = await ask(api, betting.bets, { state: 'open' }, bettor.token)
  const seen = { match: first.match_id, competition: first.competition_id, code, bet: data[0]?.bet_id ?? '' }
  for (const size of ['phone', 'desktop'] as const) {
    await Promise.all(
      themes.map(async (theme) => {
        const excluded = await signUp(api)
        await takeAll(browser, { size, theme, bettor, excluded, matches, scenes: bettorScenes(seen) })
      }),
    )
  }
  for (const name of kept) await copyFile(join(everything, `${name}.png`), join(shown, `${name}.png`))
  await api.dispose()
} finally {
  await browser.close()
  await app.stop()
}

/** A live match, so that the live pages are never empty. */
async function playLive(api: APIRequestContext, teams: Teams, now: { minute: number; score: string }): Promise<void> {
  const start_time = new Date(Date.now() - now.minute * 60_000).toISOString()
  await driveMatch(api, await createMatch(api, teams, { start_time }), { state: 'live', ...now })
}

/** A won bet for the settled bets. */
async function settleOne(api: APIRequestContext, bettor: Bettor): Promise<void> {
  const match_id = await createMatch(api, { home: 'Nairobi City Stars', away: 'Murang’a Seal' })
  await placeBet(api, bettor, '100.00', [homeWin({ match_id, home_odd: '2.10' })])
  await finishMatch(api, match_id, { halfTime: '1:0', fullTime: '2:1', goals: ['home', 'away', 'home'] })
}

/** Waits for the feed's first matches with a home price. */
async function openMatches(read: () => Promise<{ data: MatchView[] }>): Promise<MatchView[]> {
  let found: MatchView[] = []
  await expect
    .poll(
      async () => {
        found = (await read()).data.filter((match) => match.state === 'not_started' && match.home_odd !== null)
        return found.length
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(5)
  return found
}

function homeWin({ match_id, home_odd }: Pick<MatchView, 'match_id' | 'home_odd'>) {
  return { match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: home_odd ?? '' }
}

type All = Pick<Shot, 'size' | 'theme'> & {
  bettor: Bettor
  excluded: Bettor
  matches: MatchView[]
  scenes: readonly Scene[]
}

async function takeAll(to: Browser, { size, theme, bettor, excluded, matches, scenes }: All): Promise<void> {
  const take = async (who: Bettor | undefined, work: (page: Page) => Promise<void>): Promise<void> => {
    const context = await to.newContext({
      baseURL: app.url,
      viewport: sizes[size],
      colorScheme: theme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      locale: 'en-KE',
      timezoneId: 'Africa/Nairobi',
    })
    const page = await context.newPage()
    if (who) await enterAs(page, who)
    await work(page)
    await context.close()
  }
  const each = (list: readonly Scene[]) => async (page: Page) => {
    for (const scene of list) await takeScene({ page, theme, size }, scene)
  }
  await take(undefined, each(guestScenes))
  await take(bettor, each(scenes))
  await take(excluded, each([exclusionScene]))
  await take(bettor, (page) => takeSlip({ page, theme, size }, matches))
}

/** The match page with a pick, then the slip of three, then its receipt. */
async function takeSlip(shot: Omit<Shot, 'as'>, matches: MatchView[]): Promise<void> {
  const { page, size } = shot
  for (const { match_id } of matches.slice(0, 3).toReversed()) {
    await page.goto(`/match/${match_id}`)
    await page.getByRole('group', { name: '1X2', exact: true }).getByRole('button').first().click()
  }
  await page.getByText('Undo').waitFor({ state: 'hidden' })
  await picture({ ...shot, as: 'match' })
  if (size === 'phone') await page.getByRole('button', { name: /^3 picks/ }).click()
  const slip = size === 'phone' ? page.getByRole('dialog') : page.getByRole('complementary', { name: 'Slip' })
  await slip.getByRole('button', { name: 'Stake 100' }).click()
  await expect(slip.getByRole('button', { name: /^Place \d/ })).toBeEnabled()
  await picture({ ...shot, as: 'slip' })
  await slip.getByRole('button', { name: /^Place \d/ }).click()
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  await page.getByText('Bet placed').first().waitFor()
  await picture({ ...shot, as: 'receipt' })
  await slip.getByRole('button', { name: 'Back to matches' }).click()
}

async function takeScene(shot: Omit<Shot, 'as'>, { as, at, then }: Scene): Promise<void> {
  const { page } = shot
  await page.goto(at)
  await expect(page.getByRole('heading').first()).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await then?.(page)
  await picture({ ...shot, as })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Logs pages that are wider than their window. */
async function picture({ page, theme, size, as }: Shot): Promise<void> {
  await page.waitForLoadState('networkidle')
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (over > 0) console.warn(`${as}, ${size}: ${over} px wider than the window`)
  await page.screenshot({ path: join(everything, `${as}-${size}-${theme}.png`) })
}
