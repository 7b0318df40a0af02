/** The displayed stage of a deposit. In `checking` the app must not ask for another payment. */
export type DepositStage = 'prompt' | 'confirming' | 'checking' | 'done' | 'failed'

export type DepositFacts = {
  status: string
  /** Time since the prompt was requested. */
  ageMs: number
  /** Whether the bettor tapped "I have paid". */
  claimsPaid: boolean
}

/** How long a phone shows the prompt. Afterwards only the result of the provider is pending. */
export const promptShownMs = 60_000
/** From this age on, the outcome counts as unclear. */
const unclearAfterMs = 90_000

/** The stage of a deposit from its status and its age. */
export function stageOf({ status, ageMs, claimsPaid }: DepositFacts): DepositStage {
  if (status === 'succeeded') return 'done'
  if (status === 'failed') return 'failed'
  if (status === 'unknown' || ageMs >= unclearAfterMs) return 'checking'
  return claimsPaid || ageMs >= promptShownMs ? 'confirming' : 'prompt'
}

/** Whether a deposit has not ended yet. */
export const isOpen = (stage: DepositStage): boolean => stage !== 'done' && stage !== 'failed'

const delaysMs = [3000, 3000, 3000, 5000, 5000, 5000] as const
const delayMaxMs = 10_000

/** Time until the next status request: 3, then 5, then 10 seconds. */
export const nextRefreshMs = (refreshes: number): number => delaysMs[refreshes] ?? delayMaxMs
