import { marketsOfSport } from '@nare/bets/markets/markets'
import { sports } from '@nare/bets/markets/sports'
import { choices, onOff, optional, percents, setting, tables, type Values } from '#modules/settings/settings'

const cashOut = { group: 'cash-out', weakens: 'down' } as const
const margin = percents({ least: 0, most: 5_000 })

/** The markets of all sports with their names; those of the first sport have them alone. */
const markets = [
  ...new Map(
    sports
      .flatMap(({ key, name: sport }, at) =>
        marketsOfSport(key).map(({ id, name }) => [id, at === 0 ? name : `${name}, ${sport}`] as const),
      )
      .toReversed(),
  ),
].toReversed()

/** The terms of cash-outs of bets on a market: whether there are any, and the margins; null for those of all markets. */
type MarketTerms = {
  readonly market: string
  readonly offered: 'on' | 'off'
  readonly marginBps: number | null
  readonly marginLiveBps: number | null
}

/** The settings of cash-outs. */
export const cashOutSettings = {
  on: setting({
    group: 'cash-out',
    weakens: 'up',
    key: 'cash_out.on',
    name: 'Cash-outs',
    about: 'Whether bets can be cashed out, also automatically.',
    kind: onOff,
    defaultOf: () => true,
  }),
  margin: setting({
    ...cashOut,
    key: 'cash_out.margin',
    name: 'Margin before kick-off',
    about: 'The house’s part of the fair value of a bet before kick-off.',
    kind: margin,
    defaultOf: ({ country }) => country.cashOut.marginBps,
  }),
  marginLive: setting({
    ...cashOut,
    key: 'cash_out.margin_live',
    name: 'Margin in play',
    about: 'The house’s part of the fair value of a bet in play.',
    kind: margin,
    defaultOf: ({ country }) => country.cashOut.marginLiveBps,
  }),
  markets: setting<readonly MarketTerms[]>({
    ...cashOut,
    weakens: 'always',
    key: 'cash_out.markets',
    name: 'By market',
    about:
      'Cash-outs by the markets of the open picks: the highest margin counts, and one market without cash-outs is enough for none. Other markets have the general margins.',
    kind: tables<MarketTerms>({
      columns: {
        market: {
          head: 'Market',
          kind: choices(
            markets.map(([id]) => id),
            markets.map(([, name]) => name),
          ),
        },
        offered: { head: 'Cash-outs', kind: choices(['on', 'off']) },
        marginBps: { head: 'Before kick-off', kind: optional(margin) },
        marginLiveBps: { head: 'In play', kind: optional(margin) },
      },
      rowsMax: 60,
      rule: (rows) =>
        new Set(rows.map(({ market }) => market)).size < rows.length ? 'Name each market once' : undefined,
    }),
    defaultOf: () => [],
  }),
}

/** The rules of cash-outs at one moment; the margins in hundredths of a percent. */
export type CashOutRules = {
  readonly on: boolean
  readonly marginBps: number
  readonly marginLiveBps: number
  readonly markets: ReadonlyMap<string, MarketTerms>
}

export const cashOutRules = (values: Values): CashOutRules => ({
  on: values(cashOutSettings.on),
  marginBps: values(cashOutSettings.margin),
  marginLiveBps: values(cashOutSettings.marginLive),
  markets: new Map(values(cashOutSettings.markets).map((row) => [row.market, row])),
})

/** The highest margin of a bet whose open picks are on these markets; undefined if one of them has no cash-outs. */
export function marginOf(
  { marginBps, marginLiveBps, markets: terms }: CashOutRules,
  { markets: of, live }: { readonly markets: readonly string[]; readonly live: boolean },
): number | undefined {
  const general = live ? marginLiveBps : marginBps
  let most: number | undefined
  for (const id of of) {
    const own = terms.get(id)
    if (own?.offered === 'off') return undefined
    const bps = (live ? own?.marginLiveBps : own?.marginBps) ?? general
    if (most === undefined || bps > most) most = bps
  }
  return most ?? general
}
