import { openHttpStub } from './http-stub.ts'

/** One poll of a sport: the bodies of its two lists. A text is sent as it is. */
export type OddsPoll = { readonly odds?: unknown; readonly scores?: unknown }

/** A stub of The Odds API that plays a script of polls. A list that a poll does not name is empty. */
export async function openOddsStub() {
  let poll: OddsPoll = {}
  const stub = await openHttpStub((request, response) => {
    const body = (request.url?.includes('/scores') ? poll.scores : poll.odds) ?? []
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  return {
    ...stub,
    /** Sets what the next poll receives. */
    next(given: OddsPoll): void {
      poll = given
    },
  }
}

type Winner = { readonly home: number; readonly draw: number; readonly away: number }

/** A bookmaker's prices of the winner, of 2.5 goals and of a handicap, in the service's format. */
export function bookOf(
  { home_team, away_team }: { home_team: string; away_team: string },
  { home, draw, away }: Winner = { home: 2.1, draw: 3.3, away: 3.6 },
) {
  const outcomes = [
    { name: home_team, price: home },
    { name: away_team, price: away },
    { name: 'Draw', price: draw },
  ]
  const totals = [
    { name: 'Over', price: 1.92, point: 2.5 },
    { name: 'Under', price: 1.9, point: 2.5 },
  ]
  const spreads = [
    { name: home_team, price: 1.88, point: -0.25 },
    { name: away_team, price: 2.02, point: 0.25 },
  ]
  return {
    key: 'onexbet',
    markets: [
      { key: 'h2h', outcomes },
      { key: 'totals', outcomes: totals },
      { key: 'spreads', outcomes: spreads },
    ],
  }
}

/** An event in the service's format, with one bookmaker. */
export function oddsEvent(id: string, startMs: number) {
  const sides = { home_team: `Simba ${id}`, away_team: `Chui ${id}` }
  const commence_time = new Date(Math.floor(startMs / 1000) * 1000).toISOString()
  return { id, sport_title: 'EPL', commence_time, ...sides, bookmakers: [bookOf(sides)] }
}
export type OddsEventBody = ReturnType<typeof oddsEvent>

/** The scores of an event in the service's format, by the names of its sides. */
export function scoreOf(
  { id, commence_time, home_team, away_team }: OddsEventBody,
  { home, away, completed = false }: { home: string; away: string; completed?: boolean },
) {
  const scores = [
    { name: away_team, score: away },
    { name: home_team, score: home },
  ]
  return { id, commence_time, home_team, away_team, completed, scores }
}
