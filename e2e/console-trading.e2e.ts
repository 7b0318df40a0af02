import { driveMatch, placeBet } from './support/api.ts'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { newMatch } from './support/slip.ts'
import { personAt, searchFor, task } from './support/tasks.ts'
import { expect } from './support/test.ts'

test(
  'a trader sees what each match can cost, live, and opens the one that costs most',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    const [match, other] = [await newMatch(request), await newMatch(request)]
    const pick = (id: string, odd_key = 'home_team', odd_value = '2.10') => ({
      ...{ match_id: id, sub_type_id: '1', odd_key, odd_value },
    })
    await placeBet(request, funded, '100', [pick(match.id)])
    const page = await personAt({ browser, request }, { url: house.app.url, name: 'baraka', path: '/trading' })
    const board = page.getByRole('grid', { name: 'Matches' })
    const lineOf = (name: string) => board.getByRole('row').filter({ hasText: name })

    await task(page, 'see the match that costs most, while bets come in', async () => {
      await expect(lineOf(`${match.home} –`)).toContainText('−110')
      await placeBet(request, funded, '50', [pick(other.id, 'away_team', '3.60')])
      await expect(lineOf(`${other.home} –`)).toContainText('−130')
      await page.getByRole('button', { name: /^With bets/ }).click()
      await expect(page).toHaveURL(/show=bets/)
      await expect(board.getByRole('row')).toHaveCount(4)
    })
    await expectNothingSerious(page)

    await task(page, 'open the match with the keyboard and read what each score would cost', async () => {
      await page.getByLabel('Team, competition or number').fill(match.home)
      await expect(lineOf(`${other.home} –`)).toHaveCount(0)
      await page.getByLabel('Team, competition or number').press('Enter')
      await page.keyboard.press('j')
      const panel = page.getByRole('complementary', { name: 'Match' })
      const ends = panel.getByRole('table', { name: 'What we keep by final score' })
      await expect(ends.getByRole('row').nth(2)).toContainText('−110')
      await expectNothingSerious(page)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(match.home)
    })
    const outcomes = page.getByRole('table', { name: 'Outcomes' })
    await expect(outcomes.getByRole('row', { name: /^1 2\.10/ })).toContainText('pay −110')
    await expect(page.getByRole('region', { name: 'Who stands on it' })).toContainText(funded.user.name)
    await page.getByText('As a table').click()
    await expect(page.getByRole('group', { name: /^1X2: 1/ })).toContainText('2.10')
    await expectNothingSerious(page)

    await driveMatch(request, match.id, { state: 'live', minute: 12, score: '1:0' })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('1–0')
    await expect(page.getByRole('region', { name: 'What happened' })).toContainText('1:0')

    await task(page, 'suspend the match with S, with the reason', async () => {
      await page.keyboard.press('s')
      await page.getByLabel('Reason').fill('A rumour about the keeper')
      await page.getByLabel('Reason').press('Enter')
      await expect(page.getByText('Suspended.')).toBeVisible()
    })
    await expect(page.getByRole('region', { name: 'What happened' })).toContainText(
      'Match suspended: A rumour about the keeper',
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    // The board is as it was left: its filters, and the cursor on the match.
    await expect(page).toHaveURL(/\/trading\?.*show=bets/)
    await expect(page.getByLabel('Team, competition or number')).toHaveValue(match.home)
    await expect(lineOf(`${match.home} –`)).toContainText('Held')
    await expect(lineOf(`${match.home} –`)).toHaveAttribute('aria-selected', 'true')
    await expect(board.getByRole('row', { name: /^Live/ })).toContainText(/1 match · staked 100 · at worst −\d/)
    await task(page, 'limit the match from the board', async () => {
      await page.keyboard.press('l')
      await page.getByLabel('KSh').fill('400')
      await page.getByLabel('Reason').fill('Unusual bets')
      await page.getByLabel('Reason').press('Enter')
      await expect(page.getByText(/^Done\. It holds in every process/)).toBeVisible()
    })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('complementary', { name: 'Match' })).toContainText('KSh 400')
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page.getByRole('heading', { level: 1, name: 'Referrals' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Trading' }).getByRole('link', { name: 'Board' })).toBeVisible()
    await searchFor(page, match.home, 'Match')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(match.home)
    await page.context().close()
  },
)

test(
  'support looks at the board and changes nothing; who does not trade has no such room',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house }) => {
    const match = await newMatch(request)
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const support = await at('dalili', `/trading/matches/${match.id}`)
    await expect(support.getByRole('heading', { level: 1 })).toContainText(match.home)
    await expect(support.getByRole('button', { name: 'Suspend' })).toHaveCount(0)
    await support.context().close()
    const marketing = await at('gitonga', `/trading/matches/${match.id}`)
    await expect(marketing).toHaveURL(/\/bets\?match_id=/)
    await expect(marketing.getByRole('link', { name: 'Trading' })).toHaveCount(0)
    await marketing.context().close()
  },
)
