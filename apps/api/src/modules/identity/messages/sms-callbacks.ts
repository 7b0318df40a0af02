import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { mobileNumber } from '@nare/contract/typed'
import { transact, type Db } from '#platform/db'
import { answerRefusal } from '#platform/http'
import type { Log } from '#platform/log'
import { own } from '#platform/own'
import { restartNumber, stopNumber } from './consents.ts'
import { clearUnreachable, insertReceived, markNumber, sweepReceived } from './sms-store.ts'

/** The kinds of callbacks of Africa's Talking: delivery reports, opt-outs, and messages that people send to our number. */
const smsCallbackKinds = ['delivery', 'opt-out', 'incoming'] as const
export type SmsCallbackKind = (typeof smsCallbackKinds)[number]

/** A message that a person sent to our number. `sentAt` is undefined if the provider gave no time. */
export type IncomingSms = {
  readonly id: string
  readonly msisdn: string
  readonly text: string
  readonly sentAt: Date | undefined
}

/** The last report about a message that was sent: it arrived, or it certainly does not. `id` is the one that the provider gave it. */
export type DeliveryReport = { readonly id: string; readonly delivery: 'delivered' | 'failed' }

type Deps = { readonly db: Db; readonly log: Log; readonly secret: () => Promise<Uint8Array> }

type CallbackPath = { readonly kind: string; readonly key: string }

const bodyBytesMax = 16 * 1024
const textCharsMax = 2000
const idCharsMax = 120
const keepDays = 180
const sweptMax = 10_000
const optedOutReasons = new Set(['userinblacklist', 'donotdisturbrejection'])
/** The words with which somebody asks for no more messages, and for messages again. */
const stopWords = /^\s*(stop|acha)[\s.!]*$/i
const startWords = /^\s*(start|anza)[\s.!]*$/i
/** Failures caused by our account or the message, not by the number. */
const reasonsOfOurs = new Set(['insufficientcredit', 'invalidlinkid', 'couldnotroute', 'internalservererror'])

const zDelivery = z.object({
  id: z.optional(z.string()),
  status: z.string(),
  phoneNumber: z.string(),
  failureReason: z.optional(z.string()),
})
/** The states after which no other one comes. `Sent`, `Submitted` and `Buffered` are on the way. */
const lastStates: Readonly<Record<string, DeliveryReport['delivery']>> = {
  success: 'delivered',
  failed: 'failed',
  rejected: 'failed',
  absentsubscriber: 'failed',
  expired: 'failed',
}
const zOptOut = z.object({ phoneNumber: z.string() })
const zIncoming = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(120)),
  from: z.string(),
  to: z.string().check(z.maxLength(40)),
  text: z.string(),
  linkId: z.optional(z.string().check(z.maxLength(120))),
  date: z.optional(z.string().check(z.maxLength(40))),
})

/** The key in the path of a callback: 128 bits of an HMAC-SHA256 with the server's secret, as 32 hexadecimal characters. */
const keyOf = (secret: Uint8Array, kind: SmsCallbackKind): string =>
  createHmac('sha256', secret).update(`sms|${kind}`).digest('hex').slice(0, 32)

/** The paths of the SMS provider's callbacks, to be entered in its dashboard. */
export async function smsCallbackPaths(secret: () => Promise<Uint8Array>): Promise<Record<SmsCallbackKind, string>> {
  const key = await secret()
  const path = (kind: SmsCallbackKind) => `/cb/sms/${kind}/${keyOf(key, kind)}`
  return { delivery: path('delivery'), 'opt-out': path('opt-out'), incoming: path('incoming') }
}

/** Receives the SMS provider's callbacks. They are unsigned: the key in the path authorises them. They only mark numbers and store messages. */
export function openSmsCallbacks({ db, log, secret }: Deps) {
  let onIncoming: (message: IncomingSms) => Promise<void> = async () => undefined
  let onReport: (report: DeliveryReport) => Promise<void> = async () => undefined

  const stop = (msisdn: string, how: 'sms' | 'provider', reason: string | null = null): Promise<void> =>
    transact(db, (tx) => stopNumber(tx, { msisdn, how, reason }))

  async function delivery(body: unknown): Promise<void> {
    const read = zDelivery.safeParse(body)
    const msisdn = read.success ? mobileNumber(read.data.phoneNumber) : undefined
    if (!read.success || msisdn === undefined) return
    const status = read.data.status.toLowerCase()
    const last = own(lastStates, status)
    const id = storable(read.data.id ?? '')
    if (last !== undefined && id.length > 0 && id.length <= idCharsMax) await onReport({ id, delivery: last })
    const reason = read.data.failureReason === undefined ? null : storable(read.data.failureReason).slice(0, 60)
    const cause = reason?.toLowerCase() ?? ''
    if (status === 'success') return clearUnreachable(db, msisdn)
    if (status !== 'failed' && status !== 'rejected') return
    if (optedOutReasons.has(cause)) return stop(msisdn, 'provider', reason)
    const isUnreachable = status === 'failed' ? !reasonsOfOurs.has(cause) : cause !== '' && !reasonsOfOurs.has(cause)
    if (isUnreachable) await markNumber(db, msisdn, { unreachable: true, reason })
  }

  async function optOut(body: unknown): Promise<void> {
    const read = zOptOut.safeParse(body)
    const msisdn = read.success ? mobileNumber(read.data.phoneNumber) : undefined
    if (msisdn !== undefined) await stop(msisdn, 'provider')
  }

  async function incoming(body: unknown): Promise<void> {
    const read = zIncoming.safeParse(body)
    const msisdn = read.success ? mobileNumber(read.data.from) : undefined
    if (!read.success || msisdn === undefined) return log.warn('a received SMS could not be parsed')
    const { to, linkId, date } = read.data
    const [id, text] = [storable(read.data.id), storable(read.data.text)]
    const isWish = stopWords.test(text) || startWords.test(text)
    await transact(db, async (tx) => {
      const linked = linkId === undefined ? null : storable(linkId)
      const isNew = await insertReceived(tx, { id, msisdn, to: storable(to), text, linkId: linked })
      // A STOP that is delivered again after a START changes nothing.
      if (!isNew || !isWish) return
      if (stopWords.test(text)) await stopNumber(tx, { msisdn, how: 'sms' })
      else await restartNumber(tx, msisdn)
    })
    if (!isWish) await onIncoming({ id, msisdn, text, sentAt: timeOf(date) })
  }

  const receivers: Record<SmsCallbackKind, (body: unknown) => Promise<void>> = { delivery, 'opt-out': optOut, incoming }

  return {
    /** Calls `handler` with every received message, including repeated ones, before the callback is answered. */
    connectIncoming(handler: (message: IncomingSms) => Promise<void>): void {
      onIncoming = handler
    },
    /** Calls `handler` with every last report about a message, including repeated ones, before the callback is answered. */
    connectReports(handler: (report: DeliveryReport) => Promise<void>): void {
      onReport = handler
    },
    /** Returns a function that checks the kind and the key in the path of a callback. */
    async openKeys(): Promise<(path: CallbackPath) => SmsCallbackKind | undefined> {
      const own = await secret()
      const keys = new Map(smsCallbackKinds.map((kind) => [kind, Buffer.from(keyOf(own, kind))]))
      return ({ kind, key }) => {
        const found = smsCallbackKinds.find((one) => one === kind)
        const [given, expected] = [Buffer.from(key), found && keys.get(found)]
        return given.length === expected?.length && timingSafeEqual(given, expected) ? found : undefined
      }
    },
    /** Processes the body of a callback. A body without useful content is accepted and ignored. */
    receive: (kind: SmsCallbackKind, body: unknown): Promise<void> => receivers[kind](body),
    /** Removes messages that were received more than half a year ago. */
    sweep: (): Promise<void> => sweepReceived(db, { days: keepDays, most: sweptMax }),
  }
}

/** Parses a time such as "2026-03-04 10:30:00". Without a zone it is UTC. */
function timeOf(text: string | undefined): Date | undefined {
  const iso = text?.trim().replace(' ', 'T') ?? ''
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(ms) ? undefined : new Date(ms)
}

/** A text that PostgreSQL can store, of bounded length. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD').slice(0, textCharsMax)

/**
 * Mounts the provider's callbacks, whose bodies are forms or JSON. Address and key are checked before the body is read. `from` decides
 * whether a network address may belong to the provider. Calls with the right key have the limit of a provider; all others count for their
 * address.
 */
export async function mountSmsCallbacks(
  app: FastifyInstance,
  callbacks: ReturnType<typeof openSmsCallbacks>,
  { from }: { from: (address: string) => boolean },
): Promise<void> {
  const kindOf = await callbacks.openKeys()
  const allowedKind = (request: FastifyRequest) =>
    from(request.ip) ? kindOf(request.params as CallbackPath) : undefined
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const refuse = async (request: FastifyRequest, reply: FastifyReply) =>
      allowedKind(request) ? undefined : answerRefusal(reply, { ok: false, code: 'not_found' })
    const caller = (request: FastifyRequest) => (allowedKind(request) ? 'provider sms' : undefined)
    // Hooks of this kind run after the limits of calls and before the body is read.
    const options = { bodyLimit: bodyBytesMax, config: { caller }, preParsing: refuse }
    scope.post('/cb/sms/:kind/:key', options, async (request, reply) => {
      const kind = allowedKind(request)
      if (kind) await callbacks.receive(kind, readBody(request.body))
      return reply.send({})
    })
  })
}

function readBody(body: unknown): unknown {
  const text = typeof body === 'string' ? body.trim() : ''
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
