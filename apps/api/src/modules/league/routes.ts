import type { leagueReads as contract } from '@nare/contract/league'
import { done, refused } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { competitions } from '@nare/league/clubs'
import { leagueMarket } from '@nare/league/markets'
import type { Handlers, Mounting } from '#platform/calls'
import { answerRefusal } from '#platform/http'
import { asAnswer, sendJsonText } from '#platform/json-text'
import { runShared } from '#platform/public-work'
import { serveSavedPage } from '#platform/saved-page'
import type { League } from './league.ts'
import { competitionView, marketViews, periodView, resultView, roundView, seasonView, standingView } from './views.ts'

const verifyPage = new URL('../../../../../docs/league-verify.html', import.meta.url)

/** The public calls of the league. An unknown competition is not found; one that is not running has empty lists. */
export function leagueRoutes(league: League): Handlers<typeof contract> {
  return {
    competitions: async () =>
      done({
        data: (await league.competitions()).map(({ competition, ...present }) => competitionView(competition, present)),
      }),
    async periods({ competition_id: id }) {
      return isCompetition(id) ? done({ data: (await league.periods(id)).map(periodView) }) : refused('not_found')
    },
    async markets({ competition_id: id }) {
      if (!isCompetition(id)) return refused('not_found')
      const tables = await league.returns(id)
      return done({ data: tables ? marketViews(tables) : [] })
    },
    async matches({ competition_id: id, round_id, market_id: market }) {
      if (market !== undefined && !leagueMarket(market)) return refused('not_found')
      const found = await league.matches(id, round_id, market)
      return found ? done(asAnswer<Answer<typeof contract.matches>>(found)) : refused('not_found')
    },
    async playouts({ competition_id: id, round_id }) {
      const shown = isCompetition(id) ? await league.playout(id, round_id) : undefined
      if (!shown && (round_id !== undefined || !isCompetition(id))) return refused('not_found')
      return done({ data: shown?.matches ?? [] })
    },
    async results({ competition_id: id, round_id: roundId, season }) {
      const matches = isCompetition(id) ? await league.results(id, { roundId, season }) : undefined
      if (!matches) return refused('not_found')
      return done({ data: matches.flatMap((match) => (match.drawn ? [resultView(match, match.drawn)] : [])) })
    },
    async standings({ competition_id: id, season }) {
      const table = isCompetition(id) ? await league.standings(id, season) : undefined
      if (!table && (season !== undefined || !isCompetition(id))) return refused('not_found')
      return done({ data: (table ?? []).map(standingView) })
    },
    async seasons({ competition_id: id }) {
      if (!isCompetition(id)) return refused('not_found')
      return done({ data: (await league.seasons(id)).map(({ season, ...facts }) => seasonView(season, facts)) })
    },
    async season({ season_id }) {
      const found = await league.seasonAnswers.season(season_id)
      return found ? done(asAnswer<Answer<typeof contract.season>>(found)) : refused('not_found')
    },
    async round({ round_id }) {
      const found = await league.round(round_id)
      return found ? done({ data: roundView(found.round, found) }) : refused('not_found')
    },
  }
}

/**
 * Serves the exact bytes of a season's file, whose SHA-256 is `season_hash`, and the page that checks a round without a network, as a
 * file to save.
 */
export function serveFiles({ app, publicCalls }: Pick<Mounting, 'app' | 'publicCalls'>, league: League): void {
  app.get<{ Params: { season_id: string } }>('/v1/nare-league/seasons/:season_id.json', (request, reply) =>
    runShared(publicCalls, request, async () => {
      const found = await league.seasonAnswers.file(request.params.season_id)
      return found ? sendJsonText(request, reply, found) : answerRefusal(reply, refused('not_found'))
    }),
  )
  serveSavedPage(app, { path: '/v1/nare-league/verify.html', file: verifyPage, name: 'league-verify.html' })
}

const isCompetition = (id: string): boolean => competitions.some(({ competitionId }) => competitionId === id)
