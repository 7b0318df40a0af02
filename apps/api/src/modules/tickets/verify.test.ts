import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenAfter } from '#testing/altered-books'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { verifyTickets } from './verify.ts'

let nare: TestApp
const ids: Record<string, string> = {}

beforeAll(async () => {
  nare = await testApp()
  const bets = betsOn(nare)
  const bettor = await nare.bettor(1000)
  const [match, later] = [await nare.match(), await nare.match()]
  const place = async (key: string) =>
    (await bets.mustPlace(bettor.token, [pick(match, '1', key, key === 'home_team' ? '2.10' : '3.60')])).bet_id
  ids['won'] = await place('home_team')
  ids['lost'] = await place('away_team')
  ids['open'] = (await bets.mustPlace(bettor.token, [pick(later)])).bet_id
  const part = await bets.mustPlace(bettor.token, [pick(later)])
  const outs = cashOutsOn(nare)
  const { quote_id } = await outs.mustQuote(bettor.token, part.bet_id)
  await outs.take(bettor.token, part.bet_id, quote_id, { part: '0.50' })
  ids['part'] = part.bet_id
  const old = await bets.mustPlace(bettor.token, [pick(later)])
  const quote = await outs.mustQuote(bettor.token, old.bet_id)
  const picks = [pick(await nare.match())]
  const next = await outs.edit(bettor.token, { bet: old.bet_id, quote: quote.quote_id, picks })
  Object.assign(ids, { old: old.bet_id, next: next.body.bet.bet_id })
  await bets.result(match, { full_time: '1:2' })
  await bets.result(match, { full_time: '1:0' })
})
afterAll(() => nare.close())

const brokenBy = (statement: string) =>
  brokenAfter({ connection: nare.base.connection, verify: (tx) => verifyTickets(tx), statement, ids })

const legs = 'every bet has the legs of its product'
const lost = 'no bet that a lost leg decides is paid'
const moved = "every bet's stake was debited once and its return paid once"
const stray = 'every transfer about a bet is its stake or a settlement of it'
const adds = 'every bet adds up with its cash-outs'
const edits = 'every edited bet was cashed out for the stake of the bet that replaced it'
const copy = (id: string, about: string) =>
  `insert into ledger.transfer (id, hash, kind, about, at) select '${id}', hash, kind, '${about}', at from ledger.transfer where id = 'bet/$won/stake'`

test('settled, corrected and open bets agree with the ledger', async () => {
  expect(await brokenBy('select 1')).toEqual([])
})

test.each([
  ['a removed leg', 'delete from betting.leg where bet_id = $won', [legs]],
  ['a lost bet that is paid', "update betting.bet set state = 'won', returned = 5 where bet_id = $lost", [lost, moved]],
  [
    'another stake of a bet that replaced one',
    'update betting.bet set stake = stake + 1 where bet_id = $next',
    [moved, edits],
  ],
  ['an edit of an open bet', 'update betting.edit set bet_id = $open', [edits]],
  ['another stake', 'update betting.bet set stake = stake + 1 where bet_id = $open', [moved]],
  ['another return', 'update betting.bet set returned = returned + 1 where bet_id = $won', [moved]],
  ['a forgotten settlement', 'update betting.bet set times_settled = 1 where bet_id = $won', [moved, stray]],
  [
    'an altered stake',
    "update ledger.entry set amount = amount - 1 where transfer_no = (select no from ledger.transfer where id = 'bet/$open/stake')",
    [moved],
  ],
  ['a removed stake', "delete from ledger.transfer where id = 'bet/$open/stake'", [moved]],
  ['a stake of another kind', "update ledger.transfer set kind = 'deposit' where id = 'bet/$open/stake'", [moved]],
  ['a second transfer about a bet', copy('gift/1', 'bet/$won'), [stray]],
  ['a settlement that the bet does not have', copy('bet/$open/settle/1', 'bet/$open'), [stray]],
  ['a stake of a bet that does not exist', copy('bet/99/stake', 'bet/99'), [stray]],
  ['a further stake that the bet does not have', copy('bet/$open/stake/2', 'bet/$open'), [stray]],
  [
    'a further stake that is not in the ledger',
    'update betting.bet set times_staked = 2, stake = stake + 100 where bet_id = $open',
    [moved],
  ],
  ['a forgotten cash-out', 'delete from betting.cash_out where bet_id = $part', [adds]],
  ['a cash-out that paid more', 'update betting.cash_out set amount = amount + 1 where bet_id = $part', [adds]],
  ['a bet with too much left', 'update betting.bet set left_stake = left_stake + 1 where bet_id = $part', [adds]],
  ['a cash-out that is not in the ledger', "delete from ledger.transfer where id = 'bet/$part/cash-out/1'", [moved]],
  ['a cash-out that the bet does not have', copy('bet/$open/cash-out/1', 'bet/$open'), [stray]],
  ['a stake about another bet', copy('bet/$won/settle/7', 'bet/$open'), [stray]],
])('the verifier finds %s', async (_name, statement, names) => {
  expect(await brokenBy(statement)).toEqual(names)
})
