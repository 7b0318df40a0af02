import { operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { Keys, Tag } from '../../../parts/controls.tsx'
import { whenText } from '../../../parts/format.ts'
import { serverNow } from '../../../wire/browser.ts'
import { useKeys } from '../../../parts/keys.ts'
import { useMay } from '../../../wire/me.ts'
import { useRead } from '../../../wire/use-read.ts'
import { StopForm } from './stop-form.tsx'
import type { StopScope } from './scopes.ts'
import style from './hands.module.css'

type Named = { readonly id: string; readonly name: string }
type Props = {
  /** The sport and the competition that the board looks at, or those of the match under the cursor. */
  readonly sport: Named | undefined
  readonly competition: Named | undefined
}

const everyMs = 5_000

/** The stops above matches, and for a trader the buttons that set and end them. */
export function LevelStops({ sport, competition }: Props) {
  const may = useMay()('trading.act')
  const { data } = useRead(operatorTradingLimits.tradingRules, { level: 'all' }, { everyMs })
  const [scope, setScope] = useState<StopScope & { readonly isStopped: boolean }>()
  const stopAt = (level: string, id: string) => data?.stops.find((stop) => stop.level === level && stop.id === id)
  const isLiveStopped = stopAt('live', '') !== undefined
  useKeys([
    {
      ...{ keys: ['Shift+s'], label: isLiveStopped ? 'open all live' : 'suspend all live' },
      press: () => setScope({ level: 'live', isStopped: isLiveStopped }),
      on: may && data !== undefined && !scope,
    },
  ])
  if (!data) return null
  const scopes: StopScope[] = [
    { level: 'live' },
    ...(sport ? [{ level: 'sport' as const, ...sport }] : []),
    ...(competition ? [{ level: 'competition' as const, ...competition }] : []),
  ]
  return (
    <section className={style.hands} data-strip aria-label="Stops of many matches">
      {scope && <StopForm scope={scope} isStopped={scope.isStopped} onClose={() => setScope(undefined)} />}
      <ul className={style.line}>
        {scopes.map((one) => {
          const id = 'id' in one ? one.id : ''
          const name = one.level === 'live' ? 'All live matches' : 'name' in one ? one.name : ''
          const stop = stopAt(one.level, id)
          return (
            <li key={`${one.level} ${id}`}>
              {name} {stop && <Tag tone="amber">Stopped</Tag>}
              {stop && (
                <span className="t3">
                  {' '}
                  {stop.by}, {whenText(stop.since, serverNow())}
                </span>
              )}
              {may && !scope && (
                <Button
                  look={stop ? 'primary' : 'soft'}
                  small
                  aria-label={`${stop ? 'Open again' : 'Suspend'}: ${name}`}
                  onClick={() => setScope({ ...one, isStopped: stop !== undefined })}
                >
                  {stop ? 'Open again' : 'Suspend'} {one.level === 'live' && <Keys names={['Shift+s']} />}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
