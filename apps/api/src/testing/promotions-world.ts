import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { operatorPromotions } from '@nare/contract/operator-promotions'
import { promotions as calls } from '@nare/contract/promotions'
import type { Sent } from '@nare/contract/route'
import { money } from '@nare/money/money'
import { queryRows, transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'

export type Create = Sent<typeof operatorPromotions.createPromotion>
export type Operators = { readonly asha: string; readonly ben: string }

const tokens: Operators = { asha: 'token-of-asha', ben: 'token-of-ben' }
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const dayMs = 86_400_000

export type PromotionsWorld = Awaited<ReturnType<typeof promotionsWorld>>

/** An application with two operators, and the common steps of promotion tests, through HTTP where a client has a call. */
export async function promotionsWorld(settings: Readonly<Record<string, string>> = {}) {
  const nare: TestApp = await testApp({
    ...settings,
    OPERATORS: Object.entries(tokens)
      .map(([name, token]) => `${name}:${hashOf(token)}`)
      .join(','),
  })
  const { call, app } = nare

  /** A valid proposal of a deposit match, with changes; undefined leaves a field out. */
  function proposal(given: Partial<Create> = {}): Create {
    const at = (days: number) => new Date(app.clock.now() + days * dayMs).toISOString()
    const whole = {
      kind: 'deposit_match',
      title: { en: 'Double your deposit', sw: 'Zidisha amana yako' },
      summary: { en: 'A bonus on your next deposit', sw: 'Bonasi kwenye amana yako ijayo' },
      starts_at: at(-1),
      ends_at: at(10),
      cost_cap: '100000',
      reason: 'agreed with marketing',
      ...(given.kind === undefined && {
        percent: 100,
        most: '500',
        min_deposit: '100',
        min_odds: '1.50',
        wager: 3,
        days: 7,
      }),
      ...given,
    } as const
    return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as Create
  }

  const world = {
    nare,
    tokens,
    proposal,
    propose: (given: Partial<Create> = {}, token = tokens.asha) =>
      call(operatorPromotions.createPromotion, proposal(given), token),
    approve: (id: string, token = tokens.ben) =>
      call(operatorPromotions.approvePromotion, { id, reason: 'looks right' }, token),
    stop: (id: string, token = tokens.ben) =>
      call(operatorPromotions.stopPromotion, { id, reason: 'no longer wanted' }, token),

    /** A promotion that runs. */
    async opened(given: Partial<Create> = {}): Promise<string> {
      const proposed = await world.propose(given)
      if (proposed.status !== 200) throw new Error(`the proposal was refused: ${JSON.stringify(proposed.body)}`)
      const { promotion_id: id } = proposed.body
      const approved = await world.approve(id)
      if (approved.status !== 200) throw new Error(`the approval was refused: ${JSON.stringify(approved.body)}`)
      return id
    },

    optIn: (id: string, token?: string, command: string = randomUUID()) =>
      call(calls.optIn, { promotion_id: id, id: command }, token),
    list: async (token?: string) => (await call(calls.promotions, {}, token)).body.data,
    page: (id: string, token?: string, lang: 'en' | 'sw' = 'en') =>
      call(calls.promotion, { promotion_id: id, lang }, token),
    async cost(id: string) {
      return (await call(operatorPromotions.promotionCost, { id }, tokens.asha)).body.data.cost
    },
    /** The state and progress of a bettor's place. */
    async placed(id: string, token: string) {
      const { state, progress } = (await world.page(id, token)).body.data
      return { state, progress: progress?.state, amount: progress?.amount ?? progress?.points }
    },

    /** A deposit of so many cents before tax, of which the tax goes to the state. */
    deposit: ({ id: bettor }: SeededBettor, gross: bigint, tax = 0n) =>
      transact(app.db, (tx) =>
        app.ledger.credit(tx, [
          {
            ...{ id: `test/${randomUUID()}`, kind: 'deposit', bettor, amount: money(gross - tax) },
            against: app.ledger.house('provider:mpesa'),
            ...(tax > 0n && { also: [{ account: app.ledger.house('tax:excise'), amount: money(tax) }] }),
          },
        ]),
      ),
    run: () => app.promotions.run(),
    async bonus({ id }: SeededBettor): Promise<string> {
      const rows = await queryRows<{ balance: bigint }>(nare.base.db)`
        select balance from ledger.account where owner = ${id}::bigint and kind = 'bonus'`
      return (Number(rows[0]?.balance ?? 0n) / 100).toFixed(2)
    },
    async someone(shillings = 1_000): Promise<SeededBettor> {
      const bettor = await nare.bettor(shillings)
      return bettor
    },
    /** Gives a bettor a sign of harm, as the search of the past day does. */
    mark: ({ id }: SeededBettor) =>
      sql`
        insert into protection.marker (bettor_id, day, score, reasons, at)
        values (${id}::bigint, platform.now()::date - 1, 2, '[]', platform.now())`.execute(nare.base.db),
    close: () => nare.close(),
  }
  return world
}
