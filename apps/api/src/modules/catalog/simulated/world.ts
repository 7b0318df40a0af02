import { basketball } from './basketball.ts'
import type { SimCompetition } from './competition.ts'
import { cricket } from './cricket.ts'
import { iceHockey } from './ice-hockey.ts'
import { rugby } from './rugby.ts'
import { soccerAfrica } from './soccer-africa.ts'
import { soccerAmericasAsia } from './soccer-americas-asia.ts'
import { soccerEastAfrica } from './soccer-east-africa.ts'
import { soccerEnglandSpainItaly } from './soccer-england-spain-italy.ts'
import { soccerEurope } from './soccer-europe.ts'
import { tennis } from './tennis.ts'

export type { SimCompetition, SimTeam } from './competition.ts'

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
