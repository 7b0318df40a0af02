import { sql } from 'kysely'
import type { consoleBettorActions as calls } from '@nare/contract/console-bettor-actions'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import { lockAccount } from '#modules/identity/identity'
import type { EffectView } from '@nare/contract/effect'
import type { Received } from '@nare/contract/route'
import { cashOf, effectWithoutTickets } from '#modules/ledger/ledger'
import { restrictionOf } from '#modules/protection/protection'
import type { Call } from '#platform/call'
import { queryRows, type Tx } from '#platform/db'
import type { Deciding } from '#platform/operator-calls'
import { inSnapshot, previewOf } from '#platform/snapshot'
import type { NewGrant } from '#modules/bonus/bonus'
import type { ConsoleDeps } from '../deps.ts'

const text = (cents: bigint): string => formatMoney(money(cents))

/** What holds an account back; 'open' for nothing. */
async function stateOf(tx: Tx, bettor: bigint): Promise<string> {
  const rows = await queryRows<{
    state: string | null
  }>(tx)`select ${restrictionOf(sql`${bettor}::bigint`)} as state`
  return rows[0]?.state ?? 'open'
}

/** Support proposes what moves a bettor's money; only people who answer for the house's money confirm it. */
const mayConfirm = ({ proposer, by }: Call<'operator'>): boolean => proposer === undefined || by.may.has('tax.remit')
const onlyFinance = refused('not_allowed', undefined, 'Somebody of finance confirms this')

/** Gives an account another number, once a second person has confirmed it. */
export function changedNumber({ identity }: Pick<ConsoleDeps, 'identity'>): Deciding<typeof calls.changeBettorNumber> {
  return {
    async read(tx, { id, msisdn }) {
      const bettor = BigInt(id)
      const before = await lockAccount(tx, bettor)
      if (before === undefined) return refused('not_found')
      if (before === msisdn) return refused('msisdn_taken', undefined, 'This is the number of the account')
      return done({ facts: { msisdn: before, state: await stateOf(tx, bettor) }, bettor })
    },
    async work(tx, { id, msisdn }) {
      const changed = await identity.operator.changeNumber(tx, { bettor: BigInt(id), msisdn })
      return changed.ok ? done({ state: 'done', msisdn }) : changed
    },
    after: (_, { id }) => identity.operator.ended(BigInt(id)),
  }
}

type MoneyDeps = Pick<ConsoleDeps, 'ledger' | 'live' | 'bonus'>

/** Corrects a bettor's cash by hand, once for each id. It rests on the cash, the debt and the state of the account. */
export function correction({
  db,
  ledger,
  live,
}: MoneyDeps & Pick<ConsoleDeps, 'db'>): Deciding<typeof calls.correctBettor> {
  return {
    async read(tx, { bettor_id, id, direction, amount }) {
      const bettor = BigInt(bettor_id)
      const accounts = (await ledger.lockPayees(tx, [bettor])).get(bettor)
      if (!accounts) return refused('not_found')
      const facts = {
        cash: text(accounts.cash.balance),
        debt: text(-accounts.debt.balance),
        state: await stateOf(tx, bettor),
      }
      const { paid, taken_back, debt } = await ledger.foreseeByHand(tx, { id, bettor, direction, amount })
      return done({ facts, amount, bettor, effect: { paid, taken_back, debt } })
    },
    preview: ({ bettor_id, id, direction, amount }) =>
      inSnapshot(db, async (tx) => {
        const bettor = BigInt(bettor_id)
        if (!(await cashOf(tx, [bettor])).has(bettor)) return refused('not_found')
        return done({ state: 'preview', effect: await ledger.foreseeByHand(tx, { id, bettor, direction, amount }) })
      }),
    async work(tx, { bettor_id, id, direction, amount }, call) {
      if (!mayConfirm(call)) return onlyFinance
      const bettor = BigInt(bettor_id)
      const posted = await ledger.correctByHand(tx, { id, bettor, direction, amount })
      if (posted === 'id_reused') return refused('id_reused')
      const after = (await ledger.lockPayees(tx, [bettor])).get(bettor)
      return done({ state: 'done', balance: text(after?.cash.balance ?? 0n), debt: text(-(after?.debt.balance ?? 0n)) })
    },
    after: (_, { bettor_id }) => ledger.publishBalances(live, [BigInt(bettor_id)]),
  }
}

const noBonus = {
  unpromotable: 'This bettor gets no bonus now: a break, a limit or a sign of harm',
  too_many: 'This bettor has too many bonuses',
} as const

/** The grant that a call asks for. */
const grantOf = ({ bettor_id, id, amount, terms }: Received<typeof calls.giveBonus>): NewGrant => ({
  ...{ id: `operator/${id}`, bettor: BigInt(bettor_id), amount, source: 'operator' },
  ...{ wagerTimes: terms.wager, minOdds: terms.min_odds, days: terms.days },
})

/** Gives bonus money by hand, once for each id, to a bettor who may receive it. */
export function bonusByHand({
  db,
  ledger,
  live,
  bonus,
}: MoneyDeps & Pick<ConsoleDeps, 'db'>): Deciding<typeof calls.giveBonus> {
  type Failed = 'not_found' | 'id_reused' | 'not_available'

  async function foresee(tx: Tx, given: Received<typeof calls.giveBonus>): Promise<Outcome<EffectView, Failed>> {
    const foreseen = await bonus.foreseeGrant(tx, grantOf(given))
    if (foreseen.kind === 'not_found' || foreseen.kind === 'id_reused') return refused(foreseen.kind)
    if (foreseen.kind === 'unpromotable' || foreseen.kind === 'too_many')
      return refused('not_available', { reason: foreseen.kind }, noBonus[foreseen.kind])
    // The same command was made before: nothing more happens.
    if (foreseen.kind === 'repeated') return done(await effectWithoutTickets(tx))
    const { bettor_id, amount } = given
    const changed = { bettor_id, before: text(foreseen.before), after: text(foreseen.after) }
    return done(
      await effectWithoutTickets(tx, { paid: text(amount), payees: 1, bonus: [changed], unknown: 'wagering' }),
    )
  }

  return {
    async read(tx, { bettor_id, amount }) {
      const bettor = BigInt(bettor_id)
      const wallet = (await ledger.lockWallets(tx, [bettor])).get(bettor)
      if (!wallet) return refused('not_found')
      const facts = { bonus: text(wallet.bonus.balance), state: await stateOf(tx, bettor) }
      return done({ facts, amount, bettor, effect: { bonus: text(amount) } })
    },
    preview: async (given) => previewOf(await inSnapshot(db, (tx) => foresee(tx, given))),
    async work(tx, given, call) {
      if (!mayConfirm(call)) return onlyFinance
      const granted = await bonus.grant(tx, grantOf(given))
      if (granted.kind === 'id_reused') return refused('id_reused')
      if (granted.kind === 'unpromotable' || granted.kind === 'too_many')
        return refused('not_available', { reason: granted.kind }, noBonus[granted.kind])
      return done({ state: 'done', grant_id: granted.grantId.toString() })
    },
    after: (_, { bettor_id }) => ledger.publishBalances(live, [BigInt(bettor_id)]),
  }
}
