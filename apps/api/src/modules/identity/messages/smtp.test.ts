import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openLog } from '#platform/log'
import { openSmtp } from './smtp.ts'

type Replies = Partial<Record<'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'end', string | 'hang up' | 'silence'>>

let server: Server | undefined
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server?.close()
})

const usual = { greeting: '220 mail', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go', end: '250 accepted' }

/** A small RFC 5321 mail server whose replies a test can replace. */
async function openMailServer(replies: Replies): Promise<{ url: string; mails: string[]; commands: string[] }> {
  const mails: string[] = []
  const commands: string[] = []
  const script = { ...usual, ...replies }
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const reply = (step: keyof typeof usual): void => {
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
        handle(line)
      }
    })
    const next = () => text.indexOf(inMail ? '\r\n.\r\n' : '\r\n')
    const handle = (line: string): void => {
      if (inMail) {
        mails.push(line)
        inMail = false
        return reply('end')
      }
      commands.push(line)
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'EHLO') return void socket.write('250-mail\r\n250 8BITMIME\r\n')
      if (verb === 'MAIL' || verb === 'RCPT') return reply(verb)
      if (verb === 'DATA') {
        inMail = script.DATA.startsWith('354')
        return reply('DATA')
      }
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      socket.write('250 ok\r\n')
    }
    reply('greeting')
  })
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, commands }
}

async function send(url: string, timeoutMs = 60_000) {
  const mail = openSmtp({ url, from: 'Nare <no-reply@example.com>', log: openLog('silent'), timeoutMs })
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
  const refusals: Replies[] = [
    { greeting: '554 no' },
    { MAIL: '550 no' },
    { RCPT: '550 no such user' },
    { DATA: '451 later' },
    { end: '552 too big' },
  ]
  for (const replies of refusals) {
    const { url, mails } = await openMailServer(replies)
    expect([replies, await send(url)]).toEqual([replies, 'failed'])
    expect(mails.length).toBeLessThanOrEqual(1)
  }
})

test('if the server closes the connection or stops responding after the mail, the outcome is unknown', async () => {
  for (const replies of [{ end: 'hang up' }, { end: 'silence' }] satisfies Replies[]) {
    const { url } = await openMailServer(replies)
    expect([replies, await send(url, replies.end === 'silence' ? 5000 : undefined)]).toEqual([replies, 'unknown'])
  }
})

test('without a listening server the mail was certainly not sent', async () => {
  expect(await send('smtp://127.0.0.1:1')).toBe('failed')
})
