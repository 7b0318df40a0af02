import { sign } from 'node:crypto'
import { centsIn, send, type Answer, type Client, type Dialect, type Player, type Target, type Win } from './client.ts'

/** Hub88's client sends any fields, with an amount as it is written. */
export const hub88 = {
  provider: 'hub88',
  game: 'mini-roulette',
  codes: {
    funds: 'RS_ERROR_NOT_ENOUGH_MONEY',
    signature: 'RS_ERROR_INVALID_SIGNATURE',
    session: 'RS_ERROR_TOKEN_EXPIRED',
    duplicate: 'RS_ERROR_DUPLICATE_TRANSACTION',
    unknownBet: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
    rolledBack: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
    excluded: 'RS_ERROR_USER_DISABLED',
    malformed: 'RS_ERROR_WRONG_TYPES',
    limit: 'RS_ERROR_BET_LIMIT_EXCEEDED',
  },
  client(
    to: Target,
    { id, token }: Player,
    wrongly = false,
    game = 'mini-roulette',
  ): Client & { post(path: string, fields: object, amount: string): Promise<Answer> } {
    let requests = 0
    const post = async (path: string, body: string): Promise<Answer> => {
      const signature = sign('RSA-SHA256', Buffer.from(wrongly ? `${body} ` : body), to.hub88Key).toString('base64')
      const headers = { 'content-type': 'application/json', 'x-hub88-signature': signature }
      const answer = await send(to, { path: `/wallet/hub88/${path}`, body, headers })
      const code = String(answer.body['status'])
      const cents = centsIn(answer.text, 'balance', 100_000n)
      return { ok: code === 'RS_OK', code, cents, status: answer.reply.status, body: answer.body }
    }
    const common = () => ({
      user: id,
      token,
      request_uuid: `00000000-0000-4000-8000-${String(requests++).padStart(12, '0')}`,
    })
    const money = (amount: string, tx: string, round: string, more: object = {}) => {
      const fields = { ...common(), transaction_uuid: tx, round, game_code: game, currency: 'KES', ...more }
      return `{"amount":${amount},${JSON.stringify(fields).slice(1)}`
    }
    const amount = (cents: bigint) => String(cents * 1000n)
    const toUnits = (shillings: string) => {
      const [whole = '0', part = ''] = shillings.split('.')
      return String(BigInt(whole + part.padEnd(5, '0')))
    }
    const win = ({ tx, round, ref, closes, free }: Win, text: string) =>
      post(
        'transaction/win',
        money(text, tx, round, {
          round_closed: closes ?? false,
          is_free: free ?? false,
          ...(ref !== undefined && { reference_transaction_uuid: ref }),
        }),
      )
    return {
      open: () => post('user/balance', JSON.stringify({ ...common(), game_code: game })),
      balance: () => post('user/balance', JSON.stringify({ ...common(), game_code: game })),
      bet: ({ tx, round, cents, free = false }) =>
        post('transaction/bet', money(amount(cents), tx, round, { is_free: free, round_closed: false })),
      betText: ({ tx, round }, text) => post('transaction/bet', money(toUnits(text), tx, round)),
      win: (one) => win(one, amount(one.cents)),
      winText: (one, text) => win(one, toUnits(text)),
      freeWin: (one) => win({ ...one, free: true }, amount(one.cents)),
      rollback: ({ tx, ref, round }) =>
        post(
          'transaction/rollback',
          JSON.stringify({
            ...common(),
            transaction_uuid: tx,
            reference_transaction_uuid: ref,
            round,
            game_code: game,
            round_closed: false,
          }),
        ),
      raw: (body) => post('transaction/bet', body),
      post: (path, fields, text) =>
        post(path, `{"amount":${text},${JSON.stringify({ ...common(), ...fields }).slice(1)}`),
    }
  },
} satisfies Dialect
