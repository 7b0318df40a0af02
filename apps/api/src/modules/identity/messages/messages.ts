import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import { sweepCodes } from './code-store.ts'
import { openConfirmMails } from './confirm-mails.ts'
import { openMailLinks } from './mail-links.ts'
import { openMessageLimits, type MessageLimits } from './message-limits.ts'
import { openNetworkCodes } from './network-codes.ts'
import { openOutbox } from './outbox.ts'
import type { Mail, Sms } from './ports.ts'
import { openPuzzles } from './puzzles.ts'
import { openQuotas } from './quotas.ts'

export { openAfricasTalking } from './africas-talking.ts'
export { dropCode, dropCodes } from './code-store.ts'
export { consentRoutes, consentSteps, consentedChannels, giveConsent } from './consents.ts'
export { issueCode, tryCode, type Proof } from './codes.ts'
export type { IssuedLink } from './mail-links.ts'
export type { Mail, Sent, Sms } from './ports.ts'
export {
  mountSmsCallbacks,
  openSmsCallbacks,
  smsCallbackPaths,
  type DeliveryReport,
  type IncomingSms,
} from './sms-callbacks.ts'
export { openMail } from './smtp.ts'
export { texts } from './texts.ts'
export { watchSms, type SmsState } from './watched-sms.ts'

export type Messages = ReturnType<typeof openMessages>

export type MessagesDeps = {
  readonly db: Db
  readonly log: Log
  readonly sms: Sms
  readonly mail: Mail
  /** The app's base URL for the links in mails, without a trailing slash. */
  readonly publicUrl: string
  readonly limits: MessageLimits & { readonly byAddress: boolean }
  readonly clock: Clock
  /** Signs puzzles. */
  readonly secret: () => Promise<Uint8Array>
}

/** Opens SMS and mail: sending, the links in mails, and the limits on messages. */
export function openMessages({ db, log, sms, mail, publicUrl, limits, clock, secret }: MessagesDeps) {
  const outbox = openOutbox(log)
  const quotas = openQuotas(db)
  const links = openMailLinks({ db, mail, publicUrl, outbox })
  const networkCodes = openNetworkCodes(db)
  const puzzles = openPuzzles({ secret, clock })
  const { count } = openMessageLimits({ quotas, puzzles, networkCodes, limits })
  const { sendConfirm } = openConfirmMails({ links, count })
  return {
    links,
    count,
    sendConfirm,

    /** Sends a text message after the response. `failed` runs if it was certainly not sent. */
    sendSms: (message: { to: string; text: string }, failed: () => Promise<void>): void =>
      outbox.send('sms', () => sms.send(message), failed),

    /** Waits for the messages that are being sent, for at most five seconds. */
    settled: (): Promise<void> => outbox.settled(),

    /** Remove a bounded number of expired rows. */
    sweeps: { codes: () => sweepCodes(db), quotas: quotas.sweep, networkCodes: networkCodes.sweep },
  }
}
