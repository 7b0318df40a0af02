import { operatorAml as calls } from '@nare/contract/operator-aml'
import { Link, Outlet } from '@tanstack/react-router'
import { Chips } from '../../parts/controls.tsx'
import { totalText } from '../../parts/format.ts'
import { Missing } from '../../parts/missing.tsx'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'

/** The room of money laundering: alerts, cases, rules. For somebody who may not know of suspicions there is no such page. */
export function Aml() {
  if (!useMay()('aml.read')) return <Missing />
  return (
    <>
      <Chips label="Money laundering" isLine>
        <Link to="/house/aml/alerts">
          Alerts <Count route={calls.amlAlerts} />
        </Link>
        <Link to="/house/aml/cases">
          Cases <Count route={calls.amlCases} />
        </Link>
        <Link to="/house/aml/rules">Rules</Link>
      </Chips>
      <Outlet />
    </>
  )
}

const countedEveryMs = 15_000

function Count({ route }: { route: typeof calls.amlAlerts | typeof calls.amlCases }) {
  const { data } = useRead(route, { limit: 1 }, { everyMs: countedEveryMs })
  if (data === undefined || data.meta.total === 0) return null
  return (
    <span>
      {totalText(data.meta.total)}
      <span className="unseen"> wait</span>
    </span>
  )
}
