import { namesBehind, pidOf, pinnedTo, type Pinned } from '@nare/api/testing/pinned'
import { request as requests, type APIRequestContext, type Page } from '@playwright/test'
import { driveMatch, fund, signUp } from './support/api.ts'
import { startApp, type App } from './support/app.ts'
import { newMatch, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

let app: App
let names: string[]
const pinned: Pinned[] = []
const apis: APIRequestContext[] = []

test.beforeAll(async () => {
  app = await startApp({ PROCESSES: '2', LEAGUE: 'off', CRASH: 'off', ARCADE: 'off' })
  const url = new URL(app.url)
  names = await namesBehind(url, 2)
  for (const name of names) {
    const proxy = await pinnedTo(url, name)
    pinned.push(proxy)
    apis.push(await requests.newContext({ baseURL: proxy.url }))
  }
})
test.afterAll(async () => {
  for (const api of apis) await api.dispose()
  for (const proxy of pinned) await proxy.close()
  await app.stop()
})

test(
  'browsers on two workers show the same bet, balance, suspension and goal; after one worker is killed the other works',
  { tag: '@long' },
  async ({ browser }) => {
    const [firstApi, secondApi] = apis as [APIRequestContext, APIRequestContext]
    const bettor = await signUp(secondApi)
    await fund(firstApi, bettor.msisdn, '1000.00')
    const match = await newMatch(firstApi)
    const pages: Page[] = []
    for (const { url } of pinned) {
      const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      await enterAs(page, bettor)
      await page.goto(`/match/${match.id}`)
      await expect(resultOf(page).home).toBeVisible()
      pages.push(page)
    }
    const [first, second] = pages as [Page, Page]
    const onBoth = async (check: (page: Page) => Promise<void>) => void (await Promise.all([first, second].map(check)))
    await onBoth((page) => expect(balance(page)).toContainText('KSh 1,000'))

    const slip = await pickHome(first, match, '100')
    await slip.getByRole('button', { name: /^Place \d/ }).click()
    await onBoth((page) => expect(balance(page)).toContainText('KSh 900'))

    await driveMatch(secondApi, match.id, { suspend: true })
    await onBoth((page) => expect(resultOf(page).away).toHaveAttribute('aria-disabled', 'true'))
    await driveMatch(secondApi, match.id, { state: 'live', minute: 30, score: '0:0' })
    await driveMatch(firstApi, match.id, { suspend: false })
    await driveMatch(secondApi, match.id, { minute: 34, score: '1:0', event: 'goal', side: 'home' })
    await onBoth((page) => expect(page.getByLabel('Score 1 to 0')).toBeVisible())

    process.kill(pidOf(names[0] ?? ''), 'SIGKILL')
    await driveMatch(secondApi, match.id, { minute: 40, score: '2:0', event: 'goal', side: 'home' })
    await expect(second.getByLabel('Score 2 to 0')).toBeVisible()
    await second.goto('/my-bets')
    await expect(second.getByText(match.home).first()).toBeVisible()
  },
)

const balance = (page: Page) => page.getByRole('banner')
