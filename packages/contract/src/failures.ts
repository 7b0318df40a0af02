import type { FieldCode } from './field-codes.ts'

/** Every refusal of the API: its HTTP status and its English sentence. */
export const failures = {
  invalid_input: { status: 400, sentence: 'Check the marked fields' },
  bad_envelope: { status: 400, sentence: "We couldn't open the signed request" },
  session_required: { status: 401, sentence: 'Please log in' },
  session_expired: { status: 401, sentence: 'Please login again' },
  not_verified: { status: 403, sentence: 'Verify your phone number first' },
  account_locked: { status: 403, sentence: 'Your account is locked. Please contact us' },
  identity_required: { status: 403, sentence: 'Verify your identity before withdrawing' },
  self_excluded: { status: 403, sentence: "You're taking a break from betting. It can't be ended early" },
  limit_reached: { status: 403, sentence: "This is over a limit you've set" },
  not_allowed: { status: 403, sentence: "You can't do this" },
  own_account: { status: 403, sentence: 'This is your own account. Another person has to do this' },
  confirm_first: { status: 403, sentence: 'Confirm that it is you, by a code or your passkey' },
  not_found: { status: 404, sentence: "We couldn't find this" },
  id_reused: { status: 409, sentence: 'This request id was used for something else' },
  already_ended: { status: 409, sentence: 'This payment has ended already' },
  already_proposed: { status: 409, sentence: 'Something else waits for a second person here. Decide that first' },
  facts_changed: { status: 409, sentence: 'What this was decided on has changed since. Look at it again' },
  not_waiting: { status: 409, sentence: 'This proposal is not waiting any more' },
  receipt_used: { status: 409, sentence: 'Another payment has this receipt' },
  odds_changed: { status: 409, sentence: 'The odds have changed' },
  quote_changed: { status: 409, sentence: 'The cash-out value has gone down' },
  quote_expired: { status: 409, sentence: 'This cash-out value has expired' },
  quote_used: { status: 409, sentence: "You've already cashed out at this value" },
  slot_taken: { status: 409, sentence: 'You already have a bet here for this round' },
  too_late: { status: 409, sentence: "It's too late. This bet has ended" },
  wrong_credentials: { status: 422, sentence: 'Wrong phone number or password' },
  login_failed: { status: 422, sentence: 'Name, password or code is wrong, or there were too many tries' },
  wrong_code: { status: 422, sentence: 'This code is wrong or has expired' },
  reset_required: {
    status: 422,
    sentence: 'Your number is confirmed. Someone else also registered this number, so set a new password',
  },
  code_required: {
    status: 422,
    sentence:
      "Too many wrong passwords for this number. If your password is correct, we've sent you a code by SMS. Send it with the password",
  },
  weak_password: { status: 422, sentence: 'Choose a password that is harder to guess' },
  passwords_differ: { status: 422, sentence: 'The two passwords are not the same' },
  msisdn_taken: { status: 422, sentence: 'This phone number already has an account' },
  email_taken: { status: 422, sentence: 'This e-mail address already has an account' },
  under_age: { status: 422, sentence: 'You must be of legal age to open an account' },
  insufficient_funds: { status: 422, sentence: 'Your balance is too low for this' },
  account_in_use: { status: 422, sentence: 'Finish your open bets and payments first' },
  withdrawals_paused: {
    status: 422,
    sentence: 'Withdrawals are paused for now. Your money stays in your account',
  },
  deposit_open: { status: 422, sentence: 'Finish your open deposit first' },
  msisdn_not_yours: { status: 422, sentence: 'Pay with the phone number of your account' },
  market_suspended: { status: 422, sentence: "A market on your slip isn't open for bets" },
  match_started: { status: 422, sentence: 'A match on your slip has started' },
  too_early: { status: 422, sentence: 'You can cash out once the multiplier is above 1.00×' },
  related_contingency: { status: 422, sentence: "You can't combine two picks of one match" },
  stake_too_small: { status: 422, sentence: 'The stake is below the minimum' },
  stake_too_large: { status: 422, sentence: 'The stake is above the maximum' },
  payout_too_large: { status: 422, sentence: 'The possible payout is above the maximum' },
  round_open: { status: 422, sentence: 'Finish your open round first' },
  round_over: { status: 409, sentence: 'This round is over' },
  bad_move: { status: 422, sentence: "You can't make this move now" },
  too_many_legs: { status: 422, sentence: 'This slip has too many picks' },
  still_checking: {
    status: 422,
    sentence: 'The provider is still being asked about this payment. It cannot be ended by hand yet',
  },
  bad_team: { status: 422, sentence: 'This team breaks a rule' },
  deadline_passed: { status: 422, sentence: 'The deadline of this week has passed' },
  too_many_leagues: { status: 422, sentence: "You're in 50 mini-leagues already" },
  league_full: { status: 422, sentence: 'This mini-league is full' },
  not_voidable: { status: 422, sentence: 'This ticket stays as it is' },
  not_available: { status: 422, sentence: "This isn't available right now" },
  too_many_requests: { status: 429, sentence: 'Too many tries. Wait a moment and try again' },
  internal: { status: 500, sentence: 'Something went wrong on our side' },
  overloaded: { status: 503, sentence: "We're very busy. Try again in a moment" },
  unknown: { status: 503, sentence: "We couldn't see whether this went through. Check before you try again" },
} as const satisfies Record<string, { status: number; sentence: string }>

export type FailureCode = keyof typeof failures

/** The body of a failed call. `status` is left out only where no token was sent (the two 401 rules). */
export type FailureBody = {
  status?: number
  code: FailureCode
  error: string | { message: string }
  message: string
  ref: string
  fields?: Record<string, string>
  /** What is wrong with each of the fields, for clients with texts of their own. */
  field_codes?: Record<string, FieldCode>
}
