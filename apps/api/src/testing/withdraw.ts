import { SignJWT } from 'jose'
import { payments } from '@nare/contract/payments'
import type { Answer } from '@nare/contract/route'
import { random } from '#platform/random'
import type { TestApp } from './app.ts'

type Answered = { status: number; body: Answer<typeof payments.withdraw> & Record<string, unknown> }

/** Sends a withdrawal in an envelope signed with the session's key, as clients do. */
export async function withdraw(
  { app }: TestApp,
  token: string,
  amount: string,
  id = random.uuid(),
  more: object = {},
): Promise<Answered> {
  const session = await app.identity.authenticate(token)
  if (typeof session !== 'object') throw new Error('the token has no session')
  const iat = Math.floor(app.clock.now() / 1000) + 60
  const sealed = await new SignJWT({ id, amount, iat, ...more })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(session.signingKey))
  const reply = await app.app.inject({
    method: 'POST',
    url: payments.withdraw.path,
    headers: { authorization: `Bearer ${token}` },
    payload: { token: sealed },
  })
  return { status: reply.statusCode, body: reply.json() }
}
