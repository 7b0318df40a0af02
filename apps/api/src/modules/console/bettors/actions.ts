import type { consoleBettorActions as contract } from '@nare/contract/console-bettor-actions'
import { fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import { formatMoney } from '@nare/money/money'
import type { NoteMeasure } from '#modules/care/care'
import type { RequestedLimits } from '#modules/protection/protection'
import type { Handlers } from '#platform/calls'
import { onceForId } from '#platform/operator-calls'
import type { ConsoleDeps } from '../deps.ts'
import { bonusByHand, changedNumber, correction } from './decisions.ts'

const noReference = { code: 'not_valid', sentence: 'Enter the reference of the request or order' } as const

type Deps = Pick<ConsoleDeps, 'db' | 'identity' | 'protection' | 'ledger' | 'bonus' | 'live' | 'care'>

/** What operators do with a bettor's account. */
export function bettorActionRoutes(deps: Deps): Handlers<typeof contract> {
  const { identity, protection, care } = deps

  /** The number of an account; refused without such an account. */
  async function numberOf(id: string): Promise<Outcome<string, 'not_found'>> {
    const facts = (await identity.bettorFacts([BigInt(id)])).get(BigInt(id))
    return facts ? done(facts.msisdn) : refused('not_found')
  }

  /** Takes a measure that notes itself at the marker that it names. Refused as `not_found` if that is none of this bettor. */
  async function noting<T, F extends FailureCode>(
    { id, marker_id, by }: { readonly id: string; readonly marker_id?: string | undefined; readonly by: string },
    take: (note: NoteMeasure) => Promise<Outcome<T, F>>,
  ): Promise<Outcome<T, F | 'not_found'>> {
    const at = await care.notingAt(marker_id, { bettor: BigInt(id), by })
    return at.ok ? take(at.value) : at
  }

  type Begin = Parameters<typeof protection.beginExclusion>
  async function begin(id: string, period: Begin[1], operator: string, asked?: Begin[3], also?: Begin[4]) {
    const found = await numberOf(id)
    if (!found.ok) return found
    const { kind, ...active } = await protection.beginExclusion(BigInt(id), period, operator, asked, also)
    return done({ ...active, kind, since: active.since.toISOString(), until: active.until.toISOString() })
  }

  return {
    lockBettor: ({ id, locked, marker_id }, { operator: by }) =>
      noting({ id, marker_id, by }, (note) =>
        protection.operator.lock({
          ...{ bettor: BigInt(id), locked, by },
          also: (tx) => note(tx, locked ? 'lock' : 'unlock', {}),
        }),
      ),
    async endBettorSessions({ id }) {
      const ended = await identity.operator.endSessions(BigInt(id))
      return ended.ok ? done({ ended: ended.value }) : ended
    },
    async endBettorSession({ id, session_id }) {
      const ended = await identity.operator.endSession(BigInt(id), BigInt(session_id))
      return ended.ok ? done({ ended: 1 }) : ended
    },
    async endBettorPasskey({ id, passkey_id }) {
      const ended = await identity.passkeys.endByHouse(BigInt(id), BigInt(passkey_id))
      return ended.ok ? done({ ended: ended.value }) : ended
    },
    setStakePercent: ({ id, percent, marker_id }, { operator: by }) =>
      noting({ id, marker_id, by }, (note) =>
        protection.operator.setStakePercent({
          ...{ bettor: BigInt(id), percent, by },
          also: (tx) => note(tx, 'stake_percent', { percent: percent.toString() }),
        }),
      ),
    noteBettor: onceForId({
      work: (tx, { bettor_id: id, text, marker_id }, { operator: by }) =>
        noting({ id, marker_id, by }, async (note) => {
          const kept = await identity.operator.note(tx, { bettor: BigInt(id), text, by })
          if (!kept.ok) return kept
          await note(tx, 'note', {})
          return done({ note_id: kept.value.id.toString(), at: kept.value.at.toISOString() })
        }),
    }),
    async revealBettor({ id, field }) {
      const found = await numberOf(id)
      return found.ok ? done({ field, value: found.value }) : found
    },
    breakBettor: ({ id, period, marker_id }, { operator: by }) =>
      noting({ id, marker_id, by }, (note) => begin(id, period, by, {}, (tx) => note(tx, 'break', { period }))),
    async excludeBettor({ id, period, asked_by: askedBy, reference, marker_id }, { operator: by }) {
      if (reference === undefined && (askedBy === 'family' || askedBy === 'court'))
        return refused('invalid_input', fieldFacts({ reference: noReference }))
      const asked = { askedBy, ...(reference !== undefined && { reference }) }
      return noting({ id, marker_id, by }, (note) =>
        begin(id, period, by, asked, (tx) => note(tx, 'exclusion', { period, asked_by: askedBy })),
      )
    },
    lowerBettorLimits: ({ id, reason: _reason, marker_id, ...limits }, { operator: by }) =>
      noting({ id, marker_id, by }, (note) =>
        protection.lowerLimits(BigInt(id), limits, { by, also: (tx) => note(tx, 'limit', limitFacts(limits)) }),
      ),
    messageBettor: onceForId({
      work: (tx, { bettor_id: id, text, marker_id }, { operator: by }) =>
        noting({ id, marker_id, by }, async (note) => {
          const sent = await identity.operator.message(tx, { bettor: BigInt(id), text, by })
          if (!sent.ok) return sent
          await note(tx, 'message', {})
          return done({ message_id: sent.value.id.toString(), at: sent.value.at.toISOString() })
        }),
      after: ({ message_id }) => identity.operator.sendMessage(BigInt(message_id)),
    }),
    closeBettor: ({ id, reason }, { operator }) =>
      protection.operator.close({ bettor: BigInt(id), reason, by: operator }),
    changeBettorNumber: changedNumber(deps),
    correctBettor: correction(deps),
    giveBonus: bonusByHand(deps),
  }
}

/** The limits that were asked for, each by its kind and period: "deposit day". */
const limitFacts = (limits: RequestedLimits): Record<string, string> =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([kind, periods]) =>
      Object.entries(periods ?? {}).flatMap(([period, value]) =>
        value === undefined || value === null ? [] : [[`${kind} ${period}`, formatMoney(value)] as const],
      ),
    ),
  )
