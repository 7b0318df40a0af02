/** The outside services whose faults the sandbox can simulate. */
export type Service = 'sms' | 'mail'

/** What goes wrong: late, refused, accepted but never delivered, or delivered twice. */
export type Fault = {
  readonly delayMs: number
  readonly error: boolean
  readonly drop: boolean
  readonly duplicate: boolean
}

export type Faults = {
  /** The next `next` messages of a service have this fault; 0 ends it. */
  set(service: Service, fault: Fault, next: number): void
  /** The fault of the message that is sent now, which counts as one. */
  take(service: Service): Fault | undefined
}

/** A plan of faults in memory, one for each service. */
export function openFaults(): Faults {
  const plans = new Map<Service, { fault: Fault; left: number }>()
  return {
    set: (service, fault, next) => void plans.set(service, { fault, left: next }),
    take(service) {
      const plan = plans.get(service)
      if (!plan || plan.left <= 0) return undefined
      plan.left--
      return plan.fault
    },
  }
}
