import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Sms } from '#modules/identity/identity'
import type { Faults } from './faults.ts'
import { openTray, type Received } from './tray.ts'

export type Phone = Sms & {
  /** The text messages of a number as 2547…, newest last. */
  messages(msisdn: string): readonly Received[]
}

/** The sandbox's phones, one for every number: a simulation of the SMS provider. */
export function openPhone({ clock, faults, bus }: { clock: Clock; faults: Faults; bus: Bus }): Phone {
  const tray = openTray({ clock, faults, bus, service: 'sms' })
  return {
    send: ({ to, text }) => tray.deliver({ to, text, code: /\b\d{6}\b/.exec(text)?.[0] }),
    messages: (msisdn) => tray.list(msisdn),
  }
}
