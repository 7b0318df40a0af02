import type { FailureCode } from '@nare/contract/failures'
import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import type { Permission } from '@nare/contract/permissions'
import type { Route } from '@nare/contract/route'
import type { Call } from '#platform/call'
import { transact, type Db, type Tx } from '#platform/db'
import { lockName } from '#platform/locks'
import { turnsInMemory, TooManyWaiting } from '#platform/turns'
import {
  hasConfirmed,
  outcomeText,
  tokenConfirms,
  Waiting,
  type AnyDeciding,
  type Asked,
  type Basis,
} from '#platform/operator-calls'
import { fieldsOf, hashOf, inputOf, isSameAs, keyOf, textOfFacts } from './asked-fields.ts'
import {
  answeredCommand,
  endProposal,
  insertCommand,
  insertProposal,
  proposalOf,
  waitingProposal,
  type Proposal,
} from './proposal-store.ts'
import { eyesOf, samePerson } from './staff/eyes.ts'
import { hasEnded } from './staff/token-store.ts'
import type { Sealed } from './sealed.ts'
import { insertAction, insertOutcome, movedAlone, type MovedNow } from './store.ts'

/** What a person may do now; undefined for somebody who is not there or suspended. */
export type MayNow = (db: Db, name: string) => Promise<ReadonlySet<Permission> | undefined>

/** Points between two steps of an operators' call at which a test can kill the process. They do nothing in production. */
export const decisionFaultPoints = ['line written', 'decision not stored', 'decision stored'] as const
export type DecisionFaultPoint = (typeof decisionFaultPoints)[number]

type Deps = {
  readonly moneyDb: Db
  readonly mayNow: MayNow
  readonly now: () => number
  readonly sealed: Sealed
  readonly reach?: ((point: DecisionFaultPoint) => void) | undefined
}

type Answered = Outcome<unknown, FailureCode>

/** A refusal that undoes what its transaction wrote. */
class Undone extends Error {
  readonly refusal: Refusal<FailureCode>
  constructor(refusal: Refusal<FailureCode>) {
    super(refusal.code)
    this.refusal = refusal
  }
}

const own = refused('not_allowed', undefined, 'A second operator confirms this: you have proposed it')
const paused = refused('overloaded', { retry_after_s: 2 })
const unvouched = (proposer: string) =>
  refused(
    'not_allowed',
    undefined,
    `Somebody else confirms this: nobody has vouched yet that ${proposer} and you are two people`,
  )

/** Who confirms a proposal, and for what reason. */
export type Confirming = {
  readonly id: bigint
  readonly reason: string
  readonly operator: Asked['operator']
  readonly context: Call<'operator'>
}

/**
 * Makes decisions of operators, each in one transaction with its line of the audit log. Where a second person is needed it stores a proposal;
 * the same call of another person confirms it, if the facts are still the same. Locks: the subject, the person's sums, then what the
 * decision itself locks, and with the outcome, which is written last, the end of the outcomes' chain.
 */
export function openDeciding({ moneyDb, mayNow, now, sealed, reach }: Deps) {
  const known = new Map<string, { readonly call: Route; readonly deciding: AnyDeciding }>()

  /** Calls of one person that count towards one sum wait for each other under its lock: here they wait without a connection, which bets need. */
  const turns = turnsInMemory()

  type Kept = { readonly waiting?: string; readonly done?: unknown }

  async function keepAnswer(tx: Tx, asked: Asked, { done: answer, waiting }: Kept): Promise<void> {
    const { commandId: id, operator } = asked
    if (id === undefined) return
    const whole = await sealed.sealAnswer(operator.name, id, { fields: fieldsOf(asked), done: answer })
    const kept = waiting === undefined ? {} : { waiting }
    await insertCommand(tx, { operator: operator.name, id, hash: hashOf(asked), answer: kept, sealed: whole })
  }

  async function wholeWaiting(tx: Tx, subject: string): Promise<Proposal | undefined> {
    const stored = await waitingProposal(tx, subject)
    return stored && sealed.whole(stored)
  }

  async function perform(tx: Tx, asked: Asked, basis: Basis, from?: Proposal): Promise<Answered> {
    const { deciding, operator, line, action } = asked
    const input = from ? inputOf(asked.call, from) : asked.input
    const of = from && { proposer: from.proposer, kept: from.kept ?? undefined }
    const context = { ...asked.context, ...of, line }
    const answer = await deciding.work(tx, input as never, context)
    if (!answer.ok) throw new Undone(answer)
    const outcome = outcomeText(answer.value)
    if (from) await endProposal(tx, from.id, { state: 'done', by: operator.name, outcome })
    await keepAnswer(tx, { ...asked, action }, { done: answer.value })
    // A line that the sweep has closed meanwhile, because the process had paused, must not say of what was done that nobody knows.
    if (!(await insertOutcome(tx, line, { outcome, amount: from ? undefined : basis.amount }))) throw new Undone(paused)
    reach?.('decision not stored')
    return answer
  }

  /** Ends a proposal that cannot be confirmed any more. The caller gets the refusal. */
  async function fail(tx: Tx, { id }: Proposal, outcome: string, { operator, line }: Asked): Promise<Answered> {
    await endProposal(tx, id, { state: 'failed', by: operator.name, outcome })
    await insertOutcome(tx, line, { outcome })
    return refused('facts_changed')
  }

  async function confirmIn(tx: Tx, asked: Asked, basis: Basis, waiting: Proposal): Promise<Answered> {
    const { name } = asked.operator
    if (waiting.proposer === name) throw new Undone(own)
    if (await samePerson(tx, waiting.proposer, name)) throw new Undone(unvouched(waiting.proposer))
    if (asked.operator.kind === 'token') throw new Undone(tokenConfirms)
    if (!hasConfirmed(asked.operator, now())) throw new Undone(refused('confirm_first'))
    const { permission } = asked.call
    const needed = [permission, asked.call.alsoNeeds?.(inputOf(asked.call, waiting) as never)]
    const may = await mayNow(tx, waiting.proposer)
    if (permission === undefined || needed.some((one) => one !== undefined && !may?.has(one)))
      return fail(tx, waiting, 'proposer_gone', asked)
    // One that was proposed while its token was ended has escaped that end.
    if (waiting.token !== null && (await hasEnded(tx, waiting.token))) return fail(tx, waiting, 'proposer_gone', asked)
    if (textOfFacts(basis.facts) !== textOfFacts(waiting.before)) return fail(tx, waiting, 'changed', asked)
    return perform(tx, asked, basis, waiting)
  }

  async function propose(tx: Tx, asked: Asked, basis: Basis): Promise<Answered> {
    const { action, line, operator, deciding } = asked
    const prepared = deciding.prepare?.(asked.input as never)
    const whole = { input: asked.sent, before: basis.facts }
    const proposal = await insertProposal(tx, line, {
      call: keyOf(asked.call),
      action: action.action,
      subject: action.subject,
      inputHash: hashOf(asked),
      before: basis.facts,
      after: action.facts,
      kept: prepared?.kept ?? null,
      effect: basis.effect ?? null,
      sealed: await sealed.sealProposal(line, whole),
      proposer: operator.name,
      token: operator.token ?? null,
      reason: action.reason,
    })
    await keepAnswer(tx, asked, { waiting: proposal.toString() })
    if (!(await insertOutcome(tx, line, { outcome: 'waiting' }))) throw new Undone(paused)
    reach?.('decision not stored')
    return done(new Waiting(proposal, prepared?.shown))
  }

  async function isNeeded(tx: Tx, { call, operator, action }: Asked, basis: Basis): Promise<boolean> {
    if (call.second === undefined) return false
    if (basis.needed ?? call.second === 'always') return true
    const { amount, alone, lasting } = basis
    if (amount === undefined || alone === undefined) return false
    return (await movedBy(tx, operator.name, call, { lasting, further: { subject: action.subject, amount } })) > alone
  }

  async function decideIn(tx: Tx, asked: Asked): Promise<Answered> {
    const { action, operator, deciding, commandId, context } = asked
    await lockName(tx, 'proposal', action.subject)
    const [first = operator.name] = await eyesOf(tx, operator.name)
    await lockName(tx, 'operator', `${first} ${sumNameOf(asked.call)}`)
    const before = commandId === undefined ? undefined : await answeredCommand(tx, operator.name, commandId)
    if (before && commandId !== undefined) {
      const { done: answer, fields } = await sealed.answer(operator.name, commandId, before)
      if (before.hash !== hashOf(asked) || (fields !== undefined && fields !== fieldsOf(asked)))
        throw new Undone(refused('id_reused'))
      await insertOutcome(tx, asked.line, { outcome: 'repeated' })
      const { waiting } = before.answer
      return done(waiting === undefined ? answer : new Waiting(BigInt(waiting)))
    }
    const waiting = await wholeWaiting(tx, action.subject)
    if (asked.confirms !== undefined && asked.confirms !== waiting?.id) {
      const state = (await proposalOf(tx, asked.confirms))?.state ?? 'done'
      throw new Undone(refused('not_waiting', { state }))
    }
    const isSame = waiting !== undefined && isSameAs(asked, waiting)
    const read = isSame
      ? deciding.read(tx, inputOf(asked.call, waiting) as never, { ...context, proposer: waiting.proposer })
      : deciding.read(tx, asked.input as never, context)
    const basis = await read
    if (!basis.ok) throw new Undone(basis)
    if (operator.bettor !== undefined && basis.value.bettor === operator.bettor)
      throw new Undone(refused('own_account'))
    if (waiting && isSame) return confirmIn(tx, asked, basis.value, waiting)
    if (!(await isNeeded(tx, asked, basis.value))) return perform(tx, asked, basis.value)
    if (waiting) throw new Undone(refused('already_proposed', { proposal_id: waiting.id.toString() }))
    return propose(tx, asked, basis.value)
  }

  /** A proposal whose work is refused has failed; without it the subject could not be proposed again for a day. */
  async function refuse(asked: Asked, refusal: Refusal<FailureCode>, isConfirmed: boolean): Promise<Answered> {
    await transact(moneyDb, async (tx) => {
      const waiting = isConfirmed ? await wholeWaiting(tx, asked.action.subject) : undefined
      if (waiting && isSameAs(asked, waiting) && waiting.proposer !== asked.operator.name && !isAboutPerson(refusal))
        await endProposal(tx, waiting.id, { state: 'failed', by: asked.operator.name, outcome: refusal.code })
      await insertOutcome(tx, asked.line, { outcome: refusal.code })
    })
    return refusal
  }

  async function decide(asked: Asked): Promise<Answered> {
    const key = `${asked.operator.name} ${sumNameOf(asked.call)}`
    const inTurn = () => transact(moneyDb, (tx) => decideIn(tx, asked))
    const answer = await turns.runAlone({ key, sharedKey: undefined }, inTurn).catch((error: unknown) => {
      if (error instanceof Undone) return refuse(asked, error.refusal, true)
      if (error instanceof TooManyWaiting) return refuse(asked, paused, false)
      throw error
    })
    reach?.('decision stored')
    const { deciding, input, context } = asked
    if (answer.ok && answer.value instanceof Waiting) await deciding.proposed?.(input as never)
    else if (answer.ok) await deciding.after?.(answer.value as never, input as never, context)
    return answer
  }

  return {
    decide,

    register: (call: Route, deciding: AnyDeciding): void => void known.set(keyOf(call), { call, deciding }),

    /** The calls whose proposals somebody may read and decide. */
    callsFor: (may: ReadonlySet<Permission>): string[] =>
      [...known].flatMap(([key, { call }]) =>
        call.second !== undefined && call.permission !== undefined && may.has(call.permission) ? [key] : [],
      ),

    /** Confirms a proposal as the same call would, in the name of another person. */
    async confirm({ id, reason, operator, context }: Confirming): Promise<Answered> {
      const stored = await proposalOf(moneyDb, id)
      const proposal = stored && (await sealed.whole(stored))
      const found = proposal && known.get(proposal.call)
      if (!proposal || !found?.call.permission || !operator.may.has(found.call.permission)) return refused('not_found')
      if (proposal.state !== 'waiting') return refused('not_waiting', { state: proposal.state })
      const { call, deciding } = found
      const { subject, after: facts } = proposal
      const action = { operator: operator.name, action: proposal.action, subject, facts, reason }
      const further = call.alsoNeeds?.(inputOf(call, proposal) as never)
      if (further && !operator.may.has(further)) return refused('not_allowed')
      const line = await insertAction(moneyDb, action)
      const asked = { call, deciding, operator, action, line, context, sent: proposal.input, commandId: undefined }
      return decide({ ...asked, input: inputOf(call, proposal), confirms: id })
    },

    /** Refuses a proposal of somebody else, or takes back one's own. */
    end: <S extends 'refused' | 'taken_back'>(
      id: bigint,
      state: S,
      operator: Confirming['operator'],
    ): Promise<Outcome<{ state: S }, 'not_found' | 'not_waiting' | 'not_allowed'>> =>
      transact(moneyDb, async (tx) => {
        const proposal = await proposalOf(tx, id, { lock: true })
        const permission = proposal && known.get(proposal.call)?.call.permission
        if (!proposal || permission === undefined || !operator.may.has(permission)) return refused('not_found')
        if (proposal.state !== 'waiting') return refused('not_waiting', { state: proposal.state })
        if ((proposal.proposer === operator.name) !== (state === 'taken_back')) return refused('not_allowed')
        if (operator.kind === 'token' && state === 'refused') return refused('not_allowed')
        await endProposal(tx, id, { state, by: operator.name, outcome: state })
        return done({ state })
      }),
  }
}

/** What somebody has moved alone within 24 hours by the calls whose amounts count with this one's, with all who count as the same person. */
export async function movedBy(db: Db, name: string, call: Route, more: MovedNow = {}): Promise<bigint> {
  const { undoneBy, largestOf } = call
  return movedAlone(db, { operators: await eyesOf(db, name), actions: actionsOf(call), undoneBy, largestOf, ...more })
}

const actionsOf = ({ action = '', sumOf = [action] }: Route): readonly string[] => sumOf

/** Names the sum that a call counts towards: calls of one sum wait for each other under its lock. */
const sumNameOf = (call: Route): string => actionsOf(call)[0] ?? ''

const aboutPerson: readonly FailureCode[] = [
  'not_allowed',
  'own_account',
  'confirm_first',
  'already_proposed',
  'id_reused',
]
const isAboutPerson = ({ code }: Refusal<FailureCode>): boolean => code === paused.code || aboutPerson.includes(code)
