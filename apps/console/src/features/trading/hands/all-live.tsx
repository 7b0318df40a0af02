import { operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { Keys, Tag } from '../../../parts/controls.tsx'
import { countText, whenText } from '../../../parts/format.ts'
import { Icon } from '../../../parts/icon.tsx'
import { useKeys } from '../../../parts/keys.ts'
import { closeForms } from '../../../parts/open-form.ts'
import { useFilters } from '../../../parts/use-filters.ts'
import { serverNow } from '../../../wire/browser.ts'
import { useMay } from '../../../wire/me.ts'
import { useSignal } from '../../../wire/signal.ts'
import { useRead } from '../../../wire/use-read.ts'
import { boardFacts } from '../board-place.ts'
import { sportName } from '../sports.ts'
import { StopForm } from './stop-form.tsx'
import type { SetStop, StopScope } from './scopes.ts'
import style from './hands.module.css'

const everyMs = 5_000
type Asked = StopScope & { readonly isStopped: boolean }

/** The stops above matches, and the form that sets or ends one; `?ask=live` of an address opens that of all live matches. */
export function useManyStops() {
  const may = useMay()('trading.act')
  const { data } = useRead(operatorTradingLimits.tradingRules, { level: 'all' }, { everyMs })
  const [asked, setAsked] = useState<Asked>()
  const stops = data?.stops.filter(({ level }) => level === 'live' || level === 'sport' || level === 'competition')
  const isStopped = stops?.some(({ level }) => level === 'live') ?? false
  const ask = (scope: Asked): void => {
    if (closeForms()) setAsked(scope)
  }
  const [{ ask: wanted }, setFilters] = useFilters<'ask'>()
  const isWanted = wanted === 'live' && may && data !== undefined
  const [wasWanted, setWasWanted] = useState(false)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    if (isWanted) setAsked({ level: 'live', isStopped })
  }
  const close = (): void => {
    setAsked(undefined)
    if (isWanted) setFilters({ ask: undefined })
  }
  useKeys([
    {
      ...{ keys: ['Shift+s'], label: isStopped ? 'open all live' : 'suspend all live' },
      press: () => ask({ level: 'live', isStopped }),
      on: may && data !== undefined && asked === undefined,
    },
  ])
  return { may, stops, isStopped, asked, ask, close }
}
type ManyStops = ReturnType<typeof useManyStops>

/** The button that stops the bets on all matches in play, or opens them again. */
export function AllLiveButton({ of: { may, stops, isStopped, asked, ask } }: { of: ManyStops }) {
  const { live } = useSignal(boardFacts)
  if (!may || !stops) return null
  return (
    <button
      type="button"
      className={style.all}
      data-stopped={isStopped || undefined}
      disabled={asked !== undefined}
      onClick={() => ask({ level: 'live', isStopped })}
    >
      <Icon name={isStopped ? 'play' : 'lock'} size={14} />
      {isStopped ? 'Open all live again' : `Suspend all live${live > 0 ? ` · ${countText(live)}` : ''}`}
      <Keys names={['Shift+s']} />
    </button>
  )
}

/** The form that is open, and the stops above matches that hold, each with its author and its end. Nothing without any. */
export function ManyStopsLine({ of: { may, stops = [], asked, ask, close } }: { of: ManyStops }) {
  if (!asked && stops.length === 0) return null
  return (
    <section className={style.hands} data-strip aria-label="Stops of many matches">
      {asked && (
        <div className={style.over}>
          <StopForm scope={asked} isStopped={asked.isStopped} onClose={close} />
        </div>
      )}
      {stops.length > 0 && (
        <ul className={style.line}>
          {stops.map((stop) => {
            const scope = scopeOf(stop)
            const name = scope.level === 'live' ? 'All live matches' : scope.name
            return (
              <li key={`${stop.level} ${stop.id}`}>
                <Tag tone="amber">Stopped</Tag> {name}
                <span className="t3">
                  {stop.by === null ? '' : `${stop.by}, `}
                  {whenText(stop.since, serverNow())}
                </span>
                {may && !asked && (
                  <Button look="primary" small onClick={() => ask({ ...scope, isStopped: true })}>
                    Open again<span className="unseen">: {name}</span>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function scopeOf({ level, id }: SetStop): Exclude<StopScope, { level: 'market' }> {
  if (level === 'sport') return { level, id, name: sportName(id) }
  if (level === 'competition') return { level, id, name: boardFacts.get().nameOf(id) ?? `competition ${id}` }
  return { level: 'live' }
}
