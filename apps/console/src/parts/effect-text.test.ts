import { expect, test } from 'vitest'
import { effectFactsText, effectText } from './effect-text.ts'

const effect = {
  ...{ as_of: '', bets: 3, winners: 1, lost: 2, paid: '210.00', taken_back: '0.00', debt: '0.00', legs: 3, of: 3 },
  ...{ debts: [], largest: [] },
}
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

test('an effect is said in sentences with the amounts, and what is not counted with it', () => {
  expect(plain(effectText(effect))).toBe('3 tickets change, 1 of them is paid. KSh 210 is paid out.')
  expect(effectText({ ...effect, bets: 0 })).toBe('No ticket changes.')
  expect(plain(effectText({ ...effect, bets: 0, payees: 2 }))).toBe('2 bettors: KSh 210 is paid out.')
  expect(plain(effectText({ ...effect, bets: 0, payees: 1, paid: '0.00', withheld: '50.00' }))).toBe(
    'KSh 50 of 1 bettor is not paid.',
  )
  const nothing = { ...effect, bets: 0, paid: '0.00' }
  expect(plain(effectText({ ...nothing, payees: 2, later: { paid: '900.00', kept: '100.00', to: [] } }))).toBe(
    'KSh 900 waits for 2 bettors, and KSh 100 of the prizes is kept. No money moves yet.',
  )
  expect(effectText({ ...nothing, payees: 0, later: { paid: '0.00', kept: '0.00', to: [] } })).toContain('Nobody')
  expect(effectText({ ...nothing, payees: 1, points: [{ bettor_id: '7', before: 300, after: 1800 }] })).toBe(
    'The points go from 300 to 1,800. No money moves.',
  )
  const bonus = [{ bettor_id: '7', before: '0.00', after: '500.00' }]
  expect(plain(effectText({ ...nothing, paid: '500.00', payees: 1, bonus, unknown: 'wagering' }))).toBe(
    'KSh 500 of bonus money is given. How much of it becomes cash is decided by how it is staked.',
  )
  expect(effectText({ ...nothing, unknown: 'results' })).toBe(
    'No ticket changes. What tickets are paid is decided by results that nobody knows yet.',
  )
  const debts = [{ bettor_id: '7', amount: '80.00' }]
  const taken = {
    ...effect,
    bets: 1,
    winners: 0,
    paid: '0.00',
    taken_back: '84.00',
    debt: '80.00',
    debts,
    legs: 1,
    of: 9,
  }
  expect(plain(effectText(taken))).toBe(
    '1 ticket changes, 0 of them are paid. KSh 84 is taken back. 1 bettor will owe KSh 80, because the money is gone. Only 1 of 9 picks are counted.',
  )
  expect(plain(effectText({ ...effect, paid: '0.00' }))).toContain('No money moves.')
})

test('what a proposal would do is one line of its card', () => {
  const facts = { bets: 2, paid: '0.00', taken_back: '84000.00', debt: '80000.00', counted: '40000 of 90000 picks' }
  expect(plain(effectFactsText(facts))).toBe(
    '2 tickets, pays KSh 0, takes back KSh 84,000, leaves debts of KSh 80,000, counted 40000 of 90000 picks',
  )
  expect(plain(effectFactsText({ bets: 0, paid: '0.00', taken_back: '0.00', may_pay: '88200.00', prizes: true }))).toBe(
    '0 tickets, pays KSh 0, takes back KSh 0, open tickets may pay KSh 88,200 later, decides a jackpot',
  )
  expect(plain(effectFactsText({ bonus: '500.00' }))).toBe('gives KSh 500 of bonus money')
  expect(plain(effectFactsText({ bets: 1, early: true }))).toBe('1 ticket, before the match can be over')
})
