import { Trans, useLingui } from '@lingui/react/macro'
import { ChipRow } from '@nare/ui/chip-row'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useApp } from '../../state/hooks.ts'
import { useFeature } from '../../state/use-feature.ts'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { useNow } from '../../state/use-now.ts'
import { Retry } from '../../loading/retry.tsx'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { BoardTable } from './board-table.tsx'
import { HowPointsWork } from './how-points-work.tsx'
import { OwnRow } from './own-row.tsx'
import { Pages } from './pages.tsx'
import { RankField } from './rank-field.tsx'
import { pageOfRank, perPage, timeLeft, type Board } from './ranks.ts'
import { UpdatedAt } from './updated-at.tsx'
import { useBoard, type BoardName, type Period, type Place } from './use-board.ts'
import { Visibility } from './visibility.tsx'
import style from './boards.module.css'

const periods: readonly Period[] = ['day', 'week', 'month']

/** The leaderboards of sports and crash by day, week and month; board, period and page are in the URL. */
export function LeaderBoard() {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const hasCrash = useFeature('games')
  const place = placeOf(query)
  const [sought, seek] = useState<{ rank: number } | undefined>()
  const reading = useBoard(place)
  const change = (to: Partial<Place>, rank?: number): void => {
    seek(rank === undefined ? undefined : { rank })
    setQuery(addressOf({ ...place, page: 1, ...to }), { replace: true })
  }
  const goTo = (rank: number): void => change({ page: pageOfRank(rank) }, rank)
  const { board } = reading
  return (
    <section className={style.page}>
      <header className={style.head}>
        <h1>{t`Leaderboard`}</h1>
        {board?.ends_at && <EndsIn at={board.ends_at} />}
      </header>
      {hasCrash && (
        <ChipRow
          label={t`Board`}
          look="tabs"
          items={[
            { key: 'sports', text: t`Sports` },
            { key: 'crash', text: t`Crash` },
          ]}
          value={place.board}
          onPick={(name: BoardName) => change({ board: name })}
        />
      )}
      <div className={style.filters}>
        <ChipRow
          label={t`Period`}
          items={[
            { key: 'day', text: t`Day` },
            { key: 'week', text: t`Week` },
            { key: 'month', text: t`Month` },
          ]}
          value={place.period}
          onPick={(period: Period) => change({ period })}
        />
        <UpdatedAt at={board?.updated_at} hasNewer={reading.hasNewer} onShow={reading.showNewer} />
      </div>
      <div className={style.columns}>
        <div>
          <HowPointsWork board={place.board} prizes={board?.prizes} />
        </div>
        <div className={style.main}>
          <Ranks place={place} reading={reading} sought={sought} onPage={(page) => change({ page })} onRank={goTo} />
        </div>
        {board?.hidden !== undefined && <Visibility hidden={board.hidden} onChanged={reading.again} />}
      </div>
      {board && <Own board={board} onJump={goTo} />}
    </section>
  )
}

type RanksProps = {
  place: Place
  reading: ReturnType<typeof useBoard>
  sought: { rank: number } | undefined
  onPage: (page: number) => void
  onRank: (rank: number) => void
}

function Ranks({ place, reading: { board, failed, again }, sought, onPage, onRank }: RanksProps) {
  const { i18n } = useLingui()
  if (!board) {
    if (!failed) return <Skeleton rows={10} />
    return (
      <div className={style.failed}>
        <Retry why={failureText(i18n, failed)} again={again} />
      </div>
    )
  }
  const total = board.meta?.total ?? board.data.length
  if (board.data.length === 0) return <Empty board={place.board} />
  return (
    <>
      <BoardTable board={board} sought={sought} />
      <Pages page={place.page} pages={Math.max(1, Math.ceil(total / perPage))} onPage={onPage} />
      {total > perPage && <RankField most={total} onRank={onRank} />}
    </>
  )
}

function Empty({ board }: { board: BoardName }) {
  const { t } = useLingui()
  return (
    <NothingHere
      drawing="statement"
      href={board === 'crash' ? '/nare-games/crash' : '/'}
      link={board === 'crash' ? t`Open Crash` : t`See matches`}
    >
      <Trans>Nobody has points in this period yet</Trans>
    </NothingHere>
  )
}

/** The bettor's own row, always visible; guests see how to get on the board. */
function Own({ board, onJump }: { board: Board; onJump: (rank: number) => void }) {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const login = useLoginAddress()
  if (signedIn) return <OwnRow board={board} onJump={onJump} />
  return (
    <p className={style.guest}>
      <Link href={login}>
        <Trans>Log in to see your rank</Trans>
      </Link>
    </p>
  )
}

const minuteMs = 60_000

/** The time left until the period ends, to the minute. */
function EndsIn({ at }: { at: string }) {
  const { days, hours, minutes } = timeLeft(at, useNow(minuteMs))
  return (
    <p className={style.ends}>
      {days > 0 ? (
        <Trans>
          Ends in {days} d {hours} h
        </Trans>
      ) : hours > 0 ? (
        <Trans>
          Ends in {hours} h {minutes} min
        </Trans>
      ) : (
        <Trans>Ends in {minutes} min</Trans>
      )}
    </p>
  )
}

function placeOf(query: URLSearchParams): Place {
  const page = Number(query.get('page'))
  return {
    board: query.get('board') === 'crash' ? 'crash' : 'sports',
    period: periods.find((known) => known === query.get('period')) ?? 'week',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

const addressOf = ({ board, period, page }: Place): Record<string, string> => ({
  ...(board === 'crash' && { board }),
  ...(period !== 'week' && { period }),
  ...(page > 1 && { page: String(page) }),
})
