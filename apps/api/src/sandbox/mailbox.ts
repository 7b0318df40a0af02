import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Mail } from '#modules/identity/identity'
import type { Faults } from './faults.ts'
import { openTray, type Received } from './tray.ts'

export type Mailbox = Mail & {
  /** The mails of an address, newest last. `code` is the token of the link. */
  messages(address: string): readonly Received[]
}

/** The sandbox's mailboxes, one for every address: a simulation of the mail server. */
export function openMailbox({ clock, faults, bus }: { clock: Clock; faults: Faults; bus: Bus }): Mailbox {
  const tray = openTray({ clock, faults, bus, service: 'mail' })
  return {
    send({ to, subject, text }) {
      const code = /[?&](?:resetToken|confirmToken)=([\w-]+)/.exec(text)?.[1]
      return tray.deliver({ to: to.toLowerCase(), text: `${subject}\n\n${text}`, code })
    },
    messages: (address) => tray.list(address.toLowerCase()),
  }
}
