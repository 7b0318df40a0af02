import { Trans } from '@lingui/react/macro'
import { leagueReads } from '@nare/contract/league'
import type { Answer } from '@nare/contract/route'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'wouter'
import { useRead } from '../../state/use-read.ts'
import style from './table.module.css'

export type Season = Answer<typeof leagueReads.seasons>['data'][number]

const hourMs = 3_600_000

/** The seasons of a competition that have begun, the newest first; requested again when a new season begins. */
export function useSeasons(id: string, current: string | undefined): readonly Season[] {
  const { body, again } = useRead(leagueReads.seasons, { competition_id: id }, hourMs)
  const isOld = body !== undefined && current !== undefined && !body.data.some(({ season_id }) => season_id === current)
  const reload = useEffectEvent(() => again())
  useEffect(() => {
    if (isOld) reload()
  }, [isOld])
  return (body?.data ?? []).filter(({ state }) => state !== 'coming')
}

/** Chooses a season if there is more than one; the choice is in the URL. */
export function SeasonChoice({
  id,
  seasons,
  season,
}: {
  id: string
  seasons: readonly Season[]
  season: string | undefined
}) {
  const [, setQuery] = useSearchParams()
  if (seasons.length < 2) return null
  return (
    <label className={style.choice}>
      <Trans>Season</Trans>
      <select
        value={season ?? seasons[0]?.season_id}
        onChange={({ target }) => setQuery({ competition: id, season: target.value }, { replace: true })}
      >
        {seasons.map((each) => (
          <option key={each.season_id} value={each.season_id}>
            {each.season}
          </option>
        ))}
      </select>
    </label>
  )
}
