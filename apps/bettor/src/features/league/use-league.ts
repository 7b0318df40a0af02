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
import { keepSeals } from './seals.ts'

export type Competition = VirtualLeagueState['competitions_data'][number]
export type Period = VirtualLeagueState['periods_data'][number]
export type LeagueMatch = VirtualLeagueState['matches_data'][number]
export type Playout = VirtualLeagueState['playouts_data'][number]

/** The competition of the address, else the one chosen last, else the default; loads the list of competitions once. */
export function useCompetition(): { id: string; competition: Competition | undefined; all: readonly Competition[] } {
  const send = useSend()
  const [query] = useSearchParams()
  const all = useApp((state) => state.virtualLeague.competitions_data)
  const chosen = useApp((state) => state.virtualLeague.competition_id)
  const asked = query.get('competition') ?? ''
  const id = /^\d{1,4}$/.test(asked) ? asked : String(chosen)
  useEffect(() => void send(fetchLeagueCompetitions({})), [send])
  useEffect(() => {
    if (Number(id) !== chosen) send(virtualLeague.actions.set({ field: 'competition_id', value: Number(id) }))
  }, [send, id, chosen])
  return { id, competition: all.find(({ competition_id }) => competition_id === id), all }
}

/** Runs the league's clock for a competition while mounted; renders nothing, so that only changed fields render elsewhere. */
export function LeagueClock({ id }: { id: string }) {
  const send = useSend()
  const [memory] = useState(driverMemory)
  const topic = `league:${id}` as const
  useSubscription(topic)
  const live = useLiveValue(topic)
  const nowMs = useNow()
  const { t } = useLingui()
  const periods = usePeriods(id)
  const removed = (count: number, round: number): string =>
    count === 1
      ? t`Round ${round} is locked, so its pick left your slip`
      : t`Round ${round} is locked, so its ${count} picks left your slip`
  const run = useEffectEvent(() => {
    const now = Math.max(nowMs, serverNow())
    void send(tick({ competitionId: id, nowMs: now, live }, memory))
    void send(dropLocked(withLive(periods, live), now)).then((locked) => {
      const [first] = locked
      if (first) notify({ message: removed(locked.length, first.round?.round_number ?? 0) })
    })
  })
  useEffect(() => run(), [id, live, nowMs])
  useEffect(
    () =>
      keepSeals(
        stored,
        periods.filter(({ state }) => state === 'open'),
      ),
    [periods],
  )
  return null
}

/** The rounds of a competition, the current one first; empty until they are loaded. */
export function usePeriods(id: string): readonly Period[] {
  const listed = useApp((state) => state.virtualLeague.answer_of.periods)
  const periods = useApp((state) => state.virtualLeague.periods_data)
  return listed === markOf({ competition_id: id }) ? periods : none
}

const none: readonly never[] = []

/** The matches of a round with the prices of one market; undefined until they are loaded. */
export function useMatches(input: { competition_id: string; round_id: string; market_id: string } | undefined) {
  const send = useSend()
  const mark = input && markOf(input)
  const of = useApp((state) => state.virtualLeague.answer_of.matches)
  const matches = useApp((state) => state.virtualLeague.matches_data)
  const load = useEffectEvent(() => {
    if (input && mark !== of) void send(fetchLeagueMatches(input))
  })
  useEffect(() => load(), [mark])
  return mark !== undefined && mark === of ? matches : undefined
}

/** The markets of a competition with their returns. */
export function useMarkets(id: string) {
  const send = useSend()
  const mark = markOf({ competition_id: id })
  const of = useApp((state) => state.virtualLeague.answer_of.markets)
  const load = useEffectEvent(() => {
    if (mark !== of) void send(fetchLeagueMarkets({ competition_id: id }))
  })
  useEffect(() => load(), [mark])
  return useApp((state) => state.virtualLeague.markets_data)
}

const pollMs = 3000

/** The minute of a play-out by the server's clock, counted by the page's ticker: from 0 to 90. */
export function useMinute({ start_time, end_time }: Pick<Period, 'start_time' | 'end_time'>): number {
  const nowMs = useNow()
  const [startMs, endMs] = [Date.parse(start_time), Date.parse(end_time)]
  return minuteAfter(nowMs - startMs, endMs - startMs)
}

/**
 * The play-out of a round up to the current minute: the live state, before it arrives the answer to a request, and without a
 * connection a request every three seconds. Undefined until one of them arrived.
 */
export function usePlayouts(id: string, round: string | undefined): readonly Playout[] | undefined {
  const send = useSend()
  const store = useContext(LiveContext)
  const connected = useConnected()
  const live = useLiveValue(`league:${id}`)
  const input = round === undefined ? undefined : { competition_id: id, round_id: round }
  const mark = input && markOf(input)
  const of = useApp((state) => state.virtualLeague.answer_of.playouts)
  const rows = useApp((state) => state.virtualLeague.playouts_data)
  const load = useEffectEvent(() => void (input && send(fetchPlayouts(input))))
  useEffect(() => load(), [mark])
  useEffect(() => {
    if (connected && store) return
    const timer = setInterval(() => load(), pollMs)
    return () => clearInterval(timer)
  }, [connected, store])
  if (live && live.round_id === round && live.matches.length > 0) return live.matches
  return mark !== undefined && mark === of && rows.length > 0 ? rows : undefined
}
