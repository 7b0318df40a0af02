import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import type { RefObject } from 'react'
import { isMarketTab, type MarketTab, type MatchTab } from '../match-tab.ts'
import { ScoreLine } from './score-line.tsx'
import style from './match-tabs.module.css'

type TabsProps = {
  match: MatchView
  value: MatchTab
  onPick: (tab: MatchTab) => void
  /** The number of markets. */
  count: number
  /** Returns true if a tab has content. */
  has: (tab: MatchTab) => boolean
  /** The end of the match's head: once it has scrolled away, the bar shows the score. */
  head: RefObject<Element | null>
}

/** The sticky bar of the match page: its markets, events, statistics or table, and the groups of the markets. */
export function MatchTabs({ match, value, onPick, count, has, head }: TabsProps) {
  const { t } = useLingui()
  const groups: { key: MarketTab; text: string }[] = [
    { key: 'all', text: t`All` },
    { key: 'mine', text: t`My markets` },
    { key: 'main', text: t`Main` },
    { key: 'goals', text: t`Goals` },
    { key: 'halves', text: t`Halves` },
    { key: 'corners', text: t`Corners` },
    { key: 'cards', text: t`Cards` },
    { key: 'other', text: t`Other` },
  ]
  const others: { key: MatchTab; text: string }[] = [
    { key: 'events', text: t`Timeline` },
    { key: 'stats', text: t`Stats` },
    { key: 'table', text: t`Table` },
  ]
  return (
    <div className={style.bar}>
      <div className={style.row}>
        <div role="group" aria-label={t`Match`} className={style.tabs}>
          <button type="button" aria-pressed={isMarketTab(value)} onClick={() => onPick('all')}>
            {t`Markets`} <span className="num">{count}</span>
          </button>
          {others
            .filter(({ key }) => has(key))
            .map(({ key, text }) => (
              <button key={key} type="button" aria-pressed={value === key} onClick={() => onPick(key)}>
                {text}
              </button>
            ))}
        </div>
        {count > 0 && isMarketTab(value) && (
          <div role="group" aria-label={t`Market groups`} className={style.chips}>
            {groups
              .filter(({ key }) => has(key))
              .map(({ key, text }) => (
                <button
                  key={key}
                  type="button"
                  aria-pressed={key === value}
                  aria-label={key === 'mine' ? text : undefined}
                  onClick={() => onPick(key)}
                >
                  {key === 'mine' ? <Icon name="star" size={16} /> : text}
                </button>
              ))}
          </div>
        )}
      </div>
      <ScoreLine match={match} head={head} />
    </div>
  )
}
