import type { BoardPrize, Country } from '#country/country'
import { choices, setting, shillings, tables, whole, type Values } from '#modules/settings/settings'
import type { BoardName } from './seasons.ts'
import { periods, type Period } from './store.ts'

const boards = { group: 'boards', weakens: 'always' } as const
const boardNames = ['sports', 'crash'] as const satisfies readonly BoardName[]
const rank = whole({ least: 1, most: 1_000, unit: '' })

/** The prize of ranks of a board at the end of a period. */
export type ListedPrize = BoardPrize & { readonly board: BoardName; readonly period: Period }

/** The prizes of all boards and periods as one table. */
export const prizeTable = tables<ListedPrize>({
  columns: {
    board: { head: 'Board', kind: choices(boardNames) },
    period: { head: 'Period', kind: choices(periods) },
    from: { head: 'From rank', kind: rank },
    to: { head: 'To rank', kind: rank },
    prize: { head: 'Prize', kind: shillings({ least: 1, most: 1_000_000 }) },
  },
  rowsMax: 60,
  rule(rows) {
    if (rows.some(({ from, to }) => from > to)) return 'A row ends at the rank that it begins with, or below'
    const overlap = rows.some((one, at) =>
      rows.some(
        (other, n) =>
          n < at &&
          one.board === other.board &&
          one.period === other.period &&
          one.from <= other.to &&
          other.from <= one.to,
      ),
    )
    return overlap ? 'Each rank of a board has one prize a period' : undefined
  },
})

/** The settings of leaderboards. */
export const boardSettings = {
  prizes: setting<readonly ListedPrize[]>({
    ...boards,
    key: 'boards.prizes',
    name: 'Prizes',
    about:
      'The prizes of the ranks of each board at the end of a day, week and month. A period that runs keeps those it began with.',
    kind: prizeTable,
    defaultOf: ({ country }) => defaultPrizes(country),
  }),
  prizePercent: setting({
    ...boards,
    weakens: 'up',
    key: 'boards.prize_percent',
    name: 'Prizes at most',
    about:
      'The prizes of a period together are at most this part of what its players lost in it. A period that runs keeps its own.',
    kind: whole({ least: 0, most: 100, unit: '%' }),
    defaultOf: ({ country }) => country.boardPrizePercent,
  }),
  waitHours: setting({
    ...boards,
    weakens: 'down',
    key: 'boards.wait_h',
    name: 'Prizes wait',
    about:
      'How long prizes wait, so that a person can look at the winners. Periods that are closed already keep their time.',
    kind: whole({ least: 0, most: 720, unit: 'h' }),
    defaultOf: () => 24,
  }),
}

const defaultPrizes = ({ boards: of }: Country): ListedPrize[] =>
  boardNames.flatMap((board) =>
    periods.flatMap((period) => of[board][period].map((row) => ({ board, period, ...row }))),
  )

/** The rules of boards at one moment; the prizes as their table's text. */
export type BoardRules = { readonly prizes: readonly ListedPrize[]; readonly percent: number; readonly waitS: number }

export const boardRules = (values: Values): BoardRules => ({
  prizes: values(boardSettings.prizes),
  percent: values(boardSettings.prizePercent),
  waitS: values(boardSettings.waitHours) * 3_600,
})

type Kept = { readonly board: BoardName; readonly period: Period; readonly prizes?: string | null }

/** The prizes of a board's period: those that its season keeps, or those of now. */
export function tableOf({ prizes: now }: BoardRules, { board, period, prizes }: Kept): readonly BoardPrize[] {
  const kept = prizes === null || prizes === undefined ? undefined : prizeTable.read(prizes)
  const rows = kept && 'value' in kept ? kept.value : now
  return rows.filter((row) => row.board === board && row.period === period)
}
