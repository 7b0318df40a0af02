import { createSign } from 'node:crypto'
import { machine } from '../machine.ts'
import { centsOf, fieldsOf, refusedFor, textOf, unknown, type CallName, type Dialect, type Facts } from './dialect.ts'

const unitsPerCent = 1000n
const paths: Partial<Record<CallName, string>> = {
  open: 'user/info',
  balance: 'user/balance',
  bet: 'transaction/bet',
  win: 'transaction/win',
  rollback: 'transaction/rollback',
}
/** The statuses after which the outcome is unknown; all others are final. */
const again = new Set(['RS_ERROR_UNKNOWN', 'RS_ERROR_TIMEOUT'])

/** Hub88: JSON with an RSA signature over its bytes; amounts are hundred-thousandths. */
export function hub88Dialect({ privateKey, currency }: { privateKey: string; currency: string }): Dialect {
  function fields(call: CallName, { player, game, round, tx, ref, amount, broken }: Facts): Record<string, unknown> {
    const caller = { user: player.id, token: player.token, request_uuid: machine.uuid(), game_code: game }
    if (call === 'open' || call === 'balance') return { ...caller, currency }
    const transaction = {
      ...caller,
      transaction_uuid: tx,
      supplier_transaction_id: tx,
      round,
      round_closed: call !== 'bet',
    }
    const of = ref === undefined ? {} : { reference_transaction_uuid: ref }
    if (call === 'rollback') return { ...transaction, ...of }
    const units = broken ? 'broken' : Number((amount ?? 0n) * unitsPerCent)
    return { ...transaction, ...of, currency, amount: units, bet: 'table', is_free: false, reward_uuid: null }
  }

  return {
    provider: 'hub88',
    atOnce: false,
    request(call, facts) {
      const body = JSON.stringify(fields(call, facts))
      const signature = createSign('RSA-SHA256').update(body).sign(privateKey, 'base64')
      const headers = { 'content-type': 'application/json', 'x-hub88-signature': signature }
      return { path: `/wallet/hub88/${paths[call] ?? 'user/balance'}`, headers, body }
    },
    read(call, { player }, { status, text }) {
      const answer = fieldsOf(text)
      const code = answer?.['status']
      if (status >= 500 || typeof code !== 'string' || again.has(code)) return unknown
      if (code !== 'RS_OK') return refusedFor(code, code === 'RS_ERROR_NOT_ENOUGH_MONEY')
      const balance = centsOf(answer?.['balance'], 100_000)
      const opened = { ...player, id: textOf(answer?.['user'], player.id), session: player.token }
      return { kind: 'done', ...(balance !== undefined && { balance }), ...(call === 'open' && { player: opened }) }
    },
  }
}
