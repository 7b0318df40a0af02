import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { openSmtp } from './smtp.ts'

type Says = Partial<Record<'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'end', string | 'hang up' | 'silence'>>

let server: Server | undefined
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server?.close()
})

const usual = { greeting: '220 mail', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go', end: '250 taken' }

/** A minimal RFC 5321 mail server that fails where a test configures it. */
async function openMailServer(says: Says): Promise<{ url: string; mails: string[]; commands: string[] }> {
  const mails: string[] = []
  const commands: string[] = []
  const script = { ...usual, ...says }
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const say = (step: keyof typeof usual): void => {
      if (script[step] === 'hang up') socket.destroy()
      else if (script[step] !== 'silence') socket.write(`${script[step]}\r\n`)
    }
    let text = ''
    let inMail = false
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (let end = next(); end >= 0; end = next()) {
        const line = text.slice(0, end)
        text = text.slice(end + (inMail ? 5 : 2))
        hear(line)
      }
    })
    const next = () => text.indexOf(inMail ? '\r\n.\r\n' : '\r\n')
    const hear = (line: string): void => {
      if (inMail) {
        mails.push(line)
        inMail = false
        return say('end')
      }
      commands.push(line)
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') return void socket.write('250-mail\r\n250 8BITMIME\r\n')
      if (verb === 'MAIL' || verb === 'RCPT') return say(verb)
      if (verb === 'DATA') {
        inMail = script.DATA.startsWith('354')
        return say('DATA')
      }
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      socket.write('250 ok\r\n')
    }
    say('greeting')
  })
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, commands }
}

async function send(url: string) {
  const mail = openSmtp({ url, from: 'Nare <no-reply@example.com>', log: openLog('silent'), timeoutMs: 400 })
  const outcome = await mail.send({
    to: 'bettor@example.com',
    subject: 'Set a new password',
    text: 'https://nare.example/x',
  })
  mail.close()
  return outcome
}

test('a mail reaches the server with its sender, receiver, subject and text', async () => {
  const { url, mails, commands } = await openMailServer({})
  expect(await send(url)).toBe('sent')
  expect(commands.find((line) => line.startsWith('MAIL'))).toContain('<no-reply@example.com>')
  expect(commands.find((line) => line.startsWith('RCPT'))).toContain('<bettor@example.com>')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/^Subject: Set a new password\r?$/m)
  expect(mails[0]).toContain('https://nare.example/x')
})

test('a server that refuses the sender, the receiver or the mail is a failure', async () => {
  const refusals: Says[] = [
    { greeting: '554 no' },
    { MAIL: '550 no' },
    { RCPT: '550 no such user' },
    { DATA: '451 later' },
    { end: '552 too big' },
  ]
  for (const says of refusals) {
    const { url, mails } = await openMailServer(says)
    expect([says, await send(url)]).toEqual([says, 'failed'])
    expect(mails.length).toBeLessThanOrEqual(1)
  }
})

test('a server that hangs up or stops responding after the mail leaves it unknown', async () => {
  for (const says of [{ end: 'hang up' }, { end: 'silence' }] satisfies Says[]) {
    const { url } = await openMailServer(says)
    expect([says, await send(url)]).toEqual([says, 'unknown'])
  }
})

test('without a listening server the mail was certainly not sent', async () => {
  expect(await send('smtp://127.0.0.1:1')).toBe('failed')
})
