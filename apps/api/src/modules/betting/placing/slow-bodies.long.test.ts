import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { testApp, type TestApp } from '#testing/app'
import { pick, slipOf } from '#testing/bets'

const unfinishedMax = 1_500

let nare: TestApp
let port: number
const open: Socket[] = []
let received = 0

beforeAll(async () => {
  // A queue of this many slips would exceed the bound; the few complete bets never queue behind a full batch.
  nare = await testApp({ BET_QUEUE_MS: '500' })
  nare.app.app.server.on('request', () => received++)
  port = Number(new URL(await nare.app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await nare.close()
})

/** A bet of which only the first character of the body is sent. */
function sendUnfinishedBet(): void {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    'POST /v1/bet HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
  )
  open.push(socket)
}

test('fifteen hundred unfinished bets do not make the server look full: a complete bet is placed', async () => {
  const match = await nare.match()
  const bettor = await nare.bettor(1_000)
  for (let n = 0; n < unfinishedMax; n++) sendUnfinishedBet()
  await vi.waitFor(() => expect(received).toBe(unfinishedMax), 30_000)
  for (let n = 0; n < 5; n++) {
    const response = await nare.call(betting.place, slipOf([pick(match)]), bettor.token)
    expect(response).toMatchObject({ status: 201, body: { bet: { state: 'open' } } })
  }
})
