import { betting } from '@nare/contract/betting'
import { ask } from './support/api.ts'
import { newMatch, openSlip, pickHome, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

test(
  'on a phone one pick opens as a low sheet by a tap on the bar, never by itself; the page above stays usable, and Back closes it',
  { tag: '@long' },
  async ({ page, request }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const match = await newMatch(request)
    await page.goto(`/match/${match.id}`)
    await resultOf(page).home.click()
    await expect(page.getByRole('button', { name: /^1 pick/ })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const slip = await openSlip(page)
    const heightOf = async () => (await slip.boundingBox())?.height
    const stake = slip.getByRole('button', { name: 'Stake 100' })
    await expect(stake).toBeVisible()
    const before = await heightOf()
    await stake.click()
    await expect(slip.getByRole('button', { name: 'Log in to place your bet' })).toBeVisible()
    expect(await heightOf()).toBe(before)
    expect(before).toBeLessThan(320)
    await resultOf(page).away.click()
    await expect(slip.getByText(match.away, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(slip).toBeHidden()
    await openSlip(page)
    await page.goBack()
    await expect(slip).toBeHidden()
    await expect(page).toHaveURL(`/match/${match.id}`)
    await openSlip(page)
    await page.goto(`/match/${(await newMatch(request)).id}`)
    await expect(slip).toHaveCount(0)
  },
)

test(
  'in a low window and with large text the payout and the bet button are in sight while the picks are scrolled',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    for (const _ of [1, 2]) await pickHome(page, await newMatch(request), '100')
    for (const { width, height, text } of [
      { width: 740, height: 360, text: '100%' },
      { width: 360, height: 740, text: '200%' },
    ]) {
      await page.setViewportSize({ width, height })
      const slip = await pickHome(page, await newMatch(request), '100')
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), text)
      await slip.getByRole('listitem').first().scrollIntoViewIfNeeded()
      await expect(slip.getByText('Possible payout')).toBeInViewport({ ratio: 1 })
      await expect(slip.getByRole('button', { name: /^Place 100 →/ })).toBeInViewport({ ratio: 1 })
    }
  },
)

test(
  'each single has the stake for all or one of its own, and is placed at it',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const [first, second] = [await newMatch(request), await newMatch(request)]
    await pickHome(page, first, '30')
    const slip = await pickHome(page, second, '30')
    await slip.getByRole('button', { name: 'Singles' }).click()
    await slip.getByLabel(`Own stake, ${second.home}`).fill('50')
    await slip.getByRole('button', { name: 'Place 80 → 168' }).click()
    await expect(slip.getByRole('article')).toHaveCount(2)
    const { data } = await ask(request, betting.bets, {}, funded.token)
    expect(data.map(({ stake }) => stake).sort()).toEqual(['30.00', '50.00'])
  },
)
