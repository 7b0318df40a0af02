import type { consoleBettorActions as contract } from '@nare/contract/console-bettor-actions'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { onceForId } from '#platform/operator-calls'
import type { ConsoleDeps } from '../deps.ts'
import { bonusByHand, changedNumber, correction } from './decisions.ts'

const noReference = { code: 'not_valid', sentence: 'Enter the reference of the request or order' } as const

type Deps = Pick<ConsoleDeps, 'db' | 'identity' | 'protection' | 'ledger' | 'bonus' | 'live'>

/** What operators do with a bettor's account. */
export function bettorActionRoutes(deps: Deps): Handlers<typeof contract> {
  const { identity, protection } = deps

  /** The number of an account; refused without such an account. */
  async function numberOf(id: string): Promise<Outcome<string, 'not_found'>> {
    const facts = (await identity.bettorFacts([BigInt(id)])).get(BigInt(id))
    return facts ? done(facts.msisdn) : refused('not_found')
  }

  type Begin = Parameters<typeof protection.beginExclusion>
  async function begin(id: string, period: Begin[1], operator: string, asked?: Begin[3]) {
    const found = await numberOf(id)
    if (!found.ok) return found
    const { kind, ...active } = await protection.beginExclusion(BigInt(id), period, operator, asked)
    return done({ ...active, kind, since: active.since.toISOString(), until: active.until.toISOString() })
  }

  return {
    lockBettor: ({ id, locked }, { operator }) =>
      protection.operator.lock({ bettor: BigInt(id), locked, by: operator }),
    async endBettorSessions({ id }) {
      const ended = await identity.operator.endSessions(BigInt(id))
      return ended.ok ? done({ ended: ended.value }) : ended
    },
    setStakePercent: ({ id, percent }, { operator }) =>
      protection.operator.setStakePercent({ bettor: BigInt(id), percent, by: operator }),
    noteBettor: onceForId({
      async work(tx, { bettor_id, text }, { operator }) {
        const note = await identity.operator.note(tx, { bettor: BigInt(bettor_id), text, by: operator })
        return note.ok ? done({ note_id: note.value.id.toString(), at: note.value.at.toISOString() }) : note
      },
    }),
    async revealBettor({ id, field }) {
      const found = await numberOf(id)
      return found.ok ? done({ field, value: found.value }) : found
    },
    breakBettor: ({ id, period }, { operator }) => begin(id, period, operator),
    async excludeBettor({ id, period, asked_by: askedBy, reference }, { operator }) {
      if (reference === undefined && (askedBy === 'family' || askedBy === 'court'))
        return refused('invalid_input', fieldFacts({ reference: noReference }))
      return begin(id, period, operator, { askedBy, ...(reference !== undefined && { reference }) })
    },
    lowerBettorLimits: ({ id, reason: _reason, ...limits }, { operator }) =>
      protection.lowerLimits(BigInt(id), limits, operator),
    messageBettor: onceForId({
      async work(tx, { bettor_id, text }, { operator }) {
        const sent = await identity.operator.message(tx, { bettor: BigInt(bettor_id), text, by: operator })
        return sent.ok ? done({ message_id: sent.value.id.toString(), at: sent.value.at.toISOString() }) : sent
      },
      after: ({ message_id }) => identity.operator.sendMessage(BigInt(message_id)),
    }),
    closeBettor: ({ id, reason }, { operator }) =>
      protection.operator.close({ bettor: BigInt(id), reason, by: operator }),
    changeBettorNumber: changedNumber(deps),
    correctBettor: correction(deps),
    giveBonus: bonusByHand(deps),
  }
}
