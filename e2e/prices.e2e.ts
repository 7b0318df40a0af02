import type { Page } from '@playwright/test'
import { betting } from '@nare/contract/betting'
import { ask, driveMatch, type Bettor } from './support/api.ts'
import { newMatch, pickHome, resultOf, tapAtFirstSight } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

/** Blocks live updates, so that the page sees a price only when it requests it. */
const blockLiveUpdates = (page: Page): Promise<void> => page.routeWebSocket(/\/v1\/live/, () => {})

/** Delays slip validations, so the slip keeps its prices; the returned function releases them. */
async function delayValidations(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/v1/bet/validate', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const homeAt = (odds: string) => ({ odds: { '1': { home_team: odds } } })

async function placed(request: Parameters<typeof ask>[0], bettor: Bettor): Promise<number> {
  return (await ask(request, betting.bets, {}, bettor.token)).meta.total
}

test('a price that falls while the slip is open must be accepted by a button with the new total, which ignores a tap in its first moment', async ({
  page,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  const match = await newMatch(request)
  const slip = await pickHome(page, match, '100')
  await expect(slip.getByRole('button', { name: 'Place 100 →' })).toBeEnabled()

  await tapAtFirstSight(page, 'Accept 1.90')
  await driveMatch(request, match.id, homeAt('1.90'))
  const accept = slip.getByRole('button', { name: 'Accept 1.90 & place KSh 100' })
  await expect(accept).toBeVisible()
  await expect(slip.getByText('▼')).toBeVisible()
  await expect(slip.getByText('KSh 190')).toBeVisible()
  expect(await placed(request, funded)).toBe(0)

  await accept.click()
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  await expect(slip.getByRole('article')).toContainText('100 → 190')
  expect(await placed(request, funded)).toBe(1)
})

test('the server refuses a price that fell without a live update: nothing is placed, and the next tap shows the new total', async ({
  page,
  request,
  funded,
}) => {
  await blockLiveUpdates(page)
  await enterAs(page, funded)
  const match = await newMatch(request)
  const checked = page.waitForResponse((answer) => answer.url().endsWith('/v1/bet/validate'))
  const slip = await pickHome(page, match, '100')
  await checked
  await expect(slip.getByRole('button', { name: 'Place 100 →' })).toBeEnabled()
  const release = await delayValidations(page)

  await driveMatch(request, match.id, homeAt('1.90'))
  await slip.getByRole('button', { name: 'Place 100 →' }).click()
  await expect(slip.getByRole('alert')).toHaveText('The odds have changed. Nothing was placed.')
  expect(await placed(request, funded)).toBe(0)

  release()
  await slip.getByRole('button', { name: 'Accept 1.90 & place KSh 100' }).click()
  await expect(slip.getByRole('article')).toContainText('100 → 190')
})

test(
  'a bet whose price rose without a live update is placed at the better price',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await blockLiveUpdates(page)
    await enterAs(page, funded)
    const match = await newMatch(request)
    const slip = await pickHome(page, match, '100')
    await expect(slip.getByRole('button', { name: 'Place 100 →' })).toBeEnabled()
    await delayValidations(page)
    await driveMatch(request, match.id, homeAt('2.50'))
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('article')).toContainText('2.50')
    await expect(slip.getByRole('article')).toContainText('100 → 250')
  },
)

test(
  'with any change accepted a lower price is placed and shown on the receipt',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const match = await newMatch(request)
    const slip = await pickHome(page, match, '100')
    await slip.getByLabel('If odds change').selectOption('Accept any odds')
    await driveMatch(request, match.id, homeAt('1.90'))
    await expect(slip.getByText('▼')).toBeVisible()
    await slip.getByRole('button', { name: 'Place 100 →' }).click()
    await expect(slip.getByRole('article')).toContainText('100 → 190')
  },
)

test('with "Ask me" a higher price needs confirmation too', { tag: '@long' }, async ({ page, request, funded }) => {
  await enterAs(page, funded)
  const match = await newMatch(request)
  const slip = await pickHome(page, match, '100')
  await slip.getByLabel('If odds change').selectOption('Ask me first')
  await driveMatch(request, match.id, homeAt('2.50'))
  await expect(slip.getByText('▲')).toBeVisible()
  await slip.getByRole('button', { name: 'Accept 2.50 & place KSh 100' }).click()
  await expect(slip.getByRole('article')).toContainText('100 → 250')
})

test('a suspended pick alone waits until its market opens again; beside an open one it can be removed', async ({
  page,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  const match = await newMatch(request)
  const slip = await pickHome(page, match, '100')
  await driveMatch(request, match.id, { suspend: true })
  const waiting = slip.getByRole('button', { name: 'Suspended, waiting' })
  await expect(waiting).toBeDisabled()
  await expect(slip.getByText('Suspended for now')).toBeVisible()

  await driveMatch(request, match.id, { suspend: false })
  await expect(slip.getByRole('button', { name: 'Place 100 →' })).toBeEnabled()

  await driveMatch(request, match.id, { suspend: true })
  await expect(waiting).toBeDisabled()
  const other = await newMatch(request)
  const two = await pickHome(page, other, '100')
  await two.getByRole('button', { name: 'Remove 1 pick to place' }).click()
  await page.goto(`/match/${match.id}`)
  await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'false')
})
