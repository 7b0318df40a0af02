import { randomUUID } from 'node:crypto'
import { valueOf, type LegValue } from '@nare/bets/ticket/cash-out'
import { money, price } from '@nare/money/money'
import { expectedMultiplier, expectedShare, type MatchNow, type PresentLine } from '@nare/odds/expected'
import { inPlay } from '@nare/odds/inplay'
import { matchModelFromStrengths, type MatchModel } from '@nare/odds/match-model'
import { priceMatch } from '@nare/odds/pricing'
import { load, post } from './support/load.ts'
import { startServer } from './support/server.ts'
import { makeBettors, makeMatches } from './support/world.ts'

/**
 * `npm run bench cashout`: bets valued per second on one core, compared with boards (all markets of a match) priced per second; then
 * quotes and cash-outs per second through HTTP, each cash-out committed with fsync.
 */
const secondsPerCase = Number(process.env['BENCH_SECONDS'] ?? 3)
const connections = 32
const bettorCount = 3000
const matchCount = 60
const picks = [
  ['1', 'home_team'],
  ['18', 'over 2.5'],
  ['29', 'yes'],
  ['10', '1x'],
  ['1', 'draw'],
] as const

onOneCore()
await throughHttp()

function onOneCore(): void {
  const before = Array.from({ length: 40 }, (_, n) =>
    matchModelFromStrengths({ lh: 0.8 + (n % 8) * 0.2, la: 0.6 + (n % 5) * 0.25 }),
  )
  const live = before.map((model, n) => inPlay(model, { minute: 10 + n, score: { home: n % 3, away: n % 2 } }))
  const [prices, plays] = [before.map(nowOf), live.map(nowOf)]
  const valueBet = (matches: readonly MatchNow[], n: number, legs: number): void => {
    const values = Array.from({ length: legs }, (_, leg) =>
      legValue(matches[(n + leg) % matches.length] as MatchNow, n + leg),
    )
    const stake = money(10_000n)
    valueOf({ type: legs > 1 ? 'multi' : 'single', stake, possibleWin: money(1_000_000_000n), legs: values }, 500)
  }
  const cases: readonly [name: string, work: (n: number) => void][] = [
    ['boards before the match', (n) => void priceMatch(before[n % before.length] as MatchModel)],
    ['boards in play', (n) => void priceMatch(live[n % live.length] as MatchModel)],
    ['values of singles before the match', (n) => valueBet(prices, n, 1)],
    ['values of singles in play', (n) => valueBet(plays, n, 1)],
    ['values of five legs in play', (n) => valueBet(plays, n, 5)],
  ]
  for (const [name, work] of cases) {
    for (let n = 0; n < 200; n++) work(n)
    const from = performance.now()
    let done = 0
    while (performance.now() - from < secondsPerCase * 1000) for (let n = 0; n < 20; n++) work(done++)
    report(name, done, (performance.now() - from) / 1000)
  }
}

function nowOf(model: MatchModel): MatchNow {
  const lines = new Map<string, PresentLine>(
    priceMatch(model).map(({ marketId, line, outcomes }) => [
      `${marketId} ${line}`,
      { keys: outcomes.map(({ key }) => key), prices: outcomes.map(({ price: offered }) => offered) },
    ]),
  )
  return { score: model.score, model, refunds: true, present: (id, line) => lines.get(`${id} ${line}`) }
}

function legValue(now: MatchNow, n: number): LegValue {
  const [marketId, oddKey] = picks[n % picks.length] ?? picks[0]
  const share = expectedShare({ marketId, oddKey }, now)
  return { expected: share ? expectedMultiplier(share, price(2100n)) : 0 }
}

type Bet = { readonly betId: string; readonly token: string }

async function throughHttp(): Promise<void> {
  const server = await startServer()
  try {
    const matches = await makeMatches(server, matchCount)
    const bettors = await makeBettors(server, bettorCount)
    const bets: Bet[] = []
    const waiting = [...bettors.entries()]
    const placeAll = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [n, { token }] = next
        const slip = [0, 1, 2].map((leg) => ({
          match_id: String(matches[(n + leg * 7) % matches.length]?.matchId),
          sub_type_id: '1',
          odd_key: 'home_team',
          odd_value: '2.10',
        }))
        const placed = await call(server.url, '/v1/bet', { id: randomUUID(), stake: '20', slip }, token)
        bets.push({ betId: (placed['bet'] as { bet_id: string }).bet_id, token })
      }
    }
    await Promise.all(Array.from({ length: connections }, placeAll))
    let at = 0
    const nextQuote = (): string => {
      const { betId, token } = bets[at++ % bets.length] as Bet
      return post(`/v1/bets/${betId}/cash-out/quote`, {}, token)
    }
    const quotes = await load({ url: server.url, connections, seconds: secondsPerCase, next: nextQuote })
    reportLoad('quotes of three legs through HTTP', quotes)
    const takes = await quoted(server.url, bets)
    const nextTake = (): string | undefined => takes.pop()
    reportLoad('cash-outs', await load({ url: server.url, connections, seconds: secondsPerCase, next: nextTake }))
  } finally {
    await server.stop()
  }
}

/** Returns requests that accept new quotes, at most as many as can be sent within the five seconds of a quote. */
async function quoted(url: URL, bets: readonly Bet[]): Promise<string[]> {
  const waiting = bets.slice(0, 600)
  const takes: string[] = []
  const quoteAll = async (): Promise<void> => {
    for (let bet = waiting.pop(); bet; bet = waiting.pop()) {
      const { quote_id } = await call(url, `/v1/bets/${bet.betId}/cash-out/quote`, {}, bet.token)
      takes.push(post(`/v1/bets/${bet.betId}/cash-out`, { id: randomUUID(), quote_id }, bet.token))
    }
  }
  await Promise.all(Array.from({ length: connections }, quoteAll))
  return takes
}

async function call(url: URL, path: string, body: object, token: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const reply = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await reply.json()) as Record<string, unknown>
  if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

function report(name: string, count: number, seconds: number): void {
  console.log(`${name.padEnd(42)} ${(count / seconds).toFixed(0).padStart(7)} per second`)
}

function reportLoad(name: string, { byStatus, seconds, p50, p99 }: Awaited<ReturnType<typeof load>>): void {
  report(name, byStatus.get(200) ?? 0, seconds)
  const others = [...byStatus].filter(([status]) => status !== 200)
  console.log(`${''.padEnd(42)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms ${JSON.stringify(others)}`)
}
