import * as z from 'zod/mini'
import { zCheckedPick } from './betting.ts'
import { zCashOutQuote } from './cash-out.ts'
import { zCrashBet } from './crash.ts'
import type { FailureCode } from './failures.ts'
import { zMoney, zTime } from './shapes.ts'

const maybe = z.optional
const zLimit = z.object({ limit: maybe(zMoney) })
/** The limit that holds: its level and what of it. */
const zHeldLimit = z.extend(zLimit, { held: maybe(z.object({ level: z.string(), id: z.string() })) })
/** The whole slip as validation answers it, and the `ucn` of each pick that is refused. */
const slip = { data: z.array(zCheckedPick), picks: z.array(z.string()) }
const maybeSlip = z.object({ data: maybe(slip.data), picks: maybe(slip.picks) })

/**
 * The fields that a refusal with this code adds to those that every failure has (`FailureBody`). A field is optional if only some calls add
 * it. A code that is not listed adds none.
 */
export const failureFacts: { readonly [C in FailureCode]?: z.ZodMiniObject } = {
  /** `open` is the number of picks that are still open. */
  market_suspended: z.extend(maybeSlip, { open: maybe(z.number()) }),
  match_started: z.extend(maybeSlip, { jackpot_id: maybe(z.string()) }),
  odds_changed: z.object(slip),
  related_contingency: z.object(slip),
  stake_too_small: zLimit,
  stake_too_large: zHeldLimit,
  payout_too_large: zLimit,
  /** The most picks of a slip, or the size of a jackpot ticket with its bounds. */
  too_many_legs: z.object({
    limit: maybe(z.number()),
    lines: maybe(z.number()),
    max_lines: maybe(z.number()),
    max_doubles: maybe(z.number()),
    max_triples: maybe(z.number()),
  }),
  /** `bonus` is the bonus money that the stake could have used too. */
  insufficient_funds: z.object({
    insufficient_balance: maybe(z.literal(true)),
    balance: maybe(zMoney),
    bonus: maybe(zMoney),
  }),
  /** The limit as `stake.day`, or the most favourites. */
  limit_reached: z.object({
    limit: maybe(z.string()),
    value: maybe(zMoney),
    used: maybe(zMoney),
    resets_at: maybe(z.nullable(zTime)),
    most: maybe(z.number()),
  }),
  /** The end of the break, or that the account is closed. */
  self_excluded: z.object({ until: maybe(zTime), closed: maybe(z.literal(true)) }),
  /** `wanted`: an operator asked for the check. Withdrawals of a day above `identity_most` need it; `sent` is what the day has already. */
  identity_required: z.object({ wanted: maybe(z.boolean()), identity_most: maybe(zMoney), sent: maybe(zMoney) }),
  /** Until when a withdrawal needs a passkey that is older than the new password or number. */
  confirm_first: z.object({ until: maybe(zTime) }),
  already_proposed: z.object({ proposal_id: z.string() }),
  /** What became of the proposal. */
  not_waiting: z.object({ state: z.string() }),
  not_available: z.object({
    reason: maybe(z.string()),
    product: maybe(z.string()),
    game: maybe(z.string()),
    state: maybe(z.string()),
  }),
  deposit_open: z.object({ deposit_id: z.string() }),
  quote_changed: z.object({ quote: zCashOutQuote }),
  too_late: z.object({ bet: zCrashBet }),
  slot_taken: z.object({ slot: z.number() }),
  account_in_use: z.object({ open_bets: z.number(), open_withdrawals: z.number(), balance: zMoney }),
  /** The rule that the team breaks, with what breaks it. */
  bad_team: z.object({
    rule: z.enum(['size', 'unknown_player', 'twice', 'formation', 'club', 'budget', 'captain']),
    eleven: maybe(z.number()),
    bench: maybe(z.number()),
    player: maybe(z.string()),
    position: maybe(z.string()),
    club: maybe(z.string()),
    count: maybe(z.number()),
    halves: maybe(z.number()),
    least: maybe(z.number()),
    most: maybe(z.number()),
  }),
}
