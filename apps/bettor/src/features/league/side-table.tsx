import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import { useMedia } from '../../state/use-media.ts'
import { LeagueTable, useStandings } from './table.tsx'
import style from './table.module.css'

/** The table next to the matches, on wide screens; narrow screens do not load it. */
export function SideTable({ id }: { id: string }) {
  const wide = useMedia('(min-width: 75em)')
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
