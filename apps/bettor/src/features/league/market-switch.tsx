import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'wouter'
import { marketName, outcomeLabel } from '../../i18n/market-texts.ts'
import type { LeagueMatch } from './use-league.ts'
import { useMarkets } from './use-league.ts'
import style from './league.module.css'

/** The line of a market that is shown first: the middle one, 2.5 for goals. */
export const firstLine = (lines: readonly string[]): string =>
  lines.includes('2.5') ? '2.5' : (lines[Math.floor(lines.length / 2)] ?? '')

/** Chooses the market and its line for all rows, beside the headings of their prices. */
export function MarketSwitch({ id, market, line, match }: MarketSwitchProps) {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const markets = useMarkets(id)
  const lines = match?.odds.map(({ special_bet_value }) => special_bet_value).filter(Boolean) ?? []
  const heads = match?.odds.find(({ special_bet_value }) => special_bet_value === line) ?? match?.odds[0]
  const set = (fields: Record<string, string>): void => {
    const next = new URLSearchParams(query)
    for (const [key, value] of Object.entries(fields)) next.set(key, value)
    if (fields['market'] !== undefined) next.delete('line')
    setQuery(next, { replace: true })
  }
  return (
    <div className={style.switch}>
      <select
        aria-label={t`Market`}
        value={market}
        onChange={({ target }) => set({ market: target.value })}
        className={style.select}
      >
        {markets.map(({ market_id, description }) => (
          <option key={market_id} value={market_id}>
            {marketName({ sub_type_id: market_id, name: description })}
          </option>
        ))}
      </select>
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
      <span className={style.gap} />
      {heads && heads.odds.length <= 3 && (
        <span className={style.heads} data-count={heads.odds.length} aria-hidden="true">
          {heads.odds.map(({ odd_key, display }) => (
            <span key={odd_key}>{outcomeLabel(display)}</span>
          ))}
        </span>
      )}
    </div>
  )
}

type MarketSwitchProps = { id: string; market: string; line: string; match: LeagueMatch | undefined }
