import { boards } from '@nare/contract/boards'
import type { APIRequestContext } from '@playwright/test'
import { ask, finishMatch, fund, placeBet, signUp, type Bettor } from './support/api.ts'
import { newMatch } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, passUntil, test } from './support/test.ts'

/** Bets of the given stakes on the winner of one match, each of a different bettor; resolves once all bets are on the board. */
async function win(request: APIRequestContext, bets: readonly { bettor: Bettor; stake: string }[]): Promise<void> {
  const match = await newMatch(request)
  const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  for (const { bettor, stake } of bets) {
    await fund(request, bettor.msisdn, stake)
    await placeBet(request, bettor, stake, [pick])
  }
  await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '1:0' })
}

const ownRow = async (request: APIRequestContext, { token }: Bettor) =>
  (await ask(request, boards.leaderboard, { period: 'day' }, token)).mine

test(
  "a board ranks winners by points with shared ranks, pins the bettor's row, moves no row without a tap, and hides a name",
  { tag: ['@layout', '@long'] },
  async ({ page, request, bettor }) => {
    const [rival, tied] = await Promise.all([
      signUp(request, { name: 'Zawadi Rival' }),
      signUp(request, { name: 'Zuberi Tied' }),
    ])
    await win(request, [
      { bettor: rival, stake: '90.00' },
      { bettor, stake: '80.00' },
      { bettor: tied, stake: '80.00' },
    ])
    await expect.poll(async () => (await ownRow(request, bettor))?.points).toBe(88)
    await page.clock.install()
    await enterAs(page, bettor)
    await page.goto('/leader-board?period=day')
    const table = page.getByRole('table', { name: 'Ranks' })
    const mine = table.getByRole('row', { name: /You/ })
    await expect(mine).toContainText('88')
    await expect(mine.getByRole('cell').first()).toHaveText(/^\d+ shared$/)
    await expect(page.getByText(/^Ends in /)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Day' })).toHaveAttribute('aria-pressed', 'true')
    const pinned = page.getByText(/You · 88 points/)
    await expect(pinned).toBeInViewport()
    await expectNoSidewaysScroll(page)

    const rankBefore = (await mine.getByRole('cell').first().textContent()) ?? ''
    await win(request, [{ bettor, stake: '50.00' }])
    await expect.poll(async () => (await ownRow(request, bettor))?.points).toBe(143)
    const newer = page.getByRole('button', { name: 'Show new ranks' })
    await passUntil(page, newer)
    await expect(mine.getByRole('cell').first()).toHaveText(rankBefore)
    await expect(page.getByText(/You · 143 points/)).toBeInViewport()
    await newer.click()
    await expect(mine).toContainText('143')

    await page.getByText('How points work').click()
    await page.getByRole('button', { name: 'Jump to me' }).click()
    await expect(mine).toBeFocused()
    await page.getByRole('switch', { name: 'Hide my name' }).check()
    await expect
      .poll(async () => {
        const { data } = await ask(request, boards.leaderboard, { period: 'day' }, tied.token)
        return data.filter(({ points, player }) => Number(points) === 143 && player === '').length
      })
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Crash' }).click()
    await expect(page).toHaveURL(/board=crash/)
    await expect(page.getByText('You have no leaderboard points in this period yet')).toBeVisible()
  },
)
