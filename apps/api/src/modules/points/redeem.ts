import type { points as contract } from '@nare/contract/points'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure } from '@nare/contract/route'
import { formatMoney, money as cents, type Money } from '@nare/money/money'
import { plainAmountText } from '#country/writing'
import type { PointRules } from '#country/country'
import { activeGrantsMax, type Bonus } from '#modules/bonus/bonus'
import type { Ledger } from '#modules/ledger/ledger'
import { excludedNow, lockedNow } from '#modules/protection/protection'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Purse } from './purse.ts'
import { bonusFor } from './rules.ts'
import { insertRedemption, redemptionOf } from './store.ts'

export type RedeemDeps = {
  readonly moneyDb: Db
  readonly ledger: Ledger
  /** The rules of points now. */
  readonly rules: () => PointRules
  readonly purse: Pick<Purse, 'spendAll'>
  readonly bonus: Pick<Bonus, 'grant' | 'hasRoom'>
}

type Redeem = { readonly bettor: bigint; readonly verified: boolean; readonly id: string; readonly points: number }
type Redeemed = Outcome<Answer<typeof contract.redeem>, Failure<typeof contract.redeem>>

/**
 * Redeems points for bonus money by the table of now, once for each id. One transaction locks the bettor's cash, bonus and points, deducts
 * the points, stores the command and grants the bonus. A repeated command gets the first answer with the current balances.
 */
export function openRedeem({ moneyDb: db, ledger, rules, purse, bonus: bonuses }: RedeemDeps) {
  async function decide(
    tx: Tx,
    { bettor, verified, id, points }: Redeem,
  ): Promise<Outcome<Money, Failure<typeof contract.redeem>>> {
    await ledger.lockWithPoints(tx, [bettor])
    const earlier = await redemptionOf(tx, { bettor, id })
    if (earlier) return earlier.points === BigInt(points) ? done(cents(earlier.bonus)) : refused('id_reused')
    const { redeem: table, bonus: terms } = rules()
    const bonus = bonusFor(BigInt(points), table)
    if (bonus === undefined) return refused('invalid_input', { fields: { points: stepText(table) } })
    if (!verified) return refused('not_verified')
    if ((await lockedNow(tx, [bettor])).has(bettor)) return refused('account_locked')
    const until = (await excludedNow(tx, [bettor])).get(bettor)
    if (until) return refused('self_excluded', { until: until.toISOString() })
    if (!(await bonuses.hasRoom(tx, bettor))) return refused('not_available', undefined, tooManyText)
    const command = `points/redeem/${bettor}/${id}`
    const [taken] = await purse.spendAll(tx, [{ id: command, bettor, points: BigInt(points), kind: 'points_redeemed' }])
    if (!taken) return refused('insufficient_funds', undefined, 'You have too few points for this')
    await insertRedemption(tx, { bettor, id, points: BigInt(points), bonus })
    const granted = await bonuses.grant(tx, { id: command, bettor, amount: bonus, source: 'points', ...terms })
    invariant(granted.kind === 'granted', `could not grant the bonus of ${command}: ${granted.kind}`)
    return done(bonus)
  }

  const tooManyText = `You have ${activeGrantsMax} active bonuses. Use or cancel one, then redeem your points`

  return async function redeem(command: Redeem): Promise<Redeemed> {
    const judged = await transact(db, (tx) => decide(tx, command))
    if (!judged.ok) return judged
    const { balance, points } = await ledger.balances(command.bettor)
    const bonus = formatMoney(judged.value)
    const message = `You redeemed ${command.points} points for ${plainAmountText(bonus)} of bonus money`
    return done({ message, points, balance: formatMoney(balance), bonus })
  }
}

const stepText = (table: PointRules['redeem']): string =>
  `Redeem ${Math.min(...table.map((row) => row.points))} points or a multiple of it`
