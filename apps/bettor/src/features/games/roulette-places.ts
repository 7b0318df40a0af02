import { rouletteBets } from '@nare/games/roulette'

/**
 * Where a bet lies on the table: the grid area (row / column / spans) `up` on a narrow screen, with the numbers 1 to 18 left and 19 to 36
 * right, and `flat` on a wide one, with three rows of numbers. A bet on a line has the area of its first number and the edge of it.
 */
export type Place = { on: string; up: string; flat: string; side?: true; edge?: Edge }
/** The edges of a number: toward the next number, toward the number three above, the outer edge of its row, and toward the zero. */
export type Edge = 'next' | 'above' | 'row' | 'zero'

const upOf = (number: number): string => {
  const half = number > 18 ? 1 : 0
  const at = number - 1 - 18 * half
  return `${Math.floor(at / 3) + 2} / ${(at % 3) + 2 + 4 * half}`
}
const flatOf = (number: number): string => `${3 - ((number - 1) % 3)} / ${Math.floor((number - 1) / 3) + 2}`

const sides: readonly Place[] = [
  ...[1, 2, 3].map((n): Place => ({ on: `column ${n}`, up: `8 / ${n + 5}`, flat: `${4 - n} / 14`, side: true })),
  ...[1, 2, 3].map((n): Place => ({
    on: `dozen ${n}`,
    up: `8 / ${n + 1}`,
    flat: `5 / ${4 * n - 2} / auto / span 4`,
    side: true,
  })),
  ...['1-18', 'even', 'red', 'black', 'odd', '19-36'].map((on, n): Place => {
    // The longest name, "Nyekundu" in Swahili, has the room between the two halves too.
    const column = n < 3 ? `${n + 2}${on === 'red' ? ' / auto / span 2' : ''}` : n + 3
    return { on, up: `9 / ${column}`, flat: `6 / ${2 * n + 2} / auto / span 2`, side: true }
  }),
]

function placeOf(on: string): Place {
  const [kind = '', covered = ''] = on.split(' ')
  if (on === '0') return { on, up: '1 / 1 / auto / span 8', flat: '1 / 1 / span 3' }
  if (kind !== 'split' && kind !== 'street') return { on, up: upOf(Number(on)), flat: flatOf(Number(on)) }
  const [first = 0, second = 0] = covered.split('-').map(Number)
  const number = first === 0 ? second : first
  const edge = first === 0 ? 'zero' : kind === 'street' ? 'row' : second === first + 1 ? 'next' : 'above'
  return { on, up: upOf(number), flat: flatOf(number), edge }
}

const isOnNumbers = (on: string): boolean => /^(\d+|split .*|street .*)$/.test(on)

/** Every bet of the table: the numbers and the fields beside them, then the lines between the numbers. */
export const places: readonly Place[] = [
  ...rouletteBets.filter((on) => /^\d+$/.test(on)).map(placeOf),
  ...sides,
  ...rouletteBets.filter((on) => isOnNumbers(on) && !/^\d+$/.test(on)).map(placeOf),
]
