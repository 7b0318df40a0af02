import { Trans, useLingui } from '@lingui/react/macro'
import { fantasy as calls, type FantasyWeek } from '@nare/contract/fantasy'
import { ChipRow } from '@nare/ui/chip-row'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { Leagues } from './leagues.tsx'
import { PointsTab } from './points-tab.tsx'
import { Rules } from './rules.tsx'
import { TableTab } from './table-tab.tsx'
import { TeamTab } from './team-tab.tsx'
import { useWeekName, useWhen } from './texts.ts'
import { Unread } from './unread.tsx'
import style from './fantasy.module.css'

const tabs = ['team', 'points', 'table', 'leagues', 'rules'] as const
type Tab = (typeof tabs)[number]

const weeksFreshMs = 10_000

/** The free fantasy contest: a team for a match week, its points, the table and mini-leagues. Week and tab are in the URL. */
export function Fantasy() {
  const { t } = useLingui()
  return (
    <section className={style.page} aria-label={t`Fantasy`}>
      <h1 className="unseen">{t`Fantasy`}</h1>
      <Weeks />
    </section>
  )
}

function Weeks() {
  const { t } = useLingui()
  const { body, failed, again } = useRead(calls.weeks, {}, weeksFreshMs)
  const [query, setQuery] = useSearchParams()
  const weeks = body?.data ?? []
  const week = weeks.find(({ week_id }) => week_id === query.get('week')) ?? weeks[0]
  const tab = tabs.find((known) => known === query.get('tab')) ?? (week && week.state !== 'open' ? 'points' : 'team')
  const row = useRef<HTMLDivElement>(null)
  const isKnown = week !== undefined
  useEffect(() => {
    if (isKnown)
      row.current?.querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isKnown, tab])
  const go = (to: { week?: string; tab?: Tab; league?: string }): void =>
    setQuery({ ...Object.fromEntries(query), ...to }, { replace: true })
  if (!body) return <Unread failed={failed} again={again} />
  if (!week)
    return (
      <NothingHere drawing="matches" href="/" link={t`See today's matches`}>
        <Trans>No fantasy week is open now. The next one opens with the next round</Trans>
      </NothingHere>
    )
  return (
    <>
      <Head weeks={weeks} week={week} onPick={(id) => go({ week: id, tab: weekTab(tab, weeks, id) })} />
      <div ref={row}>
        <ChipRow
          label={t`Fantasy`}
          look="tabs"
          items={[
            { key: 'team', text: t`My team` },
            { key: 'points', text: t`Points` },
            { key: 'table', text: t`Table` },
            { key: 'leagues', text: t`Mini-leagues` },
            { key: 'rules', text: t`Rules` },
          ]}
          value={tab}
          onPick={(key) => go({ tab: key })}
        />
      </div>
      <Shown tab={tab} week={week} onSaved={again} onLeague={(league) => go({ tab: 'table', league })} />
    </>
  )
}

/** The tab after a change of the week: an open week has the tab `team`, other weeks have `points` in its place. */
function weekTab(tab: Tab, weeks: readonly FantasyWeek[], id: string): Tab {
  const open = weeks.find(({ week_id }) => week_id === id)?.state === 'open'
  if (tab === 'team' && !open) return 'points'
  return tab === 'points' && open ? 'team' : tab
}

type HeadProps = { weeks: readonly FantasyWeek[]; week: FantasyWeek; onPick: (weekId: string) => void }

function Head({ weeks, week, onPick }: HeadProps) {
  const { t } = useLingui()
  const nameOf = useWeekName()
  const when = useWhen()
  const states = { open: t`Open`, running: t`Running`, over: t`Over` }
  const closed = t`Closed`
  const stateOf = (listed: FantasyWeek): string => (listed.closed ? closed : states[listed.state])
  return (
    <header className={style.head}>
      <label>
        <span className="unseen">{t`Week`}</span>
        <select value={week.week_id} onChange={({ target }) => onPick(target.value)}>
          {[...new Set(weeks.map(stateOf))].map((state) => (
            <optgroup key={state} label={state}>
              {weeks
                .filter((listed) => stateOf(listed) === state)
                .map((listed) => (
                  <option key={listed.week_id} value={listed.week_id}>
                    {nameOf(listed)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      <p>
        {week.state === 'open' ? (
          <span>
            <Trans>
              Deadline <b>{when(week.deadline)}</b>
            </Trans>
          </span>
        ) : (
          <b>
            {week.closed
              ? closed
              : week.voided
                ? t`This week was cancelled: it pays no prizes`
                : week.state === 'running'
                  ? t`Running: points count as matches go`
                  : t`This week is over`}
          </b>
        )}
        <span>
          <Trans>Teams: {week.teams}</Trans>
        </span>
      </p>
      {week.mine && week.state !== 'open' && <Mine mine={week.mine} />}
    </header>
  )
}

function Mine({ mine: { points, rank, prize } }: { mine: NonNullable<FantasyWeek['mine']> }) {
  return (
    <p className={style.mine}>
      <Trans>
        You're number <b>{rank}</b> with <b>{points}</b> points
      </Trans>
      {prize !== undefined && (
        <span className={style.prize}>
          <Trans>You won {prize} promo points</Trans>
        </span>
      )}
    </p>
  )
}

type ShownProps = { tab: Tab; week: FantasyWeek; onSaved: () => void; onLeague: (code: string) => void }

function Shown({ tab, week, onSaved, onLeague }: ShownProps) {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const { body, failed, again } = useRead(calls.week, { week_id: week.week_id }, 5_000)
  if (tab === 'table') return <TableTab key={week.week_id} week={week} signedIn={signedIn} />
  if (tab === 'leagues') return <Leagues onOpen={onLeague} />
  if (!body) return <Unread failed={failed} again={again} />
  if (tab === 'rules') return <Rules week={body.data} />
  if (tab === 'team' && body.data.state === 'open')
    return (
      <TeamTab
        key={week.week_id}
        week={body.data}
        signedIn={signedIn}
        onSaved={() => {
          again()
          onSaved()
        }}
      />
    )
  return <PointsTab week={body.data} signedIn={signedIn} onRefresh={again} />
}
