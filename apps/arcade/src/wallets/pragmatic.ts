import { hash } from 'node:crypto'
import { formatMoney } from '@nare/money/money'
import { machine } from '../machine.ts'
import { centsOf, fieldsOf, refusedFor, textOf, unknown, type CallName, type Dialect, type Facts } from './dialect.ts'

const methods: Partial<Record<CallName, string>> = {
  open: 'authenticate',
  balance: 'balance',
  bet: 'bet',
  win: 'result',
  end: 'endRound',
  rollback: 'refund',
}

/** Pragmatic Play: forms with a hash, always status 200; a result closes its round, a refund has its bet's reference. */
export function pragmaticDialect({ secret }: { secret: string }): Dialect {
  function fields(call: CallName, { player, game, round, tx, ref, amount, broken }: Facts): Record<string, string> {
    const providerId = 'arcade'
    if (call === 'open') return { providerId, token: player.token }
    const of = { providerId, userId: player.id, token: player.session }
    if (call === 'balance') return of
    const roundFields = { ...of, gameId: game, roundId: round ?? '', timestamp: String(machine.now().getTime()) }
    if (call === 'end') return roundFields
    const text = broken ? 'broken' : formatMoney(amount ?? (0n as never))
    const reference = (call === 'rollback' ? ref : tx) ?? ''
    return { ...roundFields, reference, amount: text, roundDetails: 'spin' }
  }

  return {
    provider: 'pragmatic',
    atOnce: false,
    request(call, facts) {
      const form = fields(call, facts)
      const signed = Object.entries(form)
        .filter(([, value]) => value !== '')
        .sort(([a], [b]) => (a < b ? -1 : 1))
      const digest = hash('md5', signed.map(([name, value]) => `${name}=${value}`).join('&') + secret)
      return {
        path: `/wallet/pragmatic/${methods[call] ?? 'balance'}.html`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, hash: digest }).toString(),
      }
    },
    read(call, { player }, { status, text }) {
      const answer = fieldsOf(text)
      const error = answer?.['error']
      if (status !== 200 || typeof error !== 'number') return unknown
      // 100 and 130 mean "repeat the request"; all others are final.
      if (error === 100 || error === 130) return unknown
      if (error !== 0) return refusedFor(textOf(answer?.['description'], error.toString()), error === 1)
      const balance = centsOf(answer?.['cash'])
      const opened = {
        id: textOf(answer?.['userId'], player.id),
        session: textOf(answer?.['token'], player.session),
        token: player.token,
      }
      return { kind: 'done', ...(balance !== undefined && { balance }), ...(call === 'open' && { player: opened }) }
    },
  }
}
