/**
 * The result of sending a message: accepted by the provider, certainly not sent, or unknown. After an unknown result the message is never
 * sent again automatically, because the receiver may have received it.
 */
export type Sent = 'sent' | 'failed' | 'unknown'

/** A text message. `to` is a number as 2547…. `noteId` is called with the provider's id of a message that it accepted, by which it reports the delivery. */
export type SmsMessage = { readonly to: string; readonly text: string; readonly noteId?: (id: string) => void }

/** Sends text messages. Every call returns within a bounded time. */
export type Sms = { send(message: SmsMessage): Promise<Sent> }

/** Sends mail. Every call returns within a bounded time. */
export type Mail = { send(message: { to: string; subject: string; text: string }): Promise<Sent> }
