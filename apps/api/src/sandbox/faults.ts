import type { Bus } from '#platform/bus'

/** The outside services whose faults the sandbox can simulate. */
export type Service = 'sms' | 'mail' | 'push'

/** A simulated fault: late, refused, accepted but never delivered, or delivered twice. */
export type Fault = {
  readonly delayMs: number
  readonly error: boolean
  readonly drop: boolean
  readonly duplicate: boolean
}

export type Faults = {
  /** Gives the next `next` messages of a service this fault; 0 removes it. */
  set(service: Service, fault: Fault, next: number): void
  /** The fault of the message that is being sent; uses the planned fault once. */
  take(service: Service): Fault | undefined
}

type Plan = { readonly service: Service; readonly fault: Fault; readonly left: number }

const channel = 'sandbox faults'

/** The planned faults in memory, one for each service, shared by all processes. */
export function openFaults(bus: Bus): Faults {
  const plans = new Map<Service, Plan>()
  const keep = (plan: Plan): void => void plans.set(plan.service, plan)
  bus.subscribe(channel, (plan) => keep(plan as Plan))

  function set(plan: Plan): void {
    keep(plan)
    bus.publish(channel, plan)
  }

  return {
    set: (service, fault, next) => set({ service, fault, left: next }),
    take(service) {
      const plan = plans.get(service)
      if (!plan || plan.left <= 0) return undefined
      set({ ...plan, left: plan.left - 1 })
      return plan.fault
    },
  }
}
