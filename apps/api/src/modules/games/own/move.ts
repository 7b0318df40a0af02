import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { endingMove, playCalled, type CalledMove } from '@nare/games/called'
import { one } from '@nare/games/round'
import type { GameName } from '@nare/games/games'
import { money } from '@nare/money/money'
import { lockTickets, raiseTicket, settleTickets, type LockedTicket } from '#modules/betting/betting'
import { transact, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { endOf, playRefusal } from './bet.ts'
import type { CommandDeps } from './deps.ts'
import { insertMove, moveOf, roundOf, updateRound, type RoundRow, type Shown } from './round-store.ts'
import { countRounds } from './seed-store.ts'
import { SeedLost } from './seeds.ts'

export type MoveCommand = {
  readonly bettor: bigint
  readonly verified: boolean
  readonly id: string
  readonly betId: bigint
  readonly game: GameName
  readonly move: CalledMove
}

/** `n` is the place of the move in its round. */
export type Moved =
  | { readonly kind: 'moved'; readonly n: number; readonly isDone: boolean; readonly isPaid: boolean }
  | { readonly kind: 'repeated'; readonly n: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal<FailureCode> }

type Locked = { readonly ticket: LockedTicket; readonly round: RoundRow }

/**
 * Makes one move in an open round, once, in one transaction under the locks of the round's ticket and of the bettor's cash: the round is
 * played again from its seeds with the move added, a stake that the move adds passes the gate, and a round that is done is paid.
 */
export async function makeMove(deps: CommandDeps, command: MoveCommand): Promise<Moved> {
  const { bettor, betId, game } = command
  const known = await roundOf(deps.money, { bettor, betId })
  if (known?.game !== game) return no(refused('not_found'))
  return transact(deps.money, async (tx) => {
    const [{ ticket, round }, earlier] = await Promise.all([lockRound(deps, tx, command), moveOf(tx, command)])
    if (earlier) {
      const isSame = earlier.betId === betId && sameMove(earlier.move, command.move)
      return isSame ? { kind: 'repeated', n: earlier.n } : no(refused('id_reused'))
    }
    if (round.state === 'done') return no(refused('round_over'))
    return moveIn(deps, tx, { command, ticket, round })
  })
}

const no = (refusal: Refusal<FailureCode>) => ({ kind: 'refused', refusal }) as const

/** Locks a round: its ticket, then its bettor's cash. Its statements are sent together. */
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

async function moveIn(
  deps: CommandDeps,
  tx: Tx,
  { command, ticket, round }: Locked & { command: MoveCommand },
): Promise<Moved> {
  const { bettor, verified, id, betId, move } = command
  const after = await playedWith(deps, round, [move])
  if (!after.ok) return no(playRefusal(after, money(round.maxWin)))
  const amount = money(after.round.staked - round.staked)
  const raised = amount > 0n ? await raiseTicket(deps, tx, { ticket, verified, amount }) : undefined
  if (raised?.kind === 'refused') return raised
  const n = round.moves.length
  await insertMove(tx, { betId, n, bettor, id, move })
  await store(deps, tx, { ticket: raised?.ticket ?? ticket, shown: after.round })
  const isDone = after.round.state === 'done'
  return { kind: 'moved', n, isDone, isPaid: amount > 0n || (isDone && after.round.payout > 0n) }
}

/** Plays a round from its seeds, with these moves added to those that it has. */
async function playedWith({ seeds }: Pick<CommandDeps, 'seeds'>, round: RoundRow, moves: readonly CalledMove[]) {
  return playCalled(withMoves(round, [...round.moves, ...moves]), {
    seeds: await seeds.seedsOfRound(round),
    terms: { stake: money(round.stake), maxWin: money(round.maxWin) },
  })
}

// Moves and game belong together, which a copy cannot express in types.
const withMoves = (round: RoundRow, moves: readonly CalledMove[]): RoundRow => ({ ...round, moves }) as RoundRow

/** Stores what a round shows by now; a round that is done is paid and counts as open no longer. */
async function store(
  { ledger }: Pick<CommandDeps, 'ledger'>,
  tx: Tx,
  { ticket, shown, state = endOf(shown) }: { ticket: LockedTicket; shown: Shown; state?: 'won' | 'lost' | 'void' },
): Promise<void> {
  const { betId, bettor } = ticket
  await updateRound(tx, betId, shown)
  if (shown.state === 'open') return
  await settleTickets({ ledger }, tx, [{ ticket, state, returned: money(shown.payout) }])
  await countRounds(tx, { bettor, played: 0, opened: -1 })
}

/** A round as it was after its first `moves` moves: played again from its seeds, its server seed not shown. */
export async function roundAfter(deps: Pick<CommandDeps, 'seeds'>, round: RoundRow, moves: number): Promise<RoundRow> {
  const before = withMoves(round, round.moves.slice(0, moves))
  const played = hasMoves(round) ? await playedWith(deps, before, []) : undefined
  invariant(played?.ok !== false, `round ${round.betId} cannot be played again`)
  const shown = { ...before, ...played?.round, serverSeed: null }
  return { ...shown, settledAt: shown.state === 'done' ? round.settledAt : null }
}

const movesMax = 10

/**
 * Ends a round that was left open: cashes it out, stands, or gives its stakes back where nothing was revealed yet, or where its server
 * seed is lost. False if it has ended meanwhile.
 */
export async function endRound(
  deps: CommandDeps,
  { bettor, betId }: { bettor: bigint; betId: bigint },
): Promise<boolean> {
  return transact(deps.money, async (tx) => {
    const { ticket, round } = await lockRound(deps, tx, { bettor, betId })
    if (round.state === 'done') return false
    const moves = await endingMoves(deps, round)
    if (!moves) {
      const shown = { ...round, state: 'done' as const, multiplier: one, payout: round.staked }
      await store(deps, tx, { ticket, shown, state: 'void' })
      return true
    }
    for (const [at, move] of moves.added.entries())
      await insertMove(tx, { betId, n: round.moves.length + at, bettor, id: undefined, move })
    await store(deps, tx, { ticket, shown: moves.shown })
    return true
  })
}

/** The moves that end a round, and what it shows then; undefined if its stakes go back. */
async function endingMoves(deps: Pick<CommandDeps, 'seeds'>, round: RoundRow) {
  const added: CalledMove[] = []
  try {
    while (added.length < movesMax) {
      const next = endingMove(withMoves(round, [...round.moves, ...added]))
      if (next === undefined) return undefined
      added.push(next)
      const after = await playedWith(deps, round, added)
      invariant(after.ok, `round ${round.betId} cannot be ended`)
      if (after.round.state === 'done') return { added, shown: after.round }
    }
  } catch (error) {
    if (error instanceof SeedLost) return undefined
    throw error
  }
  throw new Error(`round ${round.betId} does not end`)
}

const sameMove = (a: CalledMove, b: CalledMove): boolean => textOf(a) === textOf(b)
const textOf = (move: CalledMove): string => JSON.stringify(move)
const hasMoves = ({ game }: RoundRow): boolean => game === 'mines' || game === 'hi-lo' || game === 'blackjack'
