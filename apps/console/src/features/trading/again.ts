type Placed = { readonly bettor_id: string; readonly placed_at: string }

const minuteMs = 60_000
/** So many bets of one person in a minute are worth a look. */
const from = 3

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

/** "4th in a minute" of a bet, by the bets before it in a list with the newest first; undefined below the third. */
export function againText(newestFirst: readonly Placed[], at: number): string | undefined {
  const bet = newestFirst[at]
  if (!bet) return undefined
  const placedMs = Date.parse(bet.placed_at)
  const before = newestFirst
    .slice(at)
    .filter(({ bettor_id, placed_at }) => bettor_id === bet.bettor_id && placedMs - Date.parse(placed_at) < minuteMs)
  const { length: count } = before
  return count < from ? undefined : `${count}${endings[ordinals.select(count)] ?? 'th'} in a minute`
}

/** A family shares a phone; more people on one are worth a look. */
const peopleFrom = 3

/** "1 device, 9 people" of a bettor who shares a device with many; undefined below three. */
export const deviceText = (people: number | undefined): string | undefined =>
  people === undefined || people < peopleFrom ? undefined : `1 device, ${people} people`
