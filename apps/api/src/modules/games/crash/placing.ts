import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { formatMoney, type Money } from '@nare/money/money'
import type { Country } from '#country/country'
import { refusalOf } from '#modules/protection/protection'
import type { Ledger } from '#modules/ledger/ledger'
import {
  earlierTickets,
  insertTickets,
  openStakeQueue,
  placeTickets,
  singleTicket,
  stakeRefusal,
  type Deciding,
  type NewTicket,
  type RefusedTicket,
  type TicketOrigin,
  type TicketPlacement,
  type Tickets,
} from '#modules/tickets/tickets'
import { monotonicMs } from '#platform/clock'
import { commandHash } from '#platform/command-hash'
import { transact, type Db, type Tx } from '#platform/db'
import { lockOpenRoundsOf } from '#platform/rounds'
import type { Turns } from '#platform/turns'
import { limitsOf, lockGame, settingOf, type Setting } from '../settings.ts'
import { insertBets, slotKey, usedSlots, type NewCrashBet } from './bet-store.ts'
import { capOf, returnAt } from './flight.ts'
import { ownerName, roundForStakes, type RoundForStakes } from './round-store.ts'

export type PlacingDeps = {
  readonly money: Db
  readonly turns: Turns
  readonly ledger: Ledger
  readonly tickets: Pick<Tickets, 'ids'>
  readonly rules: Country['games']
  /** The maximum expected wait of a bet. A bet that would wait longer is refused immediately. */
  readonly queueMsMax: number
}

/** A bet to place. `target` in hundredths. */
export type BetCommand = {
  readonly bettor: bigint
  readonly verified: boolean
  readonly id: string
  readonly hash: string
  readonly stake: Money
  readonly slot: number
  readonly target: number | null
  readonly untilMs: number
  readonly origin?: TicketOrigin
}

type CrashTicket = NewTicket & { readonly crash: NewCrashBet; readonly roundId: string }
export type BetPlacement = TicketPlacement<CrashTicket>

/** All bettors bet in the same seconds, and few large transactions place more bets than many small ones. */
const commandsMax = 200
const rulesVersion = 'crash-97-1'
const busy: BetPlacement = { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) }

export function hashOf({ stake, slot, target }: Pick<BetCommand, 'stake' | 'slot' | 'target'>): string {
  return commandHash(['crash', String(stake), slot, target])
}

/** Opens the placement of bets on the round that accepts them: one command per bettor at a time, in batches, one transaction per batch. */
export function openCrashPlacing(deps: PlacingDeps) {
  const { money: db, ledger, tickets, rules } = deps

  async function placeBatch(commands: readonly BetCommand[]): Promise<BetPlacement[]> {
    const nowMs = monotonicMs()
    const live = commands.filter(({ untilMs }) => untilMs > nowMs)
    if (live.length === 0) return commands.map(() => busy)
    const untilMs = Math.min(...live.map((one) => one.untilMs))
    const ids = await tickets.ids.reserve(live.length)
    const placements = await transact(db, (tx) => placeAll(tx, live, ids), { untilMs })
    const used = new Set(placements.map((one) => (one.kind === 'placed' ? one.bet.betId : 0n)))
    tickets.ids.release(ids.filter((id) => !used.has(id)))
    const byCommand = new Map(live.map((command, n) => [command, placements[n]]))
    return commands.map((command) => byCommand.get(command) ?? busy)
  }

  function placeAll(tx: Tx, commands: readonly BetCommand[], ids: readonly bigint[]): Promise<BetPlacement[]> {
    let round: RoundForStakes | undefined
    let usedSlotKeys = new Set<string>()
    let setting: Setting | undefined
    return placeTickets<BetCommand, CrashTicket>({ ledger, product: 'games' }, tx, {
      commands,
      ids,
      async prepare() {
        const [, locked, first] = await Promise.all([
          lockGame(tx, 'crash'),
          lockOpenRoundsOf(tx, ownerName),
          roundForStakes(tx),
        ])
        // A round that was opened after the locks were taken is left to a later transaction.
        round = first && locked.includes(first.id) ? first : undefined
      },
      async read() {
        const [earlier, set, slots] = await Promise.all([
          earlierTickets(tx, commands),
          settingOf(tx, 'crash'),
          usedSlots(
            tx,
            commands.map(({ bettor }) => bettor),
          ),
        ])
        usedSlotKeys = slots
        setting = set
        return earlier
      },
      decide(command, by) {
        const refusal = refusalOfBet(command, { by, round, usedSlotKeys, rules, setting })
        if (refusal || !round) return { kind: 'refused', refusal: refusal ?? notRunning } satisfies RefusedTicket
        usedSlotKeys.add(slotKey({ ...command, round: round.id }))
        return {
          kind: 'placed',
          bet: ticketOf(command, { by, round, maxWin: limitsOf(rules, 'crash', setting).maxWin }),
        }
      },
      async write(on, tickets) {
        await Promise.all([
          insertTickets(on, tickets),
          insertBets(
            on,
            tickets.map(({ crash }) => crash),
          ),
        ])
      },
    })
  }

  return openStakeQueue<BetCommand, BetPlacement>({ ...deps, commandsMax, run: placeBatch })
}

const paused = refused('not_available', { game: 'crash' }, 'This game is paused at the moment')
const notRunning = refused('not_available', undefined, 'Crash is not running at the moment')

type DecisionFacts = {
  readonly by: Deciding
  readonly round: RoundForStakes | undefined
  readonly usedSlotKeys: ReadonlySet<string>
  readonly rules: Country['games']
  readonly setting: Setting | undefined
}

/** Refuses in this order: verification and exclusion, a pause, the state of the game, the slot, the bounds of the stake, limits, funds. */
function refusalOfBet(
  command: BetCommand,
  { by, round, usedSlotKeys, rules, setting }: DecisionFacts,
): Refusal<FailureCode> | undefined {
  const { stake } = command
  const limits = limitsOf(rules, 'crash', setting)
  if (by.gated && by.gated.code !== 'limit_reached') return refusalOf(by.gated)
  if (setting?.pausedBy) return paused
  if (!round?.accepts) return notRunning
  if (usedSlotKeys.has(slotKey({ ...command, round: round.id }))) return refused('slot_taken', { slot: command.slot })
  if (stake < limits.minStake) return refused('stake_too_small', { limit: formatMoney(limits.minStake) })
  if (stake > limits.maxStake) return refused('stake_too_large', { limit: formatMoney(limits.maxStake) })
  return stakeRefusal(by, stake)
}

type TicketFacts = { readonly by: Deciding; readonly round: RoundForStakes; readonly maxWin: bigint }

function ticketOf(command: BetCommand, { by, round, maxWin }: TicketFacts): CrashTicket {
  const { bettor, id: clientId, stake, slot, target } = command
  const capMax = capOf({ stake, maxWin })
  const cap = Math.min(target ?? capMax, capMax)
  return {
    ...singleTicket(command, { betId: by.betId, product: 'games', rulesVersion, placedAt: by.now }),
    totalOdds: target === null ? null : BigInt(cap) * 10n,
    possibleWin: target === null ? null : returnAt(stake, cap),
    roundId: round.roundId,
    crash: { betId: by.betId, clientId, round: round.id, bettor, slot, stake, target, cap, placedAt: by.now },
  }
}
