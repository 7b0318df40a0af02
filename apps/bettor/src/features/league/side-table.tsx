import { Trans } from '@lingui/react/macro'
import { useCallback, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { LeagueTable, useStandings } from './table.tsx'
import style from './table.module.css'

const query = '(min-width: 1200px)'

/** The table next to the matches, on wide screens; narrow screens do not load it. */
export function SideTable({ id }: { id: string }) {
  const listen = useCallback((changed: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, [])
  const wide = useSyncExternalStore(listen, () => matchMedia(query).matches)
  return wide ? <Side id={id} /> : null
}

function Side({ id }: { id: string }) {
  const { rows } = useStandings(id, undefined)
  return (
    <aside className={style.side}>
      <h2>
        <Link href={`/standing?competition=${id}`}>
          <Trans>Table</Trans>
        </Link>
      </h2>
      {rows && <LeagueTable rows={rows} brief />}
    </aside>
  )
}
