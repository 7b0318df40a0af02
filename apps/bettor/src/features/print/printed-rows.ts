/** A match of a printed list; prices that are not offered are absent. */
export type PrintedRow = {
  readonly id: string
  readonly gameId: string
  readonly at: Date
  readonly title: string
  readonly league: string
  /** The outcomes in the order of print, as [code, price]. */
  readonly prices: readonly (readonly [code: string, price: string])[]
  readonly place: number | undefined
}

const priceFields = [
  ['1', 'home_odd'],
  ['X', 'neutral_odd'],
  ['2', 'away_odd'],
  ['1X', 'odd_1x'],
  ['12', 'odd_12'],
  ['X2', 'odd_x2'],
  ['O2.5', 'over_odd'],
  ['U2.5', 'under_odd'],
] as const

/** The rows of a printed list from the unchecked rows of the state. */
export function printedRows(data: readonly Record<string, unknown>[]): PrintedRow[] {
  return data.map((row) => {
    const text = (name: string): string => {
      const value = row[name]
      return typeof value === 'string' ? value : ''
    }
    return {
      id: text('match_id'),
      gameId: text('game_id'),
      at: new Date(text('start_time')),
      title: `${text('home_team')} - ${text('away_team')}`,
      league: [text('category'), text('competition_name')].filter((part) => part !== '').join(' · '),
      prices: priceFields.flatMap(([code, field]) => (text(field) === '' ? [] : [[code, text(field)] as const])),
      place: typeof row['place'] === 'number' ? row['place'] : undefined,
    }
  })
}

/** The rows grouped by league and day, in their order. `day` returns the text of a kick-off's day. */
export function byLeague(rows: readonly PrintedRow[], day: (at: Date) => string): [string, PrintedRow[]][] {
  return [...Map.groupBy(rows, ({ league, at }) => `${league} · ${day(at)}`)]
}
