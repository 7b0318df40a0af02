import { createHash } from 'node:crypto'
import { partOf, type Part, type Valued } from '@nare/bets/cash-out'
import { cashOutReasons, type CashOutReason } from '@nare/contract/cash-out'
import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { money, type Money } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import { bonusShare, returnBonus } from '#modules/bonus/bonus'
import type { Ledger } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { liabilityOfLeg } from '../exposure.ts'
import type { QuoteId } from './quote-id.ts'
import { idBeside } from '../used-ids.ts'
import * as store from './store.ts'
import { valuesOf, type Value, type ValueDeps } from './value.ts'

export type TakeDeps = ValueDeps & {
  readonly catalog: Pick<Catalog, 'expectations' | 'freshOf' | 'lockForBets'>
  readonly ledger: Ledger
}

/** A take of a quote. `waitedMs` is how long it has waited since it arrived; `delayed` after the delay of live bets. */
export type Take = {
  readonly bettor: bigint
  readonly betId: bigint
  readonly matchIds: readonly number[]
  readonly id: string
  readonly hash: string
  /** Undefined for a quote that the server did not sign. */
  readonly quote: QuoteId | undefined
  readonly hundredths: number
  readonly waitedMs: () => number
  readonly delayed: boolean
}

/** A cash-out by the rule that a bet had when it was checked. */
export type RuledTake = Pick<Take, 'bettor' | 'betId' | 'matchIds' | 'delayed'> & {
  readonly nonce: string
  readonly rule: Pick<store.Rule, 'id' | 'amount'>
}

export type Taken =
  | { readonly kind: 'taken'; readonly bet: store.CashOutBet; readonly amount: Money }
  | { readonly kind: 'repeated'; readonly amount: Money }
  /** After this the caller waits for the delay of live bets, and takes again. */
  | { readonly kind: 'live_delay' }
  /** The value fell: the caller answers with a fresh quote. */
  | { readonly kind: 'fell'; readonly bet: store.CashOutBet; readonly value: Extract<Value, { kind: 'value' }> }
  | { readonly kind: 'refused'; readonly refusal: Refusal<FailureCode> }

/** Names a fixed quote to the query where there is none. */
const noQuote = '00000000-0000-0000-0000-000000000000'

const refuse = (code: FailureCode): Taken => ({ kind: 'refused', refusal: refused(code) })

/** The refusal of a bet that cannot be cashed out, with its reason and its sentence. */
export const notAvailable = (reason: CashOutReason) => refused('not_available', { reason }, cashOutReasons[reason])

/** The hash of a cash-out's content: the same id with another hash is refused. */
export const hashOfTake = (betId: bigint, quoteId: string, hundredths: number): string =>
  createHash('sha256').update(`${betId} ${quoteId} ${hundredths}`).digest('hex')

/**
 * Takes a quote in the caller's transaction: once by command and once by quote, at the value of this moment if that is not lower. Lock
 * order: matches (shared, advisory) → bet → cash account → exposure. Everything is read after the locks.
 */
export async function takeQuote(deps: TakeDeps, tx: Tx, take: Take): Promise<Taken> {
  const [, , , earlier, bets] = await Promise.all([
    ...locks(deps, tx, take),
    store.earlierOf(tx, { bettor: take.bettor, id: take.id, quote: take.quote?.nonce ?? noQuote }),
    store.readBets(tx, [take.betId]),
  ])
  const { id, same } = await commandOf(tx, take, earlier)
  if (same) return same.hash === take.hash ? { kind: 'repeated', amount: same.amount } : refuse('id_reused')
  const bet = bets.get(take.betId)
  if (bet?.bettor !== take.bettor) return refuse('not_found')
  const { quote } = take
  if (quote?.betId !== take.betId) return refuse('quote_expired')
  if (earlier.some((one) => one.quote === quote.nonce)) return refuse('quote_used')
  if (!take.delayed && bet.at.getTime() - take.waitedMs() > quote.expiresMs) return refuse('quote_expired')
  const [value] = await valuesOf(deps, tx, [bet])
  if (value?.kind !== 'value') return { kind: 'refused', refusal: notAvailable(value?.reason ?? 'no_price') }
  if (value.amount < quote.amount || bet.n !== quote.n) return { kind: 'fell', bet, value }
  const part = partTaken(bet, value, take.hundredths)
  if (!part) return { kind: 'refused', refusal: notAvailable('worthless') }
  if (value.live && !take.delayed) return { kind: 'live_delay' }
  return pay(deps, tx, { bet, part, id, hash: take.hash, quote: quote.nonce, automatic: false })
}

/** The id of a take, and the cash-out that has it already. After the delay it is another one where the take's own was used meanwhile. */
async function commandOf(
  tx: Tx,
  take: Pick<Take, 'bettor' | 'id' | 'hash' | 'delayed'>,
  earlier: readonly store.Earlier[],
) {
  const withId = (id: string) => earlier.find((one) => one.bettor === take.bettor && one.id === id)
  const same = withId(take.id)
  if (!take.delayed || !same || same.hash === take.hash) return { id: take.id, same }
  const id = await idBeside(tx, take)
  return { id, same: withId(id) }
}

/**
 * Takes all that is left of a bet by its rule, if it is worth the rule's amount at this moment; undefined if it is not. The rule's command
 * id is that of the cash-out, so a rule pays once, whichever process checks it. A rule that is met in play is like a cash-out that was
 * sent: changing or ending it during its delay does not cancel it, and another rule waits its own delay.
 */
export async function takeByRule(deps: TakeDeps, tx: Tx, take: RuledTake): Promise<Taken | undefined> {
  const [, , , bets] = await Promise.all([...locks(deps, tx, take), store.readBets(tx, [take.betId])])
  const bet = bets.get(take.betId)
  const { rule } = take
  if (!bet || (!take.delayed && !(bet.rule?.active && bet.rule.id === rule.id))) return undefined
  const earlier = await store.earlierOf(tx, { bettor: bet.bettor, id: rule.id, quote: take.nonce })
  const hash = hashOfTake(bet.betId, `rule ${rule.amount}`, 100)
  const { id, same } = await commandOf(tx, { ...take, id: rule.id, hash }, earlier)
  const [value] = await valuesOf(deps, tx, [bet])
  if (same || value?.kind !== 'value' || value.amount < rule.amount) return undefined
  if (value.live && !take.delayed) return { kind: 'live_delay' }
  const part: Part = { stake: bet.left.stake, amount: value.amount }
  return pay(deps, tx, { bet, part, id, hash, quote: take.nonce, automatic: true })
}

/** Started in the order of the locks; what is read after them in the same round trip sees what was committed before. */
function locks(
  { catalog, ledger }: TakeDeps,
  tx: Tx,
  { betId, bettor, matchIds }: Pick<Take, 'betId' | 'bettor' | 'matchIds'>,
) {
  return [catalog.lockForBets(tx, matchIds), store.lockBet(tx, betId), ledger.lockCash(tx, [bettor])] as const
}

function partTaken({ left }: store.CashOutBet, { amount }: Valued, hundredths: number): Part | undefined {
  const part = hundredths === 100 ? { stake: left.stake, amount } : partOf({ stake: left.stake, amount }, hundredths)
  return part.stake > 0n && part.amount > 0n ? part : undefined
}

type Payment = Pick<store.NewCashOut, 'id' | 'quote' | 'hash' | 'automatic'> & {
  readonly bet: store.CashOutBet
  readonly part: Part
}

async function pay({ ledger }: TakeDeps, tx: Tx, { bet, part, ...command }: Payment): Promise<Taken> {
  const { betId, bettor, product, stake, possibleWin } = bet
  const leftStake = money(bet.left.stake - part.stake)
  const left = { stake: leftStake, possibleWin: money((possibleWin * leftStake) / stake) }
  await store.insertCashOut(tx, { bet, left, ...command, ...part })
  const about = `bet/${betId}`
  const id = `${about}/cash-out/${bet.n + 1}`
  const against = ledger.houseOf(product)
  const bonus = money(bonusShare(bet.cashed + part.amount, bet) - bonusShare(bet.cashed, bet))
  if (bonus > 0n) {
    const one = { betId, bettor, against, n: bet.n + 1, back: money(0n), due: bonus }
    const returns = [{ ...one, step: 'cash-out' as const, kind: 'bonus_cash_out' as const }]
    await returnBonus({ ledger }, tx, { returns, wallets: await ledger.lockWallets(tx, [bettor]) })
  }
  const amount = money(part.amount - bonus)
  if (amount > 0n) await ledger.credit(tx, [{ id, kind: 'cash_out', about, bettor, amount, against }])
  await store.releaseExposure(tx, bet.legs, releasedOf(bet, left))
  return { kind: 'taken', bet, amount: part.amount }
}

/** What the part had added to each outcome, so that all the parts of a bet release exactly what it added when it was placed. */
function releasedOf(bet: store.CashOutBet, left: store.CashOutBet['left']): store.Released {
  const legs = bet.legs.length
  const risk = (of: store.CashOutBet['left']): bigint => liabilityOfLeg({ ...of, legs })
  const each = (stake: bigint): bigint => stake / BigInt(legs)
  return {
    bets: left.stake === 0n ? 1 : 0,
    stake: each(bet.left.stake) - each(left.stake),
    liability: risk(bet.left) - risk(left),
  }
}
