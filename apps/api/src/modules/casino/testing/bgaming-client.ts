import { createHmac } from 'node:crypto'
import { centsIn, send, type Dialect, type Answer } from './client.ts'

export const bgaming: Dialect = {
  provider: 'bgaming',
  game: 'coin-duel',
  codes: {
    funds: '100',
    signature: '403',
    session: '101',
    duplicate: '400',
    unknownBet: '404',
    rolledBack: '403',
    excluded: '110',
    malformed: '400',
    limit: '105',
  },
  client(to, { id }, wrongly = false, game = bgaming.game) {
    const post = async (name: string, body: string): Promise<Answer> => {
      const signed = createHmac('sha256', wrongly ? 'another' : 'sandbox-bgaming')
        .update(body)
        .digest('hex')
      const headers = { 'content-type': 'application/json', 'x-request-sign': signed }
      const answer = await send(to, { path: `/wallet/bgaming/${name}`, body, headers })
      const ok = answer.reply.status === 200
      const code = ok ? '' : String(answer.body['code'])
      return { ok, code, cents: centsIn(answer.text, 'balance', 100n), status: answer.reply.status, body: answer.body }
    }
    const user = { user_id: id, currency: 'KES', game }
    const play = (round: string, actions: string, finished = false) =>
      post('play', `${JSON.stringify({ ...user, game_id: round, finished }).slice(0, -1)},"actions":[${actions}]}`)
    const action = (name: 'bet' | 'win', tx: string, amount: string) =>
      `{"action":"${name}","amount":${amount},"action_id":${JSON.stringify(tx)}}`
    return {
      open: () => post('play', JSON.stringify(user)),
      balance: () => post('play', JSON.stringify(user)),
      bet: ({ tx, round, cents }) => play(round, action('bet', tx, String(cents))),
      betText: ({ tx, round }, shillings) => play(round, action('bet', tx, cents(shillings))),
      win: ({ tx, round, cents: won, closes }) => play(round, action('win', tx, String(won)), closes),
      winText: ({ tx, round, closes }, shillings) => play(round, action('win', tx, cents(shillings)), closes),
      freeWin: ({ tx, cents: won }) =>
        post('freespins', JSON.stringify({ ...user, issue_id: tx, status: 'played', total_amount: Number(won) })),
      rollback: ({ tx, ref, round }) =>
        post(
          'rollback',
          JSON.stringify({
            ...user,
            game_id: round,
            finished: true,
            actions: [{ action: 'rollback', action_id: tx, original_action_id: ref }],
          }),
        ),
      raw: (body) => post('play', body),
    }
  },
}

/** Converts shillings to cents as text. Decimals beyond two places become fractions of a cent. */
function cents(shillings: string): string {
  const [whole = '0', part = ''] = shillings.split('.')
  const padded = part.padEnd(2, '0')
  const rest = padded.slice(2).replace(/0+$/, '')
  return `${BigInt(whole + padded.slice(0, 2))}${rest === '' ? '' : `.${rest}`}`
}
