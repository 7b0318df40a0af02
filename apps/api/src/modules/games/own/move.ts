import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { endingMove, playWire, type WireMove } from '@nare/games/wire'
import { unitMultiplier } from '@nare/games/round'
import type { GameName } from '@nare/games/games'
import { money } from '@nare/money/money'
import { lockTickets, raiseTicket, settleTickets, type LockedTicket } from '#modules/tickets/tickets'
import { transact, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { endOf, playRefusal } from './bet.ts'
import type { CommandDeps } from './deps.ts'
import { insertMove, moveOf, roundOf, updateRound, type RoundRow, type RoundState } from './round-store.ts'
import { countRounds } from './seed-store.ts'
import { SeedLost } from './seeds.ts'

export type MoveCommand = {
  readonly bettor: bigint
  readonly verified: boolean
  readonly id: string
  readonly betId: bigint
  readonly game: GameName
  readonly move: WireMove
}

/** `n` is the index of the move in its round. */
export type Moved =
  | { readonly kind: 'moved'; readonly n: number; readonly isDone: boolean; readonly isPaid: boolean }
  | { readonly kind: 'repeated'; readonly n: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal<FailureCode> }

type Locked = { readonly ticket: LockedTicket; readonly round: RoundRow }

/**
 * Makes one move in an open round, once, in one transaction that locks the round's ticket and the bettor's cash. Replays the round from its
 * seeds with the move added, checks an added stake at the stake gate (the bettor's limits), and pays a finished round.
 */
export async function makeMove(deps: CommandDeps, command: MoveCommand): Promise<Moved> {
  const { bettor, betId, game } = command
  const known = await roundOf(deps.moneyDb, { bettor, betId })
  if (known?.game !== game) return refusedMove(refused('not_found'))
  return transact(deps.moneyDb, async (tx) => {
    const [{ ticket, round }, earlier] = await Promise.all([lockRound(deps, tx, command), moveOf(tx, command)])
    if (earlier) {
      const isSame = earlier.betId === betId && sameMove(earlier.move, command.move)
      return isSame ? { kind: 'repeated', n: earlier.n } : refusedMove(refused('id_reused'))
    }
    if (round.state === 'done') return refusedMove(refused('round_over'))
    return applyMove(deps, tx, { command, ticket, round })
  })
}

const refusedMove = (refusal: Refusal<FailureCode>) => ({ kind: 'refused', refusal }) as const

/** Locks a round: its ticket, then its bettor's cash. All statements are sent together. */
async function lockRound(
  { ledger }: Pick<CommandDeps, 'ledger'>,
  tx: Tx,
  { bettor, betId }: { bettor: bigint; betId: bigint },
): Promise<Locked> {
  const [[ticket], , round] = await Promise.all([
    lockTickets(tx, [betId]),
    ledger.lockCash(tx, [bettor]),
    roundOf(tx, { bettor, betId }),
  ])
  invariant(ticket && round, `round ${betId} does not exist`)
  return { ticket, round }
}

async function applyMove(
  deps: CommandDeps,
  tx: Tx,
  { command, ticket, round }: Locked & { command: MoveCommand },
): Promise<Moved> {
  const { bettor, verified, id, betId, move } = command
  const after = await replay(deps, round, [move])
  if (!after.ok) return refusedMove(playRefusal(after, money(round.maxWin)))
  const amount = money(after.round.staked - round.staked)
  const raised = amount > 0n ? await raiseTicket(deps, tx, { ticket, verified, amount }) : undefined
  if (raised?.kind === 'refused') return raised
  const n = round.moves.length
  await insertMove(tx, { betId, n, bettor, id, move })
  await store(deps, tx, { ticket: raised?.ticket ?? ticket, after: after.round })
  const isDone = after.round.state === 'done'
  return { kind: 'moved', n, isDone, isPaid: amount > 0n || (isDone && after.round.payout > 0n) }
}

/** Replays a round from its seeds, with these moves added. */
async function replay({ seeds }: Pick<CommandDeps, 'seeds'>, round: RoundRow, moves: readonly WireMove[]) {
  return playWire(withMoves(round, [...round.moves, ...moves]), {
    seeds: await seeds.seedsOfRound(round),
    terms: { stake: money(round.stake), maxWin: money(round.maxWin) },
  })
}

// The types cannot express that the moves of the copy belong to its game.
const withMoves = (round: RoundRow, moves: readonly WireMove[]): RoundRow => ({ ...round, moves }) as RoundRow

/** Stores the new state of a round. A finished round is paid and no longer counts as open. */
async function store(
  { ledger }: Pick<CommandDeps, 'ledger'>,
  tx: Tx,
  { ticket, after, state = endOf(after) }: { ticket: LockedTicket; after: RoundState; state?: 'won' | 'lost' | 'void' },
): Promise<void> {
  const { betId, bettor } = ticket
  await updateRound(tx, betId, after)
  if (after.state === 'open') return
  await settleTickets({ ledger }, tx, [{ ticket, state, returned: money(after.payout) }])
  await countRounds(tx, { bettor, played: 0, opened: -1 })
}

/** A round as it was after its first `moves` moves, replayed from its seeds, without the server seed. */
export async function roundAfter(deps: Pick<CommandDeps, 'seeds'>, round: RoundRow, moves: number): Promise<RoundRow> {
  const before = withMoves(round, round.moves.slice(0, moves))
  const played = isPlayedInMoves(round) ? await replay(deps, before, []) : undefined
  invariant(played?.ok !== false, `round ${round.betId} cannot be replayed`)
  const after = { ...before, ...played?.round, serverSeed: null }
  return { ...after, settledAt: after.state === 'done' ? round.settledAt : null }
}

const endingMovesMax = 10

/**
 * Ends an abandoned round: cashes it out or stands. Refunds its stakes if nothing was revealed yet or the server seed is lost. Returns
 * false if the round has already ended.
 */
export async function endRound(
  deps: CommandDeps,
  { bettor, betId }: { bettor: bigint; betId: bigint },
): Promise<boolean> {
  return transact(deps.moneyDb, async (tx) => {
    const { ticket, round } = await lockRound(deps, tx, { bettor, betId })
    if (round.state === 'done') return false
    const ending = await endingMoves(deps, round)
    if (!ending) {
      const after = { ...round, state: 'done' as const, multiplier: unitMultiplier, payout: round.staked }
      await store(deps, tx, { ticket, after, state: 'void' })
      return true
    }
    for (const [at, move] of ending.added.entries())
      await insertMove(tx, { betId, n: round.moves.length + at, bettor, id: undefined, move })
    await store(deps, tx, { ticket, after: ending.after })
    return true
  })
}

/** The moves that end a round, and its state afterwards; undefined if the stakes are refunded. */
async function endingMoves(deps: Pick<CommandDeps, 'seeds'>, round: RoundRow) {
  const added: WireMove[] = []
  try {
    while (added.length < endingMovesMax) {
      const next = endingMove(withMoves(round, [...round.moves, ...added]))
      if (next === undefined) return undefined
      added.push(next)
      const after = await replay(deps, round, added)
      invariant(after.ok, `round ${round.betId} cannot be ended`)
      if (after.round.state === 'done') return { added, after: after.round }
    }
  } catch (error) {
    if (error instanceof SeedLost) return undefined
    throw error
  }
  throw new Error(`round ${round.betId} does not end`)
}

const sameMove = (a: WireMove, b: WireMove): boolean => textOf(a) === textOf(b)
const textOf = (move: WireMove): string => JSON.stringify(move)
const isPlayedInMoves = ({ game }: RoundRow): boolean => game === 'mines' || game === 'hi-lo' || game === 'blackjack'
