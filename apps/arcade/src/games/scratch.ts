import type { Draw } from '../machine.ts'

/** The prizes of a million cards: the number of cards, and the payout in stakes. The other cards pay nothing. */
export const prizes = [
  { pays: 1, cards: 150_000 },
  { pays: 2, cards: 90_000 },
  { pays: 5, cards: 30_000 },
  { pays: 10, cards: 12_000 },
  { pays: 20, cards: 5000 },
  { pays: 50, cards: 2000 },
  { pays: 100, cards: 800 },
  { pays: 700, cards: 100 },
] as const
export const cards = 1_000_000

/** A card of nine fields, each with the payout of three such fields; `pays` is what this one does, in times the stake. */
export type Card = { readonly fields: readonly number[]; readonly pays: number }

/** Draws a card. A winning card has three equal fields, a losing one never has. */
export function drawCard(draw: Draw): Card {
  let number = draw(cards)
  const prize = prizes.find((one) => {
    number -= one.cards
    return number < 0
  })
  const faces: number[] = prizes.map(({ pays }) => pays)
  const pays = prize?.pays ?? 0
  const fields = pays > 0 ? [pays, pays, pays] : []
  const others = shuffled(
    faces.filter((face) => face !== pays).flatMap((face) => [face, face]),
    draw,
  )
  return { fields: shuffled([...fields, ...others.slice(0, 9 - fields.length)], draw), pays }
}

function shuffled<T>(list: readonly T[], draw: Draw): T[] {
  const left = [...list]
  return list.map(() => left.splice(draw(left.length), 1)).flat()
}
