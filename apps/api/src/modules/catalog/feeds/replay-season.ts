import { lineText } from '@nare/bets/markets/line'
import { toHundredth } from '@nare/odds/ladder'
import { own } from '#platform/own'
import { evenTotal, preMatchLines, outcomeLine, type SoccerBasis } from '../pricing.ts'
import { divisions } from './divisions.ts'
import type { Skipped } from './file-values.ts'
import { readFile, type FileMatch } from './football-data.ts'
import type { LinePrices, MarginsOf } from './port.ts'
import { pricedReplay, type ReplayFixture, type ReplaySource } from './replay-source.ts'
import { untimedStep } from './untimed.ts'

/** Goal rates of an average match, used when the file has no prices. */
const averageRates = { lh: 1.5, la: 1.2 }

/**
 * Replays a season in football-data.co.uk's columns: fixtures and prices of the file, with its half-time and final scores as results. The
 * file has no goal times, so betting is suspended during a match.
 */
export async function openSeason(path: string, skipped: Skipped): Promise<ReplaySource> {
  const matches: FileMatch[] = []
  for await (const match of readFile(path, skipped)) matches.push(match)
  matches.sort((a, b) => a.kickOff.getTime() - b.kickOff.getTime() || (a.id < b.id ? -1 : 1))
  const byId = new Map(matches.map((match) => [match.id, match]))
  return {
    matches: matches.map(({ id, kickOff }) => ({ id, kickOff })),
    fixture: (id, marginsOf) => fixtureOf(found(byId, id), marginsOf),
    step: (id, { elapsed }) => untimedStep(found(byId, id), elapsed),
    delivered: () => undefined,
  }
}

function found(byId: ReadonlyMap<string, FileMatch>, id: string): FileMatch {
  const match = byId.get(id)
  if (!match) throw new Error(`the replay has no match ${id}`)
  return match
}

function fixtureOf(match: FileMatch, marginsOf: MarginsOf): ReplayFixture {
  const { division, country, homeTeam, awayTeam, corners, cards } = match
  const counts = corners !== undefined && cards !== undefined
  const competition = own(divisions, division) ?? { name: division, category: country ?? 'Replay' }
  const margins = marginsOf(pricedReplay(match.id, competition))
  return {
    competition,
    homeTeam,
    awayTeam,
    model: { kickOff: match.kickOff.toISOString() },
    lines: withHandicap(preMatchLines('soccer', basisOf(match), { counts, margins }), match.handicap),
  }
}

function basisOf({ prices }: FileMatch): SoccerBasis {
  const { home_odd, neutral_odd, away_odd, over, under } = prices
  if (!home_odd || !neutral_odd || !away_odd) return averageRates
  return { given: { home_odd, neutral_odd, away_odd, ...(over && under ? { over, under } : evenTotal) } }
}

/** Adds the file's own handicap line, replacing ours on the same line. */
function withHandicap(lines: readonly LinePrices[], handicap: FileMatch['handicap']): LinePrices[] {
  if (!handicap) return [...lines]
  const line = lineText(handicap.line * 4 + 0)
  const side = handicap.line < 0 ? `minus ${lineText(-handicap.line * 4)}` : `plus ${line}`
  const found = outcomeLine('soccer', '16', `home_team ${side}`)
  if (!found) return [...lines]
  const fromFile: LinePrices = {
    marketId: '16',
    line: found.line,
    state: 'open',
    keys: found.keys,
    prices: [toHundredth(handicap.home), toHundredth(handicap.away)],
  }
  return [...lines.filter((one) => one.marketId !== '16' || one.line !== found.line), fromFile]
}
