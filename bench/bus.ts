import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '@nare/api/platform/bus'
import { openBusHub } from '@nare/api/platform/bus-hub'
import { busName, busOverIpc } from '@nare/api/platform/bus-ipc'
import { busOverRedis } from '@nare/api/platform/bus-redis'
import { ipcChannel } from '@nare/api/platform/ipc-channel'
import { openLog } from '@nare/api/platform/log'

/**
 * `npm run bench bus`: the processor time of a live state that one process publishes to another, in the sender, the primary and the
 * receiver, and the duration of a claim. Measured over IPC; with `BENCH_REDIS_URL` also over that Redis server.
 */
const messages = 100_000
const perTurn = 40
const claims = 200
const redisUrl = process.env['BENCH_REDIS_URL']
const [role, kind = 'IPC'] = process.argv.slice(2)

const state = (n: number) => {
  const topic = `market:12345678:${n % 100}`
  const odds = [
    ['over 2.5', '1.90'],
    ['under 2.5', '1.95'],
  ]
  return { topicKey: topic, message: { topic, key: '2.5', version: n, state: { state: 'open', odds } } }
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function print(name: string, value: string): void {
  console.log(`${kind.padEnd(6)} ${name.padEnd(44)} ${value.padStart(10)}`)
}

if (role === 'send') await send(await openBus())
else if (role === 'receive') receive(await openBus())
else for (const over of redisUrl ? ['IPC', 'Redis'] : ['IPC']) await measure(over)

async function measure(over: string): Promise<void> {
  const hub = openBusHub()
  const start = (as: string) => {
    const child = fork(import.meta.filename, [as, over])
    if (over === 'IPC') hub.attach(ipcChannel(child, busName))
    return child
  }
  const receiver = start('receive')
  await once(receiver, 'message')
  const before = cpuMicros()
  const sender = start('send')
  await Promise.all([once(sender, 'exit'), once(receiver, 'exit')])
  if (over === 'IPC') print('primary, µs a message', ((cpuMicros() - before) / messages).toFixed(1))
}

async function openBus(): Promise<Bus> {
  if (kind === 'IPC') return busOverIpc(ipcChannel(process, busName))
  const bus = busOverRedis({ url: redisUrl ?? '', prefix: 'bench:', log: openLog('error') })
  while (!bus.isUp()) await wait(10)
  return bus
}

async function send(bus: Bus): Promise<void> {
  const before = cpuMicros()
  for (let n = 0; n < messages; n++) {
    bus.publish('live', state(n))
    if (n % perTurn === 0) await wait(1)
  }
  await bus.claim('after the last', 1)
  print('sender, µs a message', ((cpuMicros() - before) / messages).toFixed(1))
  const took: number[] = []
  for (let n = 0; n < claims; n++) {
    const startedAt = performance.now()
    await bus.claim(`${process.pid} ${n}`, 1000)
    took.push(performance.now() - startedAt)
  }
  took.sort((a, b) => a - b)
  print('claim, p50 and p99, ms', `${took[claims / 2]?.toFixed(2)} / ${took[claims - 2]?.toFixed(2)}`)
  bus.publish('live', 'end')
  await wait(200)
  await bus.close()
  process.exit(0)
}

function receive(bus: Bus): void {
  const before = cpuMicros()
  let received = 0
  bus.subscribe('live', (message) => {
    if (message !== 'end') return void received++
    print('receiver, µs a message', ((cpuMicros() - before) / messages).toFixed(1))
    print('received', String(received))
    process.exit(0)
  })
  process.send?.('ready')
}
