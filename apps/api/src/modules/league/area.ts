import type { Area, AreaDeps } from '#area'
import { openLeague } from './league.ts'

export function openLeagueArea(deps: AreaDeps) {
  const league = openLeague(deps)
  const area: Area = {}
  return { league, area }
}
