import type { Failed } from '@nare/client/call'
import type { BetView } from '@nare/contract/betting'
import { cashOut as calls, type CashOutQuote } from '@nare/contract/cash-out'
import { noAnswer, resolveCommand, type CommandResult } from '../../../state/command-outcome.ts'
import { updateUser } from '../../../state/persistence.ts'
import { markOf, sentBy, type SentIds } from '../../../state/sent-ids.ts'
import type { Steps } from '../../../state/store.ts'
import { isLess, type Part } from './figures.ts'

export type Tools = {
  newId: () => string
  ids: SentIds
  wait: (ms: number) => Promise<void>
  /** The server's time. */
  nowMs: () => number
}
/**
 * What the bettor agreed to: `seen` is the value of all that is left of the bet as it was shown, decimal text. Without it only an
 * earlier cash-out whose answer is missing is resolved.
 */
export type Wish = { bet_id: string; part: Part; seen: string | undefined; quote: CashOutQuote | undefined }
export type Paid = { amount: string; bet: BetView }
export type Outcome =
  | ({ is: 'paid' } & Paid)
  /** The value is less than the bettor saw: nothing was cashed out. */
  | { is: 'fell'; quote: CashOutQuote }
  | { is: 'refused'; failed: Failed }
  /** Whether it was cashed out is still not known; its id is kept. */
  | { is: 'unknown' }
type Progress = { onChecking: () => void; onSent: (quote: CashOutQuote) => void }

/** A quote is not taken in its last moments: it would expire on the way. */
const onTheWayMs = 1000
/** Fresh quotes that one tap asks for, when one after the other expires on the way. */
const quotesMax = 3
const lookUpTimeoutMs = 10_000

/**
 * Cashes out a bet, or a part of it, for at least the value that the bettor saw. A quote that is not alive any more, or is not of
 * that value, is replaced by a fresh one; a lower one is not taken. While the answer to an earlier cash-out of the bet is missing,
 * that one is resolved instead. Each command has an id, so that it pays once however often it is sent.
 */
export function takeCashOut(wish: Wish, tools: Tools, progress: Progress): Steps<Outcome> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    for (const earlier of sentBy(tools.ids, owner).filter(({ about: [bet] }) => bet === wish.bet_id)) {
      progress.onChecking()
      const found = await send(resolveTake(earlier, tools))
      if (found.is !== 'refused') return found
    }
    const { bet_id, seen } = wish
    let held = wish.quote
    for (let tries = 0; seen !== undefined && tries < quotesMax; tries++) {
      const fresh = isGood(held, seen, tools.nowMs()) ? held : await send(newQuote(bet_id))
      if ('ok' in fresh) return { is: 'refused', failed: fresh }
      if (isLess(fresh.amount, seen)) return { is: 'fell', quote: fresh }
      const outcome = await send(takeQuote({ ...wish, quote: fresh }, tools, progress))
      if (outcome.is !== 'refused' || outcome.failed.code !== 'quote_expired') return outcome
      held = undefined
    }
    return { is: 'refused', failed: seen === undefined ? lost : { ...lost, code: 'overloaded', status: 503 } }
  }
}

const isGood = (quote: CashOutQuote | undefined, seen: string, nowMs: number): quote is CashOutQuote =>
  quote !== undefined && quote.amount === seen && Date.parse(quote.expires_at) - nowMs > onTheWayMs

function newQuote(bet_id: string): Steps<CashOutQuote | Failed> {
  return async (_send, _state, { call }) => {
    const reply = await call(calls.quote, { bet_id })
    return reply.ok ? reply.body : reply
  }
}

function takeQuote(
  { bet_id, part, quote }: Wish & { quote: CashOutQuote },
  { newId, ids, wait }: Tools,
  { onChecking, onSent }: Progress,
): Steps<Outcome> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const id = newId()
    const mark = markOf(owner, [bet_id, quote.quote_id, part])
    const order: Order = { id, bet_id, quote_id: quote.quote_id, part }
    ids.keep(mark, id)
    onSent(quote)
    const isOwn = (): boolean => getState().auth.user?.id === owner
    const outcome = await resolveCommand({
      answer: send(request(order)),
      lookUp: async () => (isOwn() ? asLookUp(await send(request(order))) : ended),
      wait,
      onChecking,
    })
    // Another bettor's session must neither see this bet nor resolve it.
    if (!isOwn()) return { is: 'unknown' }
    if (outcome.is === 'done') {
      ids.drop(mark)
      void send(updateUser({ balance: outcome.value.balance }))
      return { is: 'paid', ...outcome.value }
    }
    if (outcome.is === 'unknown' && !outcome.absent) return { is: 'unknown' }
    ids.drop(mark)
    if (outcome.is === 'unknown') return { is: 'refused', failed: lost }
    const lower = freshQuote(outcome.failed)
    return lower ? { is: 'fell', quote: lower } : { is: 'refused', failed: outcome.failed }
  }
}

type Order = { id: string; bet_id: string; quote_id: string; part: Part }

function request({ part, ...order }: Order): Steps<CommandResult<Paid & { balance: string }>> {
  return async (_send, _state, { call }) => {
    const reply = await call(calls.take, { ...order, ...(part !== '1' && { part }) })
    return reply.ok ? { ok: true, value: reply.body } : reply
  }
}

/**
 * The same command, sent again, returns what its first sending did. A refusal means that it did nothing yet; the first sending may
 * still be on its way.
 */
function asLookUp<T>(result: CommandResult<T>): CommandResult<T> {
  const isJudged = !result.ok && (result.status === 409 || result.status === 422)
  return isJudged ? { ...result, status: 404, code: 'not_found' } : result
}

/** The lower quote that a refusal carries. */
function freshQuote({ code, body }: Failed): CashOutQuote | undefined {
  if (code !== 'quote_changed') return undefined
  const read = calls.quote.answer.safeParse(body['quote'])
  return read.success ? (read.data as CashOutQuote) : undefined
}

/** Looks up one cash-out of an earlier time whose answer is missing: by sending it once more, long after its quote expired. */
export function resolveTake({ id, mark, about }: ReturnType<typeof sentBy>[number], tools: Tools): Steps<Outcome> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const [bet_id = '', quote_id = '', part = '1'] = about
    const order = { id, bet_id, quote_id, part: part as Part }
    const found = await Promise.race([send(request(order)), tools.wait(lookUpTimeoutMs)])
    if (!found || getState().auth.user?.id !== owner) return { is: 'unknown' }
    const isAnswered = found.ok || (found.status >= 400 && found.status < 500 && found.status !== 401)
    if (!isAnswered || (!found.ok && found.code === 'too_many_requests')) return { is: 'unknown' }
    tools.ids.drop(mark)
    if (!found.ok) return { is: 'refused', failed: found }
    void send(updateUser({ balance: found.value.balance }))
    return { is: 'paid', ...found.value }
  }
}

const lost: Failed = noAnswer(calls.take.fallback)
const ended: Failed = { ...lost, status: 401, code: 'session_expired' }
