import { competitions } from '@nare/league/clubs'

export type Colours = { shirt: string; trim: string }

const clubs = new Map(competitions.flatMap((competition) => competition.clubs.map((club) => [club.name, club])))

/** The colours of a club; undefined for a name that no competition has. */
export const coloursOf = (name: string): Colours | undefined => clubs.get(name)

const unknown: readonly [Colours, Colours] = [
  { shirt: '#f3f1f9', trim: '#7a7391' },
  { shirt: '#c8102e', trim: '#1a1626' },
]

/** The colours of both sides of a match on the pitch; a guest with the host's shirt plays in its trim. */
export function sidesOf(home: string, away: string): { home: Colours; away: Colours } {
  const [host, guest] = [coloursOf(home) ?? unknown[0], coloursOf(away) ?? unknown[1]]
  return { home: host, away: host.shirt === guest.shirt ? { shirt: guest.trim, trim: guest.shirt } : guest }
}
