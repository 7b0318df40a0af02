import { sql } from 'kysely'
import { editReasons, type EditReason } from '@nare/contract/bet-edit'
import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { money, type Money } from '@nare/money/money'
import { earlierTickets, placeTickets } from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import {
  judgeQuote,
  payQuote,
  recordRefusal,
  type CashOutCommand,
  type CommandDeps,
  type PayableQuote,
} from '../cash-out/command.ts'
import type { CashOutBet } from '../cash-out/store.ts'
import { lockBets } from '../cash-out/store.ts'
import type { QuoteId } from '../cash-out/quote-id.ts'
import type { Value } from '../cash-out/value.ts'
import { isBet, isReserved } from '../placing/delay.ts'
import { outcomesAtRisk, outcomesOf } from '../placing/exposure.ts'
import type { slipPlacing } from '../placing/place.ts'
import type { NewBet } from '../placing/place-store.ts'
import { replacementId } from '../placing/replacement-ids.ts'
import type { Pick as SlipPick, Slip } from '../placing/slip.ts'
import * as store from './store.ts'

export type EditDeps = CommandDeps & { readonly slips: ReturnType<typeof slipPlacing> }

/** A request to replace a bet. The stake of the slip is the quoted amount, before tax. */
export type EditCommand = {
  readonly slip: Slip
  readonly betId: bigint
  /** The matches of the bet that is replaced. */
  readonly matchIds: readonly number[]
  /** Undefined for a quote that the server did not sign. */
  readonly quote: QuoteId | undefined
  /** Returns the time since the request arrived. */
  readonly waitedMs: () => number
  /** Whether the delay of live bets is over. */
  readonly delayed: boolean
}

export type EditResult =
  | { readonly kind: 'edited'; readonly bet: NewBet; readonly balance: Money }
  /** `id`: the id under which the new bet was placed. */
  | { readonly kind: 'repeated'; readonly id: string }
  /** The caller waits for the delay of live bets, or for this longer one, and then calls again. `isNew`: no earlier call of the command waits. */
  | { readonly kind: 'live_delay'; readonly delayS: number; readonly isNew: boolean }
  /** The value fell: the caller answers with a new quote. */
  | { readonly kind: 'value_fell'; readonly bet: CashOutBet; readonly value: Extract<Value, { kind: 'value' }> }
  | { readonly kind: 'refused'; readonly refusal: Refusal<FailureCode> }

type Batch = { readonly ids: readonly bigint[]; readonly conflicts: readonly string[] }

const refuse = (code: FailureCode): EditResult => ({ kind: 'refused', refusal: refused(code) })

const notEditable = (reason: EditReason): EditResult => ({
  kind: 'refused',
  refusal: refused('not_available', { reason }, editReasons[reason]),
})

/**
 * Replaces a bet in the caller's transaction: cashes it out at the quote, and stakes exactly that amount on the slip. What was done is undone
 * if the slip is refused, or if the edit waits for the delay of live bets first. Lock order: matches of both bets (shared, advisory) → the old
 * bet → the bettor's accounts (by id) → exposure of both bets (by key). The cash-out and the placement lock the same rows again.
 */
export async function editBet(deps: EditDeps, tx: Tx, command: EditCommand, batch: Batch): Promise<EditResult> {
  const { slip, betId, delayed } = command
  await lock(deps, tx, command)
  const { id, repeated } = await idOf(tx, command)
  if (repeated !== undefined) return repeated ? { kind: 'repeated', id } : refuse('id_reused')
  const waiting = await store.waitingEditOf(tx, betId)
  const own = waiting?.id === slip.id && waiting.hash === slip.hash ? waiting : undefined
  if (own && !delayed) return { kind: 'live_delay', delayS: own.delayS, isNew: false }
  if (delayed && !own) return { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) }
  const result = await judgeAndReplace(deps, tx, { ...command, slip: { ...slip, id } }, { ...batch, before: own })
  if (own) await store.endWaitingEdit(tx, own)
  if (result.kind === 'live_delay') await store.storeWaitingEdit(tx, result.waiting)
  return result
}

async function lock({ catalog, ledger }: EditDeps, tx: Tx, { slip, betId, matchIds }: EditCommand): Promise<void> {
  const picked = slip.picks.flatMap(({ matchId, line }) => (line === undefined ? [] : [matchId]))
  await Promise.all([
    catalog.lockForBets(tx, [...new Set([...matchIds, ...picked])]),
    lockBets(tx, [betId]),
    ledger.lockWallets(tx, [slip.bettor]),
  ])
}

/**
 * The id of the new bet, and whether the command was carried out before; false if another command used its id. An edit after its delay gets a
 * replacement id then, so a bettor cannot cancel it by using its id up.
 */
async function idOf(
  tx: Tx,
  { slip, delayed }: EditCommand,
): Promise<{ readonly id: string; readonly repeated: boolean | undefined }> {
  const earlier = async (id: string): Promise<boolean | undefined> => {
    const found = (await earlierTickets(tx, [{ bettor: slip.bettor, id }])).get(`${slip.bettor}:${id}`)
    return found && found.hash === slip.hash
  }
  const repeated = await earlier(slip.id)
  if (!delayed || repeated !== false) return { id: slip.id, repeated }
  const id = await replacementId(tx, slip)
  return { id, repeated: await earlier(id) }
}

type Judged =
  | Exclude<EditResult, { kind: 'live_delay' }>
  | (Extract<EditResult, { kind: 'live_delay' }> & { readonly waiting: store.WaitingEdit })

/** Judges both sides, the cash-out first. `before`: the edit as it waited. */
async function judgeAndReplace(
  deps: EditDeps,
  tx: Tx,
  command: EditCommand,
  batch: Batch & { readonly before: store.WaitingEdit | undefined },
): Promise<Judged> {
  const { slip, betId, matchIds, quote, waitedMs, delayed } = command
  const { bettor, hash } = slip
  // The command id is that of the new bet. The cash-out has one of its own, which nobody else can know.
  const id = await replacementId(tx, slip)
  const cashOut = { bettor, betId, matchIds, id, hash, quote, hundredths: 100, waitedMs, delayed }
  const judged = await judgeQuote(deps, tx, cashOut)
  if (judged.kind !== 'payable') {
    await recordRefusal(tx, cashOut, judged)
    if (judged.kind === 'value_fell' || judged.kind === 'refused') return judged
    throw new Error(`the cash-out of the edit ${slip.id} is ${judged.kind}, and the edit is not`)
  }
  if (judged.bet.bonusStake > 0n) return notEditable('bonus') as Judged
  if (isSame(judged.bet, slip)) return notEditable('unchanged') as Judged
  return replace(deps, tx, { command, cashOut, judged, ...batch })
}

type Replacing = Batch & {
  readonly command: EditCommand
  readonly cashOut: CashOutCommand
  readonly judged: PayableQuote
  readonly before: store.WaitingEdit | undefined
}

/** Cashes the bet out and places the slip. Undoes both unless the slip is placed. */
async function replace(
  deps: EditDeps,
  tx: Tx,
  { command, cashOut, judged, before, ids, conflicts }: Replacing,
): Promise<Judged> {
  const { betId, matchIds } = command
  const [newBetId] = ids
  invariant(newBetId !== undefined, 'an edit has no id for its bet')
  const { bettor, hash, stake: quoted } = command.slip
  await sql`savepoint edit`.execute(tx)
  await store.lockExposure(tx, [...judged.bet.legs.flatMap(outcomesAtRisk), ...outcomesOf(command.slip.picks)])
  const part = { stake: judged.bet.left.stake, amount: quoted }
  const withheld = await payQuote(deps, tx, cashOut, { ...judged, part })
  // The tax on winnings is due although the bettor sees no money, or an edit would be a way around it.
  const stake = money(quoted - withheld)
  const slip: Slip = {
    ...{ ...command.slip, stake },
    reservation: before && newBetId,
    edit: { inPlay: judged.value.live, interruptions: before?.interruptions },
  }
  const [placed] = await placeTickets(deps, tx, deps.slips, { commands: [slip], ids: [newBetId], conflicts })
  invariant(placed && placed.kind !== 'repeated', `the edit ${slip.id} was carried out before`)
  if (placed.kind === 'placed' && isBet(placed.bet)) {
    await store.insertEdit(tx, { betId, newBetId, bettor })
    return { kind: 'edited', bet: placed.bet, balance: placed.balance }
  }
  await sql`rollback to savepoint edit`.execute(tx)
  if (placed.kind === 'refused') return placed
  invariant(isReserved(placed.bet), `the edit ${slip.id} was referred to a trader`)
  const { interruptions, delayS: delayOfSlip } = placed.bet
  const delayS = Math.max(delayOfSlip, await deps.catalog.liveDelayOf(tx, matchIds))
  return {
    kind: 'live_delay',
    isNew: true,
    delayS,
    waiting: { betId, bettor, id: command.slip.id, hash, stake, delayS, interruptions },
  }
}

const keyOf = ({ matchId, marketId, oddKey }: Pick<SlipPick, 'matchId' | 'marketId' | 'oddKey'>): string =>
  `${matchId} ${marketId} ${oddKey}`

/** Whether a slip is the bet that it would replace. */
function isSame({ type, legs }: CashOutBet, { picks }: Slip): boolean {
  const of = new Set(legs.map(keyOf))
  return type !== 'system' && of.size === picks.length && picks.every((pick) => of.has(keyOf(pick)))
}

/** The stake of an edit at a quote. */
export const stakeAt = (quote: QuoteId | undefined): Money => quote?.amount ?? money(0n)
