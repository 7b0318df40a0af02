import { market } from '@nare/bets/markets/markets'
import { sports } from '@nare/bets/markets/sports'
import type { GrossKey } from '@nare/contract/console-reports'
import { competitionNames } from '#modules/catalog/catalog'
import type { Db } from '#platform/db'
import { noSource, notPlaced, several, unknown } from './places.ts'

const usual: Readonly<Record<string, string>> = {
  ...{ sports: 'Sports', jackpot: 'Jackpots', league: 'Nare league', casino: 'Casino', games: 'Games' },
  ...{ [several]: 'Several picks', [unknown]: 'Not kept any more', [notPlaced]: 'Not placed', [noSource]: 'No source' },
}

const sportNames = new Map(sports.map(({ id, name }) => [id, name]))
const ofLeague = (key: string): string | undefined => /^league-(.+)$/.exec(key)?.[1]

/** The names of keys of figures, in the console's language. A key without one is its own name. */
export async function namesOf(db: Db, by: GrossKey, keys: readonly string[]): Promise<(key: string) => string> {
  const competitions = by === 'competition' ? await competitionNames(db, keys) : new Map<string, string>()
  const own = (key: string): string | undefined => {
    const league = ofLeague(key)
    if (by === 'sport') return sportNames.get(key)
    if (by === 'competition') return competitions.get(key) ?? (league && `Nare league ${league}`)
    if (by === 'market') return league ? `${market(league)?.name ?? league}, Nare league` : market(key)?.name
    return undefined
  }
  return (key) => own(key) ?? (by === 'source' && key !== noSource ? key : (usual[key] ?? key))
}
