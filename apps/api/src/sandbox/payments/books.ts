import type { PaymentFault, PromptAction } from '@nare/contract/sandbox'
import { random } from '#platform/random'

export type PromptState = 'waiting' | 'approved' | 'cancelled' | 'wrong_pin' | 'ignored' | 'no_funds'

/** A PIN request on a phone. Amounts are whole shillings, as a provider counts. */
export type Prompt = {
  readonly id: string
  readonly merchant: string
  readonly msisdn: string
  readonly amount: number
  readonly reference: string
  readonly callbackUrl: string
  state: PromptState
  receipt?: string
}

/** Money that really moved: in from a customer or out to one. */
export type Movement = {
  readonly receipt: string
  readonly kind: 'in' | 'out'
  readonly amount: number
  readonly msisdn: string
  readonly reference: string
}

export type Payout = {
  readonly conversation: string
  readonly ours: string
  readonly msisdn: string
  readonly amount: number
  readonly receipt?: string
  readonly failed: boolean
}

/** A status query whose answer is sent later, to an address. */
export type Question = { readonly about: string; readonly conversation: string; readonly url: string }

const keptMax = 20_000
const stateOf: Record<PromptAction, PromptState> = {
  approve: 'approved',
  cancel: 'cancelled',
  wrong_pin: 'wrong_pin',
  ignore: 'ignored',
  no_funds: 'no_funds',
}

export type Books = ReturnType<typeof openBooks>

/** The state of one fake provider: prompts, payouts, movements of money, and planned faults. In memory and bounded. */
export function openBooks() {
  const prompts = new Map<string, Prompt>()
  const payouts = new Map<string, Payout>()
  const movements: Movement[] = []
  const questions: Question[] = []
  const plans: { fault: PaymentFault; left: number }[] = []
  let receipts = 0

  function move(movement: Omit<Movement, 'receipt'>): string {
    const receipt = `S${random.token(4).replace(/[-_]/g, 'X').toUpperCase()}${(++receipts).toString(36).toUpperCase().padStart(4, '0')}`
    movements.push({ ...movement, receipt })
    if (movements.length > keptMax) movements.shift()
    return receipt
  }

  return {
    prompts,
    payouts,
    movements,
    questions,
    move,

    put(prompt: Prompt): void {
      prompts.set(prompt.id, prompt)
      for (const oldest of prompts.keys()) if (prompts.size > keptMax) prompts.delete(oldest)
    },

    /** Answers a waiting prompt; undefined if none waits. Money moves only with the right PIN. */
    act(id: string, action: PromptAction): Prompt | undefined {
      const prompt = prompts.get(id)
      if (prompt?.state !== 'waiting') return undefined
      prompt.state = stateOf[action]
      if (action === 'approve') {
        const { amount, msisdn, reference } = prompt
        prompt.receipt = move({ kind: 'in', amount, msisdn, reference })
      }
      return prompt
    },

    plan(fault: PaymentFault, next: number): void {
      const at = plans.findIndex((plan) => plan.fault === fault)
      if (at >= 0) plans.splice(at, 1)
      if (next > 0) plans.push({ fault, left: next })
    },

    /** True if this fault is planned. Uses it up once. */
    fails(fault: PaymentFault): boolean {
      const plan = plans.find((one) => one.fault === fault)
      if (!plan || plan.left <= 0) return false
      plan.left--
      return true
    },
  }
}
