import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { playWire, type WireResult, type WireRound } from '@nare/games/wire'
import type { Played, Seeds } from '@nare/games/round'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { Country } from '#country/country'
import { refusalOf as gateRefusal } from '#modules/protection/protection'
import {
  insertTickets,
  placeTickets,
  settleTickets,
  singleTicket,
  stakeRefusal,
  type Deciding,
  type NewTicket,
  type RefusedTicket,
  type TicketCommand,
  type TicketRules,
} from '#modules/tickets/tickets'
import { commandHash } from '#platform/command-hash'
import { transact, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { limitsOf, lockGame, settingOf, type Setting } from '../settings.ts'
import type { CommandDeps } from './deps.ts'
import { insertRound, type NewRound, type RoundState } from './round-store.ts'
import { countRounds } from './seed-store.ts'
import type { SeedsRow } from './seeds.ts'

/** The product of rounds, and the version of the rules of packages/games that they are played by. */
const rules = { product: 'games', rulesVersion: 'games-1' } as const
/** The maximum number of open rounds of one bettor. */
const openMax = 50

/** A command to play a round. The options have passed the schema of the game and are normalised. */
export type BetCommand = TicketCommand & { readonly chosen: WireRound }

export type BetPlaced =
  | { readonly kind: 'placed'; readonly betId: bigint; readonly isDone: boolean }
  | { readonly kind: 'repeated'; readonly betId: bigint }
  | RefusedTicket

/** The hash of the fields that decide a bet. */
export const hashOf = ({ game, options }: WireRound, stake: Money): string =>
  commandHash([game, String(stake), options])

type RoundTicket = NewTicket & { readonly round: NewRound }
type State = { seeds: SeedsRow; roundSeeds: Seeds; setting: Setting | undefined }

/**
 * Places a round once and plays it, in one transaction: locks the game's setting, the bettor's cash and seeds, checks the stake gate, moves
 * the stake, and pays a round that is over immediately. A round with moves stays open. A refused command uses no nonce.
 */
export async function placeRound(deps: CommandDeps, command: BetCommand): Promise<BetPlaced> {
  const ids = await deps.ids.reserve(1)
  const placed = await transact(deps.moneyDb, (tx) => placeIn(deps, tx, { command, ids }))
  if (placed.kind !== 'placed') deps.ids.release(ids)
  return placed
}

async function placeIn(
  { ledger, rules: rulesNow, seeds }: CommandDeps,
  tx: Tx,
  { command, ids }: { command: BetCommand; ids: readonly bigint[] },
): Promise<BetPlaced> {
  const { bettor, chosen } = command
  const [placement] = await placeTickets({ ledger }, tx, roundRules({ chosen, limits: rulesNow(), seeds }), {
    commands: [command],
    ids,
    conflicts: [],
  })
  invariant(placement, 'a bet was not decided')
  if (placement.kind !== 'placed') return placement
  const { betId, round } = placement.bet
  if (round.state === 'open') return { kind: 'placed', betId, isDone: false }
  const { stake } = placement.bet
  const ticket = { betId, product: 'games', bettor, stake, returned: 0n, tax: 0n, timesSettled: 0 } as const
  await settleTickets({ ledger }, tx, [{ ticket, state: endOf(round), returned: money(round.payout) }])
  return { kind: 'placed', betId, isDone: true }
}

/** How a round of one bettor is placed. */
type RoundRules = Pick<CommandDeps, 'seeds'> & { readonly chosen: WireRound; readonly limits: Country['games'] }

const roundRules = ({ chosen, limits, seeds }: RoundRules) =>
  ({
    product: rules.product,
    async lock(tx) {
      await lockGame(tx, chosen.game)
      return {}
    },
    async read(tx, { commands }) {
      const [bettor] = commands.map((command) => command.bettor)
      invariant(bettor !== undefined, 'a round has no bettor')
      const [locked, setting] = await Promise.all([seeds.lock(tx, bettor), settingOf(tx, chosen.game)])
      return { seeds: locked, roundSeeds: await seeds.seedsOf(bettor, locked), setting }
    },
    decide: (state, command, by) => decide({ command, by, state, limits }),
    write: (tx, tickets) =>
      Promise.all([
        insertTickets(tx, tickets),
        ...tickets.flatMap(({ bettor, round }) => [
          insertRound(tx, round),
          countRounds(tx, { bettor, played: 1, opened: round.state === 'open' ? 1 : 0 }),
        ]),
      ]),
  }) satisfies TicketRules<BetCommand, RoundTicket, object, State>

/** The state of the ticket of a finished round. A payout below the stake counts as won. */
export const endOf = ({ payout }: Pick<RoundState, 'payout'>): 'won' | 'lost' => (payout > 0n ? 'won' : 'lost')

type BetFacts = { command: BetCommand; by: Deciding; state: State; limits: Country['games'] }
type Decision = { readonly kind: 'placed'; readonly bet: RoundTicket } | RefusedTicket

/**
 * Refuses in this order: verification and exclusion, a pause, too many open rounds, the bounds of the stake, options and largest win, the
 * bettor's limits and funds.
 */
function decide({ command, by, state, limits }: BetFacts): Decision {
  const { chosen, stake } = command
  const { seeds, roundSeeds, setting } = state
  const { minStake, maxStake, maxWin } = limitsOf(limits, chosen.game, setting)
  if (by.gated && by.gated.code !== 'limit_reached') return refusedBet(gateRefusal(by.gated))
  if (setting?.pausedBy)
    return refusedBet(refused('not_available', { game: chosen.game }, 'This game is paused at the moment'))
  if (seeds.openRounds >= openMax) return refusedBet(refused('round_open'))
  if (stake < minStake || stake === 0n) return refusedBet(refused('stake_too_small', { limit: formatMoney(minStake) }))
  if (stake > maxStake) return refusedBet(refused('stake_too_large', { limit: formatMoney(maxStake) }))
  const played = playWire(chosen, { seeds: roundSeeds, terms: { stake, maxWin } })
  if (!played.ok) return refusedBet(playRefusal(played, maxWin))
  const refusal = stakeRefusal(by, stake)
  if (refusal) return refusedBet(refusal)
  const round: NewRound = {
    betId: by.betId,
    bettor: command.bettor,
    clientId: command.id,
    game: chosen.game,
    options: chosen.options,
    seedId: seeds.active.seedId,
    nonce: roundSeeds.nonce,
    stake,
    maxWin,
    placedAt: by.now,
    ...played.round,
  }
  return { kind: 'placed', bet: { ...singleTicket(command, { betId: by.betId, ...rules, placedAt: by.now }), round } }
}

const refusedBet = (refusal: Refusal<FailureCode>): RefusedTicket => ({ kind: 'refused', refusal })

/** The refusal of the contract for options or a move that a game refuses. */
export function playRefusal(
  { reason }: Extract<Played<WireResult>, { ok: false }>,
  maxWin: Money,
): Refusal<'invalid_input' | 'bad_move' | 'round_over' | 'payout_too_large'> {
  if (reason === 'win_too_large') return refused('payout_too_large', { limit: formatMoney(maxWin) })
  return refused(reason === 'bad_options' ? 'invalid_input' : reason)
}
