import fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { refused } from '@nare/contract/outcome'
import { expect, test } from 'vitest'
import { answerRefusal } from './http.ts'
import { openLog } from './log.ts'
import { logRefusals } from './refusal-log.ts'

function rig() {
  const lines: Record<string, unknown>[] = []
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  let nowMs = 0
  logRefusals(app, log, () => nowMs)
  app.get('/v1/phone/:msisdn', (_request, reply) => answerRefusal(reply, refused('not_found')))
  app.get('/v1/good', async () => ({}))
  const ask = async (url: string): Promise<string> => (await app.inject({ url })).json<{ ref: string }>().ref
  return { lines, ask, pass: (ms: number) => (nowMs += ms) }
}

test('a refused call has a line with the id that its caller was given, and nothing that he wrote', async () => {
  const { lines, ask } = rig()
  const ref = await ask('/v1/phone/0712345678?code=123456')
  await ask('/v1/good')
  expect(lines).toEqual([
    expect.objectContaining({ reqId: ref, method: 'GET', url: '/v1/phone/:msisdn', status: 404, refusal: 'not_found' }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/0712345678|123456/)
})

test('of a flood a hundred lines a second are written, and the next one says how many were left out', async () => {
  const { lines, ask, pass } = rig()
  for (let call = 0; call < 130; call++) await ask('/v1/phone/1')
  expect(lines).toHaveLength(100)
  pass(1_000)
  await ask('/v1/phone/1')
  expect(lines.slice(100)).toEqual([
    expect.objectContaining({ omitted: 30 }),
    expect.objectContaining({ msg: 'a call was refused' }),
  ])
})
