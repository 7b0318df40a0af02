import type { Money } from '@nare/money/money'
import type { Book, Entry, Round } from './book.ts'
import type { CallName, Dialect, Facts, Meaning, Player } from './wallets/dialect.ts'
import { pause, type Wire } from './wire.ts'

/** The outcome of a stake. `unknown`: its response was lost, and it was rolled back. */
export type Staked = 'done' | 'refused' | 'no_funds' | 'unknown'

type Seat = { readonly player: Player; readonly game: string; balance: Money }
type Deps = {
  readonly wire: Wire
  readonly book: Book
  readonly dialects: ReadonlyMap<string, Dialect>
  readonly log: (line: string) => void
  readonly owedMax?: number
}

const triesAtOnce = 4
const againMs = 25
const oweEveryMs = 2000
const owedMaxNormal = 2000

/**
 * Rounds for money, as the providers document them: a stake without a response is rolled back, a refused one is discarded; wins and
 * rollbacks are repeated until the wallet has acknowledged them.
 */
export function openRounds({ wire, book, dialects, log, owedMax = owedMaxNormal }: Deps) {
  const owed = new Set<() => Promise<boolean>>()
  const dialectOf = (round: Round): Dialect => {
    const dialect = dialects.get(round.provider)
    if (!dialect) throw new Error(`no wallet of ${round.provider}`)
    return dialect
  }

  /** Repeats a call until it is acknowledged or finally refused; after a few tries in the background. */
  async function untilAnswered(work: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < triesAtOnce; tries++) {
      if (await work()) return
      await pause(againMs * 2 ** tries)
    }
    if (owed.size < owedMax) owed.add(work)
    else log(`${owedMax} calls are owed already: one more is dropped, its round stays open in the wallet`)
  }

  let paying: Promise<void> | undefined
  /** Repeats owed calls. Runs one at a time: a second caller waits for the same run. */
  const payOwed = (): Promise<void> => (paying ??= payAll().finally(() => (paying = undefined)))

  async function payAll(): Promise<void> {
    for (const work of owed) if (await work()) owed.delete(work)
  }

  /** Refuses a new round while too many calls are owed. */
  function refuseFull(round: Round): boolean {
    if (owed.size < owedMax) return false
    round.state = 'refused'
    return true
  }
  const timer = setInterval(() => void payOwed(), oweEveryMs)
  timer.unref()

  function settleEntry(seat: Seat, entry: Entry, meaning: Meaning): boolean {
    if (meaning.kind === 'unknown') return false
    entry.state = meaning.kind === 'done' ? 'done' : 'refused'
    if (meaning.kind === 'done' && meaning.balance !== undefined) seat.balance = meaning.balance
    return true
  }

  const ask = (seat: Seat, round: Round, call: CallName, facts: Partial<Facts>): Promise<Meaning> =>
    wire.ask(dialectOf(round), call, { player: seat.player, game: seat.game, round: round.id, ...facts })

  /** Rolls back a stake whose response was lost, after the win of the same call. */
  async function rollBack(seat: Seat, round: Round, bet: Entry, win?: Entry): Promise<void> {
    const [won, entry] = [win, bet].map(
      (lost) => lost && book.add(round, { kind: 'rollback', ref: lost.id, amount: lost.amount }),
    )
    if (!entry) return
    for (const lost of [bet, win]) if (lost) lost.state = 'rolled_back'
    const facts = {
      ...{ tx: entry.id, ref: bet.id, amount: bet.amount },
      ...(win && won && { win: { tx: won.id, ref: win.id, amount: win.amount } }),
    }
    await untilAnswered(async () => {
      const meaning = await ask(seat, round, 'rollback', facts)
      if (won) settleEntry(seat, won, meaning)
      return settleEntry(seat, entry, meaning)
    })
  }

  return {
    /** Debits a stake of a round. */
    async stake(seat: Seat, round: Round, amount: Money): Promise<Staked> {
      if (refuseFull(round)) return 'refused'
      const entry = book.add(round, { kind: 'bet', amount })
      const meaning = await ask(seat, round, 'bet', { tx: entry.id, amount })
      if (settleEntry(seat, entry, meaning)) {
        if (meaning.kind !== 'refused') return 'done'
        round.state = 'refused'
        return meaning.funds ? 'no_funds' : 'refused'
      }
      await rollBack(seat, round, entry)
      round.state = 'refunded'
      return 'unknown'
    },

    /** Pays a round, 0 included, and closes it. */
    async win(seat: Seat, round: Round, amount: Money): Promise<void> {
      const bet = round.entries.find(({ kind }) => kind === 'bet')
      const entry = book.add(round, { kind: 'win', amount, ...(bet && { ref: bet.id }) })
      const facts = { tx: entry.id, amount, ...(bet && { ref: bet.id }) }
      round.state = 'closed'
      await untilAnswered(async () => settleEntry(seat, entry, await ask(seat, round, 'win', facts)))
    },

    /** Debits the stake and pays the win in one call, all or nothing. */
    async atOnce(seat: Seat, round: Round, { stake, win }: { stake: Money; win: Money }): Promise<Staked> {
      if (refuseFull(round)) return 'refused'
      const [bet, won] = [
        book.add(round, { kind: 'bet', amount: stake }),
        book.add(round, { kind: 'win', amount: win }),
      ]
      const meaning = await ask(seat, round, 'play', { tx: bet.id, amount: stake, win: { tx: won.id, amount: win } })
      if (settleEntry(seat, bet, meaning)) {
        settleEntry(seat, won, meaning)
        round.state = meaning.kind === 'refused' ? 'refused' : 'closed'
        if (meaning.kind === 'refused') return meaning.funds ? 'no_funds' : 'refused'
        return 'done'
      }
      await rollBack(seat, round, bet, won)
      round.state = 'refunded'
      return 'unknown'
    },

    /** The calls that are not acknowledged yet. */
    owed: (): number => owed.size,
    payOwed,
    close: (): void => clearInterval(timer),
  }
}

export type Rounds = ReturnType<typeof openRounds>
export type { Seat }
