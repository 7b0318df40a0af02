/**
 * The result of sending a message: accepted by the provider, certainly not sent, or unknown. An unknown one is never sent again
 * automatically, because the receiver may have it already.
 */
export type Sent = 'sent' | 'failed' | 'unknown'

/** A way to send text messages. `to` is a number as 2547…; every answer comes within a bounded time. */
export type Sms = { send(message: { to: string; text: string }): Promise<Sent> }

/** A way to send mail. Every answer comes within a bounded time. */
export type Mail = { send(message: { to: string; subject: string; text: string }): Promise<Sent> }
