import { useLiveText } from '@nare/client/use-live'
import { useState } from 'react'
import { useApp } from '../../state/hooks.ts'
import { usePeriods, usePlayouts, type Period } from './use-league.ts'

/** A round whose play-out was shown on this screen and has ended. `fresh` while the server still publishes its result. */
export type Ended = { period: Period; matches: ReadonlySet<string>; fresh: boolean }

/** The last round that ended while this screen was open, with its matches. */
export function useEnded(id: string): Ended | undefined {
  const current = useApp(({ virtualLeague }) => virtualLeague.round_id)
  const inPlay = useApp(({ virtualLeague }) => virtualLeague.inPlay)
  const periods = usePeriods(id)
  const { rows } = usePlayouts(id, inPlay && current !== null ? current : undefined)
  const over = useLiveText(`league:${id}`, undefined, ({ state, round_id }) => (state === 'ended' ? round_id : ''))
  const [playing, setPlaying] = useState<{ of: string; period: Period; matches: ReadonlySet<string> } | undefined>()
  const [ended, setEnded] = useState<typeof playing>()
  const period = periods.find(({ round_id }) => round_id === current)
  if (inPlay && rows && period && playing?.period.round_id !== period.round_id)
    setPlaying({ of: id, period, matches: new Set(rows.map(({ match_id }) => match_id)) })
  const isOver = playing && period && playing.of === id && playing.period.round_id !== period.round_id
  if (isOver && ended !== playing) setEnded(playing)
  return ended && ended.of === id ? { ...ended, fresh: over === ended.period.round_id } : undefined
}
