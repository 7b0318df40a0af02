import { money, type Money } from '@nare/money/money'
import type { Ledger, Posting, Transfer, Wallet } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { payUses, reverseUses, type GrantBooks, type GrantMove, type Use } from './return-money.ts'
import * as store from './tickets-store.ts'

export { insertUses as recordUses, spendableOf as spendableGrants, type NewUse } from './tickets-store.ts'

type Step = 'settle' | 'cash-out' | 'release'

/** The bonus part of one settlement, cash-out or stake release of a bet. `n` counts them from 1. `against` is the house account of the bet's product. */
export type BonusReturn = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly against: bigint
  readonly step: Step
  readonly n: number
  /** The amount that the previous settlement paid; it is reversed first. */
  readonly back: Money
  /** The amount to pay. */
  readonly due: Money
  readonly kind: 'bonus_win' | 'bonus_refund' | 'bonus_cash_out' | 'bonus_stake_released'
}

/**
 * Pays the bonus parts of bets into the bonus accounts of their bettors, in the caller's transaction, which has locked the bets and these
 * wallets. Each payment is a transfer about the bet. Money of a grant that is no
 * longer active is moved on by further transfers about the grant.
 */
export async function returnBonus(
  deps: { readonly ledger: Ledger },
  tx: Tx,
  paid: { returns: readonly BonusReturn[]; wallets: ReadonlyMap<bigint, Wallet> },
): Promise<void> {
  const { transfers, uses, grants } = await planReturns(deps, tx, paid)
  await store.writeReturns(tx, {
    uses: [...uses].flatMap(([betId, list]) => list.map((use) => ({ ...use, betId, grantId: use.grant.grantId }))),
    grants: [...grants.values()],
  })
  const posted = await deps.ledger.post(tx, transfers)
  for (const [at, outcome] of posted.entries())
    invariant(outcome === 'posted', `could not post transfer ${transfers[at]?.id} of bonus money: ${outcome}`)
}

/** The transfers of `returnBonus`, and what it writes. `grants` are grants as earlier returns of the same plan have left them; it writes nothing. */
export async function planReturns(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  {
    returns,
    wallets,
    grants = new Map(),
  }: {
    returns: readonly BonusReturn[]
    wallets: ReadonlyMap<bigint, Wallet>
    grants?: Map<bigint, GrantBooks>
  },
): Promise<{ transfers: Transfer[]; uses: ReadonlyMap<bigint, Use[]>; grants: ReadonlyMap<bigint, GrantBooks> }> {
  const rows = await store.usesOf(
    tx,
    returns.map((one) => one.betId),
  )
  for (const { grantId, state, left, converted } of rows)
    if (!grants.has(grantId)) grants.set(grantId, { grantId, state, left, converted })
  const restored = await restoredAmounts({ ledger }, tx, { returns, rows })
  const uses = new Map<bigint, Use[]>()
  for (const row of rows) {
    const grant = grants.get(row.grantId)
    invariant(grant, `grant ${row.grantId} does not exist`)
    const list = uses.get(row.betId) ?? []
    uses.set(row.betId, [...list, { grant, stake: row.stake, returned: row.returned, restored: restored(row) }])
  }
  const debts = new Map([...wallets].map(([bettor, { debt }]) => [bettor, -debt.balance]))
  const transfers = returns.flatMap((one) => {
    const wallet = wallets.get(one.bettor)
    invariant(wallet, `the wallet of bettor ${one.bettor} is not locked`)
    return transfersOf({ ledger, one, uses: uses.get(one.betId) ?? [], wallet, debts })
  })
  return { transfers, uses, grants }
}

type ReleasedBonus = Pick<BonusReturn, 'betId' | 'bettor' | 'against'> & { readonly amount: Money }

/** Returns the bonus parts of reserved stakes whose bets were not placed, in the caller's transaction, which has locked these wallets. */
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

const grantMoveId = (
  how: GrantMove['kind'],
  { grantId, betId }: UseKey,
  { step, n }: Pick<BonusReturn, 'step' | 'n'>,
) => `grant/${grantId}/${how}/${betId}/${step}/${n}`

/**
 * What the house has added for each use at earlier corrections of its bet, less what it took back. Example: corrected from won to lost, 40
 * was missing in the bonus wallet and the house restored it; corrected to won again, 40 of the win repay the house.
 */
async function restoredAmounts(
  { ledger }: { readonly ledger: Ledger },
  tx: Tx,
  { returns, rows }: { returns: readonly BonusReturn[]; rows: readonly store.UseRow[] },
): Promise<(use: UseKey) => bigint> {
  const times = new Map(returns.map((one) => [one.betId, one.step === 'settle' ? one.n : 0]))
  const idsOf = (how: 'restored' | 'repaid', use: UseKey): string[] =>
    Array.from({ length: Math.max((times.get(use.betId) ?? 0) - 2, 0) }, (_, at) =>
      grantMoveId(how, use, { step: 'settle', n: at + 2 }),
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
  /** Debts by bettor. Converted bonus money repays them first. */
  readonly debts: Map<bigint, bigint>
}

function transfersOf({ ledger, one, uses, wallet, debts }: Paying): Transfer[] {
  const { betId, bettor, against, step, n, back, due, kind } = one
  const about = `bet/${betId}`
  const bonus = wallet.bonus.account
  const move = (to: bigint, from: bigint, amount: bigint): Posting[] => [
    { account: to, amount: money(amount) },
    { account: from, amount: money(-amount) },
  ]
  const grantTransfer = ({ kind: how, grantId, amount }: GrantMove): Transfer => {
    const grant = `grant/${grantId}`
    const house = ledger.house('house:promotions')
    const common = { id: grantMoveId(how, { grantId, betId }, one), about: grant }
    if (how === 'restored') return { ...common, kind: 'bonus_restored', postings: move(bonus, house, amount) }
    if (how === 'repaid') return { ...common, kind: 'bonus_restored', postings: move(house, bonus, amount) }
    if (how === 'expired') return { ...common, kind: 'bonus_expired', postings: move(house, bonus, amount) }
    if (how === 'cancelled') return { ...common, kind: 'bonus_cancelled', postings: move(house, bonus, amount) }
    return { ...common, kind: 'bonus_converted', postings: cashPostings({ wallet, bettor, debts }, amount) }
  }
  const reversed = step === 'settle' ? reverseUses(uses) : { total: 0n, grantMoves: [] }
  invariant(reversed.total === back, `the uses of bet ${betId} had returned ${reversed.total}, not ${back}`)
  const reversal: Transfer[] =
    back > 0n
      ? [{ id: `${about}/bonus_reverse/${n}`, kind: 'bonus_correction', about, postings: move(against, bonus, back) }]
      : []
  const { grantMoves } = due > 0n ? payUses(due, uses, { settles: step === 'settle' }) : { grantMoves: [] }
  const payment: Transfer[] =
    due > 0n ? [{ id: `${about}/bonus_${step}/${n}`, kind, about, postings: move(bonus, against, due) }] : []
  return [...reversed.grantMoves.map(grantTransfer), ...reversal, ...payment, ...grantMoves.map(grantTransfer)]
}

/** The postings that convert bonus money to cash: a debt is repaid first. */
export function cashPostings(
  { wallet, bettor, debts }: { wallet: Wallet; bettor: bigint; debts: Map<bigint, bigint> },
  amount: bigint,
): Posting[] {
  const debt = debts.get(bettor) ?? 0n
  const repaid = debt < amount ? debt : amount
  debts.set(bettor, debt - repaid)
  return [
    { account: wallet.bonus.account, amount: money(-amount) },
    { account: wallet.debt.account, amount: money(repaid) },
    { account: wallet.cash.account, amount: money(amount - repaid) },
  ]
}
