import {
  centsIn,
  decimal,
  md5,
  send,
  type Answer,
  type Client,
  type Dialect,
  type Player,
  type Target,
  type Win,
} from './client.ts'

/** SmartSoft's client sends any fields too. */
export const smartsoft = {
  provider: 'smartsoft',
  game: 'jetx',
  codes: {
    funds: '402',
    signature: '401',
    session: '401',
    duplicate: '409',
    unknownBet: '404',
    rolledBack: '410',
    excluded: '403',
    malformed: '400',
    limit: '403',
  },
  client(
    to: Target,
    { token }: Player,
    wrongly = false,
  ): Client & { post(name: string, fields: object): Promise<Answer> } {
    let session = ''
    const post = async (name: string, body: string): Promise<Answer> => {
      const signature = md5(`${wrongly ? 'another' : 'sandbox-smartsoft'}|POST|${body}`)
      const headers = {
        'content-type': 'application/json',
        'x-signature': signature,
        ...(session && { 'x-sessionid': session }),
      }
      const answer = await send(to, { path: `/wallet/smartsoft/${name}`, body, headers })
      const ok = answer.reply.status === 200
      const cents = centsIn(answer.text, 'Balance', 1n) ?? centsIn(answer.text, 'Amount', 1n)
      const code = ok ? '' : (answer.reply.headers.get('x-errorcode') ?? 'none')
      if (!ok && answer.reply.headers.get('x-errormessage') === null) throw new Error('an error has no message')
      return { ok, code, cents, status: answer.reply.status, body: answer.body }
    }
    const money = (amount: string, tx: string, round: string, more: object, info: object = {}) =>
      `{"Amount":${amount},"CurrencyCode":"KES","TransactionId":${JSON.stringify(tx)},"TransactionInfo":${JSON.stringify(
        {
          Source: 'JetX',
          GameName: smartsoft.game,
          RoundId: round,
          GameNumber: '77',
          CashierTransacitonId: 9,
          ...info,
        },
      )}${JSON.stringify(more).replace(/^\{(.)/, ',$1')}`.replace(/\{\}$/, '}')
    const win = ({ tx, round, ref, closes }: Win, amount: string, type: string) =>
      post(
        'Withdraw',
        money(
          amount,
          tx,
          round,
          { TransactionType: closes ? 'CloseRound' : type },
          ref ? { BetTransactionId: ref } : {},
        ),
      )
    return {
      async open() {
        const answer = await post('ActivateSession', JSON.stringify({ Token: token }))
        if (typeof answer.body['SessionId'] === 'string') session = answer.body['SessionId']
        return answer
      },
      balance: () => post('GetBalance', ''),
      bet: ({ tx, round, cents }) => post('Deposit', money(decimal(cents), tx, round, { TransactionType: 'PlaceBet' })),
      betText: ({ tx, round }, amount) => post('Deposit', money(amount, tx, round, { TransactionType: 'PlaceBet' })),
      win: (one) => win(one, decimal(one.cents), 'WinAmount'),
      winText: (one, amount) => win(one, amount, 'WinAmount'),
      freeWin: (one) => win(one, decimal(one.cents), 'FreeBetWin'),
      rollback: ({ tx, ref, round, cents }) =>
        post('RollbackTransaction', money(decimal(cents), ref, round, { CurrentTransactionId: tx })),
      raw: (body) => post('Deposit', body),
      post: (name, fields) => post(name, JSON.stringify(fields)),
    }
  },
} satisfies Dialect
