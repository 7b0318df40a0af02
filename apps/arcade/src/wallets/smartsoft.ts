import { hash } from 'node:crypto'
import { centsOf, fieldsOf, refusedFor, textOf, unknown, type CallName, type Dialect, type Facts } from './dialect.ts'

const methods: Partial<Record<CallName, string>> = {
  open: 'ActivateSession',
  balance: 'GetBalance',
  bet: 'Deposit',
  win: 'Withdraw',
  rollback: 'RollbackTransaction',
}

/** SmartSoft: JSON with an MD5 signature; Deposit is a bet, Withdraw a win, errors are in headers. */
export function smartsoftDialect({ secret, currency }: { secret: string; currency: string }): Dialect {
  function fields(call: CallName, { player, game, round, tx, ref, amount, broken }: Facts): Record<string, unknown> {
    if (call === 'open') return { Token: player.token }
    if (call === 'balance') return {}
    if (call === 'rollback') return { CurrentTransactionId: ref, TransactionInfo: { GameName: game, RoundId: round } }
    const info = {
      ...{ Source: 'Web', GameName: game, RoundId: round, GameNumber: round, CashierTransacitonId: '' },
      ...(call === 'win' && ref !== undefined && { BetTransactionId: ref }),
    }
    const paid = broken ? 'broken' : Number(amount ?? 0n) / 100
    const type = call === 'bet' ? 'PlaceBet' : 'CloseRound'
    return { Amount: paid, CurrencyCode: currency, TransactionId: tx, TransactionType: type, TransactionInfo: info }
  }

  return {
    provider: 'smartsoft',
    atOnce: false,
    request(call, facts) {
      const body = JSON.stringify(fields(call, facts))
      return {
        path: `/wallet/smartsoft/${methods[call] ?? 'GetBalance'}`,
        headers: {
          'content-type': 'application/json',
          'x-signature': hash('md5', `${secret}|POST|${body}`),
          ...(call !== 'open' && { 'x-sessionid': facts.player.session }),
        },
        body,
      }
    },
    read(call, { player }, { status, header, text }) {
      const answer = fieldsOf(text)
      const code = header('x-errorcode')
      if (status >= 500 || (status !== 200 && code === null)) return unknown
      if (status !== 200) return refusedFor(header('x-errormessage') ?? String(code), code === '402')
      if (!answer) return unknown
      if (call === 'open') {
        const [id, session] = [textOf(answer['ClientExternalKey'], ''), textOf(answer['SessionId'], '')]
        return { kind: 'done', player: { id, session, token: player.token } }
      }
      const balance = centsOf(call === 'balance' ? answer['Amount'] : answer['Balance'])
      return balance === undefined ? unknown : { kind: 'done', balance }
    },
  }
}
