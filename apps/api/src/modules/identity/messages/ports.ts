/**
 * The result of sending a message: accepted by the provider, certainly not sent, or unknown. After an unknown result the message is never
 * sent again automatically, because the receiver may have received it.
 */
export type Sent = 'sent' | 'failed' | 'unknown'

/** Sends text messages. `to` is a number as 2547…. Every call returns within a bounded time. */
export type Sms = { send(message: { to: string; text: string }): Promise<Sent> }

/** Sends mail. Every call returns within a bounded time. */
export type Mail = { send(message: { to: string; subject: string; text: string }): Promise<Sent> }
