import { money, type Money } from '@nare/money/money'
import type { Ledger, Posting, Transfer, Wallet } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { payUses, takeBack, type GrantBooks, type Passing, type Use } from './return-money.ts'
import * as store from './tickets-store.ts'

export { insertUses as recordUses, spendableOf as spendableGrants, type NewUse } from './tickets-store.ts'

type Step = 'settle' | 'cash-out' | 'release'

/** What the `n`th settlement or cash-out of a bet, or the release of its stake, does with its bonus part; `against` is the account of the bet's product. */
export type BonusReturn = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly against: bigint
  readonly step: Step
  readonly n: number
  /** What the settlement before it had paid, which is taken back first. */
  readonly back: Money
  readonly due: Money
  readonly kind: 'bonus_win' | 'bonus_refund' | 'bonus_cash_out' | 'bonus_stake_released'
}

/**
 * Pays the bonus parts of bets into the bonus accounts of their bettors, in the caller's transaction, which has locked the bets and these
 * wallets. Every payment of a bet is a transfer about the bet; what its grants cannot keep is passed on by transfers about the grants.
 */
export async function returnBonus(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  { returns, wallets }: { returns: readonly BonusReturn[]; wallets: ReadonlyMap<bigint, Wallet> },
): Promise<void> {
  const rows = await store.usesOf(
    tx,
    returns.map((one) => one.betId),
  )
  const grants = new Map<bigint, GrantBooks>()
  for (const { grantId, state, left, converted } of rows)
    if (!grants.has(grantId)) grants.set(grantId, { grantId, state, left, converted })
  const restored = await restoredOf({ ledger }, tx, { returns, rows })
  const uses = new Map<bigint, Use[]>()
  for (const row of rows) {
    const grant = grants.get(row.grantId)
    invariant(grant, `grant ${row.grantId} does not exist`)
    const list = uses.get(row.betId) ?? []
    uses.set(row.betId, [...list, { grant, stake: row.stake, returned: row.returned, restored: restored(row) }])
  }
  const owed = new Map([...wallets].map(([bettor, { debt }]) => [bettor, -debt.balance]))
  const transfers = returns.flatMap((one) => {
    const wallet = wallets.get(one.bettor)
    invariant(wallet, `the wallet of bettor ${one.bettor} is not locked`)
    return transfersOf({ ledger, one, uses: uses.get(one.betId) ?? [], wallet, owed })
  })
  await store.writeReturns(tx, {
    uses: [...uses].flatMap(([betId, list]) => list.map((use) => ({ ...use, betId, grantId: use.grant.grantId }))),
    grants: [...grants.values()],
  })
  const posted = await ledger.post(tx, transfers)
  for (const [at, outcome] of posted.entries())
    invariant(outcome === 'posted', `transfer ${transfers[at]?.id} of bonus money was ${outcome}`)
}

type ReleasedBonus = Pick<BonusReturn, 'betId' | 'bettor' | 'against'> & { readonly amount: Money }

/** Returns the bonus parts of stakes whose bets are not placed, in the caller's transaction, which has locked these wallets. */
export async function releaseBonus(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  { released, wallets }: { released: readonly ReleasedBonus[]; wallets: ReadonlyMap<bigint, Wallet> },
): Promise<void> {
  if (released.length === 0) return
  const returns = released.map(({ amount, ...one }): BonusReturn => {
    return { ...one, step: 'release', n: 1, back: money(0n), due: amount, kind: 'bonus_stake_released' }
  })
  await returnBonus({ ledger }, tx, { returns, wallets })
  await store.deleteUses(
    tx,
    released.map(({ betId }) => betId),
  )
}

type UseKey = Pick<store.UseRow, 'grantId' | 'betId'>

const passingId = (how: Passing['kind'], { grantId, betId }: UseKey, { step, n }: Pick<BonusReturn, 'step' | 'n'>) =>
  `grant/${grantId}/${how}/${betId}/${step}/${n}`

/** What the house has restored for each use at earlier corrections of its bet, less what it got back. The first correction reads nothing. */
async function restoredOf(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  { returns, rows }: { returns: readonly BonusReturn[]; rows: readonly store.UseRow[] },
): Promise<(use: UseKey) => bigint> {
  const times = new Map(returns.map((one) => [one.betId, one.step === 'settle' ? one.n : 0]))
  const idsOf = (how: 'restored' | 'repaid', use: UseKey): string[] =>
    Array.from({ length: Math.max((times.get(use.betId) ?? 0) - 2, 0) }, (_, at) =>
      passingId(how, use, { step: 'settle', n: at + 2 }),
    )
  const ids = rows.flatMap((use) => [...idsOf('restored', use), ...idsOf('repaid', use)])
  if (ids.length === 0) return () => 0n
  const moved = await ledger.amountsOf(tx, ids)
  const sum = (of: readonly string[]): bigint => of.reduce((total, id) => total + (moved.get(id) ?? 0n), 0n)
  return (use) => sum(idsOf('restored', use)) - sum(idsOf('repaid', use))
}

type Paying = {
  readonly ledger: Ledger
  readonly one: BonusReturn
  readonly uses: readonly Use[]
  readonly wallet: Wallet
  /** The debts, which money that becomes cash repays first. */
  readonly owed: Map<bigint, bigint>
}

function transfersOf({ ledger, one, uses, wallet, owed }: Paying): Transfer[] {
  const { betId, bettor, against, step, n, back, due, kind } = one
  const about = `bet/${betId}`
  const bonus = wallet.bonus.account
  const move = (to: bigint, from: bigint, amount: bigint): Posting[] => [
    { account: to, amount: money(amount) },
    { account: from, amount: money(-amount) },
  ]
  const passed = ({ kind: how, grantId, amount }: Passing): Transfer => {
    const grant = `grant/${grantId}`
    const house = ledger.house('house:promotions')
    const common = { id: passingId(how, { grantId, betId }, one), about: grant }
    if (how === 'restored') return { ...common, kind: 'bonus_restored', postings: move(bonus, house, amount) }
    if (how === 'repaid') return { ...common, kind: 'bonus_restored', postings: move(house, bonus, amount) }
    if (how === 'expired') return { ...common, kind: 'bonus_expired', postings: move(house, bonus, amount) }
    if (how === 'cancelled') return { ...common, kind: 'bonus_cancelled', postings: move(house, bonus, amount) }
    return { ...common, kind: 'bonus_converted', postings: toCash({ wallet, bettor, owed }, amount) }
  }
  const taken = step === 'settle' ? takeBack(uses) : { total: 0n, passings: [] }
  invariant(taken.total === back, `the bonus part of bet ${betId} had returned ${taken.total}, not ${back}`)
  const reversal: Transfer[] =
    back > 0n
      ? [{ id: `${about}/bonus_reverse/${n}`, kind: 'bonus_correction', about, postings: move(against, bonus, back) }]
      : []
  const { passings } = due > 0n ? payUses(due, uses, { settles: step === 'settle' }) : { passings: [] }
  const payment: Transfer[] =
    due > 0n ? [{ id: `${about}/bonus_${step}/${n}`, kind, about, postings: move(bonus, against, due) }] : []
  return [...taken.passings.map(passed), ...reversal, ...payment, ...passings.map(passed)]
}

/** The postings of bonus money that becomes cash: a debt is repaid first. */
export function toCash(
  { wallet, bettor, owed }: { wallet: Wallet; bettor: bigint; owed: Map<bigint, bigint> },
  amount: bigint,
): Posting[] {
  const debt = owed.get(bettor) ?? 0n
  const repaid = debt < amount ? debt : amount
  owed.set(bettor, debt - repaid)
  return [
    { account: wallet.bonus.account, amount: money(-amount) },
    { account: wallet.debt.account, amount: money(repaid) },
    { account: wallet.cash.account, amount: money(amount - repaid) },
  ]
}
