import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { counted, zDay } from '@nare/contract/shapes'
import { addressList } from '#platform/address-list'
import type { Operator } from '#platform/call'
import type { Mounting } from '#platform/calls'
import { enterFiles } from '#platform/csv'
import { answerRefusal } from '#platform/http'
import { readInput } from '#platform/read-input'
import type { Reader } from './store.ts'
import { publishedSchema } from './schema.ts'
import { nameOf, type Files } from './files.ts'
import type { Stream } from './stream.ts'

type Deps = {
  readonly files: Files
  readonly stream: Stream
  readonly addresses: readonly string[]
  readonly note: (reader: Omit<Reader, 'at'>) => Promise<void>
}

const streamInput = z.object({
  after: z._default(z.string().check(z.regex(/^\d{1,15}$/)), '0'),
  limit: counted(10_000, 1_000),
})
const dayInput = z.object({ day: zDay })
const ndjson = 'application/x-ndjson; charset=utf-8'
/** The calls of one address in a minute. */
const perMinute = { stream: 600, file: 30 }

/**
 * Serves the stream and the files: to tokens with export.read alone from the addresses of REGULATOR_ADDRESSES, and the files also to people of the
 * house with this permission, in the console. Everything is sent as it is read, so that memory holds some lines.
 */
export function serveRegulator({ app, operatorOf, house }: Mounting, { files, stream, addresses, note }: Deps): void {
  const isAllowedAddress = addresses.length === 0 ? () => false : addressList(addresses)
  const sent = new Map<string, number>()

  /** Who reads; writes it to the audit log, once an hour. */
  async function reader(
    request: FastifyRequest,
    { kind, subject }: { kind: 'token' | 'person'; subject: string },
  ): Promise<Outcome<Operator, 'session_required' | 'session_expired' | 'not_allowed'>> {
    if (kind === 'token' && !isAllowedAddress(request.ip)) return refused('not_allowed')
    const found = (await operatorOf?.(request)) ?? refused('session_required')
    if (!found.ok) return found
    const { name, may } = found.value
    if (!may.has('export.read') || (kind === 'token' && found.value.kind === 'person')) return refused('not_allowed')
    // A token of the regulator has no second door, which would open from everywhere.
    if (kind === 'person' && may.size === 1) return refused('not_allowed')
    if (kind === 'token' && may.size > 1)
      return refused('not_allowed', undefined, 'A token of the regulator has export.read and nothing else')
    await house?.seen({ operator: name, action: 'regulator.read', subject, facts: {}, reason: '' })
    return done(found.value)
  }

  /** Sends what is read as long as the reader takes it. Refuses more than two at a time of one reader. */
  function send(reply: FastifyReply, name: string, body: () => Readable): FastifyReply {
    const leave = enterFiles(sent, name)
    if (!leave) return answerRefusal(reply, refused('too_many_requests', { retry_after_s: 5 }))
    reply.raw.once('close', leave)
    return reply.type(ndjson).send(body())
  }

  async function sendDay(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: 'token' | 'person',
  ): Promise<FastifyReply> {
    const input = readInput(dayInput, request.params)
    if (!input.ok) return answerRefusal(reply, refused('invalid_input', fieldFacts(input.faults)))
    const { day } = input.value
    const found = await reader(request, { kind, subject: `regulator ${day}` })
    if (!found.ok) return answerRefusal(reply, found)
    const { name } = found.value
    const made = await files.make(day)
    if (made === 'busy') return answerRefusal(reply, refused('too_many_requests', { retry_after_s: 5 }))
    const asFile = () => reply.type(ndjson).header('content-disposition', `attachment; filename="${nameOf(day)}"`)
    const isHead = request.method === 'HEAD'
    if (made === 'not_over') {
      const lines = await files.soFar(day)
      if (!lines) return answerRefusal(reply, refused('not_found'))
      return isHead ? asFile().send('') : send(asFile(), name, () => Readable.from(lines))
    }
    const size = made !== 'no_day' && (await stat(made.path).catch(() => undefined))?.size
    if (made === 'no_day' || size === undefined || size === false)
      return answerRefusal(reply, refused('not_found', undefined, `There is no file of ${day} here`))
    await note({ name, what: 'file', upto: day, address: request.ip })
    asFile().header('etag', `"${made.file.sha256}"`).header('content-length', size)
    return isHead ? reply.send('') : send(reply, name, () => createReadStream(made.path))
  }

  const config = { private: true, rateLimit: { max: perMinute.file } }
  app.get('/v1/regulator/export/:day', { config }, (request, reply) => sendDay(request, reply, 'token'))
  app.get('/v1/operator/regulator/:day.ndjson', { config }, (request, reply) => sendDay(request, reply, 'person'))

  app.get(
    '/v1/regulator/stream',
    { config: { private: true, rateLimit: { max: perMinute.stream } } },
    async (request, reply) => {
      const found = await reader(request, { kind: 'token', subject: 'regulator stream' })
      if (!found.ok) return answerRefusal(reply, found)
      const input = readInput(streamInput, request.query)
      if (!input.ok) return answerRefusal(reply, refused('invalid_input', fieldFacts(input.faults)))
      if (request.method === 'HEAD') return reply.type(ndjson).send('')
      const { name } = found.value
      const from = { after: BigInt(input.value.after), limit: input.value.limit }
      await note({ name, what: 'stream', upto: input.value.after, address: request.ip })
      return send(reply, name, () => Readable.from(stream.read(from)))
    },
  )

  app.get('/v1/regulator/schema', { config }, async (request, reply) => {
    const found = await reader(request, { kind: 'token', subject: 'regulator schema' })
    return found.ok ? reply.send(publishedSchema()) : answerRefusal(reply, found)
  })
}
