import { basketball } from './basketball.ts'
import type { SimCompetition, SportKey } from './competition.ts'
import { cricket } from './cricket.ts'
import { iceHockey } from './ice-hockey.ts'
import { rugby } from './rugby.ts'
import { soccerAfrica } from './soccer-africa.ts'
import { soccerAmericasAsia } from './soccer-americas-asia.ts'
import { soccerEastAfrica } from './soccer-east-africa.ts'
import { soccerEnglandSpainItaly } from './soccer-england-spain-italy.ts'
import { soccerEurope } from './soccer-europe.ts'
import { tennis } from './tennis.ts'

export type { SimCompetition, SimTeam, SportKey } from './competition.ts'

/** The API id of each sport. */
export const sportIds = {
  soccer: '79',
  basketball: '30',
  tennis: '28',
  rugby: '41',
  ice_hockey: '29',
  cricket: '37',
} as const satisfies Record<SportKey, string>

/** The sports in display order. */
export const sports: readonly { readonly id: string; readonly key: SportKey; readonly name: string }[] = [
  { id: sportIds.soccer, key: 'soccer', name: 'Soccer' },
  { id: sportIds.basketball, key: 'basketball', name: 'Basketball' },
  { id: sportIds.tennis, key: 'tennis', name: 'Tennis' },
  { id: sportIds.rugby, key: 'rugby', name: 'Rugby' },
  { id: sportIds.ice_hockey, key: 'ice_hockey', name: 'Ice Hockey' },
  { id: sportIds.cricket, key: 'cricket', name: 'Cricket' },
]

/** Every competition of the simulated world, sport by sport, the top one of each sport first. */
export const world: readonly SimCompetition[] = [
  [soccerEnglandSpainItaly, soccerEurope, soccerEastAfrica, soccerAfrica, soccerAmericasAsia].flat().toSorted(byRank),
  basketball.toSorted(byRank),
  tennis.toSorted(byRank),
  rugby.toSorted(byRank),
  iceHockey.toSorted(byRank),
  cricket.toSorted(byRank),
].flat()

function byRank(one: SimCompetition, other: SimCompetition): number {
  return one.rank - other.rank
}
