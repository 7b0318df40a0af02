import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '#testing/app'

let nare: TestApp
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  nare = await testApp()
})
afterAll(async () => {
  await nare.close()
  vi.useRealTimers()
})

/** A socket with what it has heard so far; `until` waits for the first message of which `is` holds. */
async function socket() {
  const ws = await nare.app.app.injectWS('/v1/live')
  const heard: Record<string, unknown>[] = []
  const closed = new Promise<void>((resolve) => ws.once('close', () => resolve()))
  ws.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
  const until = async (is: (message: Record<string, unknown>) => boolean) => {
    while (!heard.some(is)) await new Promise((resolve) => ws.once('message', resolve))
  }
  return { ws, heard, until, closed, send: (words: object) => ws.send(JSON.stringify(words)) }
}

test('a balance is heard by its owner alone, whatever topic is named', async () => {
  const [own, other] = await nare.bettors(2, 70)
  const { ws, heard, until, send } = await socket()
  send({ subscribe: [`balance:${other?.id}`, 'balance'] })
  send({ auth: own?.token })
  send({ subscribe: [`balance:${other?.id}`, 'balance'] })
  send({ ping: 'asked' })
  await until((message) => message['pong'] === 'asked')
  await until((message) => message['topic'] === 'balance' && message['state'] !== undefined)
  await nare.app.ledger.tell(nare.app.live, [other?.id ?? 0n])
  expect(nare.app.live.heard(`balance:${own?.id}`)).toBe(true)
  expect(nare.app.live.heard(`balance:${other?.id}`)).toBe(false)
  expect(heard.filter((message) => message['error'] !== undefined)).toHaveLength(3)
  ws.terminate()
})

test('a socket that sends more commands than can be heard is ended', async () => {
  const match = await nare.match()
  const { closed, send } = await socket()
  for (let n = 0; n < 300; n++) send({ subscribe: [`match:${match}`] })
  await closed
})

test('a session that has ended hears its balance no longer than to the next pulse', async () => {
  const [bettor] = await nare.bettors(1, 70)
  const { ws, until, send } = await socket()
  send({ auth: bettor?.token })
  send({ subscribe: ['balance'] })
  await until((message) => message['topic'] === 'balance')
  vi.advanceTimersByTime(30_000)
  send({ ping: 'still there' })
  await until((message) => message['pong'] === 'still there')
  expect(nare.app.live.heard(`balance:${bettor?.id}`)).toBe(true)
  await nare.app.identity.endSessions(bettor?.id ?? 0n)
  vi.advanceTimersByTime(30_000)
  await until((message) => message['error'] === 'session_expired')
  expect(nare.app.live.heard(`balance:${bettor?.id}`)).toBe(false)
  ws.terminate()
})
