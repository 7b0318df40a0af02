import { sha256, toHex } from '@nare/fair/hash'
import { indexOf, streamsOf, toWeights } from '@nare/fair/stream'
import type { SquadPlayer } from './draw.ts'
import type { Player, Position } from './team.ts'

/** A player of a week's squads. */
export type WeekPlayer = Player & SquadPlayer & { readonly name: string }

/** A club with its strength from 0 to 1 (0.5 is average) and the player names that its feed has given, if any. */
export type Club = { readonly name: string; readonly strength: number; readonly named?: readonly string[] }

/** The roles of every squad, best first in each position: price in halves, starter weight, and relative scorer weight. */
const roles: readonly { position: Position; halves: number; starts: number; scores: number }[] = [
  { position: 'GK', halves: 10, starts: 9, scores: 0 },
  { position: 'GK', halves: 8, starts: 1, scores: 0 },
  { position: 'DF', halves: 11, starts: 24, scores: 5 },
  { position: 'DF', halves: 10, starts: 20, scores: 4 },
  { position: 'DF', halves: 9, starts: 16, scores: 3 },
  { position: 'DF', halves: 9, starts: 12, scores: 3 },
  { position: 'DF', halves: 8, starts: 5, scores: 2 },
  { position: 'DF', halves: 8, starts: 3, scores: 2 },
  { position: 'MF', halves: 15, starts: 24, scores: 14 },
  { position: 'MF', halves: 13, starts: 20, scores: 10 },
  { position: 'MF', halves: 11, starts: 14, scores: 7 },
  { position: 'MF', halves: 10, starts: 8, scores: 5 },
  { position: 'MF', halves: 9, starts: 5, scores: 4 },
  { position: 'FW', halves: 18, starts: 24, scores: 26 },
  { position: 'FW', halves: 14, starts: 16, scores: 16 },
  { position: 'FW', halves: 11, starts: 7, scores: 9 },
  { position: 'FW', halves: 9, starts: 3, scores: 5 },
]

/** The price difference between the weakest and the strongest club, in halves. */
const strengthHalves = 8
const halvesMin = 8
const key = 'nare-fantasy-squads'
/**
 * The roles given to named players, by index. Their real positions are unknown, but they have scored goals, so they get attacking roles.
 */
const namedFirst: readonly number[] = [13, 14, 8, 15, 9, 10]

/**
 * The squads of clubs, the same for the same clubs: 17 players each, with prices by the club's strength and the weights for drawing scorers
 * and starters. Names are invented, drawn from the club's name; names that the feed has given replace some of them. No two players have the
 * same name.
 */
export function squadsOf(clubs: readonly Club[]): WeekPlayer[] {
  const taken = new Set<string>()
  const weights = toWeights(roles.map(({ scores }) => scores))
  return clubs.flatMap((club) => {
    const clubId = toHex(sha256(club.name)).slice(0, 8)
    const names = namesOf(club, taken)
    return roles.map(({ position, halves, starts }, at) => ({
      id: `${clubId}-${at + 1}`,
      name: names[at] ?? '',
      club: club.name,
      position,
      halves: Math.max(halvesMin, halves + Math.round((club.strength - 0.5) * strengthHalves)),
      scorerWeight: weights[at] ?? 0,
      starterWeight: starts,
    }))
  })
}

function namesOf({ name: club, named = [] }: Club, taken: Set<string>): string[] {
  const next = streamsOf(key)(club)
  const drawOne = (list: readonly string[]): string => list[indexOf(next(), list.length)] ?? ''
  const own = roles.map(() => {
    for (;;) {
      const name = `${drawOne(firstNames)} ${drawOne(beginnings)}${drawOne(endings)}`
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  })
  for (const [n, name] of named.entries()) {
    const at = namedFirst[n]
    if (at !== undefined && !taken.has(name)) {
      taken.add(name)
      own[at] = name
    }
  }
  return own
}

const firstNames =
  'Amani Baraka Chege Daudi Elimu Faraja Gitau Hamisi Idris Jabali Juma Kaleb Karani Kito Lemi Makori Mosi Neema Nuru Obada Otis Pendo Rashi Saidi Salim Sefu Simba Sudi Tamu Tumo Uledi Vusi Wafula Yusto Zakari Zuberi'.split(
    ' ',
  )
const beginnings =
  'Kiba Mwa Otie Nya Wanja Bara Chelo Kamo Muthe Okela Sere Tiro Wekha Ndego Kipla Mara Olo Rute Soi Tana'.split(' ')
const endings = 'ndolo ruki mbeka lisa ngori tundu shera nyimbo koech wari bundo ketu moli riako suma yande'.split(' ')
