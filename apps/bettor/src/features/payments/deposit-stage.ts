/** Where a deposit stands for the one who waits for it. `checking` is the stage in which nobody may be asked to pay again. */
export type DepositStage = 'prompt' | 'confirming' | 'checking' | 'done' | 'failed'

export type DepositFacts = {
  status: string
  /** Since the prompt was asked for. */
  ageMs: number
  /** The bettor pressed "I have paid". */
  saidPaid: boolean
}

/** How long a phone shows the prompt; after that only the provider's word is awaited. */
export const promptShownMs = 60_000
/** From here on it is open what became of the money. */
export const unclearAfterMs = 90_000

/** The stage of a deposit by its status and its age. */
export function stageOf({ status, ageMs, saidPaid }: DepositFacts): DepositStage {
  if (status === 'succeeded') return 'done'
  if (status === 'failed') return 'failed'
  if (status === 'unknown' || ageMs >= unclearAfterMs) return 'checking'
  return saidPaid || ageMs >= promptShownMs ? 'confirming' : 'prompt'
}

/** Whether the end of a deposit is still open. */
export const isOpen = (stage: DepositStage): boolean => stage !== 'done' && stage !== 'failed'

const waitsMs = [3000, 3000, 3000, 5000, 5000, 5000] as const
const longestMs = 10_000

/** How long to wait before a payment is asked about once more: 3, then 5, then 10 seconds. */
export const nextAskMs = (asked: number): number => waitsMs[asked] ?? longestMs
