import { createHash } from 'node:crypto'
import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { playCalled, type CalledResult, type CalledRound } from '@nare/games/called'
import type { Played, Seeds } from '@nare/games/round'
import { formatMoney, money, type Money } from '@nare/money/money'
import {
  earlierTickets,
  insertTickets,
  placeTickets,
  settleTickets,
  singleTicket,
  stakeRefusal,
  type Deciding,
  type NewTicket,
  type RefusedTicket,
  type TicketCommand,
} from '#modules/betting/betting'
import { refusalOf as gateRefusal } from '#modules/protection/protection'
import { transact, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { limitsOf, lockGame, settingOf, type Setting } from '../settings.ts'
import type { CommandDeps } from './deps.ts'
import { insertRound, type NewRound, type Shown } from './round-store.ts'
import { countRounds } from './seed-store.ts'
import type { SeedsRow } from './seeds.ts'

/** The version of the rules of packages/games that rounds are played by. */
const rules = { product: 'games', rulesVersion: 'games-1' } as const
/** The most rounds of one bettor that are open at once. */
const openMax = 50

/** A command to play a round; `options` have passed the schema of the game and are in their one form. */
export type BetCommand = TicketCommand & { readonly chosen: CalledRound }

export type BetPlaced =
  | { readonly kind: 'placed'; readonly betId: bigint; readonly isDone: boolean }
  | { readonly kind: 'repeated'; readonly betId: bigint }
  | RefusedTicket

/** The hash of what decides a bet. */
export const hashOf = ({ game, options }: CalledRound, stake: Money): string =>
  createHash('sha256')
    .update(JSON.stringify([game, String(stake), options]))
    .digest('hex')

type RoundTicket = NewTicket & { readonly round: NewRound }
type Read = { seeds: SeedsRow; three: Seeds; setting: Setting | undefined }

/**
 * Places a round once and plays it, in one transaction: the game's setting, the payer's cash, the bettor's seeds, the stake gate, the
 * stake, and what a round that is done at once pays. A round of more moves stays open. Nothing of it is drawn for a refused command.
 */
export async function placeRound(deps: CommandDeps, command: BetCommand): Promise<BetPlaced> {
  const ids = await deps.ids.reserve(1)
  const placed = await transact(deps.money, (tx) => placeIn(deps, tx, { command, ids }))
  if (placed.kind !== 'placed') deps.ids.release(ids)
  return placed
}

async function placeIn(
  { ledger, country, seeds }: CommandDeps,
  tx: Tx,
  { command, ids }: { command: BetCommand; ids: readonly bigint[] },
): Promise<BetPlaced> {
  const { bettor, chosen } = command
  let found: Read | undefined
  const [placement] = await placeTickets<BetCommand, RoundTicket>({ ledger, product: 'games' }, tx, {
    commands: [command],
    ids,
    prepare: () => lockGame(tx, chosen.game),
    async read() {
      const [earlier, locked, setting] = await Promise.all([
        earlierTickets(tx, [command]),
        seeds.lock(tx, bettor),
        settingOf(tx, chosen.game),
      ])
      found = { seeds: locked, three: await seeds.seedsOf(bettor, locked), setting }
      return earlier
    },
    decide(_command, by) {
      invariant(found, 'the seeds were not read')
      return decide({ command, by, found, country })
    },
    async write(on, tickets) {
      await Promise.all([
        insertTickets(on, tickets),
        ...tickets.map(({ round }) => insertRound(on, round)),
        ...tickets.map(({ round }) => countRounds(on, { bettor, played: 1, opened: round.state === 'open' ? 1 : 0 })),
      ])
    },
  })
  invariant(placement, 'a bet was not decided')
  if (placement.kind !== 'placed') return placement
  const { betId, round } = placement.bet
  if (round.state === 'open') return { kind: 'placed', betId, isDone: false }
  const ticket = { betId, product: 'games', bettor, returned: 0n, timesSettled: 0 } as const
  await settleTickets({ ledger }, tx, [{ ticket, state: endOf(round), returned: money(round.payout) }])
  return { kind: 'placed', betId, isDone: true }
}

/** How a ticket ends. A round that gives back a part of its stake is won as far as its ticket goes. */
export const endOf = ({ payout }: Pick<Shown, 'payout'>): 'won' | 'lost' => (payout > 0n ? 'won' : 'lost')

type Deciding1 = { command: BetCommand; by: Deciding; found: Read; country: CommandDeps['country'] }
type Decision = { readonly kind: 'placed'; readonly bet: RoundTicket } | RefusedTicket

/** Refuses in this order: verification and exclusion, a pause, limits, the largest win, funds. */
function decide({ command, by, found, country }: Deciding1): Decision {
  const { chosen, stake } = command
  const { seeds, three, setting } = found
  const { minStake, maxStake, maxWin } = limitsOf(country.games, chosen.game, setting)
  if (by.gated && by.gated.code !== 'limit_reached') return no(gateRefusal(by.gated))
  if (setting?.pausedBy) return no(refused('not_available', { game: chosen.game }, 'This game is paused at the moment'))
  if (seeds.openRounds >= openMax) return no(refused('round_open'))
  if (stake < minStake || stake === 0n) return no(refused('stake_too_small', { limit: formatMoney(minStake) }))
  if (stake > maxStake) return no(refused('stake_too_large', { limit: formatMoney(maxStake) }))
  const played = playCalled(chosen, { seeds: three, terms: { stake, maxWin } })
  if (!played.ok) return no(playRefusal(played, maxWin))
  const refusal = stakeRefusal(by, stake)
  if (refusal) return no(refusal)
  const round: NewRound = {
    betId: by.betId,
    bettor: command.bettor,
    clientId: command.id,
    game: chosen.game,
    options: chosen.options,
    seedId: seeds.active.seedId,
    nonce: three.nonce,
    stake,
    maxWin,
    placedAt: by.now,
    ...played.round,
  }
  return { kind: 'placed', bet: { ...singleTicket(command, { betId: by.betId, ...rules, placedAt: by.now }), round } }
}

const no = (refusal: Refusal<FailureCode>): RefusedTicket => ({ kind: 'refused', refusal })

/** Why a game refuses options or a move, for the caller. */
export function playRefusal(
  { reason }: Extract<Played<CalledResult>, { ok: false }>,
  maxWin: Money,
): Refusal<'invalid_input' | 'bad_move' | 'round_over' | 'payout_too_large'> {
  if (reason === 'win_too_large') return refused('payout_too_large', { limit: formatMoney(maxWin) })
  return refused(reason === 'bad_options' ? 'invalid_input' : reason)
}
