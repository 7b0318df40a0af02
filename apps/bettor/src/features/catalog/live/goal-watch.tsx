import { useLingui } from '@lingui/react/macro'
import { LiveContext, useLive, useSubscription } from '@nare/client/use-live'
import { catalog, type MatchView } from '@nare/contract/catalog'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { notify } from '../../../notices/notices.ts'
import { minuteText } from '../../../odds/minute-text.ts'
import { goalAlert } from '../../../preferences/live-choices.ts'
import { useRead } from '../../../state/use-read.ts'
import { followsMatch, useFollows } from '../follows.ts'
import { playGoal } from './goal-sound.ts'
import { hasGoals } from './goal-sports.ts'
import { newGoal, type Score } from './new-goal.ts'

/** The maximum numbers of watched sports, matches per page and pages; a sport has up to 500 live matches. */
const sportsMax = 3
const matchesMax = 20
const perPage = 100
const pagesMax = 5

/** Shows a notice when a team of a followed match scores, with a sound if the bettor has chosen it. */
export function GoalWatch() {
  const follows = useFollows()
  const sports = new Set(
    follows
      .filter(({ kind }) => kind !== 'market')
      .map(({ sport_id }) => sport_id)
      .filter(hasGoals),
  )
  return [...sports].slice(0, sportsMax).map((sport) => <SportWatch key={sport} sport={sport} />)
}

/** Watches one page of the live matches of a sport and the pages after it. The page is requested again when the set of live matches changes. */
function SportWatch({ sport, page = 1, after }: { sport: string; page?: number; after?: string }) {
  const follows = useFollows()
  const ids = useLive(`sport:${sport}:live`)?.matches.toSorted().join(' ')
  const input = { sport_id: sport, when: 'live', page, limit: perPage, ...(after !== undefined && { after }) } as const
  const { body, again } = useRead(catalog.matches, input)
  const read = useEffectEvent(() => {
    const known = new Set(body?.data.map(({ match_id }) => match_id))
    if (body && ids?.split(' ').some((id) => id !== '' && !known.has(id))) again()
  })
  useEffect(() => read(), [ids])
  const followed = body?.data.filter((match) => followsMatch(follows, match)).slice(0, matchesMax) ?? []
  const next = page < pagesMax ? body?.meta.next : undefined
  return (
    <>
      {followed.map((match) => (
        <MatchWatch key={match.match_id} match={match} />
      ))}
      {next !== undefined && <SportWatch sport={sport} page={page + 1} after={next} />}
    </>
  )
}

function MatchWatch({ match }: { match: MatchView }) {
  const { t } = useLingui()
  const [path, go] = useLocation()
  const store = useContext(LiveContext)
  const topic = `match:${match.match_id}` as const
  const last = useRef<Score | undefined>(undefined)
  useSubscription(topic)

  const compare = useEffectEvent((): void => {
    const now = store?.read(topic) as (Score & { minute: number | null; added?: number }) | undefined
    if (!now) return
    const side = newGoal(last.current, now)
    last.current = { home_score: now.home_score, away_score: now.away_score }
    const href = `/match/${match.match_id}`
    if (!side) return
    if (goalAlert.get() === 'sound') playGoal()
    // The page of the match already shows the goal.
    if (path === href) return
    const { home_team, away_team } = match
    const team = side === 'home' ? home_team : away_team
    const at = now.minute === null ? '' : ` ${minuteText(now.minute, now.added)}`
    notify({
      message: t`Goal for ${team}${at}`,
      description: `${home_team} ${now.home_score ?? 0}–${now.away_score ?? 0} ${away_team}`,
      action: { label: t`View`, run: () => go(href) },
    })
  })
  useEffect(() => {
    compare()
    return store?.listen(topic, undefined, () => compare())
  }, [store, topic])
  return null
}
