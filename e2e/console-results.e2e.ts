import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import { sandbox } from '@nare/contract/sandbox'
import { ask, createMatch, fund, placeBet } from './support/api.ts'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { decideProposal, fill, outcomeAs, personAt, task } from './support/tasks.ts'
import { expect } from './support/test.ts'

/** A kick-off in some minutes, as the field of a date takes it in the country's time. */
const inMinutes = (now: string, minutes: number): string =>
  new Date(Date.parse(now) + (minutes + 180) * 60_000).toISOString().slice(0, 16)

test(
  'a match that no feed has: made by hand, bet on, ended by hand after a preview, and corrected by two people with a debt',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, bettor }) => {
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const { now } = await ask(request, sandbox.clock, { advance_s: 0 })
    await fund(request, bettor.msisdn, '60000')
    const baraka = await at('baraka', '/trading/fixture')
    let id = ''
    await task(baraka, 'make a match by hand', async () => {
      const text = (name: string, value: string) => baraka.getByLabel(name, { exact: true }).fill(value)
      await text('Name of the competition', 'Mashujaa Cup')
      await text('Home', 'Mathare')
      await text('Away', 'Kibera')
      await text('Kick-off in Nairobi', inMinutes(now, 5))
      for (const [name, value] of Object.entries({
        '1': '2.10',
        X: '3.40',
        '2': '3.60',
        'Over 2.5': '1.90',
        'Under 2.5': '1.90',
      }))
        await text(name, value)
      await expectNothingSerious(baraka)
      await fill(baraka, {}, 'the final of the cup')
      await expect(baraka.getByText(/Match \d{8} takes bets/)).toBeVisible()
      id = /Match (\d{8})/.exec((await baraka.getByText(/Match \d{8} takes bets/).textContent()) ?? '')?.[1] ?? ''
    })
    const pick = { match_id: id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    for (let n = 0; n < 3; n++) await placeBet(request, bettor, '20000', [pick])
    // It has begun, and cannot be over yet.
    await ask(request, sandbox.clock, { advance_s: 360 })

    await baraka.getByRole('link', { name: 'Open it' }).click()
    await expect(baraka.getByRole('heading', { level: 1, name: /Mathare.*Kibera/ })).toBeVisible()
    await task(baraka, 'enter the result by hand', async () => {
      await baraka.keyboard.press('r')
      await baraka.getByLabel('Final score', { exact: true }).fill('1:0')
      await expect(baraka.getByRole('button', { name: 'See what will happen first' })).toBeDisabled()
      await baraka.getByRole('button', { name: 'See what will happen', exact: true }).click()
      await expect(
        baraka.getByText(/3 tickets change, 3 of them are paid. KSh.126,000(\.00)? is paid out/).first(),
      ).toBeVisible()
      await expectNothingSerious(baraka)
      await fill(baraka, {}, 'seen on the pitch')
      await outcomeAs(baraka, request, { name: 'baraka', outcome: /Waits for a second person/ })
    })
    const asha = await at('asha', '/house/proposals')
    await task(asha, 'confirm the result of a match that cannot be over yet', async () => {
      await expect(asha.getByText(/before the match can be over/)).toBeVisible()
      await decideProposal(asha, request, { name: 'asha', about: `Match ${id}`, key: 'a', outcome: /Done\./ })
    })
    await expect
      .poll(async () => (await ask(request, identity.balance, {}, bettor.token)).user.balance)
      .toBe('126000.00')

    const later = new Date(Date.parse(now) + 2 * 3_600_000).toISOString()
    const other = await createMatch(request, { home: 'Gor', away: 'AFC' }, { start_time: later })
    for (let n = 0; n < 4; n++) await placeBet(request, bettor, '20000', [{ ...pick, match_id: other }])
    await task(baraka, 'correct the result, which leaves a debt and needs a second person', async () => {
      await baraka.getByRole('button', { name: 'Close' }).click()
      await baraka.keyboard.press('r')
      // With the keyboard alone: Enter asks for the preview, and then the reason has the focus.
      await baraka.getByLabel('Final score', { exact: true }).fill('0:1')
      await baraka.getByLabel('Final score', { exact: true }).press('Enter')
      await expect(
        baraka.getByText(/1 bettor will owe KSh.80,000(\.00)?, because the money is gone/).first(),
      ).toBeVisible()
      await expect(baraka.getByRole('textbox', { name: 'Reason', exact: true })).toBeFocused()
      await baraka.keyboard.type('the goal did not count')
      await baraka.keyboard.press('Enter')
      await outcomeAs(baraka, request, { name: 'baraka', outcome: /Waits for a second person/ })
    })
    expect((await ask(request, identity.balance, {}, bettor.token)).user.balance).toBe('46000.00')

    await asha.reload()
    await task(asha, 'confirm the correction', async () => {
      await decideProposal(asha, request, { name: 'asha', about: `Match ${id}`, key: 'a', outcome: /Done\./ })
    })
    await expect.poll(async () => (await ask(request, identity.balance, {}, bettor.token)).user.balance).toBe('0.00')
    const { data } = await ask(request, betting.bets, {}, bettor.token)
    expect(data.filter(({ legs }) => legs[0]?.match_id === id).map(({ state }) => state)).toEqual([
      'lost',
      'lost',
      'lost',
    ])
    for (const page of [baraka, asha]) await page.context().close()
  },
)

test(
  'a market is declared void after a look at what that does: single bets on it get their stakes back, others stay',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    const id = await createMatch(request, { home: 'Tusker', away: 'Sofapaka' })
    const pick = (sub_type_id: string, odd_key: string, odd_value: string) => ({
      ...{ match_id: id, sub_type_id, odd_key, odd_value },
    })
    await placeBet(request, funded, '100', [pick('1', 'home_team', '2.10')])
    await placeBet(request, funded, '200', [pick('18', 'over 2.5', '1.95')])
    const path = `/trading/matches/${id}`
    const baraka = await personAt({ browser, request }, { url: house.app.url, name: 'baraka', path })
    await expect(baraka.getByRole('heading', { level: 1, name: /Tusker.*Sofapaka/ })).toBeVisible()
    await task(baraka, 'declare the totals void', async () => {
      await baraka.keyboard.press('v')
      await baraka.getByLabel('What', { exact: true }).selectOption('18')
      await expect(baraka.getByRole('button', { name: 'See what will happen first' })).toBeDisabled()
      await baraka.getByRole('button', { name: 'See what will happen', exact: true }).click()
      await expect(baraka.getByText(/1 ticket changes/).first()).toBeVisible()
      await fill(baraka, {}, 'the line was a mistake')
      await outcomeAs(baraka, request, { name: 'baraka', outcome: /It is void\. Bets are settled now\./ })
    })
    await expect.poll(async () => (await ask(request, identity.balance, {}, funded.token)).user.balance).toBe('900.00')
    const { data } = await ask(request, betting.bets, {}, funded.token)
    expect(data.map(({ state, stake }) => `${stake} ${state}`).toSorted()).toEqual(['100.00 open', '200.00 void'])
    await task(baraka, 'propose to end the void', async () => {
      await baraka.getByRole('button', { name: /^End the void of/ }).click()
      await baraka.getByRole('button', { name: 'See what will happen', exact: true }).click()
      await expect(baraka.getByText(/1 ticket changes/).first()).toBeVisible()
      await fill(baraka, {}, 'the line was right')
      await outcomeAs(baraka, request, { name: 'baraka', outcome: /Waits for a second person/ })
    })
    await baraka.context().close()
  },
)
