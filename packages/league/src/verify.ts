import { fromHex, sha256, toHex } from '@nare/fair/hash'
import { weightTotal } from '@nare/fair/stream'
import { commitmentOf, drawWith, scoreText, seedOf, type Goal } from './draw.ts'
import { formatPrice } from '@nare/money/money'
import { priceMatch } from './prices.ts'
import { isLinkOf, roundIdOf, seasonHash, tablesHash, type SeasonFile } from './season.ts'

/** An ended round, as GET /v1/nare-league/rounds/:round_id returns it. */
export type EndedRound = {
  readonly round_id: string
  readonly round_number: number
  readonly chain_tip: string
  readonly commitment: string
  readonly tables_hash: string
  readonly minutes: readonly number[]
  readonly returns?: SeasonFile['returns']
  readonly ladder?: SeasonFile['ladder']
  readonly seed: string
  readonly link: string
  readonly matches: readonly {
    readonly match_id: string
    readonly home_team: string
    readonly away_team: string
    readonly weights: readonly number[]
    /** Scores as "2:1". */
    readonly half_time: string
    readonly full_time: string
    readonly goals: readonly Goal[]
  }[]
}

/** A published season: the exact text of its file, and its hash. With its salt the id of the round is checked as well. */
export type PublishedSeason = {
  readonly text: string
  readonly season_hash: string
  readonly chain_tip?: string
  readonly salt?: string
}

/** A price as it was offered. */
export type PublishedPrice = {
  readonly match_id: string
  readonly market_id: string
  readonly odd_key: string
  /** Decimal text, or null if it was not offered. */
  readonly odd_value: string | null
}

/** One check: the published value and the value computed from the other data. `ok` means they are equal. */
export type Check = {
  readonly what: 'season' | 'id' | 'tables' | 'weights' | 'link' | 'seed' | 'commitment' | 'score' | 'price'
  readonly match_id?: string
  readonly published: string
  readonly computed: string
  readonly ok: boolean
}

/**
 * Recomputes a round from its link and its tables, and compares every step with the published values. With the season file, the
 * tables are compared with it as well. Throws if the link is not hexadecimal.
 */
export function checkRound(round: EndedRound, season?: PublishedSeason): Check[] {
  const seed = seedOf(fromHex(round.link), round.round_id)
  const linked = isLinkOf(fromHex(round.link), { roundNumber: round.round_number, tip: round.chain_tip })
  const draw = drawWith(seed, round.minutes)
  return [
    ...(season ? seasonChecks(round, season) : []),
    check('tables', round.tables_hash, tablesHash(round.minutes, round.matches)),
    check('weights', 'all sum to 2^32', sumsOf(round)),
    check('link', round.chain_tip, linked ? round.chain_tip : `another tip than that of ${round.link}`),
    check('seed', round.seed, toHex(seed)),
    check('commitment', round.commitment, commitmentOf(seed)),
    ...round.matches.map((match) => {
      const { fullTime, halfTime, goals } = draw(match.match_id, match.weights)
      const published = textOf(match.full_time, match.half_time, match.goals)
      const computed = textOf(scoreText(fullTime), scoreText(halfTime), goals)
      return { ...check('score', published, computed), match_id: match.match_id }
    }),
  ]
}

function seasonChecks(round: EndedRound, { text, season_hash: hash, chain_tip: tip, salt }: PublishedSeason): Check[] {
  const file = JSON.parse(text) as SeasonFile
  const rows = file.rounds.find((one) => one.round_number === round.round_number)?.matches ?? []
  const listed = rows.map(([match_id, home_team, away_team, weights]) => ({ match_id, home_team, away_team, weights }))
  const published = round.matches.map(({ match_id, home_team, away_team, weights }) => {
    return { match_id, home_team, away_team, weights }
  })
  const inOrder = (all: typeof listed) => all.toSorted((a, b) => (a.match_id < b.match_id ? -1 : 1))
  const short = (all: typeof listed) => toHex(sha256(JSON.stringify([inOrder(all), file.minutes])))
  const ofRound = toHex(sha256(JSON.stringify([inOrder(published), round.minutes])))
  const id =
    salt === undefined ? undefined : { salt, competitionId: file.competition_id, roundNumber: round.round_number }
  return [
    check('season', hash, seasonHash(text)),
    check('season', ofRound, short(listed)),
    ...(round.returns
      ? [check('season', JSON.stringify([round.returns, round.ladder]), JSON.stringify([file.returns, file.ladder]))]
      : []),
    ...(tip === undefined ? [] : [check('link', round.chain_tip, tip)]),
    ...(id ? [check('id', round.round_id, roundIdOf(id))] : []),
  ]
}

/** Compares offered prices with those that the tables of the round give. A price of an unknown match or outcome is wrong. */
export function checkPrices(
  round: EndedRound & Pick<SeasonFile, 'returns' | 'ladder'>,
  prices: readonly PublishedPrice[],
): Check[] {
  const { minutes, returns, ladder } = round
  const computed = new Map(
    round.matches.flatMap(({ match_id, weights }) =>
      priceMatch({ weights, minutes, returns, ladder }).flatMap(({ marketId, outcomes }) =>
        outcomes.map(
          ({ key, price }) => [`${match_id} ${marketId} ${key}`, price === null ? 'none' : formatPrice(price)] as const,
        ),
      ),
    ),
  )
  return prices.map(({ match_id, market_id, odd_key, odd_value }) => ({
    ...check(
      'price',
      odd_value ?? 'none',
      computed.get(`${match_id} ${market_id} ${odd_key}`) ?? 'not a price of this round',
    ),
    match_id,
  }))
}

function sumsOf({ minutes, matches }: EndedRound): string {
  const tables = [minutes, ...matches.map(({ weights }) => weights)]
  const isTable = (table: readonly number[]) =>
    table.every((weight) => Number.isInteger(weight) && weight >= 0) && table.reduce((a, b) => a + b, 0) === weightTotal
  return tables.every(isTable) ? 'all sum to 2^32' : 'some do not sum to 2^32'
}

function check(what: Check['what'], published: string, computed: string): Check {
  return { what, published, computed, ok: published === computed }
}

/** Such as "2:1 (1:0) 12 home, 50 away, 88 home". */
function textOf(full: string, half: string, goals: readonly Goal[]): string {
  const list = goals.map(({ minute, side }) => `${minute} ${side}`).join(', ')
  return `${full} (${half}) ${list}`.trim()
}
