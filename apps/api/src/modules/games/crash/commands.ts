import type { crash as contract } from '@nare/contract/crash'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure } from '@nare/contract/route'
import { formatMoney, type Money } from '@nare/money/money'
import { isBetId } from '#modules/betting/betting'
import type { Ledger } from '#modules/ledger/ledger'
import type { SettableClock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { Overloaded } from '#platform/db-faults'
import { afterCommit } from '#platform/money-command'
import { lockOpenRoundsOf } from '#platform/rounds'
import { askOwner, type Answered } from './asks.ts'
import { betsById, betsOfCommands, commandKey, waitedTooLong, type CrashBetRow } from './bet-store.ts'
import type { Desk } from './desk.ts'
import { waitSecondsMax } from './engine.ts'
import { decideOnce, voided, type DecidedBet } from './paying.ts'
import { ownerName } from './round-store.ts'
import { betView } from './views.ts'

type Deps = {
  readonly db: Db
  readonly money: Db
  readonly clock: Pick<SettableClock, 'now'>
  readonly ledger: Ledger
  /** The cash-outs of the flight, where this process owns it. */
  readonly desk: () => Desk | undefined
  readonly onDecided: (bets: readonly DecidedBet[]) => void
}

/** A command about a bet: `id` is the command's. */
export type BetCommandOn = { readonly id: string; readonly betId: string; readonly bettor: bigint }
type CashOut = typeof contract.cashOut
type Cancel = typeof contract.cancel
type Taken = { readonly row: CrashBetRow; readonly balance: Money }

const betsAtOnce = 500

/** Cash-outs and cancellations. */
export function openCrashCommands({ db, money, clock, ledger, desk, onDecided }: Deps) {
  const answerOf = (message: string, { row, balance }: Taken) =>
    done({ message, bet: betView(row), balance: formatMoney(balance) })
  const lateFor = (row: CrashBetRow) => refused('too_late', { bet: betView(row) })

  /** Cashes out a bet that the flight of this process does not know: it is another's, decided already, or of another process. */
  async function cashOutStored(
    { id, betId, bettor }: BetCommandOn & { betId: bigint | string },
    readAtMs: number,
  ): Promise<Outcome<Answer<CashOut>, Failure<CashOut>>> {
    const row = await ownBet(BigInt(betId), bettor)
    if (!row) return refused('not_found')
    const earlier = (await betsOfCommands(db, [{ bettor, command: id }])).get(commandKey({ bettor, command: id }))
    if (earlier && earlier.betId !== row.betId) return refused('id_reused')
    if (earlier?.state === 'won') return answerStored(row.betId, bettor)
    if (row.state !== 'open') return lateFor(row)
    if (row.roundState === 'open') return refused('too_early')
    const question = { round: row.round, betId: row.betId, bettor, command: id, readAtMs }
    return answerAsked(await askOwner(db, clock, question), row)
  }

  async function answerAsked(
    answered: Answered,
    { betId, bettor }: CrashBetRow,
  ): Promise<Outcome<Answer<CashOut>, Failure<CashOut>>> {
    if (answered === 'overloaded') throw new Overloaded('the owner of the game could not commit')
    if (answered !== 'too_late') return answered === 'out' ? answerStored(betId, bettor) : refused(answered)
    const row = await ownBet(betId, bettor)
    return row ? lateFor(row) : refused('not_found')
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
    const same = earlier.get(commandKey({ bettor, command: id }))
    if (same && same.betId !== row.betId) return { outcome: refused('id_reused'), decided: [] }
    if (!same && row.roundState !== 'open') return { outcome: lateFor(row), decided: [] }
    const decided = same ? [] : await decideOnce(ledger, tx, [{ ...voided(row), command: id }])
    if (same?.state === 'won' || (!same && decided.length === 0)) return { outcome: lateFor(row), decided: [] }
    const cash = await ledger.lockCash(tx, [bettor])
    const balance = cash.get(bettor)?.balance
    if (balance === undefined) throw new Error(`bettor ${bettor} has no cash account`)
    return { outcome: answerOf('Bet cancelled', { row: { ...row, state: 'void' }, balance }), decided }
  }

  return {
    /** Cashes out once, at the multiplier of the millisecond in which the server read the command. */
    async cashOut(asked: BetCommandOn, readAtMs: number): Promise<Outcome<Answer<CashOut>, Failure<CashOut>>> {
      const { id, betId, bettor } = asked
      if (!isBetId(betId)) return refused('not_found')
      const at = desk()
      const judged = await at?.cashOut({ betId: BigInt(betId), bettor, command: id, readAtMs })
      if (!at || !judged || judged.kind === 'not_found') return cashOutStored(asked, readAtMs)
      if (judged.kind === 'out') return answerOf('Cashed out', { row: judged.bet, balance: judged.balance })
      if (judged.kind !== 'too_late') return refused(judged.kind)
      const row = await ownBet(BigInt(betId), bettor)
      return row ? lateFor(row) : refused('not_found')
    },

    /** Takes a bet back, once, before its round flies. */
    async cancel(asked: BetCommandOn): Promise<Outcome<Answer<Cancel>, Failure<Cancel>>> {
      if (!isBetId(asked.betId)) return refused('not_found')
      const { outcome, decided } = await transact(money, (tx) => cancelIn(tx, asked))
      onDecided(decided)
      return outcome
    },

    /** Gives back stakes that waited too long for their flight. Any process may do so; an owner that moves the game does. */
    async voidWaiting(): Promise<number> {
      const decided = await transact(db, async (tx) => {
        await lockOpenRoundsOf(tx, ownerName)
        const rows = await waitedTooLong(tx, { seconds: waitSecondsMax, most: betsAtOnce })
        return decideOnce(ledger, tx, rows.map(voided))
      })
      onDecided(decided)
      return decided.length
    },
  }
}
