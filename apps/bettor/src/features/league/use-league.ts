import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { LiveContext, useLiveValue, useSubscription } from '@nare/client/use-live'
import { minuteAfter } from '@nare/league/playout'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { notify } from '../../notices/notices.ts'
import { serverNow, stored } from '../../state/browser.ts'
import {
  fetchLeagueCompetitions,
  fetchLeagueMarkets,
  fetchLeagueMatches,
  fetchPlayouts,
} from '../../state/calls-league.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { driverMemory, tick, withLive } from '../../state/league-driver.ts'
import { dropLocked } from '../../state/league-slip.ts'
import { useConnected } from '../../state/use-connected.ts'
import { useNow } from '../../state/use-now.ts'
import { markOf, virtualLeague, type VirtualLeagueState } from '../../state/virtual-league.ts'
import { lockedRounds } from './locked-rounds.ts'
import { storeSeals } from './seals.ts'
import { useLeagueRead, type LeagueRows } from './use-league-read.ts'

export type Competition = VirtualLeagueState['competitions_data'][number]
export type Period = VirtualLeagueState['periods_data'][number]
export type LeagueMatch = VirtualLeagueState['matches_data'][number]
export type Playout = VirtualLeagueState['playouts_data'][number]

/** The competition in the URL, else the last chosen one, else the default. The list of competitions is empty until `useCompetitions` has loaded it. */
export function useCompetition(): { id: string; competition: Competition | undefined; all: readonly Competition[] } {
  const send = useSend()
  const [query] = useSearchParams()
  const all = useApp((state) => state.virtualLeague.competitions_data)
  const chosen = useApp((state) => state.virtualLeague.competition_id)
  const asked = query.get('competition') ?? ''
  const id = /^\d{1,4}$/.test(asked) ? asked : String(chosen)
  useEffect(() => {
    if (Number(id) !== chosen) send(virtualLeague.actions.set({ field: 'competition_id', value: Number(id) }))
  }, [send, id, chosen])
  return { id, competition: all.find(({ competition_id }) => competition_id === id), all }
}

/** Loads the list of competitions for a page. */
export function useCompetitions(): LeagueRows<readonly Competition[]> {
  const rows = useApp((state) => state.virtualLeague.competitions_data)
  return useLeagueRead(fetchLeagueCompetitions, everyCompetition, { call: 'competitions', rows, reloadOn: null })
}

const everyCompetition = {}

/** Drives the league clock of a competition while mounted. It renders nothing, so only components that read a changed field render. */
export function LeagueClock({ id }: { id: string }) {
  const send = useSend()
  const [memory] = useState(driverMemory)
  const topic = `league:${id}` as const
  useSubscription(topic)
  const live = useLiveValue(topic)
  const nowMs = useNow()
  const { t } = useLingui()
  const periods = usePeriods(id)
  const lockedText = (rounds: readonly number[], count: number): string => {
    if (rounds.length > 1) return t`Rounds ${rounds.join(', ')} are locked, so their ${count} picks left your slip`
    const [round = 0] = rounds
    return t`${plural(count, {
      one: `Round ${round} is locked, so its pick left your slip`,
      other: `Round ${round} is locked, so its # picks left your slip`,
    })}`
  }
  const run = useEffectEvent(() => {
    const now = Math.max(nowMs, serverNow())
    void send(tick({ competitionId: id, nowMs: now, live }, memory))
    void send(dropLocked(withLive(periods, live), now)).then((locked) => {
      const { rounds, count } = lockedRounds(locked)
      if (count > 0) notify({ message: lockedText(rounds, count) })
    })
  })
  useEffect(() => run(), [id, live, nowMs])
  useEffect(
    () =>
      storeSeals(
        stored,
        periods.filter(({ state }) => state === 'open'),
      ),
    [periods],
  )
  return null
}

/** The rounds of a competition, the current one first; empty until they are loaded. */
export function usePeriods(id: string): readonly Period[] {
  const loadedKey = useApp((state) => state.virtualLeague.answer_of.periods)
  const periods = useApp((state) => state.virtualLeague.periods_data)
  return loadedKey === markOf({ competition_id: id }) ? periods : emptyList
}

const emptyList: readonly never[] = []

/** The matches of a round with the prices of one market. */
export function useMatches(input: { competition_id: string; round_id: string; market_id: string }) {
  const rows = useApp((state) => state.virtualLeague.matches_data)
  return useLeagueRead(fetchLeagueMatches, input, { call: 'matches', rows })
}

/** The markets of a competition with their returns. */
export function useMarkets(id: string) {
  const rows = useApp((state) => state.virtualLeague.markets_data)
  const read = useLeagueRead(fetchLeagueMarkets, { competition_id: id }, { call: 'markets', rows })
  return { ...read, rows }
}

const pollMs = 3000

/** The current minute of a play-out, 0 to 90, by the server's clock; updated once a second. */
export function useMinute({ start_time, end_time }: Pick<Period, 'start_time' | 'end_time'>): number {
  const nowMs = useNow()
  const [startMs, endMs] = [Date.parse(start_time), Date.parse(end_time)]
  return minuteAfter(nowMs - startMs, endMs - startMs)
}

/**
 * The matches of a round up to the current minute, from the live topic. Until the topic arrives, from one request; without a
 * connection, from a request every three seconds.
 */
export function usePlayouts(id: string, round: string | undefined): LeagueRows<readonly Playout[]> {
  const store = useContext(LiveContext)
  const connected = useConnected()
  const live = useLiveValue(`league:${id}`)
  const input = round === undefined ? undefined : { competition_id: id, round_id: round }
  const rows = useApp((state) => state.virtualLeague.playouts_data)
  const read = useLeagueRead(fetchPlayouts, input, { call: 'playouts', rows, reloadOn: null })
  const poll = useEffectEvent(() => read.load())
  useEffect(() => {
    if (connected && store) return
    const timer = setInterval(() => poll(), pollMs)
    return () => clearInterval(timer)
  }, [connected, store])
  if (live && live.round_id === round && live.matches.length > 0) return { ...read, rows: live.matches }
  return { ...read, rows: read.rows?.length ? read.rows : undefined }
}
