import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { EffectView } from '@nare/contract/effect'
import { operatorResults } from '@nare/contract/operator-trading-results'
import type { Sent } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { TestApp } from './app.ts'
import { operatorToken } from './operators.ts'

export type ResultFields = Omit<Sent<typeof operatorResults.resultByHand>, 'id' | 'match_id' | 'reason'>
export type VoidFields = Omit<Sent<typeof operatorResults.voidByHand>, 'id' | 'match_id' | 'reason'>
type By = { readonly by?: string; readonly id?: string }
/** `early`: the match is left as it is; else it is over before. */
type When = By & { readonly early?: true }

/** What people of the house do to matches and tickets, through HTTP. `by` is who does it; Tom by default. */
export function houseOn({ call, app, base }: TestApp) {
  const reason = 'seen on the pitch'
  const common = ({ by = 'tom', id = randomUUID() }: By) => ({ given: { id, reason }, token: operatorToken(by) })
  const settled = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer
    await app.betting.settled()
    return value
  }
  /** Lets a match be over, as its feed would say. */
  async function over(match: string): Promise<void> {
    await sql`update catalog.match set state = 'ended' where id = ${Number(match)} and state in ('not_started', 'live', 'cancelled')`.execute(
      base.db,
    )
  }
  /** All tickets and debts, as a later call of `changedSince` compares them. */
  async function stand() {
    const bets = await sql<{ id: bigint; bettor: bigint; returned: bigint; cashed: bigint; times: number }>`
      select bet_id as id, bettor_id as bettor, returned, cashed, times_settled as times from betting.bet`.execute(
      base.db,
    )
    const debts = await sql<{ owner: bigint; debt: bigint }>`
      select owner, -balance as debt from ledger.account where kind = 'debt'`.execute(base.db)
    return {
      bets: new Map(bets.rows.map((row) => [row.id, row])),
      debts: new Map(debts.rows.map(({ owner, debt }) => [owner, debt])),
    }
  }

  return {
    async result(match: string, fields: ResultFields, { early, ...by }: When = {}) {
      const { given, token } = common(by)
      if (!early) await over(match)
      return settled(call(operatorResults.resultByHand, { ...given, match_id: match, ...fields }, token))
    },
    void(match: string, fields: VoidFields = {}, by: By = {}) {
      const { given, token } = common(by)
      return settled(call(operatorResults.voidByHand, { ...given, match_id: match, ...fields }, token))
    },
    ticket(what: 'voidTicket' | 'resettleTicket', betId: string, by: By & { preview?: boolean } = {}) {
      const { given, token } = common(by)
      const preview = by.preview === undefined ? {} : { preview: by.preview }
      return settled(call(operatorResults[what], { ...given, ticket_id: betId, ...preview }, token))
    },

    stand,

    /** What has happened to tickets and debts since, in the shape of a preview. */
    async changedSince(before: Awaited<ReturnType<typeof stand>>) {
      const now = await stand()
      const changes = [...now.bets.values()].flatMap((bet) => {
        const was = before.bets.get(bet.id)
        if (!was || was.times === bet.times) return []
        expect(bet.times).toBe(was.times + 1)
        return [{ ...bet, before: was.returned - was.cashed, after: bet.returned - bet.cashed }]
      })
      const debts = [...now.debts]
        .map(([bettor, debt]) => ({ bettor, grown: debt - (before.debts.get(bettor) ?? 0n) }))
        .filter(({ grown }) => grown > 0n)
      return {
        bets: changes.length,
        winners: changes.filter(({ after }) => after > 0n).length,
        lost: changes.filter(({ after }) => after === 0n).length,
        paid: text(changes.reduce((sum, { after }) => sum + after, 0n)),
        taken_back: text(changes.reduce((sum, one) => sum + one.before, 0n)),
        debt: text(debts.reduce((sum, { grown }) => sum + grown, 0n)),
        debts: debts
          .map(({ bettor, grown }) => ({ bettor_id: String(bettor), amount: text(grown) }))
          .toSorted(byBettor),
      }
    },
  }
}

const text = (cents: bigint): string => formatMoney(money(cents))
const byBettor = (a: { bettor_id: string }, b: { bettor_id: string }) => (a.bettor_id < b.bettor_id ? -1 : 1)

/** A preview without its time, its progress and its largest tickets, as `changedSince` says what has happened. */
export function foreseen({ as_of: _, largest: _l, legs: _c, of: _o, ...effect }: EffectView) {
  return { ...effect, debts: effect.debts.toSorted(byBettor) }
}

/** What the answer to a preview says that would happen; fails for any other answer. */
export function effectOf({ body }: { readonly body: unknown }): EffectView {
  const { state, effect } = body as { state?: string; effect?: EffectView }
  if (state !== 'preview' || !effect) throw new Error(`no preview: ${JSON.stringify(body)}`)
  return effect
}
