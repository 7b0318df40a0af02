import { identity } from '@nare/contract/identity'
import { ledger } from '@nare/contract/ledger'
import type { Page } from '@playwright/test'
import { ask } from './support/api.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const frameOf = (page: Page) => page.frameLocator('iframe[title="Savanna Reels"]')
const cents = (text: string): number => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)

test('a game is found in spite of a typo, saved as a favourite, and played for money, and the balance is correct afterwards', async ({
  page,
  funded,
  request,
}) => {
  await enterAs(page, funded)
  await page.goto('/casino')
  await expect(
    page.getByRole('region', { name: 'Ours, every round checkable' }).getByRole('link', { name: 'Dice' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /^Crash 97% return/ })).toHaveAttribute('href', '/nare-games/crash')
  await expectNoSidewaysScroll(page)
  // No name lies on its drawing, which ends 61 of 104 parts below the top.
  const tiles = page.getByRole('region', { name: 'Ours, every round checkable' }).getByRole('listitem')
  const covered = await tiles.filter({ has: page.locator('img') }).evaluateAll((all) =>
    all.filter((tile) => {
      const [{ top, width }, name] = [tile.getBoundingClientRect(), tile.querySelector('b')?.getBoundingClientRect()]
      return !name || name.top < top + (61 / 104) * width
    }),
  )
  expect(covered).toHaveLength(0)

  await page.getByRole('searchbox', { name: 'Search games' }).fill('savana rels')
  await page.getByRole('button', { name: /Savanna Reels/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Savanna Reels' })
  await expect(sheet.getByText('96.09%')).toBeVisible()
  await expect(sheet.getByRole('button').filter({ hasText: /demo|Play/ })).toHaveText([/demo/, 'Play'])
  await sheet.getByRole('button', { name: 'Add to favourites' }).click()
  await expect(sheet.getByRole('button', { name: 'Remove from favourites' })).toBeVisible()

  await sheet.getByRole('button', { name: 'Play', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Savanna Reels' })
  await expect(bar.getByText('KSh 1,000')).toBeVisible()
  const spin = frameOf(page).getByRole('button', { name: 'Spin' })
  await spin.click()
  await expect(bar.getByText(/min · net -?KSh \d/)).toBeVisible()
  // The frame reports a changed balance, and the bar requests the balance from the server. A spin may return exactly its stake.
  await expect(async () => {
    const { data } = await ask(request, ledger.transactions, { kind: 'stake' }, funded.token)
    expect(data.length).toBeGreaterThan(0)
    const { user } = await ask(request, identity.balance, {}, funded.token)
    expect(cents((await bar.locator('b .amount').innerText()) ?? '')).toBe(cents(user.balance))
  }).toPass()

  await bar.getByRole('button', { name: 'Leave the game' }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
  const { user } = await ask(request, identity.balance, {}, funded.token)
  await expect(page.getByRole('link', { name: 'Balance and profile' })).toContainText(
    user.balance.replace('.00', '').replace(/\B(?=(\d{3})+(\.|$))/g, ','),
  )
  await page.getByRole('link', { name: 'Favourites' }).click()
  await expect(page.getByRole('list', { name: 'Favourites' }).getByRole('listitem')).toHaveText([/Savanna Reels/])
  await page.getByRole('link', { name: 'Recent' }).click()
  await expect(page.getByRole('list', { name: 'Recent' }).getByRole('listitem')).toHaveText([/Savanna Reels/])
})

test(
  'after ten seconds without a response a game shows an error and can be tried again',
  { tag: '@long' },
  async ({ page, funded }) => {
    await enterAs(page, funded)
    let silent = true
    const releases: (() => void)[] = []
    await page.route(/\/play\/pragmatic\//, async (route) => {
      if (!silent) return route.continue()
      await new Promise<void>((done) => releases.push(done))
      await route.abort().catch(() => undefined)
    })
    await page.clock.install()
    // The ten seconds begin with the launch, whose answer waits until the clock stops.
    const stopped = Promise.withResolvers<undefined>()
    const asked = page.waitForRequest(/\/v1\/casino\/play/)
    await page.route(/\/v1\/casino\/play/, async (route) => {
      await stopped.promise
      await route.continue()
    })
    await page.goto('/gameplay/pragmatic%3Asavanna-reels')
    await asked
    await page.clock.pauseAt(Date.now() + 1000)
    stopped.resolve(undefined)
    await expect(page.locator('iframe[title="Savanna Reels"]')).toBeAttached()
    await page.clock.fastForward(9000)
    const failed = page.getByText("The game isn't responding. The provider settles the rounds you've started.")
    await expect(failed).toHaveCount(0)
    await page.clock.fastForward(1500)
    await expect(failed).toBeVisible()
    silent = false
    await page.clock.resume()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(frameOf(page).getByRole('button', { name: 'Spin' })).toBeVisible()
    await expect(failed).toHaveCount(0)
    for (const done of releases) done()
  },
)

test(
  'a launch that hangs is reported after ten seconds and can be tried again',
  { tag: '@long' },
  async ({ page, funded }) => {
    await enterAs(page, funded)
    let hangs = true
    await page.route(/\/v1\/casino\/play/, (route) => (hangs ? undefined : route.continue()))
    await page.clock.install()
    const launched = page.waitForRequest(/\/v1\/casino\/play/)
    await page.goto('/gameplay/pragmatic%3Asavanna-reels')
    await page.clock.fastForward(1)
    await launched
    const failed = page.getByText("The game isn't responding. The provider settles the rounds you've started.")
    await expect(failed).toHaveCount(0)
    await page.clock.fastForward(10_500)
    await expect(failed).toBeVisible()
    hangs = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.clock.fastForward(1)
    await expect(frameOf(page).getByRole('button', { name: 'Spin' })).toBeVisible()
    await expect(failed).toHaveCount(0)
  },
)

test('a game whose details could not be loaded is launched and shown', { tag: '@long' }, async ({ page, funded }) => {
  await enterAs(page, funded)
  await page.route(/\/v1\/casino\/games\/pragmatic/, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Not loaded' } }),
  )
  await page.goto('/gameplay/pragmatic%3Asavanna-reels')
  await expect(page.frameLocator('iframe[title="Game"]').getByRole('button', { name: 'Spin' })).toBeVisible()
  await expect(page.getByText('Not loaded')).toHaveCount(0)
})

test('the row of winners is there only while somebody has won', { tag: '@long' }, async ({ page }) => {
  const data: object[] = []
  await page.route('**/v1/casino/games?*winners=true', async (route) => {
    const lobby = await route.fetch()
    await route.fulfill({ json: { ...((await lobby.json()) as object), winners: data } })
  })
  const winners = page.getByRole('main').getByRole('region', { name: 'Winners' })
  await page.goto('/casino')
  await expect(page.getByRole('link', { name: /^Dice/ }).first()).toBeVisible()
  await expect(winners).toHaveCount(0)
  data.push({
    ...{ player: '07••71', game_id: 'nare:dice', name: 'Dice', provider: 'nare' },
    ...{ amount: '520.00', stake: '20.00', at: new Date().toISOString() },
  })
  await page.goto('/casino')
  await expect(winners).toContainText('520')
})

test('Back leads from a chip and from a search to the lobby', { tag: '@long' }, async ({ page }) => {
  await page.goto('/')
  await page.goto('/casino')
  const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  await chips.filter({ hasText: /^Ours/ }).click()
  await chips.nth(2).click()
  await expect(page).toHaveURL(/category=/)
  await page.goBack()
  await expect(page).toHaveURL(/\/casino$/)
  await page.getByRole('searchbox', { name: 'Search games' }).fill('dice')
  await expect(page).toHaveURL(/q=dice/)
  await page.goBack()
  await expect(page).toHaveURL(/\/casino$/)
  await expect(page.getByRole('searchbox', { name: 'Search games' })).toHaveValue('')
})

test(
  'a lobby that could not be read is there once the network is back',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.route('**/v1/casino/games?*', (route) => route.abort())
    await page.goto('/casino')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.unroute('**/v1/casino/games?*')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByRole('link', { name: /^Dice/ }).first()).toBeVisible()
  },
)

test('on a desktop a banner that is alone fills its row', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  await page.goto('/casino')
  const banner = page.getByRole('main').getByRole('link', { name: 'Nare games', exact: true })
  const shelf = page.getByRole('region', { name: 'More games' }).getByRole('list')
  await expect(banner).toBeVisible()
  const [own, row] = [await banner.boundingBox(), await shelf.boundingBox()]
  expect(own?.width).toBeGreaterThan((row?.width ?? Infinity) - 32)
})
