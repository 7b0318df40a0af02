import type { FailureCode } from '@nare/contract/failures'
import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import type { zWaiting } from '@nare/contract/second-person'
import { pathFields, type Answer, type Failure, type Received, type Route } from '@nare/contract/route'
import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Call, Operator } from './call.ts'
import type { Db, Tx } from './db.ts'
import type { Facts } from './facts.ts'
import { invariant } from './invariant.ts'
import { maskNumbers } from './mask-numbers.ts'
import { answerOrRefuse } from './money-command.ts'

/** What a decision rests on, read under the locks of the work. */
export type Basis = {
  /** What a second person sees. The proposal fails if they have changed when it is confirmed. */
  readonly facts: Facts
  /** Whether this call needs a second person, whatever its amount. */
  readonly needed?: boolean
  /** What the call moves, and how much of it one person may do alone in 24 hours; in cents, in points, or in hundredths of a percent. */
  readonly amount?: bigint
  readonly alone?: bigint
  /** Lines of the audit log whose amounts still count after 24 hours, because what they did still holds. */
  readonly lasting?: readonly bigint[]
  /** The bettor whose account this is about. */
  readonly bettor?: bigint
  /** What it would do to bets and money, for the second person. It may change until the confirmation. */
  readonly effect?: Facts
}

/**
 * The handler of an operators' call that a second person may have to confirm, that moves money, or that takes effect once for an id. It runs in one transaction: `read` takes the
 * locks and reads the facts; `work` does what is asked, now or once a second person has confirmed it; `after` publishes after the commit, and again when the command is repeated. A
 * refusal of `work` undoes what it wrote. `proposed` runs once a proposal is stored. For a confirmed call `call.proposer` is who asked for it.
 */
export type Deciding<R extends Route> = {
  read(tx: Tx, input: Received<R>, call: Call<'operator'>): Promise<Outcome<Basis, Failure<R>>>
  work(tx: Tx, input: Received<R>, call: Call<'operator'>): Promise<Outcome<Decided<R>, Failure<R>>>
  after?(answer: Decided<R>, input: Received<R>, call: Call<'operator'>): Promise<void> | void
  /** The answer to an input with `preview: true`: what the work would do, read from a snapshot. It takes no lock and changes nothing. */
  preview?(input: Received<R>, call: Call<'operator'>): Promise<Outcome<Decided<R>, Failure<R>>>
  /** Makes what a new proposal keeps for its work, as `call.kept`, and what its proposer alone is shown, once. */
  prepare?(input: Received<R>): Prepared
  proposed?(input: Received<R>): Promise<void> | void
}

/** A secret of a proposal: `kept` is stored and never shown, `shown` is in the proposer's answer and stored nowhere. */
export type Prepared = { readonly kept: Facts; readonly shown: Readonly<Record<string, string>> }

/** The answer once the work is done. */
type Decided<R extends Route> = Exclude<Answer<R>, z.output<typeof zWaiting>>

/** A line of the audit log. */
export type Action = {
  readonly operator: string
  readonly action: string
  readonly subject: string
  readonly facts: Facts
  readonly reason: string
}

export type AnyDeciding = Deciding<Route>

/** A call as it was sent, with what a second person needs to confirm it. */
export type Asked = {
  readonly call: Route
  readonly deciding: AnyDeciding
  /** The fields as they were sent, and as the call reads them. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly input: unknown
  readonly commandId: string | undefined
  readonly operator: Operator
  readonly action: Action
  /** The line of the audit log, written before. */
  readonly line: bigint
  readonly context: Call<'operator'>
  /** The proposal that this confirms, if it is confirmed by its id. */
  readonly confirms?: bigint
}

/** A call that waits for a second person. */
export class Waiting {
  readonly proposal: bigint
  /** What its proposer alone is shown, once. */
  readonly shown: Prepared['shown']
  constructor(proposal: bigint, shown: Prepared['shown'] = {}) {
    this.proposal = proposal
    this.shown = shown
  }
}

/** What of a proposal the lists of its subjects show. */
export type WaitingProposal = {
  readonly id: bigint
  readonly action: string
  readonly proposer: string
  readonly reason: string
  readonly after: Facts
  readonly at: Date
}

/** A query of the subjects of an area's calls that are about a bettor, as `withdrawal 5`. */
export type SubjectsOf = (bettor: bigint) => RawBuilder<unknown>

/** What the platform needs of the house's people: the audit log, and second persons. */
export type House = {
  /** The time, in milliseconds. */
  now(): number
  /** Writes an action to the audit log before its work. Returns its line. */
  begin(action: Action): Promise<bigint>
  /** Writes what became of a line: a state, `done`, or the code of a refusal. */
  end(line: bigint, outcome: string): Promise<void>
  /** Writes that somebody read a subject, once an hour for a person and a subject. */
  seen(action: Action): Promise<void>
  /** Whether two names count as one person where a second one is needed: the same, or one who may have enrolled in the other's name. */
  samePerson(db: Db, one: string, other: string): Promise<boolean>
  /** Makes a decision, or proposes it to a second person. */
  decide(asked: Asked): Promise<Outcome<unknown, FailureCode>>
  /** What somebody has moved alone within 24 hours by a call whose amounts count together. */
  movedAlone(operator: string, call: Route): Promise<bigint>
  /** The proposals that wait, by their subjects. */
  waitingFor(subjects: readonly string[]): Promise<ReadonlyMap<string, WaitingProposal>>
  /** Makes known whose account the subjects of a kind are about: `withdrawal` for those like `withdrawal 5`. */
  owned(kind: string, ownerOf: (id: bigint) => Promise<bigint | undefined>): void
  /** Makes known which subjects are about a bettor, beside the account itself: a query of one text column. */
  about(subjectsOf: SubjectsOf): void
  /** The bettor whose account a subject is about; undefined for a subject of nobody. */
  ownerOf(subject: string): Promise<bigint | undefined>
  /** Makes the handler of a call known, so that a proposal of it can be confirmed. */
  register(call: Route, deciding: AnyDeciding): void
}

export const isDeciding = (handler: unknown): handler is AnyDeciding =>
  typeof handler === 'object' && handler !== null && 'work' in handler

/** The handler of a call that rests on no facts and needs nobody else, but takes effect once for the id of its command. */
export const onceForId = <R extends Route>(does: Pick<Deciding<R>, 'work' | 'after'>): Deciding<R> => ({
  read: async () => done({ facts: {} }),
  ...does,
})

type Running = Omit<Asked, 'deciding' | 'action' | 'line'> & {
  readonly house: House
  readonly handler: AnyDeciding | ((input: unknown, call: Call<'operator'>) => Promise<Outcome<unknown, FailureCode>>)
}

/** Runs an operators' call: judges whose account it is about, writes its line, asks for a second person where the call needs one. */
export async function runOperatorCall({ house, handler, ...asked }: Running): Promise<Outcome<unknown, FailureCode>> {
  const { call, sent, input, operator, context } = asked
  const action = actionOf(asked)
  const refusal = await refusalOf({ house, call, operator, input }, action)
  if (refusal) {
    if (action && call.method !== 'GET') await house.end(await house.begin(action), refusal.code)
    return refusal
  }
  if (call.method === 'GET') {
    if (action) await house.seen(action)
    return isDeciding(handler) ? refused('not_found') : masked(call, await handler(input, context), operator)
  }
  invariant(action, 'an operators’ call that changes something has an action and a subject')
  const line = await house.begin(action)
  if (isDeciding(handler) && handler.preview && asksForPreview(input)) {
    const outcome = await handler.preview(input as never, context)
    await house.end(line, outcome.ok ? outcomeText(outcome.value) : outcome.code)
    return masked(call, outcome, operator)
  }
  if (isDeciding(handler)) {
    const deciding = house.decide({ ...asked, sent, deciding: handler, action, line })
    return masked(call, await answerOrRefuse(deciding, context.log), operator)
  }
  const outcome = await handler(input, context)
  await house.end(line, outcome.ok ? outcomeText(outcome.value) : outcome.code)
  return masked(call, outcome, operator)
}

/** Why a person may not make a call that his permission allows. */
async function refusalOf(
  { house, call, operator, input }: Pick<Running, 'house' | 'call' | 'operator' | 'input'>,
  action: Action | undefined,
): Promise<Refusal<FailureCode> | undefined> {
  if (action && (await isOwnAccount(house, action.subject, operator))) return refused('own_account')
  if (call.confirms && operator.kind === 'token') return tokenConfirms
  // A preview only reads: the permission to decide is enough.
  if (!call.confirm || asksForPreview(input)) return undefined
  return hasConfirmed(operator, house.now()) ? undefined : refused('confirm_first')
}

type Refused = Pick<Running, 'call' | 'operator'> & {
  readonly house: House | undefined
  /** The fields of the path, as they were sent. */
  readonly path: Readonly<Record<string, unknown>>
}

/**
 * Writes the line of a command that was refused before its fields were read: its subject as far as the path names it, nothing of the body.
 * The limit of a person's calls bounds these lines.
 */
export async function logRefusal({ house, call, operator, path }: Refused, outcome: FailureCode): Promise<void> {
  if (!house || call.method === 'GET' || call.action === undefined) return
  const named = (name: string): string => plainText.exec(textOf(path[name]) ?? '')?.[0] ?? ''
  const subject = maskNumbers((call.subject ?? '').replaceAll(/:([a-z_.]+)/g, (_, name: string) => named(name))).trim()
  const line = await house.begin({ operator: operator.name, action: call.action, subject, facts: {}, reason: '' })
  await house.end(line, outcome)
}

const plainText = /^[\w.:-]{1,60}$/

const asksForPreview = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'preview' in input && input.preview === true

const isOwnAccount = async (house: House, subject: string, { bettor }: Operator): Promise<boolean> =>
  bettor !== undefined && (await house.ownerOf(subject)) === bettor

/** Whether this person has confirmed a few minutes before who sits there, which nobody without a session needs. */
export const hasConfirmed = ({ kind, confirmedUntil = 0 }: Operator, now: number): boolean =>
  kind !== 'person' || confirmedUntil > now

/** The refusal of a token that would confirm what somebody else has asked for. */
export const tokenConfirms = refused('not_allowed', undefined, 'A token confirms nothing')

/** The outcome of a line: the state of the answer, what a pause has become, or `done`. */
export function outcomeText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return 'done'
  if ('paused' in answer) return answer.paused === true ? 'paused' : 'resumed'
  return 'state' in answer && typeof answer.state === 'string' ? answer.state : 'done'
}

const masked = <O extends Outcome<unknown, FailureCode>>(
  { reveals }: Route,
  outcome: O,
  { seesNumbers }: Operator,
): O =>
  outcome.ok && !seesNumbers && !reveals && !(outcome.value instanceof Waiting)
    ? { ...outcome, value: maskNumbers(outcome.value) }
    : outcome

/** The line of a call in the audit log; undefined for a call that has none. */
function actionOf({
  call,
  sent,
  input,
  operator,
}: Pick<Asked, 'call' | 'sent' | 'input' | 'operator'>): Action | undefined {
  if (call.subject === undefined) return undefined
  // A text is kept as the call reads it, however it was typed; anything else, such as an amount, as it was sent.
  const valueOf = (name: string): unknown => {
    const read = fieldOf(input, name)
    return typeof read === 'string' ? read : fieldOf(sent, name)
  }
  const text = (name: string): string => textOf(valueOf(name)) ?? ''
  const facts = (call.audited ?? []).flatMap((name) => {
    const value = factOf(valueOf(name))
    return value === undefined ? [] : [[name.split('.', 1)[0] ?? name, value] as const]
  })
  return {
    operator: operator.name,
    // All reads of one subject are one action, so that a page of several reads is one line an hour.
    action: call.action ?? `${call.subject.split(' ', 1)[0]}.read`,
    subject: maskNumbers(call.subject.replaceAll(/:([a-z_.]+)/g, (_, name: string) => text(name))).slice(0, 120),
    facts: maskNumbers(Object.fromEntries(facts)),
    reason: text('reason'),
  }
}

/** A field by its name, or by its way: `title.en`. */
const fieldOf = (fields: unknown, way: string): unknown =>
  way
    .split('.')
    .reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
      fields,
    )

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(String).join(',')
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

const factOf = (value: unknown): Facts[string] | undefined => {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'boolean' ? value : (textOf(value) ?? JSON.stringify(value))
}

/** The id of a command: the field `id` of its body, also where the path has an `:id` of its own. */
export function commandIdOf(call: Route, body: Readonly<Record<string, unknown>>): string | undefined {
  const { id } = body
  if (call.method === 'GET' || typeof id !== 'string') return undefined
  return /^[0-9a-f-]{36}$/i.test(id) ? id.toLowerCase() : undefined
}

/** The fields that must be the same for a second person: all but the reason and the command's id. */
export function decisiveFields(call: Route, input: unknown): Record<string, unknown> {
  const isInPath = pathFields(call.path).includes('id')
  const given = Object.entries(typeof input === 'object' && input !== null ? input : {})
  return Object.fromEntries(given.filter(([name]) => name !== 'reason' && (isInPath || name !== 'id')))
}
