import { Trans, useLingui } from '@lingui/react/macro'
import { points as calls, type PointMove, type PointReason } from '@nare/contract/points'
import { kickoff } from '@nare/ui/format'
import { Table } from '@nare/ui/table'
import { Link } from 'wouter'
import { countText } from '../../i18n/count-text.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { PagedList } from '../../paging/paged-list.tsx'
import { NothingHere } from '../../pages/nothing-here.tsx'
import style from './rewards.module.css'

const perPage = 20

/** The points history, newest first. It is loaded again when the number of points changes. */
export function PointsHistory({ points }: { points: number }) {
  const { i18n, t } = useLingui()
  return (
    <section aria-label={t`Points history`}>
      <h2>{t`History`}</h2>
      <PagedList
        key={points}
        route={calls.history}
        filter={{}}
        perPage={perPage}
        freshMs={0}
        idOf={({ at, about, balance }) => `${at} ${about} ${balance}`}
        failed={(failed) => failureText(i18n, failed)}
      >
        {({ body, rows, page }) => (body.meta.total === 0 ? <Empty /> : <Moves moves={rows} isFirst={page === 1} />)}
      </PagedList>
    </section>
  )
}

function Empty() {
  return (
    <NothingHere drawing="statement" href="/" link={<Trans>See matches</Trans>}>
      <Trans>Points from your settled bets are listed here</Trans>
    </NothingHere>
  )
}

function Moves({ moves, isFirst }: { moves: readonly PointMove[]; isFirst: boolean }) {
  const { t } = useLingui()
  return (
    <Table className={style.moves} label={t`Points history`}>
      <thead className={isFirst ? undefined : 'unseen'}>
        <tr>
          <th scope="col">{t`What`}</th>
          <th scope="col">{t`Points`}</th>
          <th scope="col">{t`After`}</th>
        </tr>
      </thead>
      <tbody>
        {moves.map((move, index) => (
          <Move key={index} move={move} />
        ))}
      </tbody>
    </Table>
  )
}

function Move({ move: { at, points, reason, about, balance } }: { move: PointMove }) {
  const { i18n } = useLingui()
  const reasonText = useReasonText()
  const bet = /^bet\/(\d+)$/.exec(about ?? '')?.[1]
  return (
    <tr>
      <th scope="row">
        {bet ? <Link href={`/my-bets?bet=${bet}`}>{reasonText(reason)}</Link> : reasonText(reason)}
        <small>
          {kickoff(at, i18n.locale)}
          {bet && ` · #${bet}`}
        </small>
      </th>
      <td className="num" data-came={points > 0 || undefined}>
        {points > 0 ? '+' : '-'}
        {countText(Math.abs(points))}
      </td>
      <td className="num">{countText(balance)}</td>
    </tr>
  )
}

function useReasonText(): (reason: PointReason) => string {
  const { t } = useLingui()
  return (reason) => {
    switch (reason) {
      case 'earned':
        return t`Bet settled`
      case 'taken_back':
        return t`Result correction`
      case 'redeemed':
        return t`Redeemed as bonus`
      case 'expired':
        return t`Expired`
      case 'prize':
        return t`Prize`
      case 'promotion':
        return t`Promotion`
      case 'adjusted':
        return t`Adjusted by us`
    }
  }
}
