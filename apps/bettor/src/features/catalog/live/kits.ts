import type { MatchView } from '@nare/contract/catalog'
import { teamId } from '../follows.ts'

export type Kit = { body: string; second: string; pattern: (typeof patterns)[number] }
type Teams = Pick<MatchView, 'sport_id' | 'home_team' | 'away_team'>

const colours = [
  '#1f9d5b',
  '#4d93e6',
  '#d64545',
  '#f3f1f9',
  '#e8b93a',
  '#7a4fd0',
  '#2b2b3a',
  '#e87c2f',
  '#8c1d40',
  '#34b3c4',
] as const
const patterns = ['plain', 'stripes', 'hoops'] as const

/** The kits of both teams, always the same for a team: the feed has no colours. If both have one colour, the away team changes its two. */
export function kitsOf({ sport_id, home_team, away_team }: Teams): { home: Kit; away: Kit } {
  const home = kitOf(teamId(sport_id, home_team))
  const away = kitOf(teamId(sport_id, away_team))
  return { home, away: away.body === home.body ? { ...away, body: away.second, second: away.body } : away }
}

function kitOf(team: string): Kit {
  const hash = hashOf(team)
  const body = hash % colours.length
  const rest = Math.floor(hash / colours.length)
  // At least one on from the body: a kit has two colours.
  const second = (body + 1 + (rest % (colours.length - 1))) % colours.length
  return { body: at(colours, body), second: at(colours, second), pattern: at(patterns, rest % patterns.length) }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

function at<T>(list: readonly [T, ...T[]], index: number): T {
  return list[index] ?? list[0]
}
