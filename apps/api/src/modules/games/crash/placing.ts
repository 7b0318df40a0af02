import type { FailureCode } from '@nare/contract/failures'
import { refused, type Refusal } from '@nare/contract/outcome'
import { formatMoney } from '@nare/money/money'
import type { Country } from '#country/country'
import { refusalOf } from '#modules/protection/protection'
import {
  insertTickets,
  openPlacing,
  singleTicket,
  stakeRefusal,
  type Deciding,
  type NewTicket,
  type PlacingDeps,
  type TicketCommand,
} from '#modules/tickets/tickets'
import { commandHash } from '#platform/command-hash'
import { lockOpenRoundsOf } from '#platform/rounds'
import { limitsOf, lockGame, settingOf, type Setting } from '../settings.ts'
import { insertBets, slotKey, usedSlots, type NewCrashBet } from './bet-store.ts'
import { capOf, returnAt } from './flight.ts'
import { ownerName, roundForStakes, type RoundForStakes } from './round-store.ts'

/** A bet to place. `target` in hundredths. */
export type BetCommand = TicketCommand & { readonly slot: number; readonly target: number | null }

type CrashTicket = NewTicket & { readonly crash: NewCrashBet; readonly roundId: string }

/** All bettors bet in the same seconds, and few large transactions place more bets than many small ones. */
const commandsMax = 200
const rulesVersion = 'crash-97-1'

export function hashOf({ stake, slot, target }: Pick<BetCommand, 'stake' | 'slot' | 'target'>): string {
  return commandHash(['crash', String(stake), slot, target])
}

/** Opens the placement of bets on the round that accepts them. */
export function openCrashPlacing(deps: PlacingDeps & { readonly rules: () => Country['games'] }) {
  return openPlacing(
    deps,
    {
      product: 'games',
      async lock(tx) {
        const [, locked, first] = await Promise.all([
          lockGame(tx, 'crash'),
          lockOpenRoundsOf(tx, ownerName),
          roundForStakes(tx),
        ])
        // A round that was opened after the locks were taken is left to a later transaction.
        return { round: first && locked.includes(first.id) ? first : undefined }
      },
      async read(tx, { commands }: { readonly commands: readonly BetCommand[] }) {
        const bettors = commands.map(({ bettor }) => bettor)
        const [setting, usedSlotKeys] = await Promise.all([settingOf(tx, 'crash'), usedSlots(tx, bettors)])
        return { setting, usedSlotKeys }
      },
      decide(facts, command, by) {
        const { round, usedSlotKeys, setting } = facts
        const rules = deps.rules()
        const refusal = refusalOfBet(command, { ...facts, by, rules })
        if (refusal || !round) return { kind: 'refused', refusal: refusal ?? notRunning }
        usedSlotKeys.add(slotKey({ ...command, round: round.id }))
        const { maxWin } = limitsOf(rules, 'crash', setting)
        return { kind: 'placed', bet: ticketOf(command, { by, round, maxWin }) }
      },
      write: (tx, placed: readonly CrashTicket[]) =>
        Promise.all([
          insertTickets(tx, placed),
          insertBets(
            tx,
            placed.map(({ crash }) => crash),
          ),
        ]),
    },
    { commandsMax },
  )
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
