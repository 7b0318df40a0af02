import { Trans, useLingui } from '@lingui/react/macro'
import { fantasy as calls, type FantasyWeek } from '@nare/contract/fantasy'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { EmptyState } from '@nare/ui/empty-state'
import { Table } from '@nare/ui/table'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useRead } from '../../state/use-read.ts'
import { Unread } from './unread.tsx'
import style from './fantasy.module.css'

const perPage = 50
type Row = Answer<typeof calls.table>['data'][number]

/** The table of a week, of all teams or of a mini-league, in pages of fifty with the own row always visible. */
export function TableTab({ week, signedIn }: { week: FantasyWeek; signedIn: boolean }) {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const [page, setPage] = useState(1)
  const league = query.get('league') ?? ''
  const leagues = useRead(calls.leagues, signedIn ? {} : undefined)
  const { body, failed, again } = useRead(
    calls.table,
    { week_id: week.week_id, page, limit: perPage, ...(league !== '' && { league }) },
    5_000,
  )
  const pick = (code: string): void => {
    const { league: _old, ...rest } = Object.fromEntries(query)
    setPage(1)
    setQuery(code === '' ? rest : { ...rest, league: code }, { replace: true })
  }
  const last = body ? Math.max(1, Math.ceil(body.meta.total / perPage)) : 1
  const known = leagues.body?.data ?? []
  return (
    <section aria-label={t`Table`} className={style.table}>
      <div className={style.filters}>
        <label>
          <span className="unseen">{t`Mini-league`}</span>
          <select value={league} onChange={({ target }) => pick(target.value)}>
            <option value="">{t`All teams`}</option>
            {known.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
            {league !== '' && !known.some(({ code }) => code === league) && <option>{league}</option>}
          </select>
        </label>
        {body?.mine && (
          <Button look="soft" small onClick={() => setPage(Math.ceil((body.mine?.rank ?? 1) / perPage))}>
            <Trans>Jump to me</Trans>
          </Button>
        )}
      </div>
      {!body && <Unread failed={failed} again={again} />}
      {body?.meta.total === 0 && (
        <EmptyState
          drawing="statement"
          action={
            <Link href={week.state === 'open' ? `/fpl?week=${week.week_id}&tab=team` : '/fpl'}>
              <Trans>Choose your team</Trans>
            </Link>
          }
        >
          <Trans>No team here yet</Trans>
        </EmptyState>
      )}
      {body && body.meta.total > 0 && (
        <Table label={t`Table`}>
          <thead>
            <tr>
              <th scope="col">{t`Rank`}</th>
              <th scope="col">{t`Player`}</th>
              <th scope="col">{t`Points`}</th>
            </tr>
          </thead>
          <tbody>
            {body.data.map((row, at) => (
              <TableRow key={`${page} ${at}`} row={row} />
            ))}
          </tbody>
          {body.mine && !body.data.some(({ mine }) => mine) && (
            <tfoot>
              <TableRow row={body.mine} />
            </tfoot>
          )}
        </Table>
      )}
      {last > 1 && (
        <div className={style.pages}>
          <Button look="soft" small disabled={page <= 1} onClick={() => setPage(page - 1)}>{t`Back`}</Button>
          <span className="num">
            {page} / {last}
          </span>
          <Button look="soft" small disabled={page >= last} onClick={() => setPage(page + 1)}>{t`Next`}</Button>
        </div>
      )}
    </section>
  )
}

function TableRow({ row }: { row: Row }) {
  return (
    <tr data-mine={row.mine || undefined}>
      <td className="num">{row.rank}</td>
      <td>
        {row.player}
        {row.mine && (
          <i className={style.badge}>
            <Trans>You</Trans>
          </i>
        )}
      </td>
      <td className="num">{row.points}</td>
    </tr>
  )
}
