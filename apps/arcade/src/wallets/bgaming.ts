import { createHmac } from 'node:crypto'
import type { Money } from '@nare/money/money'
import { fieldsOf, refusedFor, textOf, unknown, type CallName, type Dialect, type Facts } from './dialect.ts'

/** BGaming: JSON with an HMAC over its bytes, whole cents; a call has several actions, of which all are applied or none. */
export function bgamingDialect({ token, currency }: { token: string; currency: string }): Dialect {
  const cents = (amount: Money | undefined, broken = false) => (broken ? 'broken' : Number(amount ?? 0n))

  function fields(
    call: CallName,
    { player, game, round, tx, ref, amount, win, broken }: Facts,
  ): Record<string, unknown> {
    const session = { user_id: player.id, currency, game, session_id: player.token }
    if (call === 'open' || call === 'balance') return session
    const roundFields = { ...session, game_id: round, finished: true }
    if (call === 'rollback') {
      const back = (action_id: string | undefined, original_action_id: string | undefined) => ({
        ...{ action: 'rollback', action_id, original_action_id },
      })
      return { ...roundFields, actions: [...(win ? [back(win.tx, win.ref)] : []), back(tx, ref)] }
    }
    const actions = [{ action: 'bet', amount: cents(amount, broken), action_id: tx }]
    const won = win ? [{ action: 'win', amount: cents(win.amount), action_id: win.tx }] : []
    return { ...roundFields, actions: [...actions, ...won] }
  }

  return {
    provider: 'bgaming',
    atOnce: true,
    request(call, facts) {
      const body = JSON.stringify(fields(call, facts))
      const signature = createHmac('sha256', token).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-request-sign': signature }
      return { path: `/wallet/bgaming/${call === 'rollback' ? 'rollback' : 'play'}`, headers, body }
    },
    read(call, { player }, { status, text }) {
      const answer = fieldsOf(text)
      if (status >= 500 || !answer) return unknown
      if (status !== 200) return refusedFor(textOf(answer['message'], status.toString()), answer['code'] === 100)
      const { balance } = answer
      const money = typeof balance === 'number' ? (BigInt(balance) as Money) : undefined
      const opened = { ...player, session: player.token }
      return {
        kind: 'done',
        ...(money !== undefined && { balance: money }),
        ...(call === 'open' && { player: opened }),
      }
    },
  }
}
