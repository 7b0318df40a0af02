import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bonus } from '@nare/contract/bonus'
import { consoleBettorActions as actions } from '@nare/contract/console-bettor-actions'
import { ledger } from '@nare/contract/ledger'
import { protection } from '@nare/contract/protection'
import { money } from '@nare/money/money'
import { verifyLedger } from '#modules/ledger/ledger'
import { transact } from '#platform/db'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { effectOf } from '#testing/house-results'
import { movedRows } from '#testing/moved-rows'
import { operatorsOf } from '#testing/operators'
import { bettorsOf, people, reason, tokenOf, type Person } from './testing.ts'

const nare = await sharedApp({ OPERATORS: operatorsOf(people) })
const bets = betsOn(nare)

const { account, page, lines } = bettorsOf(() => nare, tokenOf('esther'))

test('a correction needs finance as the second person, is made once and is called Correction', async () => {
  const { ref, token } = await account(100)
  const id = randomUUID()
  const correct = (name: Person, amount: string, direction: 'credit' | 'debit' = 'credit', command = id) =>
    nare.call(actions.correctBettor, { bettor_id: ref, id: command, direction, amount, reason }, tokenOf(name))
  expect((await correct('dalili', '50')).body).toMatchObject({ state: 'waiting' })
  expect(await correct('dorcas', '50')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  const answers = await Promise.all(Array.from({ length: 100 }, () => correct('farida', '50')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers[0]?.body).toEqual({ state: 'done', balance: '150.00', debt: '0.00' })
  const rows = (await nare.call(ledger.transactions, {}, token)).body.data
  expect(rows.map(({ kind, amount, description }) => [kind, amount, description])).toContainEqual([
    'correction_credit',
    '50.00',
    'Correction',
  ])
  expect(rows.filter(({ kind }) => kind === 'correction_credit')).toHaveLength(1)
  expect(await lines(ref)).toEqual(expect.arrayContaining(['Correction', expect.stringContaining('bettor.correct')]))
  expect((await verifyLedger(nare.base.db)).filter(({ broken }) => broken > 0)).toEqual([])
})

test('100 different debits against too small a balance take the cash once and make the rest a debt', async () => {
  const { ref, id: bettor } = await account(100)
  const { db, ledger: books } = nare.app
  const debit = (id: string, cents: bigint) =>
    transact(db, (tx) => books.correctByHand(tx, { id, bettor, direction: 'debit', amount: money(cents) }))
  const ids = Array.from({ length: 100 }, () => randomUUID())
  const posted = await Promise.all(ids.map((id) => debit(id, 500n)))
  expect(new Set(posted)).toEqual(new Set(['posted']))
  expect((await page(ref)).accounts).toMatchObject({ cash: '0.00', debt: '400.00' })
  expect(await debit(ids[0] ?? '', 500n)).toBe('repeated')
  expect(await debit(ids[0] ?? '', 600n)).toBe('id_reused')
  expect((await page(ref)).accounts.debt).toBe('400.00')
  expect((await verifyLedger(nare.base.db)).filter(({ broken }) => broken > 0)).toEqual([])
})

test('a preview of corrections says what they then do to cash and debt, and writes nothing', async () => {
  const { ref } = await account(100)
  const table = [
    { direction: 'debit', amount: '30.00', after: '70.00', owes: '0.00', grows: '0.00' },
    { direction: 'debit', amount: '100.50', after: '0.00', owes: '30.50', grows: '30.50' },
    { direction: 'credit', amount: '40.00', after: '9.50', owes: '0.00', grows: '0.00' },
  ] as const
  for (const { direction, amount, after, owes, grows } of table) {
    const input = { bettor_id: ref, id: randomUUID(), direction, amount, reason }
    const rows = await movedRows(nare.base.db)
    const asked = await nare.call(actions.correctBettor, { ...input, preview: true }, tokenOf('dalili'))
    const effect = effectOf(asked)
    const [paid, taken_back] = direction === 'credit' ? [amount, '0.00'] : ['0.00', amount]
    const before = (await page(ref)).accounts.cash
    expect(effect).toMatchObject({
      ...{ bets: 0, payees: 1, paid, taken_back, debt: grows, cash: [{ bettor_id: ref, before, after }] },
      debts: grows === '0.00' ? [] : [{ bettor_id: ref, amount: grows }],
    })
    expect(await movedRows(nare.base.db)).toEqual(rows)
    await nare.call(actions.correctBettor, input, tokenOf('farida'))
    const made = await nare.call(actions.correctBettor, input, tokenOf('feisal'))
    expect(made.body).toEqual({ state: 'done', balance: after, debt: owes })
  }
  const none = { bettor_id: '99999999', id: randomUUID(), amount: '1', reason, preview: true }
  expect((await nare.call(actions.correctBettor, { ...none, direction: 'debit' }, tokenOf('dalili'))).status).toBe(404)
})

test('a correction whose facts have changed is not made', async () => {
  const { ref, token } = await account(200)
  const input = { bettor_id: ref, id: randomUUID(), direction: 'debit', amount: '20', reason } as const
  expect((await nare.call(actions.correctBettor, input, tokenOf('farida'))).body).toMatchObject({ state: 'waiting' })
  await bets.mustPlace(token, [pick(await nare.match())])
  const confirmed = await nare.call(actions.correctBettor, input, tokenOf('feisal'))
  expect(confirmed).toMatchObject({ status: 409, body: { code: 'facts_changed' } })
  expect((await page(ref)).accounts.cash).toBe('100.00')
})

test('a bonus by hand is a grant of an operator, once, and not for somebody on a break', async () => {
  const { ref, token } = await account(100)
  const give = (name: Person, id: string, to = ref, preview = false) =>
    nare.call(
      actions.giveBonus,
      { bettor_id: to, id, amount: '50', terms: { wager: 3, min_odds: '1.50', days: 7 }, reason, preview },
      tokenOf(name),
    )
  const id = randomUUID()
  const rows = await movedRows(nare.base.db)
  const foresee = async () => effectOf(await give('dalili', id, ref, true))
  // What the bettor makes of it nobody knows, and the effect says so.
  expect(await foresee()).toMatchObject({
    ...{ bets: 0, payees: 1, paid: '50.00', unknown: 'wagering' },
    bonus: [{ bettor_id: ref, before: '0.00', after: '50.00' }],
  })
  expect(await movedRows(nare.base.db)).toEqual(rows)
  expect((await give('dalili', id)).body).toMatchObject({ state: 'waiting' })
  expect((await give('farida', id)).body).toMatchObject({ state: 'done' })
  expect((await page(ref)).accounts).toMatchObject({ bonus: '50.00' })
  // The same command again would give nothing more; another one would.
  expect(await foresee()).toMatchObject({ paid: '0.00' })
  expect(effectOf(await give('dalili', randomUUID(), ref, true)).bonus).toEqual([
    { bettor_id: ref, before: '50.00', after: '100.00' },
  ])
  expect((await give('dalili', id, '99999999', true)).status).toBe(404)
  expect((await nare.call(bonus.bonus, {}, token)).body.data).toMatchObject([
    { source: 'operator', amount: '50.00', wager_total: '150.00', min_odds: '1.50' },
  ])
  const rests = await account(100)
  await nare.call(protection.selfExclude, { period: '24h' }, rests.token)
  const another = randomUUID()
  expect(await give('farida', another, rests.ref, true)).toMatchObject({ status: 422, body: { code: 'not_available' } })
  await give('farida', another, rests.ref)
  expect(await give('feisal', another, rests.ref)).toMatchObject({ status: 422, body: { code: 'not_available' } })
})
