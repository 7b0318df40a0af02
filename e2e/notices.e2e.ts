import { request as requests, type BrowserContext, type Page } from '@playwright/test'
import type { Answer } from '@nare/contract/route'
import { notices } from '@nare/contract/notices'
import { sandbox } from '@nare/contract/sandbox'
import { ask, finishMatch, fund, placeBet, signUp } from './support/api.ts'
import { startApp } from './support/app.ts'
import { newMatch } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

type Made = Answer<typeof sandbox.newBrowser>

/** The browser's push service cannot be reached from here: the page subscribes at the sandbox's instead. */
async function subscribeAt(page: Page, { subscription }: Made): Promise<void> {
  await page.addInitScript((made) => {
    const own = {
      ...made,
      options: { applicationServerKey: null },
      toJSON: () => made,
      unsubscribe: async () => (localStorage.removeItem('test-push'), true),
    }
    // A browser without a window refuses notices, whatever was granted.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.assign(Notification, { requestPermission: async () => 'granted' })
    const current = async () => (localStorage.getItem('test-push') ? own : null)
    Object.assign(PushManager.prototype, {
      getSubscription: current,
      subscribe: async () => (localStorage.setItem('test-push', 'on'), own),
    })
  }, subscription)
}

/** Hands a message to the service worker, as the browser does when its push service sends one. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((found) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) found(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

/** Lets the service worker note what it shows, because a browser without a window shows none. */
async function noteShown(context: BrowserContext): Promise<void> {
  await context.serviceWorkers()[0]?.evaluate(() => {
    const shown: unknown[] = []
    const showNotification = async (title: string, options: { body?: string; data?: unknown }) =>
      void shown.push([title, options.body, options.data])
    Object.assign(globalThis, { shown })
    Object.defineProperty((globalThis as unknown as { registration: object }).registration, 'showNotification', {
      value: showNotification,
    })
  })
}
const shownBy = (context: BrowserContext) =>
  context.serviceWorkers()[0]?.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown)

test(
  'a bettor chooses to be told of settled bets, is told once, and turns it off',
  { tag: ['@layout', '@long'] },
  async ({ browser, viewport, isMobile, hasTouch }) => {
    test.setTimeout(300_000)
    const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off' })
    const request = await requests.newContext({ baseURL: app.url })
    const size = { viewport, isMobile, hasTouch, locale: 'en-KE' }
    try {
      const bettor = await signUp(request)
      await fund(request, bettor.msisdn, '1000.00')
      const made = await ask(request, sandbox.newBrowser, {})
      const context = await browser.newContext({ ...size, baseURL: app.url, serviceWorkers: 'allow' })
      const page = await context.newPage()
      await subscribeAt(page, made)
      await enterAs(page, bettor)
      await page.goto('/profile?tab=messages')
      const here = page.getByRole('group', { name: 'Notices on this device' })
      const settled = here.getByRole('checkbox', { name: 'A bet of mine is settled' })
      await expect(settled).not.toBeChecked()
      await settled.click()
      await expect(settled).toBeChecked()
      await expect(here.getByRole('checkbox', { name: 'A match on my bet is about to start' })).not.toBeChecked()
      await page.reload()
      await expect(settled).toBeChecked()
      const quiet = page.getByRole('checkbox', { name: /^Quiet hours/ })
      await expect(quiet).toBeChecked()
      await expect(page.getByLabel('Quiet from')).toHaveValue('22')
      await quiet.click()
      await expect(page.getByLabel('Quiet from')).toHaveCount(0)
      await expectNoSidewaysScroll(page)

      const match = await newMatch(request)
      const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
      const betId = (await placeBet(request, bettor, '100', [pick])).bet?.bet_id ?? ''
      await finishMatch(request, match.id, { halfTime: '0:0', fullTime: '1:0' })
      const received = async () => (await ask(request, sandbox.browser, { push_id: made.push_id })).notices
      await expect
        .poll(
          async () => {
            await ask(request, sandbox.clock, { advance_s: 5 })
            return (await received()).length
          },
          { timeout: 120_000 },
        )
        .toBe(1)
      const [sent] = await received()
      await noteShown(context)
      await deliver(context, page, sent?.text ?? '')
      await expect
        .poll(() => shownBy(context))
        .toEqual([['Nare: Bet won', `Bet ${betId} won. The money is in your account.`, `/my-bets?bet=${betId}`]])

      await settled.click()
      await expect(settled).not.toBeChecked()
      expect((await ask(request, notices.notices, {}, bettor.token)).data.devices).toEqual([])

      const forbidding = await browser.newContext({ ...size, baseURL: app.url, serviceWorkers: 'allow' })
      const other = await forbidding.newPage()
      await enterAs(other, bettor)
      await other.goto('/profile?tab=messages')
      await expect(
        other.getByText(/Your browser blocks notices from this site|Kivinjari chako kinazuia arifa/),
      ).toBeVisible()
    } finally {
      await request.dispose()
      await app.stop()
    }
  },
)
