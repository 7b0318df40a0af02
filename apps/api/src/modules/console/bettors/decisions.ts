import { sql } from 'kysely'
import type { consoleBettorActions as calls } from '@nare/contract/console-bettor-actions'
import { done, refused } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import { lockAccount } from '#modules/identity/identity'
import { cashOf } from '#modules/ledger/ledger'
import { restrictionOf } from '#modules/protection/protection'
import type { Call } from '#platform/call'
import { queryRows, type Tx } from '#platform/db'
import type { Deciding } from '#platform/operator-calls'
import { inSnapshot } from '#platform/snapshot'
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

/** Gives bonus money by hand, once for each id, to a bettor who may receive it. */
export function bonusByHand({ ledger, live, bonus }: MoneyDeps): Deciding<typeof calls.giveBonus> {
  return {
    async read(tx, { bettor_id, amount }) {
      const bettor = BigInt(bettor_id)
      const wallet = (await ledger.lockWallets(tx, [bettor])).get(bettor)
      if (!wallet) return refused('not_found')
      return done({ facts: { bonus: text(wallet.bonus.balance), state: await stateOf(tx, bettor) }, amount, bettor })
    },
    async work(tx, { bettor_id, id, amount, terms: { wager, min_odds: minOdds, days } }, call) {
      if (!mayConfirm(call)) return onlyFinance
      const given = { id: `operator/${id}`, bettor: BigInt(bettor_id), amount, source: 'operator' as const }
      const granted = await bonus.grant(tx, { ...given, wagerTimes: wager, minOdds, days })
      if (granted.kind === 'id_reused') return refused('id_reused')
      if (granted.kind === 'unpromotable' || granted.kind === 'too_many')
        return refused('not_available', { reason: granted.kind }, noBonus[granted.kind])
      return done({ state: 'done', grant_id: granted.grantId.toString() })
    },
    after: (_, { bettor_id }) => ledger.publishBalances(live, [BigInt(bettor_id)]),
  }
}
