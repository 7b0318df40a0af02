import { createHash } from 'node:crypto'
import type { Product } from '@nare/contract/products'
import { money, type Money, type Price } from '@nare/money/money'
import { openForesight, type Ledger, type Transfer } from '#modules/ledger/ledger'
import { promotable } from '#modules/protection/protection'
import type { Background } from '#platform/background'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import * as store from './store.ts'

/** The products whose tickets can be paid with bonus money. */
export const bonusProducts: readonly Product[] = ['sports']

/**
 * Bonus money for a bettor. The caller chooses `id`; an id is used for one grant only, permanently. `wagerTimes` times the amount must be
 * staked, on picks of at least `minOdds`, before the rest is converted to cash. After `days` the rest expires. `products`: sports by default.
 */
export type NewGrant = {
  readonly id: string
  readonly bettor: bigint
  readonly amount: Money
  readonly source: store.GrantSource
  readonly promotionId?: string
  readonly wagerTimes: number
  readonly minOdds: Price
  readonly days: number
  readonly products?: readonly Product[]
  /** The credited deposit that it is given for: a withdrawal that leaves less cash ends the grant. */
  readonly givenFor?: bigint | null
}

export type Granted =
  | { readonly kind: 'granted'; readonly grantId: bigint }
  | { readonly kind: 'repeated'; readonly grantId: bigint }
  /** The id was used for another grant. */
  | { readonly kind: 'id_reused' }
  /** The bettor must not receive promotions; see `promotable` of protection. Does not apply to redeemed points. */
  | { readonly kind: 'unpromotable' }
  /** The bettor has `activeGrantsMax` active grants. */
  | { readonly kind: 'too_many' }

/** The maximum number of active grants of a bettor: stakes read all of them. */
export const activeGrantsMax = 50

type Deps = { readonly ledger: Ledger }

/**
 * Gives bonus money once, in the caller's transaction: from `house:promotions` into the bettor's bonus account. Locks the bettor's cash
 * and bonus accounts, in this order.
 */
export async function grant({ ledger }: Deps, tx: Tx, given: NewGrant): Promise<Granted> {
  const row = rowOf(given)
  const { bettor } = row
  const wallet = (await ledger.lockWallets(tx, [bettor])).get(bettor)
  invariant(wallet, `bettor ${bettor} has no accounts`)
  const refusal = await refusalOf(tx, row)
  if (refusal) return refusal
  const grantId = await store.insertGrant(tx, row)
  // A call for another bettor can insert the id meanwhile: the lock above only serialises calls for one bettor.
  if (grantId === undefined) return { kind: 'id_reused' }
  const about = `grant/${grantId}`
  const [posted] = await ledger.post(tx, [
    grantTransfer(ledger, { about, bonus: wallet.bonus.account, amount: row.amount }),
  ])
  invariant(posted === 'posted', `could not post the money of ${about}: ${posted}`)
  return { kind: 'granted', grantId }
}

/** What `grant` would do, from the balances of one snapshot: the bettor's bonus money before and after. It takes no lock and writes nothing. */
export async function foreseeGrant(
  { ledger }: Deps,
  tx: Tx,
  given: NewGrant,
): Promise<
  | { readonly kind: 'foreseen'; readonly before: Money; readonly after: Money }
  | Refused
  | { readonly kind: 'not_found' }
> {
  const row = rowOf(given)
  const { bettor, amount } = row
  const foresight = openForesight(tx)
  const before = (await foresight.wallets([bettor])).get(bettor)?.bonus
  if (!before) return { kind: 'not_found' }
  const refusal = await refusalOf(tx, row)
  if (refusal) return refusal
  await foresight.post([bettor], [grantTransfer(ledger, { about: 'grant', bonus: before.account, amount })])
  const after = (await foresight.wallets([bettor])).get(bettor)?.bonus
  invariant(after, `bettor ${bettor} has no accounts`)
  return { kind: 'foreseen', before: before.balance, after: after.balance }
}

type Refused = Exclude<Granted, { kind: 'granted' }>

/** The row of a new grant. */
function rowOf(given: NewGrant): store.NewGrant & { readonly amount: Money } {
  const { id, bettor, amount, source, promotionId = null, wagerTimes, minOdds, days, products = bonusProducts } = given
  const { givenFor = null } = given
  invariant(amount > 0n && Number.isInteger(wagerTimes) && wagerTimes > 0, `grant ${id} has no amount or no wagering`)
  invariant(Number.isInteger(days) && days > 0 && days <= 3660, `grant ${id} lasts ${days} days`)
  invariant(
    products.length > 0 && products.every((one) => bonusProducts.includes(one)),
    `grant ${id} is for products that do not accept bonus money`,
  )
  const wagerTotal = amount * BigInt(wagerTimes)
  const hash = createHash('sha256')
    .update([bettor, amount, source, promotionId, wagerTotal, minOdds, days, products.join(',')].join('|'))
    .digest('hex')
  return { id, hash, bettor, source, promotionId, amount, wagerTotal, minOdds, products, days, givenFor }
}

/** Why a grant is not given now; exact under the lock of the bettor's accounts. */
async function refusalOf(tx: Tx, { id, hash, bettor, source }: store.NewGrant): Promise<Refused | undefined> {
  const earlier = await store.grantWith(tx, id)
  if (earlier) return earlier.hash === hash ? { kind: 'repeated', grantId: earlier.grantId } : { kind: 'id_reused' }
  if (source !== 'points' && !(await promotable(tx, [bettor])).has(bettor)) return { kind: 'unpromotable' }
  return (await hasRoom(tx, bettor)) ? undefined : { kind: 'too_many' }
}

/** The money of a grant, from the house's promotions into a bettor's bonus account. */
const grantTransfer = (
  ledger: Pick<Ledger, 'house'>,
  { about, bonus, amount }: { about: string; bonus: bigint; amount: Money },
): Transfer => ({
  id: `${about}/granted`,
  kind: 'bonus_granted',
  about,
  postings: [
    { account: ledger.house('house:promotions'), amount: money(-amount) },
    { account: bonus, amount },
  ],
})

/** Whether a bettor may get one more grant; exact under the lock of the bonus account. */
export async function hasRoom(tx: Tx, bettor: bigint): Promise<boolean> {
  return (await store.activeGrants(tx, bettor)) < activeGrantsMax
}

export type Cancelled = 'cancelled' | 'repeated' | 'id_reused' | 'not_found' | 'ended'

/** Cancels a grant at its bettor's request. The rest goes back to the house; cash does not change. */
export async function cancelGrant(
  { ledger }: Deps,
  tx: Tx,
  { bettor, grantId, id }: { bettor: bigint; grantId: bigint; id: string },
): Promise<Cancelled> {
  await ledger.lockWallets(tx, [bettor])
  const earlier = await store.cancelledBy(tx, { bettor, id })
  if (earlier !== undefined) return earlier === grantId ? 'repeated' : 'id_reused'
  const found = await store.grantOf(tx, { bettor, grantId })
  if (!found) return 'not_found'
  if (found.state !== 'active' || found.over) return 'ended'
  await end({ ledger }, tx, found, { state: 'cancelled', cancelId: id })
  return 'cancelled'
}

/**
 * Ends the active grants that were given for money which a withdrawal takes: those given for a deposit that is larger than the cash that the
 * withdrawal leaves. The caller has locked the bettor's cash. Returns their number.
 */
export async function endWithdrawn(
  { ledger }: Deps,
  tx: Tx,
  { bettor, cashLeft }: { bettor: bigint; cashLeft: bigint },
): Promise<number> {
  if (!(await store.hasGivenFor(tx, { bettor, above: cashLeft }))) return 0
  await ledger.lockWallets(tx, [bettor])
  const grants = await store.givenForMore(tx, { bettor, above: cashLeft })
  for (const found of grants) await end({ ledger }, tx, found, { state: 'cancelled' })
  return grants.length
}

/**
 * Expires the active grants whose time was over at `unread`, the time of the oldest settlement that wagering has not read, each in a
 * transaction of its own. Calls `onChange` after each with the bettor whose bonus changed.
 */
export function expireGrants(
  { background, ...deps }: Deps & { readonly db: Db; readonly background: Background },
  { unread, onChange }: { unread: Date | undefined; onChange: (bettor: bigint) => void },
): ReturnType<Background['workThroughDue']> {
  return background.workThroughDue({
    what: 'expired grant',
    id: ({ grantId }) => grantId,
    next: ({ after, count }) => store.overdue(deps.db, { unread, after: after?.grantId ?? 0n, max: count }),
    async work({ grantId, bettor }: { grantId: bigint; bettor: bigint }) {
      if (await expireGrant(deps, { grantId, bettor })) onChange(bettor)
    },
  })
}

const expireGrant = (
  { ledger, db }: Deps & { readonly db: Db },
  { grantId, bettor }: { grantId: bigint; bettor: bigint },
): Promise<boolean> =>
  transact(db, async (tx) => {
    await ledger.lockWallets(tx, [bettor])
    const found = await store.grantOf(tx, { bettor, grantId })
    if (found?.state !== 'active' || !found.over) return false
    await end({ ledger }, tx, found, { state: 'expired' })
    return true
  })

type Ending = { readonly state: 'expired' | 'cancelled'; readonly cancelId?: string }

async function end({ ledger }: Deps, tx: Tx, { grantId, bettor, left }: store.GrantRow, ending: Ending) {
  await store.endGrant(tx, { grantId, ...ending })
  if (left === 0n) return
  const wallet = (await ledger.lockWallets(tx, [bettor])).get(bettor)
  invariant(wallet, `bettor ${bettor} has no accounts`)
  const about = `grant/${grantId}`
  const kind = ending.state === 'expired' ? 'bonus_expired' : 'bonus_cancelled'
  const [posted] = await ledger.post(tx, [
    {
      id: `${about}/ended`,
      kind,
      about,
      postings: [
        { account: wallet.bonus.account, amount: money(-left) },
        { account: ledger.house('house:promotions'), amount: money(left) },
      ],
    },
  ])
  invariant(posted === 'posted', `could not return the rest of ${about}: ${posted}`)
}
