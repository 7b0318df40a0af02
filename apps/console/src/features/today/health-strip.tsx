import { durationText } from '../../parts/format.ts'
import { useNow } from '../../parts/use-now.ts'
import type { Today } from './queues.ts'
import style from './health-strip.module.css'

const names: Readonly<Record<Today['health'][number]['name'], string>> = {
  feed: 'Feed',
  settlement: 'Settlement',
  consumers: 'Ledger readers',
  payouts: 'Payouts',
  sms: 'SMS',
  taxes: 'Taxes',
  database: 'Database',
  replica: 'Replica',
  backup: 'Backup',
  clock: 'Clock',
}

export const nameOfHealth = (name: keyof typeof names): string => names[name]

const stateText = { ok: '', late: 'Late', down: 'Down' } as const

/** What the house watches. What is well is quiet; what is not says since when, and what to do. */
export function HealthStrip({ health }: { health: Today['health'] }) {
  const nowMs = useNow()
  const bad = health.filter(({ state }) => state !== 'ok')
  return (
    <section id="health" className={style.health} aria-label="Health">
      {bad.map(({ name, state, since, advice }) => (
        <p key={name} className={style.advice} data-state={state}>
          <b>
            {names[name]}: {stateText[state].toLowerCase()}
            {since !== null && ` for ${durationText((nowMs - Date.parse(since)) / 1000)}`}.
          </b>{' '}
          {advice}
        </p>
      ))}
      <dl className={style.strip}>
        {health.map(({ name, state, detail }) => (
          <div key={name} data-state={state}>
            <dt>{names[name]}</dt>
            <dd>
              {stateText[state]} <span>{detail}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
