import { randomUUID } from 'node:crypto'
import { complaints } from '@nare/contract/complaints'
import { sandbox } from '@nare/contract/sandbox'
import type { APIRequestContext } from '@playwright/test'
import { ask, createMatch, driveMatch, fund, newMsisdn, placeBet, type Bettor } from './support/api.ts'
import { expectNothingSerious } from './support/console.ts'
import { clippedIn } from './support/console-looks.ts'
import { test } from './support/house.ts'
import { newPool } from './support/jackpot.ts'
import { withdraw } from './support/money.ts'
import { personAt } from './support/tasks.ts'
import { expect } from './support/test.ts'

const sizes = [
  [1440, 900],
  [1024, 768],
  [360, 740],
] as const
const themes = ['light', 'dark'] as const

/** The rooms by their addresses, and what is opened there by keys. */
const rooms: readonly (readonly [path: string, ...keys: string[]])[] = [
  ['/'],
  ['/?span=week'],
  ['/', 'Control+k'],
  ['/', '?'],
  ['/bets'],
  ['/bets/:bet'],
  ['/bettors'],
  ['/bettors/:bettor'],
  ['/bettors/:bettor', 'b'],
  ['/bettors/:bettor', 'm'],
  ['/bettors/:bettor?kinds=note'],
  ['/trading'],
  ['/trading', 'j'],
  ['/trading', 'j', 'm'],
  ['/trading/matches/:match'],
  ['/trading/matches/:match', 'p'],
  ['/trading/matches/:match', 'r'],
  ['/bets/codes'],
  ['/trading/referrals'],
  ['/trading/alerts'],
  ['/trading/fixture'],
  ['/payments/withdrawals'],
  ['/payments/withdrawals', 'j', 'r'],
  ['/payments/withdrawals?state=all'],
  ['/payments/withdrawals?state=all', 'j'],
  ['/payments/deposits'],
  ['/payments/deposits', 'j'],
  ['/payments/unmatched'],
  ['/payments/unmatched', 'j', 'a'],
  ['/payments/unresolved'],
  ['/payments/returns'],
  ['/payments/reconciliation'],
  ['/payments/providers'],
  ['/payments/identity'],
  ['/payments/reviews'],
  ['/reports/gross'],
  ['/reports/gross?by=competition'],
  ['/reports/tax'],
  ['/reports/tax', 'j'],
  ['/reports/payments'],
  ['/reports/bettors'],
  ['/reports/funds'],
  ['/house'],
  ['/house/proposals'],
  ['/house/findings'],
  ['/house/jackpots'],
  ['/house/jackpots', 'j'],
  ['/house/jackpots/new'],
  ['/house/promotions'],
  ['/house/products/league'],
  ['/house/products/league', 'j'],
  ['/house/products/games'],
  ['/house/products/games', 'j'],
  ['/house/products/games', 'j', 's'],
  ['/house/products/casino'],
  ['/house/products/casino', 'j'],
  ['/house/products/casino/rounds'],
  ['/house/promotions', 'j'],
  ['/house/promotions', 'j', 'e'],
  ['/house/promotions/new'],
  ['/house/boards'],
  ['/house/boards', 'j'],
  ['/house/points'],
  ['/house/points', 'n'],
  ['/house/fantasy'],
  ['/house/fantasy', 'j'],
  ['/house/sources'],
  ['/house/settings'],
  ['/house/settings', 'j'],
  ['/house/aml/alerts'],
  ['/house/complaints'],
  ['/house/incidents'],
  ['/house/protection/markers'],
  ['/house/messages/new'],
  ['/house/aml/cases'],
  ['/house/aml/rules'],
  ['/house/aml/rules', 'j'],
  ['/house/staff'],
  ['/house/staff', 'j'],
  ['/house/audit'],
]

const eventually = expect.configure({ soft: true })

for (const theme of themes)
  for (const [width, height] of sizes)
    test(
      `every room of the console fits ${width} x ${height}, in ${theme} colours, with nothing cut off and nothing serious by axe`,
      { tag: ['@desktop', '@long'] },
      async ({ browser, request, house, bettor, funded }) => {
        test.setTimeout(420_000)
        const { bet, match } = await fill(request, [bettor, funded])
        const page = await personAt({ browser, request }, { url: house.app.url, name: 'asha', path: '/' })
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height })
        await page.evaluate(
          async (found_at) => {
            const body = JSON.stringify({
              found_at,
              what: 'A laptop with a list of 200 numbers was stolen.',
              persons: 200,
            })
            await fetch('/v1/operator/incidents', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body,
            })
          },
          new Date(Date.now() - 3_600_000).toISOString(),
        )
        const id = await page.evaluate(
          async (number) =>
            (await (await fetch(`/v1/operator/bettors?q=${number}`)).json()) as { data: { bettor_id: string }[] },
          `0${funded.msisdn.slice(3)}`,
        )
        for (const [path, ...keys] of rooms) {
          const address = path
            .replace(':bettor', id.data[0]?.bettor_id ?? '')
            .replace(':bet', bet)
            .replace(':match', match)
          await page.goto(`/console${address}`)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByText('Loading…')).toHaveCount(0)
          for (const key of keys) await page.keyboard.press(key)
          const room = [path, ...keys].join(' ')
          // A column of numbers grows in the frame after its rows are in sight.
          await eventually.poll(async () => ({ room, clipped: await clippedIn(page) })).toEqual({ room, clipped: [] })
          await test.step(room, () => expectNothingSerious(page))
          if (process.env['SHOTS'])
            await page.screenshot({
              path: `${process.env['SHOTS']}/${width}-${theme}-${room.replaceAll(/\W+/g, '_')}.png`,
            })
        }
        await page.context().close()
      },
    )

/** Gives the rooms something to show. Returns the ids of a ticket and of its match. */
async function fill(
  request: APIRequestContext,
  bettors: readonly Bettor[],
): Promise<{ readonly bet: string; readonly match: string }> {
  const match = await createMatch(request, { home: 'Nakumatt Wanderers', away: 'Kakamega Homeboyz' })
  let bet = ''
  for (const bettor of bettors) {
    await fund(request, bettor.msisdn, '90000.00')
    for (const amount of ['25000', '300']) await withdraw(request, bettor, amount)
    for (const stake of ['100.00', '2500.00'])
      bet = (await placeBet(request, bettor, stake, [pickOf(match)])).bet.bet_id
  }
  await newPool(request, 'Weekend Four')
  await driveMatch(request, match, { state: 'live', minute: 12, score: '1:0' })
  await ask(request, sandbox.payBill, { msisdn: newMsisdn(), account: 'BARUA', amount: '26000', unasked: true })
  const [first] = bettors
  if (first) {
    const { msisdn, token } = first
    const text = 'My deposit of 1,000 is not in my account, although M-Pesa says that it went through.'
    await ask(request, complaints.complain, { id: randomUUID(), about: 'payment', text }, token)
    // So many that they raise a marker of harm, and so much that it raises alerts of money laundering.
    for (const amount of [...Array.from({ length: 6 }, () => '1000'), '140000', '140000', '140000'])
      await ask(request, sandbox.payBill, { msisdn, account: msisdn, amount })
  }
  await ask(request, sandbox.quiet, {})
  return { bet, match }
}

const pickOf = (match_id: string) => ({ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' })
