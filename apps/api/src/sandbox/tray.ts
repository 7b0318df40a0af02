import type { Clock } from '#platform/clock'
import type { Sent } from '#modules/identity/identity'
import type { Bus } from '#platform/bus'
import type { Faults, Service } from './faults.ts'

/** A message on the sandbox's phone or in its mailbox. `code` is the code to type, or the token of the link. */
export type Received = { at: string; text: string; code?: string }

const eachMax = 50
const receiversMax = 10_000

type TrayDeps = { readonly clock: Clock; readonly faults: Faults; readonly bus: Bus; readonly service: Service }

type Delivery = {
  readonly to: string
  readonly text: string
  readonly code: string | undefined
  readonly onArrived?: () => void
}

/** Messages by receiver, in memory and bounded, delivered with the planned faults. All processes share the messages. */
export function openTray({ clock, faults, bus, service }: TrayDeps) {
  const channel = `sandbox ${service}`
  const messages = new Map<string, Received[]>()

  bus.subscribe(channel, (message) => {
    const [to, received] = message as [string, Received]
    keep(to, received)
  })

  function put(to: string, text: string, code: string | undefined): void {
    const received = { at: clock.date().toISOString(), text, ...(code !== undefined && { code }) }
    keep(to, received)
    bus.publish(channel, [to, received])
  }

  function keep(to: string, received: Received): void {
    const earlier = messages.get(to) ?? []
    earlier.push(received)
    if (earlier.length > eachMax) earlier.shift()
    messages.delete(to)
    messages.set(to, earlier)
    if (messages.size > receiversMax) for (const oldest of messages.keys()) return void messages.delete(oldest)
  }

  return {
    /** The messages of a receiver, newest last. */
    list: (to: string): readonly Received[] => messages.get(to) ?? [],

    /** Delivers a message; `onArrived` is called each time that it arrives. */
    async deliver({ to, text, code, onArrived }: Delivery): Promise<Sent> {
      const fault = faults.take(service)
      if (fault && fault.delayMs > 0) await new Promise<void>((go) => setTimeout(go, fault.delayMs).unref())
      if (fault?.error) return 'failed'
      if (fault?.drop) return 'sent'
      for (let n = fault?.duplicate ? 2 : 1; n > 0; n--) {
        put(to, text, code)
        onArrived?.()
      }
      return 'sent'
    },
  }
}
