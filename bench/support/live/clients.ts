import { connect, type Socket } from 'node:net'
import { nowNs, type ClientCommand, type ConnectCommand, type Receipt } from './protocol.ts'

/**
 * Thousands of WebSocket clients in one process, over raw sockets: a full client would use more processor time than the server. All
 * sockets count their messages. One socket in `sampleEvery` parses its messages and records the times of receipt.
 */
const connectingMax = 50
const sampleEvery = 20
const opcodes = { text: 1, close: 8, ping: 9 }
/** All sockets read into the same buffer, which is processed before the next read. */
const shared = Buffer.allocUnsafe(64 * 1024)
const marker = Buffer.from('"topic":')

type Client = {
  readonly socket: Socket
  readonly isSampled: boolean
  isOpen: boolean
  rest: Buffer | undefined
  onOpen: () => void
}

const clients: Client[] = []
let isStopping = false
let isCounting = false
let counts = { messages: 0, frames: 0, bytes: 0 }
let receipts: Receipt[] = []

process.on('message', (command: ClientCommand) => {
  if (command.do === 'connect')
    return void connectAll(command).then(
      () => process.send?.({ connected: clients.length }),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  if (command.do === 'count') {
    counts = { messages: 0, frames: 0, bytes: 0 }
    receipts = []
    isCounting = true
    return void process.send?.({})
  }
  if (command.do === 'report') {
    isCounting = false
    return void process.send?.({ ...counts, receipts })
  }
  isStopping = true
  for (const { socket } of clients) socket.destroy()
  process.exit(0)
})

async function connectAll(command: ConnectCommand): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < command.sockets) await openClient(command, command.first + next++)
  }
  await Promise.all(Array.from({ length: connectingMax }, worker))
}

function openClient(command: ConnectCommand, number: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({
      port: command.port,
      host: '127.0.0.1',
      onread: {
        buffer: () => shared,
        callback: (size) => {
          receive(client, shared.subarray(0, size))
          return true
        },
      },
    })
    const onOpen = () => {
      socket.write(
        textFrame(JSON.stringify({ subscribe: topicsOf(command, number), ...(command.batch && { batch: true }) })),
      )
      resolve()
    }
    const client: Client = {
      socket,
      isSampled: number % (command.sampleEvery ?? sampleEvery) === 0,
      isOpen: false,
      rest: undefined,
      onOpen,
    }
    clients.push(client)
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('close', () => !isStopping && fail(new Error(`the server closed socket ${number}`)))
    socket.write(upgradeRequest(number))
  })
}

/** A client address for each 100 sockets, as a proxy forwards it. */
function upgradeRequest(number: number): string {
  const network = Math.floor(number / 100)
  const headers = [
    'GET /v1/live HTTP/1.1',
    'host: bench',
    'upgrade: websocket',
    'connection: Upgrade',
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
    `x-forwarded-for: 10.0.${network >> 8}.${network & 255}`,
  ]
  return `${headers.join('\r\n')}\r\n\r\n`
}

/** Chooses the topics of a socket so that every topic has the same number of subscribers. */
function topicsOf({ paced, urgent, topicsPerSocket }: ConnectCommand, number: number): string[] {
  const step = Math.max(1, Math.floor(paced.length / topicsPerSocket))
  const pacedTopics = Array.from(
    { length: topicsPerSocket },
    (_, n) => paced[(number + n * step) % paced.length] as string,
  )
  return [...pacedTopics, ...urgent]
}

function receive(client: Client, chunk: Buffer): void {
  let data = client.rest ? Buffer.concat([client.rest, chunk]) : chunk
  if (!client.isOpen) {
    const end = data.indexOf('\r\n\r\n')
    if (end < 0) return void (client.rest = Buffer.from(data))
    if (!data.toString('latin1', 0, 12).endsWith('101')) fail(new Error(data.toString('latin1', 0, end)))
    client.isOpen = true
    data = data.subarray(end + 4)
    client.onOpen()
  }
  let at = 0
  while (data.length - at >= 2) {
    const short = (data[at + 1] as number) & 127
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (data.length - at < head) break
    const size = short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
    if (data.length - at < head + size) break
    onFrame(client, (data[at] as number) & 15, data.subarray(at + head, at + head + size))
    at += head + size
  }
  client.rest = at < data.length ? Buffer.from(data.subarray(at)) : undefined
}

function onFrame(client: Client, opcode: number, payload: Buffer): void {
  if (opcode === opcodes.ping) return void client.socket.write(frame(0x8a, payload))
  if (opcode === opcodes.close) fail(new Error('the server closed a socket'))
  if (!isCounting || opcode !== opcodes.text) return
  counts.frames++
  counts.bytes += payload.length
  if (client.isSampled) return record(payload)
  for (let from = payload.indexOf(marker); from >= 0; from = payload.indexOf(marker, from + marker.length))
    counts.messages++
}

function record(payload: Buffer): void {
  const at = nowNs()
  const parsed: unknown = JSON.parse(payload.toString())
  for (const { topic, version } of (Array.isArray(parsed) ? parsed : [parsed]) as Receipt[]) {
    counts.messages++
    receipts.push({ topic, version, at })
  }
}

const textFrame = (text: string): Buffer => frame(0x81, Buffer.from(text))

/** A client frame with an all-zero mask, which leaves the payload as it is. */
function frame(first: number, payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([first, 0x80 | payload.length])
      : Buffer.from([first, 0xfe, payload.length >> 8, payload.length & 255])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

function fail(error: Error): void {
  console.error(error)
  process.exit(1)
}
