import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import { random } from '#platform/random'
import type { Sms } from '#modules/identity/identity'
import type { Faults } from './faults.ts'
import { openTray, type Received } from './tray.ts'

/** A delivery report as the SMS provider posts it. */
export type PhoneReport = Readonly<Record<'id' | 'status' | 'phoneNumber' | 'networkCode' | 'retryCount', string>>

export type Phone = Sms & {
  /** The text messages of a number as 2547…, newest last. */
  messages(msisdn: string): readonly Received[]
  /** Calls `post` with the report of each message that arrives, if its sender wants its id. */
  connectReports(post: (report: PhoneReport) => Promise<void>): void
}

/** The sandbox's phones, one for every number: a simulation of the SMS provider. */
export function openPhone({ clock, faults, bus }: { clock: Clock; faults: Faults; bus: Bus }): Phone {
  const tray = openTray({ clock, faults, bus, service: 'sms' })
  let post: (report: PhoneReport) => Promise<void> = async () => undefined
  return {
    async send({ to, text, noteId }) {
      let arrived = 0
      const code = /\b\d{6}\b/.exec(text)?.[0]
      const sent = await tray.deliver({ to, text, code, onArrived: () => void arrived++ })
      if (sent !== 'sent' || !noteId) return sent
      const id = `ATPid_${random.uuid()}`
      noteId(id)
      // A report may come before the answer to the sending; here it always does.
      const report = { id, status: 'Success', phoneNumber: `+${to}`, networkCode: '63902', retryCount: '0' }
      for (let n = 0; n < arrived; n++) await post(report)
      return sent
    },
    messages: (msisdn) => tray.list(msisdn),
    connectReports(handler) {
      post = handler
    },
  }
}
