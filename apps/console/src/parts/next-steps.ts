import type { FailureCode } from '@nare/contract/failures'

/** What to do after a refusal, where its own sentence does not say it. */
const steps: Partial<Record<FailureCode, string>> = {
  not_allowed: 'Ask a colleague whose role may do it',
  not_found: 'Look whether the address is right, and search again',
  own_account: 'Ask a colleague to do it',
  id_reused: 'Close this form and open it again',
  already_proposed: 'It is on this page or under Proposals',
  facts_changed: 'The page was read again: look at it, and propose anew',
  not_waiting: 'Somebody has decided it meanwhile: look at its outcome under Proposals',
  msisdn_taken: 'Find that account by the number, and ask the bettor which one they keep',
  overloaded: 'Wait a few seconds, then send it again',
}

/** The next step after a refusal; undefined where its sentence says enough. */
export const nextStep = (code: string): string | undefined => steps[code as FailureCode]
