import { createHash } from 'node:crypto'
import { partOf, type Part, type Valued } from '@nare/bets/cash-out'
import { cashOutReasons, type CashOutReason } from '@nare/contract/cash-out'
import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { money, type Money } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import { bonusShare, returnBonus, type BonusReturn } from '#modules/bonus/bonus'
import type { Ledger } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { liabilityOfLeg } from '../placing/exposure.ts'
import type { QuoteId } from './quote-id.ts'
import { replacementId } from '../placing/replacement-ids.ts'
import * as store from './store.ts'
import { valuesOf, type Value, type ValueDeps } from './value.ts'

export type CommandDeps = ValueDeps & {
  readonly catalog: Pick<Catalog, 'expectations' | 'freshOf' | 'lockForBets'>
  readonly ledger: Ledger
}

/** A request to cash out at a quoted amount. */
export type CashOutCommand = {
  readonly bettor: bigint
  readonly betId: bigint
  readonly matchIds: readonly number[]
  readonly id: string
  readonly hash: string
  /** Undefined for a quote that the server did not sign. */
  readonly quote: QuoteId | undefined
  readonly hundredths: number
  /** Returns the time since the request arrived. */
  readonly waitedMs: () => number
  /** Whether the delay of live bets is over. */
  readonly delayed: boolean
}

/** An automatic cash-out under the rule that the bet had when the rule was checked. */
export type RuleCashOut = Pick<CashOutCommand, 'bettor' | 'betId' | 'matchIds' | 'delayed'> & {
  readonly nonce: string
  readonly rule: Pick<store.Rule, 'id' | 'amount'>
}

export type CashOutResult =
  | { readonly kind: 'cashed_out'; readonly bet: store.CashOutBet; readonly amount: Money }
  | { readonly kind: 'repeated'; readonly amount: Money }
  /** The caller waits for the delay of live bets and then calls again. */
  | { readonly kind: 'live_delay' }
  /** The value fell: the caller answers with a new quote. */
  | { readonly kind: 'value_fell'; readonly bet: store.CashOutBet; readonly value: Extract<Value, { kind: 'value' }> }
  | { readonly kind: 'refused'; readonly refusal: Refusal<FailureCode> }

/** A quote id that matches no row, for a command without a valid quote. */
const noQuote = '00000000-0000-0000-0000-000000000000'

const refuse = (code: FailureCode): CashOutResult => ({ kind: 'refused', refusal: refused(code) })

/** The refusal of a bet that cannot be cashed out, with its reason and its sentence. */
export const notAvailable = (reason: CashOutReason) => refused('not_available', { reason }, cashOutReasons[reason])

/** The hash of a cash-out's content: the same id with another hash is refused. */
export const hashOfCommand = (betId: bigint, quoteId: string, hundredths: number): string =>
  createHash('sha256').update(`${betId} ${quoteId} ${hundredths}`).digest('hex')

/**
 * Cashes out at a quote in the caller's transaction. Each command id and each quote is used once. Pays the current value if it is not below
 * the quoted amount. Lock order: matches (shared, advisory) → bet → cash account → exposure. Everything is read after the locks.
 */
export async function acceptQuote(deps: CommandDeps, tx: Tx, command: CashOutCommand): Promise<CashOutResult> {
  const [, , , earlier, bets] = await Promise.all([
    ...locks(deps, tx, command),
    store.earlierCashOuts(tx, { bettor: command.bettor, id: command.id, quote: command.quote?.nonce ?? noQuote }),
    store.readBets(tx, [command.betId]),
  ])
  const { id, repeated } = await idOf(tx, command, earlier)
  if (repeated)
    return repeated.hash === command.hash ? { kind: 'repeated', amount: repeated.amount } : refuse('id_reused')
  const bet = bets.get(command.betId)
  if (bet?.bettor !== command.bettor) return refuse('not_found')
  const { quote } = command
  if (quote?.betId !== command.betId) return refuse('quote_expired')
  if (earlier.some((cashOut) => cashOut.quote === quote.nonce)) return refuse('quote_used')
  if (!command.delayed && bet.at.getTime() - command.waitedMs() > quote.expiresMs) return refuse('quote_expired')
  const [value] = await valuesOf(deps, tx, [bet])
  if (value?.kind !== 'value') return { kind: 'refused', refusal: notAvailable(value?.reason ?? 'no_price') }
  if (value.amount < quote.amount || bet.n !== quote.n) return { kind: 'value_fell', bet, value }
  const part = partToPay(bet, value, command.hundredths)
  if (!part) return { kind: 'refused', refusal: notAvailable('worthless') }
  if (value.live && !command.delayed) return { kind: 'live_delay' }
  return pay(deps, tx, { bet, part, id, hash: command.hash, quote: quote.nonce, automatic: false })
}

/**
 * The id to use for a command, and the earlier cash-out with this id. If another command used the id during the delay, the id is a
 * replacement.
 */
async function idOf(
  tx: Tx,
  command: Pick<CashOutCommand, 'bettor' | 'id' | 'hash' | 'delayed'>,
  earlier: readonly store.EarlierCashOut[],
) {
  const withId = (id: string) => earlier.find((cashOut) => cashOut.bettor === command.bettor && cashOut.id === id)
  const repeated = withId(command.id)
  if (!command.delayed || !repeated || repeated.hash === command.hash) return { id: command.id, repeated }
  const id = await replacementId(tx, command)
  return { id, repeated: withId(id) }
}

/**
 * Cashes out the rest of a bet under its rule, if its current value reaches the rule's amount; undefined otherwise. The command id of the
 * rule is the id of the cash-out, so a rule pays once, whichever process checks it. Once a rule is reached in play, changing or deleting it
 * during the delay does not cancel the cash-out. A new rule has a delay of its own.
 */
export async function cashOutByRule(
  deps: CommandDeps,
  tx: Tx,
  command: RuleCashOut,
): Promise<CashOutResult | undefined> {
  const [, , , bets] = await Promise.all([...locks(deps, tx, command), store.readBets(tx, [command.betId])])
  const bet = bets.get(command.betId)
  const { rule, delayed } = command
  if (!bet || (!delayed && !(bet.rule?.active && bet.rule.id === rule.id))) return undefined
  const earlier = await store.earlierCashOuts(tx, { bettor: bet.bettor, id: rule.id, quote: command.nonce })
  const hash = hashOfCommand(bet.betId, `rule ${rule.amount}`, 100)
  const { id, repeated } = await idOf(tx, { bettor: command.bettor, id: rule.id, hash, delayed }, earlier)
  const [value] = await valuesOf(deps, tx, [bet])
  if (repeated || value?.kind !== 'value' || value.amount < rule.amount) return undefined
  if (value.live && !delayed) return { kind: 'live_delay' }
  const part: Part = { stake: bet.left.stake, amount: value.amount }
  return pay(deps, tx, { bet, part, id, hash, quote: command.nonce, automatic: true })
}

/**
 * Starts the statements that lock, in lock order. Statements that are sent after them in the same round trip see everything that was
 * committed before the locks were granted.
 */
function locks(
  { catalog, ledger }: CommandDeps,
  tx: Tx,
  { betId, bettor, matchIds }: Pick<CashOutCommand, 'betId' | 'bettor' | 'matchIds'>,
) {
  return [catalog.lockForBets(tx, matchIds), store.lockBet(tx, betId), ledger.lockCash(tx, [bettor])] as const
}

/** The stake to close and the amount to pay; undefined if either is 0. */
function partToPay({ left }: store.CashOutBet, { amount }: Valued, hundredths: number): Part | undefined {
  const part = hundredths === 100 ? { stake: left.stake, amount } : partOf({ stake: left.stake, amount }, hundredths)
  return part.stake > 0n && part.amount > 0n ? part : undefined
}

type Payment = Pick<store.NewCashOut, 'id' | 'quote' | 'hash' | 'automatic'> & {
  readonly bet: store.CashOutBet
  readonly part: Part
}

async function pay({ ledger }: CommandDeps, tx: Tx, { bet, part, ...command }: Payment): Promise<CashOutResult> {
  const { betId, bettor, product, stake, possibleWin } = bet
  const leftStake = money(bet.left.stake - part.stake)
  const left = { stake: leftStake, possibleWin: money((possibleWin * leftStake) / stake) }
  await store.insertCashOut(tx, { bet, left, ...command, ...part })
  const about = `bet/${betId}`
  const n = bet.n + 1
  const against = ledger.houseOf(product)
  const bonus = money(bonusShare(bet.cashed + part.amount, bet) - bonusShare(bet.cashed, bet))
  if (bonus > 0n) {
    const returns: BonusReturn[] = [
      { betId, bettor, against, step: 'cash-out', n, back: money(0n), due: bonus, kind: 'bonus_cash_out' },
    ]
    await returnBonus({ ledger }, tx, { returns, wallets: await ledger.lockWallets(tx, [bettor]) })
  }
  const amount = money(part.amount - bonus)
  const id = `${about}/cash-out/${n}`
  if (amount > 0n) await ledger.credit(tx, [{ id, kind: 'cash_out', about, bettor, amount, against }])
  await store.releaseExposure(tx, bet.legs, releasedOf(bet, left))
  return { kind: 'cashed_out', bet, amount: part.amount }
}

/** The exposure that this part had added to each outcome. All parts of a bet together release exactly what the bet added. */
function releasedOf(bet: store.CashOutBet, left: store.CashOutBet['left']): store.Released {
  const legs = bet.legs.length
  const liability = (of: store.CashOutBet['left']): bigint => liabilityOfLeg({ ...of, legs })
  const stakeOfLeg = (stake: bigint): bigint => stake / BigInt(legs)
  return {
    bets: left.stake === 0n ? 1 : 0,
    stake: stakeOfLeg(bet.left.stake) - stakeOfLeg(left.stake),
    liability: liability(bet.left) - liability(left),
  }
}
