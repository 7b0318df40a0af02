import { hash } from 'node:crypto'
import { own } from '#platform/own'
import { shillings } from '../amounts.ts'
import type { Adapter, ProviderAnswer, ProviderRequest } from '../provider-http.ts'
import { readObject, type Fields } from '../raw-json.ts'
import { refusals } from '../refusals.ts'
import { sameSignature } from '../signatures.ts'
import {
  refuse,
  type Command,
  type SessionRow,
  type Wallet,
  type WalletReason,
  type WalletRefusal,
} from '../wallet/wallet.ts'

const provider = 'smartsoft'
const portalName = 'nare'

/** The HTTP statuses of refusals. They are also sent as `X-ErrorCode`: SmartSoft defines no codes, each operator chooses its own. */
const statuses: Readonly<Record<WalletReason, number>> = {
  insufficient_funds: 402,
  player_unknown: 404,
  session_unknown: 401,
  session_ended: 401,
  excluded: 403,
  limit_reached: 403,
  not_allowed: 403,
  game_unknown: 404,
  duplicate: 409,
  unknown_transaction: 404,
  rolled_back: 410,
  round_closed: 410,
  malformed: 400,
}

const sentences: Readonly<Record<WalletReason, string>> = {
  insufficient_funds: 'Insufficient balance',
  player_unknown: 'Player not found',
  session_unknown: 'Session not found',
  session_ended: 'Session has expired',
  excluded: 'Player is excluded',
  limit_reached: 'Bet limit has been reached',
  not_allowed: 'Bet is not allowed',
  game_unknown: 'Game not found',
  duplicate: 'Transaction exists with other content',
  unknown_transaction: 'Transaction not found',
  rolled_back: 'Transaction is rolled back',
  round_closed: 'Round is closed',
  malformed: 'Invalid or missing parameters',
}

/** The types of payments without a bet. */
const freeTypes = /free|bonus|promo|gift|tournament|jackpot/i
const closeRound = 'CloseRound'

type Deps = {
  readonly wallet: Wallet
  readonly secret: string
  readonly currency: string
  readonly knownGame: (gameId: string) => Promise<boolean>
}

const { Refused, need, optional, amountOf } = refusals<WalletReason>({
  missing: 'malformed',
  wrong: 'malformed',
})

/**
 * SmartSoft's wallet (JetX): JSON, signed by an MD5 hash of secret, HTTP method and body; session and errors are in headers. Deposit is a
 * bet, Withdraw a win. A Withdraw of type CloseRound ends the round.
 */
export function smartsoft({ wallet, secret, currency, knownGame }: Deps): Adapter {
  /** The session of the header, even if it has ended. */
  async function sessionOf(request: ProviderRequest): Promise<SessionRow | undefined> {
    const token = request.header('x-sessionid')
    const session = token === undefined ? undefined : await wallet.sessions.of(provider, token)
    return session?.launched ? session : undefined
  }

  async function activate(fields: Fields): Promise<ProviderAnswer> {
    const launched = await wallet.sessions.launch(provider, need(fields.id('Token')), { renew: true })
    if (!launched || !(await wallet.isLive(launched.session))) return refusal('session_unknown')
    const key = launched.session.bettor.toString()
    return ok({
      UserName: key,
      SessionId: launched.token,
      ClientExternalKey: key,
      PortalName: portalName,
      CurrencyCode: currency,
    })
  }

  async function balance(session: SessionRow): Promise<ProviderAnswer> {
    const amount = await wallet.balance(session.bettor)
    if (amount === undefined || !(await wallet.isLive(session))) return refusal('session_ended')
    return ok({ CurrencyCode: currency, Amount: shillings(amount) })
  }

  async function run(
    fields: Fields,
    session: SessionRow,
    commands: readonly Command[],
    stakes?: SessionRow | WalletRefusal,
  ): Promise<ProviderAnswer> {
    const answered = await wallet.run({ provider, bettor: session.bettor, stakes, commands })
    if (!answered.ok) return refusal(answered.reason)
    const id = fields.id('TransactionId') ?? fields.id('CurrentTransactionId')
    return ok({ TransactionId: id, Balance: shillings(answered.balance) })
  }

  async function deposit(fields: Fields, session: SessionRow): Promise<ProviderAnswer> {
    checkCurrency(fields, currency)
    const { roundId, gameId } = roundOf(fields, session)
    const { amount, exact } = amountOf(fields.amount('Amount'), 1n)
    if (!exact) throw new Refused('malformed')
    const txId = need(fields.id('TransactionId'))
    const debit: Command = { kind: 'debit', txId, roundId, gameId, amount, isFinal: true }
    return run(fields, session, [debit], (await knownGame(gameId)) ? session : refuse('game_unknown'))
  }

  function withdraw(fields: Fields, session: SessionRow): Promise<ProviderAnswer> {
    checkCurrency(fields, currency)
    const { info, roundId, gameId, isGameImplied } = roundOf(fields, session)
    const type = optional(fields.id('TransactionType')) ?? ''
    const refTxId = optional(info?.id('BetTransactionId'))
    const win: Command = {
      ...{ kind: 'credit', of: freeTypes.test(type) ? 'free' : 'win', txId: need(fields.id('TransactionId')) },
      ...{
        roundId,
        gameId,
        amount: amountOf(fields.amount('Amount'), 1n).amount,
        refTxId,
        closes: type === closeRound,
      },
      isGameImplied,
    }
    return run(fields, session, [win])
  }

  /**
   * The id of the rollback and the id of the transaction to roll back may be swapped. A single id is that of the transaction to roll back.
   */
  function rollback(fields: Fields, session: SessionRow): Promise<ProviderAnswer> {
    if (optional(fields.id('CurrencyCode')) !== undefined) checkCurrency(fields, currency)
    const info = optional(fields.object('TransactionInfo'))
    const [one, other] = [optional(fields.id('TransactionId')), need(fields.id('CurrentTransactionId'))]
    const ids =
      one === undefined || one === other
        ? { txId: `rollback:${other}`, refTxId: other }
        : { txId: other, refTxId: one, eitherId: true }
    const given = optional(fields.amount('Amount'))
    const amount = given === undefined ? undefined : amountOf(given, 1n).amount
    return run(fields, session, [{ kind: 'rollback', ...ids, roundId: optional(info?.id('RoundId')), amount }])
  }

  const handlers: Readonly<Record<string, (fields: Fields, session: SessionRow) => Promise<ProviderAnswer>>> = {
    GetBalance: (_fields, session) => balance(session),
    Deposit: deposit,
    Withdraw: withdraw,
    RollbackTransaction: rollback,
  }

  async function answer(request: ProviderRequest): Promise<ProviderAnswer> {
    const { name, method, raw } = request
    const signed = hash('md5', Buffer.concat([Buffer.from(`${secret}|${method}|`), raw]))
    if (!sameSignature(request.header('x-signature')?.toLowerCase(), signed))
      return { ...failure(401, 'Invalid signature'), unsigned: true }
    const fields = readObject(raw.length === 0 ? Buffer.from('{}') : raw)
    if (!fields) return refusal('malformed')
    try {
      if (name === 'ActivateSession') return await activate(fields)
      const handler = own(handlers, name)
      if (!handler) return failure(404, 'Method not found')
      const session = await sessionOf(request)
      return session ? await handler(fields, session) : refusal('session_unknown')
    } catch (error) {
      if (error instanceof Refused) return refusal(error.code)
      throw error
    }
  }

  return {
    provider,
    paths: [':name'],
    getPaths: [':name'],
    answer,
    busy: () => failure(503, 'Service unavailable, repeat the request'),
    unreadable: () => refusal('malformed'),
  }
}

const ok = (body: unknown): ProviderAnswer => ({ status: 200, body })
const refusal = (reason: WalletReason): ProviderAnswer => failure(statuses[reason], sentences[reason])

const failure = (code: number, message: string): ProviderAnswer => ({
  status: code,
  body: { ErrorCode: code, ErrorMessage: message },
  headers: { 'X-ErrorCode': code.toString(), 'X-ErrorMessage': message },
})

/** A Deposit and a Withdraw require their currency; a RollbackTransaction may name it. */
function checkCurrency(fields: Fields, currency: string): void {
  if (need(fields.id('CurrencyCode')) !== currency) throw new Refused('malformed')
}

function roundOf(fields: Fields, session: SessionRow) {
  const info = optional(fields.object('TransactionInfo'))
  const game = optional(info?.id('GameName'))
  const gameId = game === undefined ? session.gameId : `${provider}:${game}`.slice(0, 100)
  return { info, roundId: need(info?.id('RoundId')), gameId, isGameImplied: game === undefined }
}
