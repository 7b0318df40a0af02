import fastify from 'fastify'
import pg from 'pg'
import { WebSocketServer } from 'ws'
import { nowNs } from '../live/protocol.ts'

/**
 * The reference server: bare `ws`, which sends a text to all its sockets on command, and in the same process bare Fastify, which stores
 * each bet as one row, with one statement for all waiting bets. It checks no session, body, money or round. The argument is the
 * connection string of the database.
 */
const client = new pg.Client(JSON.parse(process.argv[2] ?? '{}') as pg.ClientConfig)
await client.connect()
await client.query('create table if not exists bare_bet (id uuid primary key, stake text, slot smallint, target text)')

type Bet = { readonly id: string; readonly stake: string; readonly slot: number; readonly auto_cash_out?: string }
type Waiting = { readonly bet: Bet; readonly stored: () => void }
let waiting: Waiting[] = []
let isStoring = false

async function storeAll(): Promise<void> {
  isStoring = true
  while (waiting.length > 0) {
    const batch = waiting
    waiting = []
    await client.query({
      name: 'bare',
      text: 'insert into bare_bet select * from unnest($1::uuid[], $2::text[], $3::smallint[], $4::text[])',
      values: [
        batch.map(({ bet }) => bet.id),
        batch.map(({ bet }) => bet.stake),
        batch.map(({ bet }) => bet.slot),
        batch.map(({ bet }) => bet.auto_cash_out ?? null),
      ],
    })
    for (const { stored } of batch) stored()
  }
  isStoring = false
}

const app = fastify()
app.post('/v1/games/crash/bet', async (request, reply) => {
  const bet = request.body as Bet
  await new Promise<void>((stored) => {
    waiting.push({ bet, stored })
    if (!isStoring) setImmediate(() => !isStoring && void storeAll())
  })
  const target = bet.auto_cash_out ?? null
  return reply.code(201).send({ message: 'Bet placed', bet: { ...bet, auto_cash_out: target, state: 'open' } })
})
await app.listen({ port: 0, host: '127.0.0.1' })
const server = new WebSocketServer({ server: app.server, path: '/v1/live' })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })

process.on('message', ({ text }: { text?: string }) => {
  if (text === undefined) process.exit(0)
  const at = nowNs()
  for (const socket of server.clients) socket.send(text)
  process.send?.({ at })
})
