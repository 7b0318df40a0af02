import { consoleToday } from '@nare/contract/console-today'
import { Link } from '@tanstack/react-router'
import { Chips, Empty, Head } from '../../parts/controls.tsx'
import { Icon } from '../../parts/icon.tsx'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useNow } from '../../parts/use-now.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { HealthStrip } from './health-strip.tsx'
import { Stakes } from './hours.tsx'
import { MoneyTable } from './money-table.tsx'
import { Figures } from './figures.tsx'
import { NextList } from './next-list.tsx'
import { PaymentsTable } from './payments-table.tsx'
import { QueueList } from './queue-list.tsx'
import type { Today } from './queues.ts'
import { aboutSpan, spanOf, spans, type SpanName } from './spans.ts'
import { useToday } from './use-today.ts'
import style from './today.module.css'

/** What waits for a person, the money of the day or of the days before, mobile money and the health of the platform; on a phone also the way to stop all bets in play. */
export function TodayPage() {
  const { today, error, retry } = useToday()
  const [{ span }, setFilters] = useFilters<'span'>()
  const name = spanOf(span)
  const mayStop = useMay()('trading.act')
  return (
    <>
      <div className={style.head}>
        <Head title="Today" about={<About span={name} />}>
          <Chips label="Days">
            {(Object.keys(spans) as SpanName[]).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === name}
                onClick={() => setFilters({ span: each === 'today' ? undefined : each })}
              >
                {spans[each].chip}
              </button>
            ))}
          </Chips>
        </Head>
      </div>
      {today ? (
        <div className={style.today}>
          <div className={style.waiting}>
            <QueueList queues={today.queues} />
            <NextList next={today.next} />
          </div>
          <div className={style.money}>
            <Money name={name} today={today} />
            <HealthStrip health={today.health} />
          </div>
        </div>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void retry()} />
      ) : (
        <Empty>Loading…</Empty>
      )}
      {mayStop && (
        <p className={style.stop}>
          <Link to="/trading" search={{ ask: 'live' } as never}>
            <Icon name="lock" size={16} /> Suspend all live
          </Link>
        </p>
      )}
    </>
  )
}

const everyMs = 30_000

/** The money of the day, which is live, or of other days, which are read. */
function Money({ name, today }: { name: SpanName; today: Today }) {
  const asked = name === 'today' ? 'yesterday' : name
  const read = useRead(consoleToday.spanMoney, { span: asked }, { enabled: name !== 'today', everyMs })
  const span = spans[name]
  const shown = name === 'today' ? today : read.data
  if (!shown)
    return read.error ? <LoadFailed error={read.error} onRetry={() => void read.refetch()} /> : <Empty>Loading…</Empty>
  return (
    <>
      <Figures money={shown.money} when={span.when} />
      <MoneyTable money={shown.money} part={span.part} />
      <div className={style.pair}>
        <Stakes key={name} of={shown} span={span} />
        <PaymentsTable payments={{ ...today.payments, ...shown.payments }} when={span.when} />
      </div>
    </>
  )
}

function About({ span }: { span: SpanName }) {
  return aboutSpan(span, useNow())
}
