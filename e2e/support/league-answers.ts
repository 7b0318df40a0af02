import type { league } from '@nare/contract/league'
import type { Answer } from '@nare/contract/route'
import { toHex } from '@nare/fair/hash'
import { competitions } from '@nare/league/clubs'
import { commitmentOf, drawWith, scoreText, seedOf } from '@nare/league/draw'
import { leagueMarkets } from '@nare/league/markets'
import { minuteAfter, visibleAt } from '@nare/league/playout'
import { priceMatch } from '@nare/league/prices'
import { makeSeason, roundIdOf, seasonChain, seasonHash, seasonText, tablesHash } from '@nare/league/season'
import { standingsOf } from '@nare/league/standings'
import { formatPrice } from '@nare/money/money'

/** The timetable of a recorded season in milliseconds. A round takes the sum. */
export type Cycle = { betting: number; lock: number; playout: number; result: number }
const usualCycle: Cycle = { betting: 130_000, lock: 5_000, playout: 40_000, result: 5_000 }

type Rows<Call extends keyof typeof league> = Answer<(typeof league)[Call]> extends { data: infer Data } ? Data : never

/**
 * A season of one competition in the format of the server, computed with the real rules from fixed bytes, so that screens can be viewed
 * and tested at any minute. Betting on the first round opens at `startMs`.
 */
export function recordedLeague({
  competitionId = '2',
  startMs,
  cycle = usualCycle,
}: {
  competitionId?: string
  startMs: number
  cycle?: Cycle
}) {
  const recorded = competitions.find((each) => each.competitionId === competitionId)
  if (!recorded) throw new RangeError(`no competition ${competitionId}`)
  const teams = recorded.clubs.map(({ name }) => name)
  const file = makeSeason({
    ...{ competitionId, teams, strengthSeed: new Uint8Array(32).fill(7) },
    matchId: (n) => String(50_000_000 + Number(competitionId) * 1000 + n),
  })
  const chain = seasonChain(new Uint8Array(32).fill(9), file.rounds.length)
  const salt = '0123456789abcdef'.repeat(4)
  const season_id = `${competitionId}-3`
  const lengthMs = cycle.betting + cycle.lock + cycle.playout + cycle.result

  const rounds = file.rounds.map(({ round_number, matches }, at) => {
    const round_id = roundIdOf({ salt, competitionId, roundNumber: round_number })
    const link = chain.links[at] ?? new Uint8Array(32)
    const seed = seedOf(link, round_id)
    const draw = drawWith(seed, file.minutes)
    const opens = startMs + at * lengthMs
    const closes = opens + cycle.betting
    const starts = closes + cycle.lock
    return {
      ...{ round_id, round_number, link, seed, closes, starts, ends: starts + cycle.playout + cycle.result },
      matches: matches.map(([match_id, home_team, away_team, weights]) => ({
        ...{ match_id, home_team, away_team, weights },
        drawn: draw(match_id, weights),
      })),
    }
  })
  type Round = (typeof rounds)[number]
  const iso = (ms: number): string => new Date(ms).toISOString()
  const stateAt = ({ closes, starts, ends }: Round, nowMs: number) =>
    nowMs >= ends ? 'ended' : nowMs >= starts ? 'playing' : nowMs >= closes ? 'locked' : 'open'
  const currentAt = (nowMs: number): number =>
    Math.max(
      0,
      rounds.findIndex(({ ends }) => nowMs < ends),
    )

  function period(round: Round, nowMs: number): Rows<'periods'>[number] {
    const state = stateAt(round, nowMs)
    return {
      ...{ round_id: round.round_id, round_number: round.round_number, state, season_id, betting: state === 'open' },
      ...{ start_time: iso(round.starts), end_time: iso(round.ends), betting_closes_at: iso(round.closes) },
      commitment: commitmentOf(round.seed),
      ...(state === 'ended' && { seed: toHex(round.seed) }),
    }
  }

  const results = (nowMs: number, roundId?: string): Rows<'results'> =>
    rounds
      .filter((round) => stateAt(round, nowMs) === 'ended' && (roundId === undefined || round.round_id === roundId))
      .toReversed()
      .flatMap(({ round_id, round_number, matches }) =>
        matches.map(({ match_id, home_team, away_team, drawn }) => ({
          ...{ match_id, round_id, round_number, home_team, away_team },
          ...{ half_time: scoreText(drawn.halfTime), full_time: scoreText(drawn.fullTime) },
        })),
      )

  const playout = (roundId: string | undefined, nowMs: number): Rows<'playouts'> => {
    const round = rounds.find(({ round_id }) => round_id === roundId) ?? rounds[currentAt(nowMs)]
    const minute = round ? minuteAfter(nowMs - round.starts, cycle.playout) : 0
    return (round?.matches ?? []).map(({ match_id, home_team, away_team, drawn }) => {
      const { score, events } = visibleAt(drawn, minute)
      return {
        ...{ match_id, home_team, away_team, minute, home_score: score.home, away_score: score.away },
        events: [...events],
      }
    })
  }

  return {
    rounds,
    lengthMs,
    /** The response to a league call at a time; undefined for a call that is not recorded. */
    answer(name: string, input: Record<string, unknown>, nowMs: number): unknown {
      const round = rounds.find(({ round_id }) => round_id === input['round_id'])
      switch (name) {
        case 'competitions':
          return {
            data: competitions.map(({ competitionId: id, name: title, clubs }): Rows<'competitions'>[number] => ({
              ...{ competition_id: id, name: title, season: '3', season_id: `${id}-3`, chain_tip: chain.tip },
              ...{ round_number: currentAt(nowMs) + 1, rounds: (clubs.length - 1) * 2, champion: clubs[0]?.name },
            })),
          }
        case 'periods':
          return { data: rounds.slice(currentAt(nowMs), currentAt(nowMs) + 3).map((each) => period(each, nowMs)) }
        case 'markets':
          return {
            data: leagueMarkets.map(({ marketId, rule, returnPercent }): Rows<'markets'>[number] => ({
              ...{ market_id: marketId, description: rule.name, return_percent: String(returnPercent) },
            })),
          }
        case 'matches':
          return {
            data: (round?.matches ?? []).map((match) =>
              matchRow(match, { round, marketId: input['market_id'], nowMs }),
            ),
          }
        case 'live':
          return { data: playout(input['round_id'] as string | undefined, nowMs) }
        case 'results':
          return { data: results(nowMs, input['round_id'] as string | undefined) }
        case 'standings':
          return { data: standingRows(nowMs) }
        case `rounds/${round?.round_id}`:
          return undefined
        default:
          return undefined
      }
    },
    /** The response to GET /v1/nare-league/rounds/:round_id. */
    round(roundId: string, nowMs: number): Answer<typeof league.round> | undefined {
      const round = rounds.find(({ round_id }) => round_id === roundId)
      if (!round) return undefined
      const state = stateAt(round, nowMs)
      const isEnded = state === 'ended'
      return {
        data: {
          ...{ round_id: roundId, round_number: round.round_number, competition_id: competitionId, season_id, state },
          ...{
            chain_tip: chain.tip,
            commitment: commitmentOf(round.seed),
            tables_hash: tablesHash(file.minutes, round.matches),
          },
          ...{ minutes: [...file.minutes], returns: { ...file.returns }, ladder: file.ladder.map(([a, b]) => [a, b]) },
          matches: round.matches.map(({ match_id, home_team, away_team, weights, drawn }) => ({
            ...{ match_id, home_team, away_team, weights: [...weights] },
            ...(isEnded && {
              ...{ half_time: scoreText(drawn.halfTime), full_time: scoreText(drawn.fullTime) },
              goals: drawn.goals.map(({ minute, side }) => ({ minute, side })),
            }),
          })),
          ...(isEnded && { seed: toHex(round.seed), link: toHex(round.link) }),
        },
      }
    },
    season: { text: seasonText(file), season_hash: seasonHash(seasonText(file)), chain_tip: chain.tip, salt },
  }

  function matchRow(
    { match_id, home_team, away_team, weights }: Round['matches'][number],
    { round, marketId, nowMs }: { round: Round | undefined; marketId: unknown; nowMs: number },
  ): Rows<'matches'>[number] {
    const markets = typeof marketId === 'string' ? [marketId] : undefined
    const state = round && stateAt(round, nowMs) === 'open' ? ('open' as const) : ('closed' as const)
    const odds = priceMatch(
      { weights, minutes: file.minutes, returns: file.returns, ladder: file.ladder },
      markets,
    ).map(({ marketId: id, line, outcomes }) => {
      const rule = leagueMarkets.find((each) => each.marketId === id)?.rule
      const shown = rule?.outcomes(line) ?? []
      return {
        ...{ sub_type_id: id, name: rule?.name ?? '', special_bet_value: line, state },
        odds: outcomes.map(({ key, price }) => ({
          ...{ odd_key: key, display: shown.find((each) => each.key === key)?.display ?? key },
          ...{ odd_value: price === null ? null : formatPrice(price), outcome_id: key },
        })),
      }
    })
    const [home, neutral, away] = odds[0]?.odds ?? []
    return {
      ...{ match_id, parent_match_id: match_id, home_team, away_team, start_time: iso(round?.starts ?? 0), odds },
      ...{
        home_odd: home?.odd_value ?? null,
        neutral_odd: neutral?.odd_value ?? null,
        away_odd: away?.odd_value ?? null,
      },
    }
  }

  function standingRows(nowMs: number): Rows<'standings'> {
    const ended = rounds.filter((round) => stateAt(round, nowMs) === 'ended').flatMap(({ matches }) => matches)
    const played = ended.map(({ home_team, away_team, drawn }) => ({
      home: home_team,
      away: away_team,
      score: drawn.fullTime,
    }))
    return standingsOf(teams, played).map((row) => ({ ...row, form: row.form.join('') }))
  }
}
