import { fund, placeBet } from './support/api.ts'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { withdraw } from './support/money.ts'
import { newMatch } from './support/slip.ts'
import { fill, outcomeAs, personAt } from './support/tasks.ts'
import { expect } from './support/test.ts'

const waits = /Waits for a second person. Proposal PR-/

test(
  'the form of a large payout says that a second person is asked; the queue names the proposer, and a search finds it once it is decided',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    const { msisdn, user } = funded
    for (const amount of ['90000.00', '90000.00']) await fund(request, msisdn, amount)
    const id = await withdraw(request, funded, '150000')
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })

    const chebet = await at('chebet', `/payments/withdrawals?id=${id}`)
    const panel = chebet.getByRole('complementary', { name: 'Withdrawal' })
    await expect(panel).toContainText('Above what one person decides')
    await chebet.keyboard.press('a')
    await expect(panel.getByRole('form')).toContainText('Nothing is sent yet: this sum needs a second person.')
    await fill(chebet, {}, 'played and identified')
    await outcomeAs(chebet, request, { name: 'chebet', outcome: waits })
    await expectNothingSerious(chebet)

    const asha = await at('asha', '/payments/withdrawals')
    const row = asha.getByRole('row', { name: user.name })
    await expect(row.getByRole('link', { name: 'Proposed by chebet' })).toHaveAttribute('href', /house\/proposals\?id=/)
    await row.click()
    await asha.keyboard.press('a')
    const form = asha.getByRole('complementary', { name: 'Withdrawal' }).getByRole('form')
    await expect(form).toContainText('after ten seconds: chebet has proposed it, and you are the second person.')
    await fill(asha, {}, 'agreed')
    await outcomeAs(asha, request, { name: 'asha', outcome: /Done\./ })
    await asha.goto('/console/payments/withdrawals')
    await asha.getByRole('searchbox', { name: 'Find' }).fill(`W-${id}`)
    await expect(asha.getByRole('row', { name: user.name })).toContainText(/Approved, sent soon|Sent|Done/)
    await chebet.context().close()
    await asha.context().close()
  },
)

test(
  'a ticket says why no cash-out is offered, a timeline leads whoever may read it to the line of the audit log, and Today has other days',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    const match = await newMatch(request)
    const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    const { bet } = await placeBet(request, funded, '100', [pick])
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const esther = await at('esther', `/bets/${bet?.bet_id ?? ''}`)
    await expect(esther.getByRole('region', { name: 'Cash-outs' })).toContainText(/Now worth|None is offered now/)
    await esther.keyboard.press('b')
    await expect(esther.getByRole('heading', { level: 1, name: funded.user.name })).toBeVisible()
    await esther.keyboard.press('l')
    await fill(esther, {}, 'phone stolen')
    await outcomeAs(esther, request, { name: 'esther', outcome: /Locked\./ })
    await esther.reload()
    await esther
      .getByRole('grid', { name: 'Timeline' })
      .getByRole('link', { name: /Audit \d+/ })
      .first()
      .click()
    await expect(esther).toHaveURL(/\/house\/audit\?line=\d+/)
    await expect(esther.getByRole('complementary', { name: 'Line' })).toContainText('esther')
    await esther.goto('/console/')
    await esther.getByRole('button', { name: '7 days' }).click()
    await expect(esther).toHaveURL(/[?&]span=week/)
    await expect(esther.getByRole('heading', { name: 'Gross result in 7 days' })).toBeVisible()
    await expect(esther.getByRole('heading', { name: 'Stakes by day' })).toBeVisible()
    await expectNothingSerious(esther)
    await esther.context().close()
  },
)
