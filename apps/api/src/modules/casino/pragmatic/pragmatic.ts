import { money, type Money } from '@nare/money/money'
import { own } from '#platform/own'
import { readAmount, shillings } from '../amounts.ts'
import { readBettor } from '../bettor-id.ts'
import type { Adapter, ProviderAnswer, ProviderRequest } from '../provider-http.ts'
import {
  refuse,
  type Accepted,
  type Command,
  type SessionRow,
  type Wallet,
  type WalletReason,
  type WalletRefusal,
} from '../wallet/wallet.ts'
import { isSigned, readForm, type Form } from './form.ts'

const provider = 'pragmatic'
const idText = /^[\x21-\x7e][\x20-\x7e]{0,127}$/

/** Error codes with their descriptions. */
const descriptions = {
  0: 'Success',
  1: 'Insufficient balance',
  2: 'Player not found or is logged out',
  3: 'Bet is not allowed',
  4: 'Player authentication failed due to invalid, not found or expired token',
  5: 'Invalid hash code',
  6: 'Player is frozen',
  7: 'Bad parameters in the request',
  8: 'Game is not found or disabled',
  50: 'Bet limit has been reached',
  100: 'Internal server error, retry',
  120: 'Internal server error, do not retry',
  130: 'Internal server error on endRound processing, retry',
} as const
type Code = keyof typeof descriptions

const codes: Readonly<Record<WalletReason, Code>> = {
  insufficient_funds: 1,
  player_unknown: 2,
  session_unknown: 4,
  session_ended: 4,
  excluded: 6,
  limit_reached: 50,
  not_allowed: 3,
  game_unknown: 8,
  duplicate: 7,
  // The bet may still arrive: the provider reconciles and repeats the result.
  unknown_transaction: 100,
  rolled_back: 120,
  round_closed: 120,
  malformed: 7,
}

type Deps = {
  readonly wallet: Wallet
  readonly secret: string
  readonly currency: string
  readonly knownGame: (gameId: string) => Promise<boolean>
}
/** The session that a bet may use, or the reason why every bet is refused. */
type Stakes = SessionRow | 'any session' | WalletRefusal
type Handler = (form: Form) => Promise<Record<string, unknown>>

/** Thrown if a parameter is missing or violates the protocol. */
class BadParameters extends Error {}

/**
 * Pragmatic Play's seamless wallet: forms signed by an MD5 hash over their parameters, JSON answers, always status 200. A money call has a
 * unique `reference`; a refund has the reference of its bet. A round belongs to one game and one player, and its result closes it.
 */
export function pragmatic({ wallet, secret, currency, knownGame }: Deps): Adapter {
  const balanceOf = (balance: Money) => ({ currency, cash: shillings(balance), bonus: 0 })

  /** The answer to a call; its transaction is the first of its list. */
  const answerOf = ({ balance, transactions: [first] }: Accepted) => ({
    ...(first && { transactionId: first.id.toString() }),
    ...balanceOf(balance),
    ...success,
  })

  /**
   * Runs the commands of a money call. Amounts of another currency are refused, however the field's name is written; the protocol does not
   * require the field.
   */
  async function run(form: Form, command: Command | readonly Command[], stakes?: Stakes) {
    const isForeign = (name: string, value: string) => name.toLowerCase() === 'currency' && value !== currency
    if ([...form].some(([name, value]) => isForeign(name, value))) throw new BadParameters('currency')
    const bettor = playerOf(form)
    if (bettor === undefined) return failure(2)
    const commands = Array.isArray(command) ? (command as readonly Command[]) : [command as Command]
    const answered = await wallet.run({ provider, bettor, stakes, commands })
    return answered.ok ? answerOf(answered) : refusalOf(answered)
  }

  async function balanceAnswer(form: Form) {
    const bettor = playerOf(form)
    const balance = bettor === undefined ? undefined : await wallet.balance(bettor)
    return balance === undefined ? failure(2) : { ...balanceOf(balance), ...success }
  }

  /** The session that a bet may use: the session of its token, or without a token any open session of the player. */
  async function sessionOf(form: Form): Promise<Stakes> {
    const token = form.get('token')
    if (token === undefined || token === '') return 'any session'
    const session = await wallet.sessions.of(provider, token)
    return session?.launched && session.bettor === playerOf(form) ? session : refuse('session_unknown')
  }

  const handlers: Readonly<Record<string, Handler>> = {
    async authenticate(form) {
      const launched = await wallet.sessions.launch(provider, need(form, 'token'), { renew: true })
      if (!launched || !(await wallet.isLive(launched.session))) return failure(4)
      const balance = await wallet.balance(launched.session.bettor)
      if (balance === undefined) return failure(2)
      const userId = launched.session.bettor.toString()
      return { userId, ...balanceOf(balance), token: launched.token, ...success }
    },
    balance: balanceAnswer,
    async bet(form) {
      const amount = amountOf(form, 'amount')
      if (!amount.exact || amount.amount < 0n) throw new BadParameters()
      const command: Command = { kind: 'debit', ...moveOf(form), amount: amount.amount }
      const stakes = (await knownGame(command.gameId)) ? await sessionOf(form) : refuse('game_unknown')
      const answer = await run(form, command, stakes)
      return answer['error'] === 0 ? { ...answer, usedPromo: 0 } : answer
    },
    async result(form) {
      const isFree = (form.get('bonusCode') ?? '') !== ''
      const win: Command = {
        ...{ kind: 'credit', of: isFree ? 'free' : 'win', ...moveOf(form), amount: positive(form, 'amount') },
        closes: true,
      }
      const promoAmount = form.has('promoWinAmount') ? positive(form, 'promoWinAmount') : money(0n)
      if (promoAmount === 0n) return run(form, win)
      const promo: Command = { ...win, of: 'promo', txId: need(form, 'promoWinReference'), amount: promoAmount }
      return run(form, [win, promo])
    },
    jackpotWin: (form) =>
      run(form, {
        ...{ kind: 'credit', of: 'jackpot', ...moveOf(form), amount: positive(form, 'amount') },
        closes: false,
      }),
    promoWin: (form) =>
      run(form, {
        ...{ kind: 'credit', of: 'promo', txId: need(form, 'reference'), roundId: undefined },
        gameId: `${provider}:${form.get('gameId') ? need(form, 'gameId') : 'promotion'}`.slice(0, 100),
        ...{ amount: positive(form, 'amount'), closes: false },
      }),
    /** The end of free rounds, whose wins were already sent as results. */
    bonusWin: balanceAnswer,
    refund: (form) => {
      const reference = need(form, 'reference')
      const roundId = form.get('roundId') ? moveOf(form).roundId : undefined
      const amount = form.get('amount') ? positive(form, 'amount') : undefined
      return run(form, { kind: 'rollback', txId: `refund:${reference}`, refTxId: reference, roundId, amount })
    },
    endRound: (form) => run(form, { kind: 'end', roundId: moveOf(form, 'unused').roundId }),
    adjustment: async (form) => {
      const { amount, exact } = amountOf(form, 'amount')
      if (!exact) throw new BadParameters()
      const answer = await run(form, { kind: 'adjust', ...moveOf(form), amount })
      // An adjustment follows its result, so an unknown round does not become known by repeating it.
      return answer['error'] === 100 ? failure(120) : answer
    },
    roundDetails: async (form) => (playerOf(form) === undefined ? failure(2) : success),
  }

  async function answer({ name, raw }: ProviderRequest): Promise<ProviderAnswer> {
    const form = readForm(raw)
    if (!form) return { ...ok(failure(7)), unsigned: true }
    if (!isSigned(form, secret)) return { ...ok(failure(5)), unsigned: true }
    const handler = name.endsWith('.html') ? own(handlers, name.slice(0, -'.html'.length)) : undefined
    if (!handler) return ok(failure(7))
    try {
      return ok(await handler(form))
    } catch (error) {
      if (error instanceof BadParameters) return ok(failure(7))
      throw error
    }
  }

  return {
    provider,
    paths: [':name'],
    answer,
    busy: ({ name }) => ok(failure(name === 'endRound.html' ? 130 : 100)),
    unreadable: () => ok(failure(7)),
  }
}

const success = { error: 0, description: descriptions[0] }
const failure = (error: Code): Record<string, unknown> => ({ error, description: descriptions[error] })
const ok = (body: Record<string, unknown>): ProviderAnswer => ({ status: 200, body })

function refusalOf({ reason, balance }: WalletRefusal): Record<string, unknown> {
  const shown = balance !== undefined && reason === 'insufficient_funds' ? { cash: shillings(balance), bonus: 0 } : {}
  return { ...shown, ...failure(codes[reason]) }
}

const playerOf = (form: Form): bigint | undefined => readBettor(need(form, 'userId'))

function need(form: Form, name: string): string {
  const value = form.get(name) ?? ''
  if (!idText.test(value)) throw new BadParameters(name)
  return value
}

/** The ids of a money call. The round's id is unique together with its game. */
function moveOf(form: Form, reference?: string) {
  const game = need(form, 'gameId')
  const txId = reference ?? need(form, 'reference')
  return { txId, roundId: `${game}:${need(form, 'roundId')}`, gameId: `${provider}:${game}`.slice(0, 100) }
}

function amountOf(form: Form, name: string) {
  const read = readAmount(form.get(name) ?? '', 1n)
  if (!read) throw new BadParameters(name)
  return read
}

/** Parses a paid amount. Fractions of a cent are dropped. */
function positive(form: Form, name: string): Money {
  const { amount } = amountOf(form, name)
  if (amount < 0n) throw new BadParameters(name)
  return amount
}
