import { useLingui } from '@lingui/react/macro'
import { ChipRow } from '@nare/ui/chip-row'
import { useSearchParams } from 'wouter'
import { marketName, outcomeLabel } from '../../i18n/market-texts.ts'
import type { LeagueMarket } from '../../state/virtual-league.ts'
import type { LeagueMatch } from './use-league.ts'
import style from './league.module.css'

/** The default line of a market: 2.5 if it has that line, else the middle one. */
export const firstLine = (lines: readonly string[]): string =>
  lines.includes('2.5') ? '2.5' : (lines[Math.floor(lines.length / 2)] ?? '')

/** Selects the market and the line of all rows, and shows the headings of the price columns. Uses a market's short name if it has one. */
export function MarketSwitch({ markets, market, line, match }: MarketSwitchProps) {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const shorts: Readonly<Record<string, string>> = {
    '3': '1X2',
    '310': t`DC`,
    '318': t`O/U`,
    '329': t`GG`,
    '345': t`CS`,
  }
  const lines = match?.odds.map(({ special_bet_value }) => special_bet_value).filter(Boolean) ?? []
  const lineOdds = match?.odds.find(({ special_bet_value }) => special_bet_value === line) ?? match?.odds[0]
  const set = (fields: Record<string, string>): void => {
    const next = new URLSearchParams(query)
    for (const [key, value] of Object.entries(fields)) next.set(key, value)
    if (fields['market'] !== undefined) next.delete('line')
    setQuery(next, { replace: true })
  }
  return (
    <div className={style.switch}>
      <ChipRow
        look="plain"
        label={t`Market`}
        value={market}
        onPick={(key) => set({ market: key })}
        items={markets.map(({ market_id, description }) => {
          const name = marketName({ sub_type_id: market_id, name: description })
          const short = shorts[market_id]
          return { key: market_id, text: short && short !== name ? <abbr title={name}>{short}</abbr> : name }
        })}
      />
      {lines.length > 1 && (
        <select
          aria-label={t`Line`}
          value={line}
          onChange={({ target }) => set({ line: target.value })}
          className={style.select}
        >
          {lines.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
      {lineOdds && lineOdds.odds.length <= 3 && (
        <span className={style.heads} data-count={lineOdds.odds.length} aria-hidden="true">
          {lineOdds.odds.map(({ odd_key, display }) => (
            <span key={odd_key}>{outcomeLabel(display)}</span>
          ))}
        </span>
      )}
    </div>
  )
}

type MarketSwitchProps = {
  markets: readonly LeagueMarket[]
  market: string
  line: string
  match: LeagueMatch | undefined
}
