export const positions = ['GK', 'DF', 'MF', 'FW'] as const
export type Position = (typeof positions)[number]

/** The facts of a player that the team rules need. Prices are in halves: 11 is 5.5. */
export type Player = {
  readonly id: string
  readonly club: string
  readonly position: Position
  readonly halves: number
}

/** Eleven players, one of whom is the captain, and four bench players in the order in which they come in. */
export type Team = { readonly players: readonly string[]; readonly captain: string; readonly bench: readonly string[] }

export const elevenSize = 11
export const benchSize = 4
export const clubMax = 3
/** The budget for all fifteen players, in halves: 100.0. */
export const budgetHalves = 200

/** The minimum and maximum number of players of each position in the eleven. */
export const formation: Readonly<Record<Position, { readonly least: number; readonly most: number }>> = {
  GK: { least: 1, most: 1 },
  DF: { least: 3, most: 5 },
  MF: { least: 2, most: 5 },
  FW: { least: 1, most: 3 },
}

export type Counts = Readonly<Record<Position, number>>

/** The number of players of each position. */
export function countsOf(all: readonly Position[]): Counts {
  const counts = { GK: 0, DF: 0, MF: 0, FW: 0 }
  for (const position of all) counts[position] += 1
  return counts
}

/** Whether these counts are a valid formation. */
export const isFormation = (counts: Counts): boolean =>
  positions.every((at) => counts[at] >= formation[at].least && counts[at] <= formation[at].most)

export type TeamFault =
  | { readonly rule: 'size'; readonly eleven: number; readonly bench: number }
  | { readonly rule: 'unknown_player'; readonly player: string }
  | { readonly rule: 'twice'; readonly player: string }
  | {
      readonly rule: 'formation'
      readonly position: Position
      readonly count: number
      readonly least: number
      readonly most: number
    }
  | { readonly rule: 'club'; readonly club: string; readonly count: number }
  | { readonly rule: 'budget'; readonly halves: number; readonly most: number }
  | { readonly rule: 'captain' }

/** The cost of all fifteen players, in halves. Unknown players cost nothing. */
export function costOf({ players, bench }: Team, byId: ReadonlyMap<string, Player>): number {
  return [...players, ...bench].reduce((sum, id) => sum + (byId.get(id)?.halves ?? 0), 0)
}

/**
 * The first rule that a team breaks; undefined if it breaks none. The rules: eleven players and four on the bench, all known and different;
 * 1 GK, 3 to 5 DF, 2 to 5 MF and 1 to 3 FW in the eleven; at most three players of a club and at most the budget over all fifteen; the
 * captain in the eleven.
 */
export function teamFault(
  team: Team,
  byId: ReadonlyMap<string, Player>,
  budget: number = budgetHalves,
): TeamFault | undefined {
  const { players, captain, bench } = team
  if (players.length !== elevenSize || bench.length !== benchSize)
    return { rule: 'size', eleven: players.length, bench: bench.length }
  const all = [...players, ...bench]
  const unknown = all.find((id) => !byId.has(id))
  if (unknown !== undefined) return { rule: 'unknown_player', player: unknown }
  const twice = all.find((id, at) => all.indexOf(id) !== at)
  if (twice !== undefined) return { rule: 'twice', player: twice }
  const counts = countsOf(players.flatMap((id) => byId.get(id)?.position ?? []))
  const wrong = positions.find((at) => counts[at] < formation[at].least || counts[at] > formation[at].most)
  if (wrong) return { rule: 'formation', position: wrong, count: counts[wrong], ...formation[wrong] }
  const club = crowdedClub(all.flatMap((id) => byId.get(id)?.club ?? []))
  if (club) return { rule: 'club', ...club }
  const halves = costOf(team, byId)
  if (halves > budget) return { rule: 'budget', halves, most: budget }
  return players.includes(captain) ? undefined : { rule: 'captain' }
}

function crowdedClub(clubs: readonly string[]): { club: string; count: number } | undefined {
  const counts = new Map<string, number>()
  for (const club of clubs) counts.set(club, (counts.get(club) ?? 0) + 1)
  for (const [club, count] of counts) if (count > clubMax) return { club, count }
  return undefined
}
