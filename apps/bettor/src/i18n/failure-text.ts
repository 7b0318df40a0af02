import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Failed, ReplyCode } from '@nare/client/call'
import { kickoff, thousands } from '@nare/ui/format'

/** Codes that only operators receive, and codes for which the server's own sentence is shown. */
type WithoutText =
  | 'already_ended'
  | 'already_proposed'
  | 'confirm_first'
  | 'facts_changed'
  | 'not_voidable'
  | 'not_waiting'
  | 'own_account'
  | 'receipt_used'
  | 'bad_team'
  | 'deadline_passed'
  | 'too_many_leagues'
  | 'league_full'
  | 'still_checking'
  | 'login_failed'
  | 'internal'
  | 'bad_answer'

const texts: Readonly<Record<Exclude<ReplyCode, WithoutText>, MessageDescriptor>> = {
  invalid_input: msg`Check the marked fields`,
  bad_envelope: msg`We couldn't open the signed request`,
  session_required: msg`Please log in`,
  session_expired: msg`Please login again`,
  not_verified: msg`Verify your phone number first`,
  account_locked: msg`Your account is locked. Please contact us`,
  identity_required: msg`Verify your identity before withdrawing`,
  self_excluded: msg`You're taking a break from betting. It can't be ended early`,
  limit_reached: msg`This is over a limit you've set`,
  not_allowed: msg`You can't do this`,
  not_found: msg`We couldn't find this`,
  id_reused: msg`You've already sent this with different details. Try again`,
  odds_changed: msg`The odds have changed`,
  quote_changed: msg`The cash-out value has gone down`,
  quote_expired: msg`This cash-out value has expired`,
  quote_used: msg`You've already cashed out at this value`,
  slot_taken: msg`You already have a bet here for this round`,
  too_late: msg`It's too late. This bet has ended`,
  wrong_credentials: msg`Wrong phone number or password`,
  wrong_code: msg`This code is wrong or has expired`,
  reset_required: msg`Your number is confirmed. Someone else also registered this number, so set a new password`,
  code_required: msg`Too many wrong passwords for this number. If your password is correct, we've sent you a code by SMS. Enter it here too`,
  weak_password: msg`Choose a password that is harder to guess`,
  passwords_differ: msg`The passwords don't match`,
  msisdn_taken: msg`This phone number already has an account`,
  email_taken: msg`This e-mail address already has an account`,
  under_age: msg`You must be of legal age to open an account`,
  insufficient_funds: msg`Your balance is too low for this`,
  account_in_use: msg`Finish your open bets and payments first`,
  withdrawals_paused: msg`Withdrawals are paused for now. Your money stays in your account`,
  deposit_open: msg`Finish your open deposit first`,
  msisdn_not_yours: msg`Pay with the phone number of your account`,
  market_suspended: msg`A market on your slip isn't open for bets`,
  match_started: msg`A match on your slip has started`,
  too_early: msg`You can cash out once the multiplier is above 1.00×`,
  related_contingency: msg`You can't combine two picks of one match`,
  stake_too_small: msg`The stake is below the minimum`,
  stake_too_large: msg`The stake is above the maximum`,
  payout_too_large: msg`The possible payout is above the maximum`,
  round_open: msg`Finish your open round first`,
  round_over: msg`This round is over`,
  bad_move: msg`You can't make this move now`,
  too_many_legs: msg`This slip has too many picks`,
  not_available: msg`This isn't available right now`,
  too_many_requests: msg`Too many tries. Wait a moment and try again`,
  overloaded: msg`We're very busy. Try again in a moment`,
  unknown: msg`We couldn't see whether this went through. Check before you try again`,
  no_answer: msg`No connection. Please try again`,
  not_sent: msg`No connection. Nothing was sent`,
}

const closed = msg`This account is closed`

/** The limits that a bettor sets: "loss.day" in a refusal is the daily loss limit. */
const limits: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['deposit', msg`deposit`],
  ['loss', msg`loss`],
  ['stake', msg`stake`],
  ['day', msg`daily`],
  ['week', msg`weekly`],
  ['month', msg`monthly`],
])

const textByCode: Readonly<Record<string, MessageDescriptor | undefined>> = texts

/**
 * Why a call failed, in the current language. Until that language's messages are loaded: the server's sentence or the call's
 * fallback. Without a response, the English text begins with the specification's fallback. The text of a reached limit has its
 * amounts, formatted by `amount`.
 */
export function failureText(i18n: I18n, failed: Failed, amount: (value: string) => string = thousands): string {
  const limit = failed.code === 'limit_reached' && limitText(i18n, failed.body, amount)
  if (limit) return limit
  const message = failed.body['closed'] === true ? closed : textByCode[failed.code]
  if (!message || !i18n.messages[message.id]) return failed.error
  const text = i18n._(message)
  return failed.status === 0 && i18n.locale === 'en' ? `${failed.error.trim()}. ${text}` : text
}

/** The text of a reached limit; undefined if the refusal does not name the limit, or the texts are not loaded. */
function limitText(i18n: I18n, body: Failed['body'], amount: (value: string) => string): string | undefined {
  const [id, value, used] = [body['limit'], body['value'], body['used']]
  if (id === 'change')
    return i18n._(msg`You've changed a limit. You can bet from ${kickoff(String(body['resets_at']), i18n.locale)}`)
  if (typeof id !== 'string' || typeof value !== 'string' || typeof used !== 'string') return undefined
  const [most, spent] = [amount(value), amount(used)]
  const perBet = msg`This is over your limit per bet of ${most}`
  if (!i18n.messages[perBet.id]) return undefined
  if (id === 'stake.bet') return i18n._(perBet)
  const [kind, period] = id.split('.').map((word) => limits.get(word))
  if (!kind || !period) return undefined
  const [what, often] = [i18n._(kind), i18n._(period)]
  return i18n._(msg`This is over your ${often} ${what} limit of ${most}. Used so far: ${spent}`)
}
