import { Empty, Head } from '../../parts/controls.tsx'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { useNow } from '../../parts/use-now.ts'
import { HealthStrip } from './health-strip.tsx'
import { StakesByHour } from './hours.tsx'
import { MoneyTable } from './money-table.tsx'
import { Figures } from './figures.tsx'
import { NextList } from './next-list.tsx'
import { PaymentsTable } from './payments-table.tsx'
import { QueueList } from './queue-list.tsx'
import { useToday } from './use-today.ts'
import style from './today.module.css'

/** What waits for a person, the day's money, mobile money and the health of the platform. */
export function TodayPage() {
  const { today, error, retry } = useToday()
  return (
    <>
      <div className={style.head}>
        <Head title="Today" about={<Day />} />
      </div>
      {today ? (
        <div className={style.today}>
          <div className={style.waiting}>
            <QueueList queues={today.queues} />
            <NextList next={today.next} />
          </div>
          <div className={style.money}>
            <Figures money={today.money} />
            <MoneyTable money={today.money} />
            <div className={style.pair}>
              <StakesByHour today={today} />
              <PaymentsTable payments={today.payments} />
            </div>
            <HealthStrip health={today.health} />
          </div>
        </div>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void retry()} />
      ) : (
        <Empty>Loading…</Empty>
      )}
    </>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

function Day() {
  return `${dayFormat.format(useNow())}, up to now, against a week ago at this time`
}
