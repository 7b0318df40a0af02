import { createHash } from 'node:crypto'
import { partOf, type Part, type Valued } from '@nare/bets/ticket/cash-out'
import { cashOutReasons, type CashOutReason } from '@nare/contract/cash-out'
import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { money, type Money } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import type { Ledger, Payees } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { pay } from './paying.ts'
import type { QuoteId } from './quote-id.ts'
import { replacementId } from '../placing/replacement-ids.ts'
import { insertRefusal, type RefusalCode } from './refusals-store.ts'
import * as store from './store.ts'
import { valuesOf, type Value, type ValueDeps } from './value.ts'

export type CommandDeps = ValueDeps & {
  readonly catalog: Pick<Catalog, 'expectations' | 'freshOf' | 'lockForBets' | 'liveDelayOf'>
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
  /** The caller waits for the delay of live bets, or for that of its matches if it is longer, and then calls again. */
  | { readonly kind: 'live_delay'; readonly matchDelayS: number }
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

async function liveDelay({ catalog }: CommandDeps, tx: Tx, matchIds: readonly number[]): Promise<CashOutResult> {
  return { kind: 'live_delay', matchDelayS: await catalog.liveDelayOf(tx, matchIds) }
}

/** A quote that can be paid now: the bet with its value, the part to pay, and the id that the cash-out will have. */
export type PayableQuote = {
  readonly kind: 'payable'
  readonly bet: store.CashOutBet
  readonly value: Extract<Value, { kind: 'value' }>
  readonly part: Part
  readonly id: string
  readonly payees: Payees
}

/**
 * Locks what a cash-out at a quote depends on, in the caller's transaction, and decides whether it can be paid: each command id and each quote
 * is used once, and the current value is not below the quoted amount. Pays nothing.
 */
export async function judgeQuote(
  deps: CommandDeps,
  tx: Tx,
  command: CashOutCommand,
): Promise<CashOutResult | PayableQuote> {
  const { quote } = command
  const locked = await lockAndRead(deps, tx, [{ ...command, quote: quote?.nonce ?? noQuote }])
  const { id, repeated } = await idOf(tx, command, locked.earlier)
  if (repeated)
    return repeated.hash === command.hash ? { kind: 'repeated', amount: repeated.amount } : refuse('id_reused')
  const bet = locked.bets.get(command.betId)
  if (bet?.bettor !== command.bettor) return refuse('not_found')
  if (quote?.betId !== command.betId) return refuse('quote_expired')
  if (locked.earlier.some((cashOut) => cashOut.quote === quote.nonce)) return refuse('quote_used')
  if (!command.delayed && bet.at.getTime() - command.waitedMs() > quote.expiresMs) return refuse('quote_expired')
  const [value] = await valuesOf(deps, tx, [bet])
  if (value?.kind !== 'value') return { kind: 'refused', refusal: notAvailable(value?.reason ?? 'no_price') }
  if (value.amount < quote.amount || bet.n !== quote.n) return { kind: 'value_fell', bet, value }
  const part = partToPay(bet, value, command.hundredths)
  if (!part) return { kind: 'refused', refusal: notAvailable('worthless') }
  return { kind: 'payable', bet, value, part, id, payees: locked.payees }
}

/** Writes and pays the cash-out of a quote that was judged in this transaction. Returns the tax that it withheld. */
export async function payQuote(
  deps: CommandDeps,
  tx: Tx,
  { hash, quote }: CashOutCommand,
  { bet, part, id, payees }: PayableQuote,
): Promise<Money> {
  const cashOut = cashOutOf(bet, part, { id, hash, quote: quote?.nonce ?? noQuote, automatic: false })
  const [withheld = money(0n)] = await pay(deps, tx, { cashOuts: [cashOut], payees })
  return withheld
}

/** Cashes out at a quote in the caller's transaction: pays the current value. */
async function acceptQuote(deps: CommandDeps, tx: Tx, command: CashOutCommand): Promise<CashOutResult> {
  const judged = await judgeQuote(deps, tx, command)
  if (judged.kind !== 'payable') return judged
  const { bet, part, value } = judged
  if (value.live && !command.delayed) return liveDelay(deps, tx, command.matchIds)
  await payQuote(deps, tx, command, judged)
  return { kind: 'cashed_out', bet, amount: part.amount }
}

/** Cashes out as `acceptQuote` does, and stores the refusal of one's own bet with it, as evidence about the ticket. */
export async function acceptAndRecord(deps: CommandDeps, tx: Tx, command: CashOutCommand): Promise<CashOutResult> {
  const result = await acceptQuote(deps, tx, command)
  await recordRefusal(tx, command, result)
  return result
}

/** Stores why a cash-out of one's own bet, which the caller has locked, was refused; other results are left out. */
export async function recordRefusal(
  tx: Tx,
  { betId, quote, hundredths }: Pick<CashOutCommand, 'betId' | 'quote' | 'hundredths'>,
  result: CashOutResult,
): Promise<void> {
  const code =
    result.kind === 'value_fell' ? 'quote_changed' : result.kind === 'refused' ? result.refusal.code : undefined
  const recorded = recordedCodes.find((one) => one === code)
  if (recorded === undefined) return
  const facts: unknown = result.kind === 'refused' ? result.refusal.facts : undefined
  const reason = facts instanceof Object && 'reason' in facts ? String(facts.reason) : null
  await insertRefusal(tx, betId, { code: recorded, reason, quoted: quote?.amount ?? null, hundredths })
}

/** A reused id and another bettor's ticket say nothing about this ticket. */
const recordedCodes = [
  'not_available',
  'quote_changed',
  'quote_expired',
  'quote_used',
] as const satisfies readonly RefusalCode[]

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
 * Cashes out the rest of each bet under its rule, in the caller's transaction, if the bet's current value reaches the rule's amount. The
 * result of any other bet is undefined, and the others are paid. The command id of the rule is the id of the cash-out, so a rule pays once,
 * whichever process checks it and however often it is in the list. Once a rule is reached in play, changing or deleting it during the delay
 * does not cancel the cash-out. A new rule has a delay of its own.
 */
export async function cashOutByRules(
  deps: CommandDeps,
  tx: Tx,
  commands: readonly RuleCashOut[],
): Promise<(CashOutResult | undefined)[]> {
  const claims = commands.map((command) => ({ ...command, id: command.rule.id, quote: command.nonce }))
  const { bets, earlier, payees } = await lockAndRead(deps, tx, claims)
  const current = [...bets.values()]
  const values = new Map((await valuesOf(deps, tx, current)).map((value, at) => [current[at]?.betId, value]))
  const cashOuts: store.NewCashOut[] = []

  async function decide({
    betId,
    bettor,
    matchIds,
    rule,
    delayed,
    nonce,
  }: RuleCashOut): Promise<CashOutResult | undefined> {
    const [bet, value] = [bets.get(betId), values.get(betId)]
    if (!bet || (!delayed && !(bet.rule?.active && bet.rule.id === rule.id))) return undefined
    if (value?.kind !== 'value' || value.amount < rule.amount) return undefined
    const hash = hashOfCommand(betId, `rule ${rule.amount}`, 100)
    const { id, repeated } = await idOf(tx, { bettor, id: rule.id, hash, delayed }, earlier)
    if (repeated) return undefined
    if (value.live && !delayed) return liveDelay(deps, tx, matchIds)
    const { amount } = value
    cashOuts.push(cashOutOf(bet, { stake: bet.left.stake, amount }, { id, hash, quote: nonce, automatic: true }))
    // Later commands of the list find the bet cashed out and the id used.
    values.delete(betId)
    earlier.push({ betId, bettor, id, hash, quote: nonce, amount })
    return { kind: 'cashed_out', bet, amount }
  }

  const results: (CashOutResult | undefined)[] = []
  for (const command of commands) results.push(await decide(command))
  await pay(deps, tx, { cashOuts, payees })
  return results
}

type Claim = Pick<CashOutCommand, 'betId' | 'bettor' | 'matchIds' | 'id' | 'delayed'> & { readonly quote: string }

/**
 * Locks everything that these cash-outs depend on, and reads it in the same round trip. The statements are started in lock order: matches
 * (shared, advisory) → bets (by id) → cash and debt (by id); the exposure is last, in `pay`. The reads are sent after the locks, so they see
 * everything that was committed before the locks were granted. An edit that is being decided refuses no cash-out that was received before
 * it and comes back from its delay: otherwise a bettor could take such a cash-out back.
 */
async function lockAndRead({ catalog, ledger }: CommandDeps, tx: Tx, claims: readonly Claim[]) {
  const betIds = [...new Set(claims.map(({ betId }) => betId))]
  const [, , payees, earlier, bets] = await Promise.all([
    catalog.lockForBets(
      tx,
      claims.flatMap(({ matchIds }) => matchIds),
    ),
    store.lockBets(tx, betIds),
    ledger.lockPayees(tx, [...new Set(claims.map(({ bettor }) => bettor))]),
    store.earlierCashOuts(tx, claims),
    store.readBets(tx, betIds),
  ])
  for (const { betId, delayed } of claims) {
    const bet = delayed ? bets.get(betId) : undefined
    if (bet) bets.set(betId, { ...bet, editing: false })
  }
  return { payees, earlier, bets }
}

/** The stake to close and the amount to pay; undefined if either is 0. */
function partToPay({ left }: store.CashOutBet, { amount }: Valued, hundredths: number): Part | undefined {
  const part = hundredths === 100 ? { stake: left.stake, amount } : partOf({ stake: left.stake, amount }, hundredths)
  return part.stake > 0n && part.amount > 0n ? part : undefined
}

function cashOutOf(
  bet: store.CashOutBet,
  part: Part,
  command: Pick<store.NewCashOut, 'id' | 'hash' | 'quote' | 'automatic'>,
): store.NewCashOut {
  const stake = money(bet.left.stake - part.stake)
  const left = { stake, possibleWin: money((bet.possibleWin * stake) / bet.stake) }
  return { bet, left, ...command, ...part }
}
