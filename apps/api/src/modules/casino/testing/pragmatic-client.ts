import {
  centsIn,
  decimal,
  md5,
  send,
  type Bet,
  type Client,
  type Dialect,
  type Player,
  type Answer,
  type Target,
} from './client.ts'

/** Pragmatic's client corrects results too. */
export const pragmatic = {
  provider: 'pragmatic',
  game: 'savanna-reels',
  codes: {
    funds: '1',
    signature: '5',
    session: '4',
    duplicate: '7',
    unknownBet: '100',
    rolledBack: '120',
    excluded: '6',
    malformed: '7',
    limit: '50',
  },
  client(
    to: Target,
    { id, token }: Player,
    wrongly = false,
    game = 'savanna-reels',
  ): Client & { adjust(bet: Bet, shillings: string): Promise<Answer> } {
    let current: string | undefined = token
    const call = async (method: string, params: Record<string, string>): Promise<Answer> => {
      const input = { providerId: 'PragmaticPlay', ...params }
      const text = Object.entries(input)
        .filter(([, value]) => value !== '')
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
      const hash = md5(`${text}${wrongly ? 'another' : 'sandbox-pragmatic'}`)
      return post(method, new URLSearchParams({ ...input, hash }).toString())
    }
    const post = async (method: string, body: string): Promise<Answer> => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await send(to, { path: `/wallet/pragmatic/${method}.html`, body, headers })
      const code = String(answer.body['error'])
      return {
        ok: code === '0',
        code,
        cents: centsIn(answer.text, 'cash', 1n),
        status: answer.reply.status,
        body: answer.body,
      }
    }
    const move = (round: string, reference: string, amount: string) => ({
      userId: id,
      gameId: game,
      roundId: round,
      reference,
      amount,
      timestamp: '1700000000000',
      roundDetails: 'spin a&b=c',
      ...(current !== undefined && { token: current }),
    })
    return {
      async open() {
        const answer = await call('authenticate', { token })
        if (typeof answer.body['token'] === 'string') current = answer.body['token']
        return answer
      },
      balance: () => call('balance', { userId: id }),
      bet: ({ round, tx, cents }) => call('bet', move(round, tx, decimal(cents))),
      betText: ({ round, tx }, amount) => call('bet', move(round, tx, amount)),
      win: ({ round, tx, cents, more }) => call('result', { ...move(round, tx, decimal(cents)), ...more }),
      adjust: ({ round, tx }: Bet, amount: string) =>
        call('adjustment', { ...move(round, tx, amount), validBetAmount: '0' }),
      winText: ({ round, tx }, amount) => call('result', move(round, tx, amount)),
      freeWin: ({ round, tx, cents }) => call('result', { ...move(round, tx, decimal(cents)), bonusCode: 'frb-1' }),
      rollback: ({ ref, round, cents }) =>
        call('refund', {
          userId: id,
          reference: ref,
          gameId: game,
          roundId: round,
          amount: decimal(cents),
          timestamp: '1700000000001',
        }),
      raw: (body) => post('bet', body),
    }
  },
} satisfies Dialect
