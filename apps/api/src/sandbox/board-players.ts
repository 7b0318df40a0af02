import { indexOf, streamsOf, type Stream } from '@nare/fair/stream'
import type { Price } from '@nare/money/money'
import type { Betting } from '#modules/betting/betting'
import type { Boards } from '#modules/boards/boards'
import type { Catalog, MatchView } from '#modules/catalog/catalog'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { keepOwner } from '#platform/keep-owner'
import type { Log } from '#platform/log'
import type { Owners } from '#platform/owners'
import { random } from '#platform/random'
import { sandboxNumber, shillings } from './in-country.ts'
import { fundedPlayer } from './players.ts'
import { createReturnMatch } from './return-match.ts'

export type BoardPlayersDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly identity: Pick<Identity, 'openDemo' | 'bettorByMsisdn'>
  readonly ledger: Ledger
  readonly catalog: Pick<Catalog, 'matches' | 'manual'>
  readonly betting: Pick<Betting, 'place'>
  readonly boards: Pick<Boards, 'sports' | 'count'>
}

const names = [
  ...[
    'Achieng',
    'Barasa',
    'Chebet',
    'Daudi',
    'Esther',
    'Fatuma',
    'Gathoni',
    'Hamisi',
    'Imani',
    'Juma',
    'Kamau',
    'Leila',
  ],
  ...['Mwangi', 'Naliaka', 'Otieno', 'Pendo', 'Rehema', 'Salim'],
]
const fixtures = 5
const betsEach = 4
const everyMs = 60_000
const stakes = [25, 50, 50, 100, 100, 200]

/** Keeps other players on the daily leaderboard: sandbox bettors, whose bets are placed and settled like all others. */
export function keepBoardPlayers(deps: BoardPlayersDeps, owners: Owners): () => Promise<void> {
  const failure = 'the sandbox players of the leaderboard failed; retrying'
  return keepOwner({ ...deps, owners, name: 'sandbox-boards', failure, retryMs: everyMs }, ({ signal }) => ({
    step: () => playBoards(deps, signal).then(() => everyMs),
  }))
}

/**
 * If the daily leaderboard is empty, places bets of sandbox bettors on return matches of the catalogue's fixtures, which end immediately.
 */
export async function playBoards(deps: BoardPlayersDeps, signal?: AbortSignal): Promise<void> {
  if ((await deps.boards.sports({ period: 'day', bettor: undefined })).data.length > 0) return
  const { data } = await deps.catalog.matches({
    sport_id: '79',
    when: 'upcoming',
    sort: 'top',
    page: 1,
    limit: fixtures,
  })
  const played = (await Promise.all(data.map((match) => returnMatch(deps, match)))).filter((one) => one !== undefined)
  if (played.length === 0) return
  const draws = streamsOf(`sandbox boards ${random.token(8)}`)
  for (const [n, name] of names.entries()) {
    if (signal?.aborted) return
    await betsOf(deps, { n, name, played, next: draws(name) })
  }
  const next = draws('results')
  for (const { matchId } of played) {
    const full_time = `${indexOf(next(), 4)}:${indexOf(next(), 3)}`
    await deps.catalog.manual.resultMatch({ match_id: matchId, half_time: '0:0', full_time, certainty: 2 })
  }
  await deps.boards.count()
}

type Played = { readonly matchId: string; readonly prices: Readonly<Record<'home_team' | 'draw' | 'away_team', Price>> }
type Player = { readonly n: number; readonly name: string; readonly played: readonly Played[]; readonly next: Stream }

async function betsOf(deps: BoardPlayersDeps, { n, name, played, next }: Player): Promise<void> {
  const msisdn = sandboxNumber(`7991${String(n * 37 + 11).padStart(5, '0')}`)
  const bettor = await fundedPlayer(deps, { msisdn, name }, shillings(5_000))
  for (let bet = 0; bet < betsEach; bet++) {
    const first = indexOf(next(), played.length)
    const chosen = [first, ...(indexOf(next(), 3) === 0 && played.length > 1 ? [(first + 1) % played.length] : [])]
    const slip = chosen.map((at) => {
      const { matchId, prices } = played[at] as Played
      const odd_key = (['home_team', 'home_team', 'draw', 'away_team'] as const)[indexOf(next(), 4)] ?? 'home_team'
      return { match_id: matchId, sub_type_id: '1', odd_key, odd_value: prices[odd_key] }
    })
    const stake = shillings(stakes[indexOf(next(), stakes.length)] ?? 50)
    const placed = await deps.betting.place(
      { id: random.uuid(), stake, slip, accept: 'any' },
      { bettor, verified: true, signingKey: `sandbox board ${n}` },
    )
    if (!placed.ok) deps.log.warn({ code: placed.code }, 'a bet of the sandbox was refused')
  }
}

/** Creates the return match of a fixture. Only the sandbox updates it. */
async function returnMatch({ catalog, clock }: BoardPlayersDeps, match: MatchView): Promise<Played | undefined> {
  const place = { competition: 'Club Friendly', startsAtMs: clock.now() + 3_600_000 }
  const { made, prices } = await createReturnMatch(catalog, match, place)
  return made.ok ? { matchId: made.value.match_id, prices } : undefined
}
