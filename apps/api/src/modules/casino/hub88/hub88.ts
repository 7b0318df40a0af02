import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { money, type Money } from '@nare/money/money'
import { own } from '#platform/own'
import { units } from '../amounts.ts'
import { playerId, readHub88Bettor as readBettor } from '../bettor-id.ts'
import type { Adapter, ProviderAnswer, ProviderRequest } from '../provider-http.ts'
import { readObject, type Fields } from '../raw-json.ts'
import { refusals } from '../refusals.ts'
import {
  refuse,
  type Command,
  type SessionRow,
  type Wallet,
  type WalletReason,
  type WalletRefusal,
} from '../wallet/wallet.ts'

const provider = 'hub88'
const perShilling = 100_000n

/** The error codes of refusals. No refusal has RS_ERROR_UNKNOWN, after which the provider would repeat its call. */
const statuses: Readonly<Record<WalletReason, string>> = {
  insufficient_funds: 'RS_ERROR_NOT_ENOUGH_MONEY',
  player_unknown: 'RS_ERROR_INVALID_TOKEN',
  session_unknown: 'RS_ERROR_INVALID_TOKEN',
  session_ended: 'RS_ERROR_TOKEN_EXPIRED',
  excluded: 'RS_ERROR_USER_DISABLED',
  limit_reached: 'RS_ERROR_BET_LIMIT_EXCEEDED',
  not_allowed: 'RS_ERROR_USER_DISABLED',
  game_unknown: 'RS_ERROR_INVALID_GAME',
  duplicate: 'RS_ERROR_DUPLICATE_TRANSACTION',
  unknown_transaction: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
  rolled_back: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
  round_closed: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
  malformed: 'RS_ERROR_WRONG_SYNTAX',
}

type Deps = {
  readonly wallet: Wallet
  /** The PEM of the provider's public key. */
  readonly publicKey: () => string
  readonly currency: string
  readonly country: string
  readonly knownGame: (gameId: string) => Promise<boolean>
}

const syntax = 'RS_ERROR_WRONG_SYNTAX'
const types = 'RS_ERROR_WRONG_TYPES'
const { Refused, need, optional, amountOf } = refusals<string>({ missing: syntax, wrong: types })

/**
 * Hub88's wallet: JSON, signed by RSA-SHA256 over the body, always status 200, amounts in 1/100,000 of a shilling. The launch token is also
 * the session token; its first use claims the session. Wins and rollbacks need no live session.
 */
export function hub88({ wallet, publicKey, currency, country, knownGame }: Deps): Adapter {
  let key: KeyObject | undefined

  const isSigned = (request: ProviderRequest): boolean => {
    const signature = Buffer.from(request.header('x-hub88-signature') ?? '', 'base64')
    return verify('RSA-SHA256', request.raw, (key ??= createPublicKey(publicKey())), signature)
  }

  /** The session of a token. The first call with a launch token claims the launch, within a minute. */
  async function claimed(token: string): Promise<SessionRow | WalletRefusal> {
    const session = await wallet.sessions.of(provider, token)
    if (!session || session.launched) return session ?? refuse('session_unknown')
    const launched = await wallet.sessions.launch(provider, token, { renew: false })
    const now = launched?.session ?? (await wallet.sessions.of(provider, token))
    return now?.launched ? now : refuse('session_ended')
  }

  /** The live session of a request, which must belong to its player. */
  async function playing(fields: Fields): Promise<SessionRow> {
    const session = await claimed(need(fields.id('token')))
    if ('reason' in session) throw new Refused(statuses[session.reason])
    const user = optional(fields.id('user'))
    if (user !== undefined && readBettor(user) !== session.bettor) throw new Refused(statuses.session_unknown)
    return session
  }

  /** The player of a bet, and the session that it may use. A repeat needs no live session. */
  async function stakingOf(fields: Fields): Promise<{ bettor: bigint; stakes: SessionRow | WalletRefusal }> {
    const token = need(fields.id('token'))
    const user = optional(fields.id('user'))
    const session = await claimed(token)
    const bettor = user === undefined ? undefined : readBettor(user)
    if ('signingKey' in session) {
      const stakes = user === undefined || bettor === session.bettor ? session : refuse('session_unknown')
      return { bettor: bettor ?? session.bettor, stakes }
    }
    if (bettor === undefined) throw new Refused(statuses[session.reason])
    return { bettor, stakes: session }
  }

  /** The player of a win or a rollback: the named one, otherwise the owner of the token, even of an ended session. */
  async function paidOf(fields: Fields): Promise<bigint> {
    const user = optional(fields.id('user'))
    const token = optional(fields.id('token'))
    const session = user === undefined && token !== undefined ? await wallet.sessions.of(provider, token) : undefined
    const bettor = user === undefined ? session?.bettor : readBettor(user)
    if (bettor === undefined) throw new Refused(user === undefined ? syntax : statuses.player_unknown)
    return bettor
  }

  const balanceOf = (bettor: bigint, balance: Money) => ({
    user: playerId(provider, bettor),
    currency,
    balance: units(balance, perShilling),
  })

  async function run(bettor: bigint, commands: readonly Command[], stakes?: SessionRow | WalletRefusal) {
    const answered = await wallet.run({ provider, bettor, stakes, commands })
    if (answered.ok) return balanceOf(bettor, answered.balance)
    const shown = answered.balance === undefined ? {} : balanceOf(bettor, answered.balance)
    return { ...shown, status: statuses[answered.reason] }
  }

  const handlers: Readonly<Record<string, (fields: Fields) => Promise<Record<string, unknown>>>> = {
    async info(fields) {
      const user = need(fields.id('user'))
      const bettor = readBettor(user)
      if (bettor === undefined || (await wallet.balance(bettor)) === undefined)
        throw new Refused(statuses.player_unknown)
      return { user, country, currency }
    },
    async balance(fields) {
      const session = await playing(fields)
      const balance = await wallet.balance(session.bettor)
      if (balance === undefined || !(await wallet.isLive(session))) throw new Refused(statuses.session_ended)
      return balanceOf(session.bettor, balance)
    },
    async bet(fields) {
      const { bettor, stakes } = await stakingOf(fields)
      const isFree = isFreeOf(fields)
      const { amount, exact } = amountOf(fields.number('amount'), perShilling)
      if (!exact) throw new Refused(types)
      const { move, ending } = moveOf(fields)
      checkCurrency(fields)
      const debit: Command = { kind: 'debit', ...move, amount: isFree ? money(0n) : amount }
      return run(bettor, [debit, ...ending], (await knownGame(move.gameId)) ? stakes : refuse('game_unknown'))
    },
    async win(fields) {
      const { move, closes } = moveOf(fields)
      const isFree = isFreeOf(fields)
      checkCurrency(fields)
      const refTxId = optional(fields.id('reference_transaction_uuid'))
      if (refTxId === undefined && !isFree) throw new Refused(syntax)
      const { amount } = amountOf(fields.number('amount'), perShilling)
      const win: Command = { kind: 'credit', of: isFree ? 'free' : 'win', ...move, amount, refTxId, closes }
      return run(await paidOf(fields), [win])
    },
    async rollback(fields) {
      const { move, ending } = moveOf(fields)
      if (optional(fields.id('currency')) !== undefined) checkCurrency(fields)
      const refTxId = need(fields.id('reference_transaction_uuid'))
      const { txId, roundId } = move
      return run(await paidOf(fields), [{ kind: 'rollback', txId, refTxId, roundId }, ...ending])
    },
  }

  function checkCurrency(fields: Fields): void {
    if (need(fields.id('currency')) !== currency) throw new Refused('RS_ERROR_WRONG_CURRENCY')
  }

  async function answer(request: ProviderRequest): Promise<ProviderAnswer> {
    if (!isSigned(request)) return { ...ok({ status: 'RS_ERROR_INVALID_SIGNATURE' }), unsigned: true }
    const fields = readObject(request.raw)
    const handler = own(handlers, request.name)
    if (!fields || !handler) return ok({ status: syntax })
    const requestId = fields.id('request_uuid')
    const echo = typeof requestId === 'string' ? { request_uuid: requestId } : {}
    try {
      if (echo.request_uuid === undefined) throw new Refused(requestId === undefined ? syntax : types)
      return ok({ status: 'RS_OK', ...echo, ...(await handler(fields)) })
    } catch (error) {
      if (error instanceof Refused) return ok({ status: error.code, ...echo })
      throw error
    }
  }

  return {
    provider,
    paths: ['user/:name', 'transaction/:name'],
    answer,
    busy: () => ok({ status: 'RS_ERROR_UNKNOWN' }),
    unreadable: () => ok({ status: syntax }),
  }
}

const ok = (body: Record<string, unknown>): ProviderAnswer => ({ status: 200, body })

function moveOf(fields: Fields) {
  const closes = optional(fields.flag('round_closed')) ?? false
  const roundId = need(fields.id('round'))
  const ending: Command[] = closes ? [{ kind: 'end', roundId }] : []
  const gameId = `${provider}:${need(fields.id('game_code'))}`.slice(0, 100)
  return { move: { txId: need(fields.id('transaction_uuid')), roundId, gameId }, closes, ending }
}

/** Whether a bet debits nothing, or a win needs no bet: a free bet, or a promotion of the supplier. */
const isFreeOf = (fields: Fields): boolean =>
  optional(fields.flag('is_free')) === true || optional(fields.flag('is_supplier_promo')) === true
