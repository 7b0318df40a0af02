import type { Received } from '@nare/contract/route'
import type { sandboxJackpot } from '@nare/contract/sandbox-jackpot'
import { indexOf, streamsOf, type Stream } from '@nare/fair/stream'
import { outcomes, type Outcome } from '@nare/jackpot/terms'
import type { Catalog, MatchView } from '#modules/catalog/catalog'
import type { Identity } from '#modules/identity/identity'
import type { Jackpots } from '#modules/jackpot/jackpot'
import type { Ledger } from '#modules/ledger/ledger'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { keepOwner } from '#platform/keep-owner'
import type { Log } from '#platform/log'
import type { Owners } from '#platform/owners'
import { random } from '#platform/random'
import { shillings } from './in-country.ts'
import { fundedPlayer, numberedPlayer } from './players.ts'
import { createReturnMatch } from './return-match.ts'

export type SandboxJackpotDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly identity: Pick<Identity, 'openDemo' | 'bettorByMsisdn'>
  readonly ledger: Ledger
  readonly catalog: Pick<Catalog, 'matches' | 'manual'>
  readonly jackpots: Jackpots
}

type Terms = Pick<Received<typeof sandboxJackpot.createJackpot>, 'stake' | 'mode' | 'tiers' | 'void_policy' | 'reduced'>
type Kind = {
  readonly name: string
  readonly matches: number
  /** The minimum hours between the opening and the first kick-off, if enough matches are that far away. */
  readonly leadHours: number
  /** Takes the next matches instead of the best-known ones. */
  readonly usesNextMatches?: boolean
  readonly terms: Terms
  /** The money carried over into its first pool, in cents. */
  readonly initialPot: bigint
}

/** The kinds of which one pool is always open: with rollover, with fixed prizes, and one that must be won each day. */
const kindsNow = (): readonly Kind[] => [
  {
    name: 'Mega 17',
    matches: 17,
    leadHours: 12,
    initialPot: shillings(8_000_000),
    terms: {
      stake: shillings(50),
      mode: 'pool',
      void_policy: 'draw',
      tiers: [
        { correct: 17, share: 60 },
        { correct: 16, share: 12 },
        { correct: 15, share: 8 },
      ],
    },
  },
  {
    name: 'Midweek 13',
    matches: 13,
    leadHours: 6,
    initialPot: 0n,
    terms: {
      stake: shillings(20),
      mode: 'fixed',
      void_policy: 'counts_won',
      tiers: [
        { correct: 13, prize: shillings(1_000_000), split: true },
        { correct: 12, prize: shillings(25_000) },
        { correct: 11, prize: shillings(1_000) },
      ],
      reduced: [
        { voids: 1, correct: 13, percent: 30 },
        { voids: 1, correct: 12, percent: 40 },
        { voids: 1, correct: 11, percent: 50 },
      ],
    },
  },
  {
    name: 'Daily 8',
    matches: 8,
    leadHours: 2,
    usesNextMatches: true,
    initialPot: shillings(50_000),
    terms: {
      stake: shillings(20),
      mode: 'must_be_won',
      void_policy: 'drop',
      tiers: [
        { correct: 8, share: 75 },
        { correct: 7, share: 15 },
      ],
    },
  },
]

const bettorCount = 8
const ticketsEach = 3
const purse = () => shillings(20_000)
const everyMs = 10_000
/** How many of ten picks are right in finished pools. */
const correctOfTen = 6

/** Keeps three pools open on matches of the catalogue: opens a new one when one closes, and first plays one finished pool of each kind. */
export function runJackpots(deps: SandboxJackpotDeps, owners: Owners): () => Promise<void> {
  const failure = 'the sandbox jackpots could not be kept open; retrying'
  return keepOwner({ ...deps, owners, name: 'sandbox-jackpots', failure, retryMs: everyMs }, ({ signal }) => ({
    step: () => openMissingPools(deps, signal).then(() => everyMs),
  }))
}

/** Opens the missing pools. Before the first ones, plays one finished pool of each kind on return matches of the same teams. */
export async function openMissingPools(deps: SandboxJackpotDeps, signal?: AbortSignal): Promise<void> {
  const open = new Set((await deps.jackpots.open()).map(({ name }) => name))
  const missing = kindsNow().filter(({ name }) => !open.has(name))
  if (missing.length === 0) return
  const [coming, next] = [await comingMatches(deps, 'top'), await comingMatches(deps, 'time')]
  const { meta } = await deps.jackpots.past({ page: 1, limit: 1, name: undefined })
  if (open.size === 0 && meta.total === 0 && coming.length > 0) await playFinishedPools(deps, coming)
  for (const kind of missing) {
    if (signal?.aborted) return
    const matches = matchesFor(kind, kind.usesNextMatches ? next : coming, deps.clock.now())
    if (matches) await openPool(deps, kind, { matches, carriedOver: 0n })
  }
}

async function comingMatches({ catalog }: SandboxJackpotDeps, sort: 'top' | 'time'): Promise<MatchView[]> {
  const { data } = await catalog.matches({ sport_id: '79', when: 'upcoming', sort, page: 1, limit: 100 })
  return data
}

/** The first matches that start at least `leadHours` from now. If there are too few, the time is halved until there are enough. */
function matchesFor({ matches, leadHours }: Kind, coming: readonly MatchView[], nowMs: number): string[] | undefined {
  for (let hours = leadHours; hours > 0.2; hours /= 2) {
    const found = coming
      .filter(({ start_time }) => Date.parse(start_time) > nowMs + hours * 3_600_000)
      .slice(0, matches)
    if (found.length === matches)
      return found
        .toSorted((a, b) => a.start_time.localeCompare(b.start_time) || a.match_id.localeCompare(b.match_id))
        .map(({ match_id }) => match_id)
  }
  return undefined
}

type Opening = {
  readonly matches: readonly string[]
  readonly carriedOver: bigint
  /** The results, for a finished pool: sandbox bettors guess most of them. */
  readonly results?: readonly Outcome[]
}

/** Opens a pool and places the tickets of the sandbox's bettors. Logs a warning if its terms are refused. */
async function openPool(deps: SandboxJackpotDeps, { name, terms }: Kind, opening: Opening): Promise<void> {
  const made = await deps.jackpots.createOpen({ ...terms, name, match_ids: [...opening.matches] }, opening.carriedOver)
  if (!made.ok) return deps.log.warn({ jackpot: name, made }, 'a sandbox jackpot was refused')
  const draws = streamsOf(`sandbox ${made.value.id}`)
  for (let n = 0; n < bettorCount; n++) {
    const bettor = await fundedPlayer(deps, numberedPlayer(n), purse())
    for (let ticket = 0; ticket < ticketsEach; ticket++) {
      const next = draws(`${n} ${ticket}`)
      await deps.jackpots.place(
        {
          id: random.uuid(),
          jackpot_id: String(made.value.id),
          picks: opening.matches.map((match_id, at) => ({
            match_id,
            outcomes: guess(next, opening.results?.[at], at),
          })),
        },
        { bettor, verified: true, signingKey: `sandbox ${n}` },
      )
    }
  }
}

/** The pick of a sandbox bettor: mostly the result if it is given, sometimes a double. */
function guess(next: Stream, result: Outcome | undefined, at: number): Outcome[] {
  const any = outcomes[[0, 0, 0, 0, 1, 1, 2, 2, 2, 2][indexOf(next(), 10)] ?? 0] as Outcome
  const first = result && indexOf(next(), 10) < correctOfTen ? result : any
  const second = outcomes[indexOf(next(), 3)] as Outcome
  const isDouble = at % 4 === 0 && indexOf(next(), 3) === 0
  return isDouble && second !== first ? [first, second] : [first]
}

type ReturnMatch = { readonly matchId: string; readonly home: number; readonly away: number }

/** Plays one pool of each kind to its end, on return matches of teams of the catalogue. */
async function playFinishedPools(deps: SandboxJackpotDeps, coming: readonly MatchView[]): Promise<void> {
  const count = Math.max(...kindsNow().map(({ matches }) => matches))
  if (coming.length < count) return
  const played = await createReturnMatches(deps, coming, count)
  const results = played.map(({ home, away }): Outcome =>
    home > away ? 'home_team' : home < away ? 'away_team' : 'draw',
  )
  try {
    if (played.length < count)
      return deps.log.warn({ created: played.length, needed: count }, 'too few return matches for finished jackpots')
    for (const kind of kindsNow()) {
      const matches = played.slice(0, kind.matches).map(({ matchId }) => matchId)
      await openPool(deps, kind, { matches, carriedOver: kind.initialPot, results })
    }
  } finally {
    for (const { matchId, home, away } of played)
      await deps.catalog.manual.resultMatch({ match_id: matchId, full_time: `${home}:${away}`, certainty: 2 })
  }
  await deps.jackpots.advanceDue()
}

/** Creates up to `count` return matches with random scores. A refused match is skipped. */
async function createReturnMatches(deps: SandboxJackpotDeps, coming: readonly MatchView[], count: number) {
  const next = streamsOf(`sandbox ${random.token(8)}`)('results')
  const created: ReturnMatch[] = []
  for (const match of coming) {
    if (created.length === count) break
    const place = { competition: 'Jackpot Cup', startsAtMs: deps.clock.now() + 3_600_000 }
    const { made } = await createReturnMatch(deps.catalog, match, place)
    if (made.ok) created.push({ matchId: made.value.match_id, home: indexOf(next(), 4), away: indexOf(next(), 3) })
  }
  return created
}
