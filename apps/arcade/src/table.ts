import { formatMoney, money, parseMoney, type Money } from '@nare/money/money'
import type { Book, Round } from './book.ts'
import { machine } from './machine.ts'
import type { Rounds, Seat, Staked } from './rounds.ts'

/** A player at a game: for money through the wallet, or a demo with play money of this table. */
export type Session = {
  readonly id: string
  readonly provider: string
  readonly game: string
  readonly mode: 'real' | 'demo'
  readonly atOnce: boolean
  readonly seat: Seat
  /** The moves of a session run one at a time. */
  turn: Promise<unknown>
}

/** An accepted stake. `round` is undefined in a demo. */
export type Taken = { readonly stake: Money; readonly round: Round | undefined }

/** The reason why a move was refused. */
export class Refused extends Error {
  readonly code: 'invalid' | 'no_funds' | 'refused' | 'unknown' | 'not_now' | 'no_session'
  constructor(code: Refused['code']) {
    super(code)
    this.code = code
  }
}

const demoMoney = 100_000n
const [stakeMin, stakeMax] = [2000n, 1_000_000n]
const offered = [2000n, 5000n, 10_000n, 20_000n, 50_000n, 100_000n]

type Deps = {
  readonly rounds: Rounds
  readonly book: Book
  /** What the limits, the stakes on offer and the play money are multiplied by. */
  readonly scale: number
}

/** Debits stakes and pays wins, in a demo and for money. */
export function openTable({ rounds, book, scale: by }: Deps) {
  const scale = BigInt(by)
  const refuse = (staked: Exclude<Staked, 'done'>): never => {
    throw new Refused(staked)
  }

  /** Debits a stake. Throws if it was refused or its outcome is unknown; then it is rolled back. */
  async function take(session: Session, stake: Money): Promise<Taken> {
    const { seat, provider, game, mode } = session
    if (mode === 'demo') {
      if (seat.balance < stake) refuse('no_funds')
      seat.balance = money(seat.balance - stake)
      return { stake, round: undefined }
    }
    const round = book.open(provider, game, seat.player.id)
    const staked = await rounds.stake(seat, round, stake)
    return staked === 'done' ? { stake, round } : refuse(staked)
  }

  /** Pays what a round won, 0 included, and closes it. */
  async function pay(session: Session, { round }: Taken, amount: Money): Promise<void> {
    if (round) return rounds.win(session.seat, round, amount)
    session.seat.balance = money(session.seat.balance + amount)
  }

  return {
    take,
    pay,
    demoMoney: money(demoMoney * scale),
    stakes: offered.map((stake) => formatMoney(money(stake * scale))),

    /** A stake in whole tenths of a shilling, within the table's limits. */
    stakeOf(given: unknown): Money {
      const amount = typeof given === 'string' ? parseMoney(given) : undefined
      if (amount === undefined || amount < stakeMin * scale || amount > stakeMax * scale || amount % 10n !== 0n)
        throw new Refused('invalid')
      return amount
    },
    /** Plays a whole round: draws after the stake is debited, or before if the provider sends stake and win in one call. */
    async round<T extends { readonly pays: Money }>(session: Session, stake: Money, draw: () => T): Promise<T> {
      if (session.atOnce && session.mode === 'real') {
        const drawn = draw()
        const round = book.open(session.provider, session.game, session.seat.player.id)
        const staked = await rounds.atOnce(session.seat, round, { stake, win: drawn.pays })
        return staked === 'done' ? drawn : refuse(staked)
      }
      const taken = await take(session, stake)
      const drawn = draw()
      await pay(session, taken, drawn.pays)
      return drawn
    },
  }
}

export type Table = ReturnType<typeof openTable>

/** A share of a stake in hundredths, rounded down to the cent. */
export const times = (stake: Money, hundredths: bigint): Money => money((stake * hundredths) / 100n)

export const shownBalance = ({ seat }: Session): string => formatMoney(seat.balance)
export const newId = (): string => machine.uuid()
