import { consoleAlerts } from '@nare/contract/operator-trading-alerts'
import { consoleReferrals } from '@nare/contract/operator-trading-referrals'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { totalText } from '../../parts/format.ts'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { AllLiveButton, ManyStopsLine, useManyStops } from './hands/all-live.tsx'
import style from './room.module.css'

const pages = [
  { to: '/trading', key: 'b', name: 'Board' },
  { to: '/trading/referrals', key: 'r', name: 'Referrals' },
  { to: '/trading/alerts', key: 'a', name: 'Alerts' },
  { to: '/trading/fixture', key: 'm', name: 'Match by hand' },
] as const
type Page = (typeof pages)[number]

/** A referred bet waits for a minute: the trader must hear of it on the board. */
const everyMs = 3_000

/** G and a letter for each page of trading that the person may open, which are returned. */
export function useTradingKeys(): readonly Page[] {
  const mayAct = useMay()('trading.act')
  const navigate = useNavigate()
  const shown = pages.filter(({ to }) => mayAct || to !== '/trading/fixture')
  useKeys(
    shown.map(({ to, key, name }) => ({
      keys: [`g ${key}`],
      label: name.toLowerCase(),
      press: () => void navigate({ to }),
    })),
    { frame: true },
  )
  return shown
}

/** The pages of trading, each with how much waits in it. */
export function TradingTabs() {
  const shown = useTradingKeys()
  const referrals = useRead(consoleReferrals.referrals, {}, { everyMs })
  const alerts = useRead(consoleAlerts.alerts, { limit: 1 }, { everyMs })
  const counts: Partial<Record<Page['to'], number>> = {
    '/trading/referrals': referrals.data?.data.filter(({ state }) => state === 'referred').length ?? 0,
    '/trading/alerts': alerts.data?.meta.total ?? 0,
  }
  const stops = useManyStops()
  return (
    <>
      <div className={style.room} data-pages>
        <b aria-hidden="true">Trading</b>
        <PageTabs label="Trading">
          {shown.map(({ to, name }) => (
            <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
              {name}
              <Count of={counts[to] ?? 0} />
            </Link>
          ))}
        </PageTabs>
        <AllLiveButton of={stops} />
      </div>
      <ManyStopsLine of={stops} />
      <Outlet />
    </>
  )
}

function Count({ of }: { of: number }) {
  if (of === 0) return null
  return (
    <span className={style.count}>
      {totalText(of)}
      <span className="unseen"> wait</span>
    </span>
  )
}
