import { createHmac } from 'node:crypto'
import { money, type Money } from '@nare/money/money'
import { own } from '#platform/own'
import { units } from '../amounts.ts'
import { readBettor } from '../bettor-id.ts'
import type { Adapter, ProviderAnswer, ProviderRequest } from '../provider-http.ts'
import { readObject, type Fields } from '../raw-json.ts'
import { refusals } from '../refusals.ts'
import { sameSignature } from '../signatures.ts'
import { refuse, type Command, type Wallet, type WalletReason, type WalletRefusal } from '../wallet/wallet.ts'

const provider = 'bgaming'
const perShilling = 100n
const actionsMax = 50

/** The provider's error codes with their messages. Codes about the player have status 412, the others their own status. */
const failures = {
  100: 'Player has not enough funds to process an action',
  101: 'Player is invalid',
  105: 'Player reached customized bet limit',
  107: 'Game is forbidden to the player',
  110: 'Player is disabled',
  154: 'Currency is not allowed for the player',
  400: 'Bad request',
  403: 'Forbidden',
  404: 'Not found',
  503: 'Service is unavailable',
  610: 'Invalid freespins issue',
} as const
type Code = keyof typeof failures

const codes: Readonly<Record<WalletReason, Code>> = {
  insufficient_funds: 100,
  player_unknown: 101,
  session_unknown: 101,
  session_ended: 101,
  excluded: 110,
  limit_reached: 105,
  not_allowed: 107,
  game_unknown: 107,
  duplicate: 400,
  unknown_transaction: 404,
  rolled_back: 403,
  round_closed: 403,
  malformed: 400,
}

type Deps = {
  readonly wallet: Wallet
  readonly token: string
  readonly currency: string
  readonly knownGame: (gameId: string) => Promise<boolean>
}

const { Refused, need, optional, amountOf } = refusals<Code>({ missing: 400, wrong: 400 })

/**
 * BGaming's wallet (GCP): JSON, signed by HMAC-SHA256 over the body, amounts in cents. All actions of a call are applied, or none; a call
 * without actions returns the balance. `finished` ends the round.
 */
export function bgaming({ wallet, token, currency, knownGame }: Deps): Adapter {
  const isSigned = ({ raw, header }: ProviderRequest): boolean =>
    sameSignature(header('x-request-sign')?.toLowerCase(), createHmac('sha256', token).update(raw).digest('hex'))

  async function balanceAnswer(bettor: bigint): Promise<ProviderAnswer> {
    const balance = await wallet.balance(bettor)
    return balance === undefined ? failure(101) : ok({ balance: units(balance, perShilling) })
  }

  async function run(
    { bettor, roundId, stakes }: { bettor: bigint; roundId?: string; stakes?: 'any session' | WalletRefusal },
    commands: readonly Command[],
  ): Promise<ProviderAnswer> {
    const answered = await wallet.run({ provider, bettor, stakes, commands })
    if (!answered.ok) return refusal(answered)
    return ok({
      balance: units(answered.balance, perShilling),
      ...(roundId !== undefined && { game_id: roundId }),
      transactions: answered.transactions.map(({ txId, id, at }) => ({
        action_id: txId,
        tx_id: id.toString(),
        processed_at: at.toISOString(),
      })),
    })
  }

  /** The player, the round and the game of a call with actions. */
  function roundOf(fields: Fields) {
    const roundId = need(fields.id('game_id'))
    const gameId = `${provider}:${need(fields.id('game'))}`.slice(0, 100)
    const ending: Command[] = optional(fields.flag('finished')) ? [{ kind: 'end', roundId }] : []
    return { bettor: playerOf(fields), roundId, gameId, ending }
  }

  function playerOf(fields: Fields): bigint {
    if (need(fields.id('currency')) !== currency) throw new Refused(154)
    return player(fields)
  }

  async function play(fields: Fields): Promise<ProviderAnswer> {
    const actions = optional(fields.list('actions')) ?? []
    const isEnd = optional(fields.flag('finished')) === true && optional(fields.id('game_id')) !== undefined
    if (actions.length === 0 && !isEnd) return balanceAnswer(playerOf(fields))
    const { bettor, roundId, gameId, ending } = roundOf(fields)
    const commands = actions.map((action): Command => {
      const kind = need(action.id('action'))
      if (kind !== 'bet' && kind !== 'win') throw new Refused(400)
      const move = { txId: need(action.id('action_id')), roundId, gameId }
      const { amount, exact } = amountOf(action.amount('amount'), perShilling)
      if (kind === 'win') return { kind: 'credit', of: 'win', ...move, amount, closes: false }
      if (!exact) throw new Refused(400)
      return { kind: 'debit', ...move, amount }
    })
    checkActions(commands)
    const staking = commands.some(({ kind }) => kind === 'debit')
    const known = !staking || (await knownGame(gameId))
    return run({ bettor, roundId, stakes: known ? 'any session' : refuse('game_unknown') }, [...commands, ...ending])
  }

  async function rollback(fields: Fields): Promise<ProviderAnswer> {
    const { bettor, roundId, gameId, ending } = roundOf(fields)
    const commands = (optional(fields.list('actions')) ?? []).map((action): Command => {
      if (need(action.id('action')) !== 'rollback') throw new Refused(400)
      const [txId, refTxId] = [need(action.id('action_id')), need(action.id('original_action_id'))]
      return { kind: 'rollback', txId, refTxId, roundId, gameId }
    })
    if (commands.length === 0) throw new Refused(400)
    checkActions(commands)
    return run({ bettor, roundId }, [...commands, ...ending])
  }

  /** Pays the total win of free spins, once for each issue, after they have ended. */
  async function freespins(fields: Fields): Promise<ProviderAnswer> {
    const issue = need(fields.id('issue_id'))
    const user = optional(fields.id('user_id'))
    if (user === undefined) return failure(610)
    const bettor = optional(fields.id('currency')) === undefined ? player(fields) : playerOf(fields)
    const total = optional(fields.amount('total_amount'))
    const amount = total === undefined ? money(0n) : amountOf(total, perShilling).amount
    const isOver = (optional(fields.id('status')) ?? 'played') !== 'active'
    if (!isOver) return balanceAnswer(bettor)
    const gameId = `${provider}:${optional(fields.id('game')) ?? 'freespins'}`.slice(0, 100)
    const txId = `freespins:${issue}`
    return run({ bettor }, [{ kind: 'credit', of: 'free', txId, roundId: undefined, gameId, amount, closes: false }])
  }

  const handlers = { play, rollback, freespins }

  async function answer(request: ProviderRequest): Promise<ProviderAnswer> {
    if (!isSigned(request)) return { ...failure(403), unsigned: true }
    const handler = own<(fields: Fields) => Promise<ProviderAnswer>>(handlers, request.name)
    if (!handler) return failure(404)
    const fields = readObject(request.raw)
    if (!fields) return failure(400)
    try {
      return await handler(fields)
    } catch (error) {
      if (error instanceof Refused) return failure(error.code)
      throw error
    }
  }

  return { provider, paths: [':name'], answer, busy: () => failure(503), unreadable: () => failure(400) }
}

const ok = (body: unknown): ProviderAnswer => ({ status: 200, body })

function failure(code: Code, balance?: Money): ProviderAnswer {
  const body = { code, message: failures[code], ...(balance !== undefined && { balance: units(balance, perShilling) }) }
  return { status: code < 400 ? 412 : code === 610 ? 412 : code, body }
}

const refusal = ({ reason, balance }: WalletRefusal): ProviderAnswer =>
  failure(codes[reason], codes[reason] < 400 ? balance : undefined)

function checkActions(commands: readonly Command[]): void {
  if (commands.length > actionsMax) throw new Refused(400)
}

function player(fields: Fields): bigint {
  const bettor = readBettor(need(fields.id('user_id')))
  if (bettor === undefined) throw new Refused(101)
  return bettor
}
