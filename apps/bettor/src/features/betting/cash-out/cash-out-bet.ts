import type { Failed } from '@nare/client/call'
import type { BetView } from '@nare/contract/betting'
import { cashOut as calls, type CashOutQuote } from '@nare/contract/cash-out'
import { noAnswer, resolveCommand, type CommandResult } from '../../../state/command-outcome.ts'
import { updateUser } from '../../../state/persistence.ts'
import { markOf, unresolvedOf, type SentIds } from '../../../state/sent-ids.ts'
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
 * The cash-out that the bettor confirmed. `seen` is the displayed value of the whole remaining bet, as decimal text. Without
 * `seen` no cash-out is sent: only earlier ones without a response are looked up.
 */
export type CashOutRequest = { bet_id: string; part: Part; seen: string | undefined; quote: CashOutQuote | undefined }
export type Paid = { amount: string; bet: BetView }
export type Outcome =
  | ({ is: 'paid' } & Paid)
  /** The value is lower than the bettor saw. Nothing was cashed out. */
  | { is: 'fell'; quote: CashOutQuote }
  | { is: 'refused'; failed: Failed }
  /** A look-up found that a cash-out without a response had no effect. */
  | { is: 'not_paid' }
  /** Nothing was left to look up: another tab has resolved the cash-out. */
  | { is: 'resolved_elsewhere' }
  /** The outcome is still unknown. The command id stays stored. */
  | { is: 'unknown' }
type Progress = { onChecking: () => void; onSent: (quote: CashOutQuote) => void }

/** A quote with less time left is not used: it would expire before the request arrives. */
const quoteLifeMinMs = 1000
/** The maximum number of quotes tried per tap while they keep expiring. */
const quoteTriesMax = 3
const lookUpTimeoutMs = 10_000

/**
 * Cashes out a bet, or a part of it, for at least the value that the bettor saw. Requests a new quote if the current one has
 * expired or has a different amount. Does not accept a lower quote. Looks up earlier cash-outs of this bet without a response
 * first, and goes on only if all of them were refused. Each command has an id, so a repeated command pays once.
 */
export function cashOutBet(request: CashOutRequest, tools: Tools, progress: Progress): Steps<Outcome> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const { bet_id, seen } = request
    let hasRefusal = false
    for (const earlier of unresolvedOf(tools.ids, owner).filter(({ about: [bet] }) => bet === bet_id)) {
      progress.onChecking()
      const found = await send(resolveCashOut(earlier, tools))
      if (found.is !== 'refused') return found
      hasRefusal = true
    }
    if (seen === undefined) return { is: hasRefusal ? 'not_paid' : 'resolved_elsewhere' }
    let { quote } = request
    for (let tries = 0; tries < quoteTriesMax; tries++) {
      const usable = isUsable(quote, seen, tools.nowMs()) ? quote : await send(newQuote(bet_id))
      if ('ok' in usable) return { is: 'refused', failed: usable }
      if (isLess(usable.amount, seen)) return { is: 'fell', quote: usable }
      const outcome = await send(acceptQuote({ ...request, quote: usable }, tools, progress))
      if (outcome.is !== 'refused' || outcome.failed.code !== 'quote_expired') return outcome
      quote = undefined
    }
    return { is: 'refused', failed: { ...noResponse, code: 'overloaded', status: 503 } }
  }
}

const isUsable = (quote: CashOutQuote | undefined, seen: string, nowMs: number): quote is CashOutQuote =>
  quote !== undefined && quote.amount === seen && Date.parse(quote.expires_at) - nowMs > quoteLifeMinMs

function newQuote(bet_id: string): Steps<CashOutQuote | Failed> {
  return async (_send, _state, { call }) => {
    const reply = await call(calls.quote, { bet_id })
    return reply.ok ? reply.body : reply
  }
}

function acceptQuote(
  { bet_id, part, quote }: CashOutRequest & { quote: CashOutQuote },
  { newId, ids, wait }: Tools,
  { onChecking, onSent }: Progress,
): Steps<Outcome> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const id = newId()
    const mark = markOf(owner, [bet_id, quote.quote_id, part])
    const command: Command = { id, bet_id, quote_id: quote.quote_id, part }
    ids.keep(mark, id)
    onSent(quote)
    const isSameBettor = (): boolean => getState().auth.user?.id === owner
    const outcome = await resolveCommand({
      answer: send(sendCommand(command)),
      lookUp: async () => (isSameBettor() ? asLookUpResult(await send(sendCommand(command))) : sessionExpired),
      wait,
      onChecking,
    })
    // Another bettor's session must neither see this bet nor resolve it.
    if (!isSameBettor()) return { is: 'unknown' }
    if (outcome.is === 'done') {
      ids.drop(mark)
      void send(updateUser({ balance: outcome.value.balance }))
      return { is: 'paid', ...outcome.value }
    }
    if (outcome.is === 'unknown' && !outcome.absent) return { is: 'unknown' }
    ids.drop(mark)
    if (outcome.is === 'unknown') return { is: 'not_paid' }
    const lower = lowerQuote(outcome.failed)
    return lower ? { is: 'fell', quote: lower } : { is: 'refused', failed: outcome.failed }
  }
}

type Command = { id: string; bet_id: string; quote_id: string; part: Part }

function sendCommand({ part, ...command }: Command): Steps<CommandResult<Paid & { balance: string }>> {
  return async (_send, _state, { call }) => {
    const reply = await call(calls.take, { ...command, ...(part !== '1' && { part }) })
    return reply.ok ? { ok: true, value: reply.body } : reply
  }
}

/**
 * The result of a repeated command as the result of a look-up. A repeated command returns its first result. A 409 or 422 means
 * that the command had no effect so far, but the first request may still arrive, so it counts as `not_found`.
 */
function asLookUpResult<T>(result: CommandResult<T>): CommandResult<T> {
  const isRefused = !result.ok && (result.status === 409 || result.status === 422)
  return isRefused ? { ...result, status: 404, code: 'not_found' } : result
}

/** The lower quote that a refusal carries. */
function lowerQuote({ code, body }: Failed): CashOutQuote | undefined {
  if (code !== 'quote_changed') return undefined
  const parsed = calls.quote.answer.safeParse(body['quote'])
  return parsed.success ? (parsed.data as CashOutQuote) : undefined
}

/** Resolves an earlier cash-out without a response by repeating it. Its quote has expired, so the repeat starts no new payment. */
export function resolveCashOut(
  { id, mark, about }: ReturnType<typeof unresolvedOf>[number],
  tools: Tools,
): Steps<Outcome> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const [bet_id = '', quote_id = '', part = '1'] = about
    const command = { id, bet_id, quote_id, part: part as Part }
    const found = await Promise.race([send(sendCommand(command)), tools.wait(lookUpTimeoutMs)])
    if (!found || getState().auth.user?.id !== owner) return { is: 'unknown' }
    const isDefinite = found.ok || (found.status >= 400 && found.status < 500 && found.status !== 401)
    if (!isDefinite || (!found.ok && found.code === 'too_many_requests')) return { is: 'unknown' }
    tools.ids.drop(mark)
    if (!found.ok) return { is: 'refused', failed: found }
    void send(updateUser({ balance: found.value.balance }))
    return { is: 'paid', ...found.value }
  }
}

const noResponse: Failed = noAnswer(calls.take.fallback)
const sessionExpired: Failed = { ...noResponse, status: 401, code: 'session_expired' }
