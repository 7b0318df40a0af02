import type { crash as contract } from '@nare/contract/crash'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure } from '@nare/contract/route'
import { formatMoney, type Money } from '@nare/money/money'
import type { Ledger } from '#modules/ledger/ledger'
import { isBetId } from '#modules/tickets/tickets'
import { transact, type Db, type Tx } from '#platform/db'
import { Overloaded } from '#platform/db-faults'
import { afterCommit } from '#platform/money-command'
import { lockOpenRoundsOf } from '#platform/rounds'
import { forwardCashOut, type ForwardedResult } from './forwarded-cash-outs.ts'
import { betsById, betsOfCommands, commandKey, lateBets, type CrashBetRow } from './bet-store.ts'
import type { FlightCashOuts } from './cash-outs.ts'
import { waitSecondsMax } from './engine.ts'
import { decideOnce, voided, type DecidedBet } from './paying.ts'
import { ownerName } from './round-store.ts'
import { betView } from './views.ts'

type Deps = {
  readonly db: Db
  readonly moneyDb: Db
  readonly ledger: Ledger
  /** The cash-outs of the current flight, if this process owns the game. */
  readonly cashOuts: () => FlightCashOuts | undefined
  readonly onDecided: (bets: readonly DecidedBet[]) => void
}

/** A command on a bet. `id` is the command's id. */
export type BetCommandOn = { readonly id: string; readonly betId: string; readonly bettor: bigint }
type CashOut = typeof contract.cashOut
type Cancel = typeof contract.cancel
type StoredBet = { readonly row: CrashBetRow; readonly balance: Money }

const betsAtOnce = 500

/** Cash-outs and cancellations. */
export function openCrashCommands({ db, moneyDb, ledger, cashOuts, onDecided }: Deps) {
  const answerOf = (message: string, { row, balance }: StoredBet) =>
    done({ message, bet: betView(row), balance: formatMoney(balance) })
  const tooLate = (row: CrashBetRow) => refused('too_late', { bet: betView(row) })

  /**
   * Cashes out a bet that is not on a flight of this process: it is another bettor's, already decided, or on a flight of another process.
   */
  async function cashOutStored(
    { id, betId, bettor }: BetCommandOn & { betId: bigint | string },
    readAtMs: number,
  ): Promise<Outcome<Answer<CashOut>, Failure<CashOut>>> {
    const row = await ownBet(BigInt(betId), bettor)
    if (!row) return refused('not_found')
    const earlier = (await betsOfCommands(db, [{ bettor, command: id }])).get(commandKey({ bettor, command: id }))
    if (earlier && earlier.betId !== row.betId) return refused('id_reused')
    if (earlier?.state === 'won') return answerStored(row.betId, bettor)
    if (row.state !== 'open') return tooLate(row)
    if (row.roundState === 'open') return refused('too_early')
    const forwarded = { round: row.round, betId: row.betId, bettor, command: id, readAtMs }
    return outcomeOf(await forwardCashOut(db, forwarded), row)
  }

  async function outcomeOf(
    result: ForwardedResult,
    { betId, bettor }: CrashBetRow,
  ): Promise<Outcome<Answer<CashOut>, Failure<CashOut>>> {
    if (result === 'overloaded') throw new Overloaded('the owner of the game could not commit')
    if (result !== 'too_late') return result === 'out' ? answerStored(betId, bettor) : refused(result)
    const row = await ownBet(betId, bettor)
    return row ? tooLate(row) : refused('not_found')
  }

  async function answerStored(betId: bigint, bettor: bigint) {
    return afterCommit(async () => {
      const [row, { balance }] = await Promise.all([ownBet(betId, bettor), ledger.balances(bettor)])
      if (!row) throw new Error(`crash bet ${betId} does not exist`)
      return answerOf('Cashed out', { row, balance })
    })
  }

  async function ownBet(betId: bigint, bettor: bigint): Promise<CrashBetRow | undefined> {
    const [row] = await betsById(db, [betId])
    return row?.bettor === bettor ? row : undefined
  }

  async function cancelIn(tx: Tx, { id, betId, bettor }: BetCommandOn) {
    await lockOpenRoundsOf(tx, ownerName)
    const [[row], earlier] = await Promise.all([
      betsById(tx, [BigInt(betId)]),
      betsOfCommands(tx, [{ bettor, command: id }]),
    ])
    if (row?.bettor !== bettor) return { outcome: refused('not_found'), decided: [] }
    const repeated = earlier.get(commandKey({ bettor, command: id }))
    if (repeated && repeated.betId !== row.betId) return { outcome: refused('id_reused'), decided: [] }
    if (!repeated && row.roundState !== 'open') return { outcome: tooLate(row), decided: [] }
    const decided = repeated ? [] : await decideOnce(ledger, tx, [{ ...voided(row), command: id }])
    if (repeated?.state === 'won' || (!repeated && decided.length === 0)) return { outcome: tooLate(row), decided: [] }
    const cash = await ledger.lockCash(tx, [bettor])
    const balance = cash.get(bettor)?.balance
    if (balance === undefined) throw new Error(`bettor ${bettor} has no cash account`)
    return { outcome: answerOf('Bet cancelled', { row: { ...row, state: 'void' }, balance }), decided }
  }

  return {
    /** Cashes out once, at the multiplier of the millisecond in which the server read the command. */
    async cashOut(command: BetCommandOn, readAtMs: number): Promise<Outcome<Answer<CashOut>, Failure<CashOut>>> {
      const { id, betId, bettor } = command
      if (!isBetId(betId)) return refused('not_found')
      const at = cashOuts()
      const decision = await at?.cashOut({ betId: BigInt(betId), bettor, command: id, readAtMs })
      if (!at || !decision || decision.kind === 'not_found') return cashOutStored(command, readAtMs)
      if (decision.kind === 'out') return answerOf('Cashed out', { row: decision.bet, balance: decision.balance })
      if (decision.kind !== 'too_late') return refused(decision.kind)
      const row = await ownBet(BigInt(betId), bettor)
      return row ? tooLate(row) : refused('not_found')
    },

    /** Cancels a bet, once, before its round takes off. */
    async cancel(command: BetCommandOn): Promise<Outcome<Answer<Cancel>, Failure<Cancel>>> {
      if (!isBetId(command.betId)) return refused('not_found')
      const { outcome, decided } = await transact(moneyDb, (tx) => cancelIn(tx, command))
      onDecided(decided)
      return outcome
    },

    /** Voids stakes that waited too long for their flight. Any process may call this; the owner also does it before a take-off. */
    async voidWaiting(): Promise<number> {
      const decided = await transact(db, async (tx) => {
        await lockOpenRoundsOf(tx, ownerName)
        const rows = await lateBets(tx, { seconds: waitSecondsMax, most: betsAtOnce })
        return decideOnce(ledger, tx, rows.map(voided))
      })
      onDecided(decided)
      return decided.length
    },
  }
}
