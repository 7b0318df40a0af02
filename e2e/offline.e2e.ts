import { fund, placeBet } from './support/api.ts'
import { newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker of this release has cached the shell and controls the page. */
async function installed(page: import('@playwright/test').Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })
}

test("offline the last list, the bettor's bets and how to play are shown with their age, and no bet is queued", async ({
  page,
  context,
  request,
  bettor,
}) => {
  await fund(request, bettor.msisdn, '1000.00')
  const match = await newMatch(request)
  await placeBet(request, bettor, '100.00', [
    { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' },
  ])
  await enterAs(page, bettor)
  await page.goto('/')
  await installed(page)
  await page.reload()
  await page.goto('/my-bets')
  await expect(page.getByText(/^Stake 100/).first()).toBeVisible()
  await page.goto('/how-to-play')
  await expect(page.getByRole('region', { name: 'Practice slip' })).toBeVisible()
  await page.goto(`/match/${match.id}`)
  await resultOf(page).home.click()

  const sent: string[] = []
  await context.setOffline(true)
  page.on('request', (asked) => asked.method() === 'POST' && sent.push(new URL(asked.url()).pathname))
  await page.goto('/my-bets')
  await expect(page.getByText(/^Stake 100/).first()).toBeVisible()
  await expect(page.getByText(/You're offline; betting is paused. This page is \d+ minutes? old/)).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await page.goto('/how-to-play')
  await expect(page.getByRole('region', { name: 'Practice slip' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.goto(`/match/${match.id}`)
  const slip = await openSlip(page)
  await slip
    .getByLabel(/^Stake/)
    .first()
    .fill('50')
  await expect(slip.getByRole('button', { name: /place bet/i })).toHaveCount(0)

  await context.setOffline(false)
  await page.goto('/my-bets')
  await expect(page.getByText(/You're offline/)).toHaveCount(0)
  await expect(page.getByText(/^Stake 50/)).toHaveCount(0)
  expect(sent.filter((path) => path === '/v1/bet')).toEqual([])
})

test('the app is installable: manifest, icons and a service worker', { tag: '@long' }, async ({ page, request }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest: { start_url: string; icons: { src: string }[] } = await (await request.get(String(href))).json()
  expect(manifest.start_url).toMatch(/^\//)
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200)
  await installed(page)
  expect(await page.evaluate(async () => (await caches.keys()).some((name) => name.startsWith('bettor-shell-')))).toBe(
    true,
  )
})

test('a logout clears the account from the caches and storage of the phone', async ({ page, request, funded }) => {
  const match = await newMatch(request)
  await enterAs(page, funded)
  await page.goto('/')
  await installed(page)
  await page.reload()
  const slip = await pickHome(page, match, '100')
  await slip.getByRole('button', { name: 'Place 100 →' }).click()
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  const storedResponses = () => page.evaluate(async () => (await (await caches.open('bettor-own')).keys()).length)
  await page.goto('/my-bets')
  await expect(page.getByText(/^Stake 100/).first()).toBeVisible()
  await expect.poll(storedResponses).toBeGreaterThan(0)

  await page.goto('/profile')
  expect(await page.evaluate(() => localStorage.getItem('bettor:last-stake'))).not.toBeNull()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.has('bettor-own'))).toBe(false)
  // The token is stored until the server has ended its session.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('bettor:log-outs'))).toBeNull()
  const left = await page.evaluate(() => ({ ...localStorage }))
  const stay = [
    'betslip',
    'skipUserUpdate',
    ...['front-carousel', 'server-ahead', 'settings', 'visits'].map((key) => `bettor:${key}`),
  ]
  expect(Object.keys(left).filter((key) => !stay.includes(key))).toEqual([])
  for (const secret of [funded.msisdn, funded.token]) expect(JSON.stringify(left)).not.toContain(secret)
})
