import { formatMoney, money, type Money } from '@nare/money/money'
import { drawCard } from './games/scratch.ts'
import { spin } from './games/slot.ts'
import { coinPays, coinSides, flip, numbers, roulettePays, colourOf } from './games/tables.ts'
import type { Jet } from './jet-table.ts'
import { machine } from './machine.ts'
import { Refused, times, type Session, type Table } from './table.ts'
import type { Wheel } from './wheel-table.ts'

type Move = Readonly<Record<string, unknown>>
type Game = {
  readonly play: (session: Session, move: Move) => Promise<object>
  readonly state?: (session: Session) => object
}

/** The games by provider and name: their moves and their public state. */
export function gamesOf({ table, jet, wheel }: { table: Table; jet: Jet; wheel: Wheel }): ReadonlyMap<string, Game> {
  const whole =
    <T extends { readonly pays: Money }>(draw: (stake: Money, move: Move) => T): Game['play'] =>
    async (session, move) => {
      const stake = table.stakeOf(move['stake'])
      const drawn = await table.round(session, stake, () => draw(stake, move))
      return { ...drawn, pays: formatMoney(drawn.pays), stake: formatMoney(stake) }
    }

  const slot = whole((stake) => {
    const drawn = spin(machine.below)
    return { ...drawn, pays: money((stake * BigInt(drawn.tenths)) / 10n) }
  })
  const scratch = whole((stake) => {
    const card = drawCard(machine.below)
    return { fields: card.fields, pays: times(stake, BigInt(card.pays) * 100n) }
  })
  const coin = whole((stake, { side }) => {
    const fell = flip(machine.below)
    return { fell, pays: times(stake, side === fell ? coinPays : 0n) }
  })
  const roulette = whole((stake, { on }) => {
    const number = machine.below(numbers)
    return { number, colour: colourOf(number) ?? 'none', pays: times(stake, roulettePays(String(on), number) ?? 0n) }
  })
  /** Refuses a move with an invalid bet, before its stake is debited. */
  const checked =
    (play: Game['play'], isRight: (move: Move) => boolean): Game['play'] =>
    async (session, move) => {
      if (!isRight(move)) throw new Refused('invalid')
      return play(session, move)
    }

  return new Map<string, Game>([
    ['pragmatic:savanna-reels', { play: slot }],
    ['pragmatic:scratch-7', { play: scratch }],
    ['pragmatic:sunset-wheel', { play: (session, move) => wheel.bet(session, move), state: wheel.state }],
    [
      'smartsoft:jetx',
      {
        async play(session, move) {
          if (move['action'] === 'start') return jet.start(session, move)
          const ended = await (move['action'] === 'cash_out' ? jet.cashOut(session) : jet.wait(session))
          return 'pays' in ended ? { ...ended, pays: formatMoney(ended.pays) } : ended
        },
        state: jet.state,
      },
    ],
    ['bgaming:coin-duel', { play: checked(coin, ({ side }) => coinSides.some((one) => one === side)) }],
    ['hub88:mini-roulette', { play: checked(roulette, ({ on }) => roulettePays(String(on), 0) !== undefined) }],
  ])
}
