import { divide } from '@nare/money/divide'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payUses, reverseUses, type GrantBooks, type Use } from './return-money.ts'
import { bonusShare, paymentOf } from './split.ts'
import { planWagers, type WageredTicket, type Wager, type WageringGrant } from './wager-plan.ts'

const cents = (max = 1_000_000n) => fc.bigInt({ min: 0n, max })
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

test('a stake is paid to the cent: all cash first, then the grants in their order, and no grant pays more than it has', () => {
  fc.assert(
    fc.property(cents(), cents(), fc.array(cents(), { maxLength: 6 }), (stake, cash, lefts) => {
      const grants = lefts.map((left, at) => ({ grantId: BigInt(at), left }))
      const payment = paymentOf(stake, { cash, grants })
      if (stake > cash + sum(lefts)) {
        expect(payment).toBeUndefined()
        return
      }
      expect(payment?.cash).toBe(cash < stake ? cash : stake)
      const uses = payment?.uses ?? []
      expect((payment?.cash ?? 0n) + sum(uses.map((use) => use.stake))).toBe(stake)
      for (const [at, { grantId, stake: used }] of uses.entries()) {
        expect(used > 0n && used <= (lefts[Number(grantId)] ?? 0n)).toBe(true)
        if (at < uses.length - 1) expect(sum(lefts.slice(0, Number(grantId) + 1)) <= stake - cash).toBe(true)
      }
    }),
  )
})

test('the bonus parts of several payments add up to the bonus part of their sum, and never exceed their share', () => {
  const bet = fc.tuple(cents(), cents()).map(([cash, bonusStake]) => ({ stake: cash + bonusStake + 1n, bonusStake }))
  fc.assert(
    fc.property(bet, fc.array(cents(), { minLength: 1, maxLength: 8 }), (part, payments) => {
      let paid = 0n
      const parts = payments.map((amount) => {
        const before = bonusShare(paid, part)
        paid += amount
        const share = bonusShare(paid, part) - before
        expect(share >= 0n && share <= amount).toBe(true)
        return share
      })
      expect(sum(parts)).toBe(bonusShare(paid, part))
      expect(sum(parts) * part.stake <= paid * part.bonusStake).toBe(true)
    }),
  )
})

test('the parts of a division add up to its amount, each within a cent of its share', () => {
  fc.assert(
    fc.property(
      cents(),
      fc.array(
        cents().map((cent) => cent + 1n),
        { minLength: 1, maxLength: 8 },
      ),
      (amount, weights) => {
        const parts = divide(amount, weights)
        expect(sum(parts)).toBe(amount)
        for (const [at, part] of parts.entries()) {
          const off = part * sum(weights) - amount * (weights[at] ?? 0n)
          expect(off < sum(weights) && off > -sum(weights)).toBe(true)
        }
      },
    ),
  )
})

const states = ['active', 'converted', 'expired', 'cancelled'] as const
const someGrant = fc.record({ state: fc.constantFrom(...states), left: cents() })

test('payments and reversals lose no cent: each is in an active grant, in cash, or with the house', () => {
  const steps = fc.array(fc.oneof(cents(50_000n), fc.constant('back' as const)), { maxLength: 12 })
  fc.assert(
    fc.property(
      fc.array(someGrant, { minLength: 1, maxLength: 4 }),
      fc.array(cents(9n), { maxLength: 4 }),
      steps,
      (given, stakes, list) => {
        const grants = given.map(({ state, left }, at): GrantBooks => ({
          ...{ grantId: BigInt(at), state, left: state === 'active' ? left : 0n, converted: 0n },
        }))
        const uses = grants.map((grant, at): Use => ({
          grant,
          stake: (stakes[at] ?? 0n) + 1n,
          returned: 0n,
          restored: 0n,
        }))
        const leftInGrants = () => sum(grants.map((grant) => grant.left))
        for (const step of list) {
          const before = leftInGrants()
          if (step === 'back') {
            const { total, grantMoves } = reverseUses(uses)
            expect(leftInGrants() + total).toBe(before + sum(grantMoves.map((move) => move.amount)))
            expect(grantMoves.every(({ kind }) => kind === 'restored')).toBe(true)
            expect(sum(uses.map((use) => use.returned))).toBe(0n)
          } else {
            reverseUses(uses)
            const start = leftInGrants()
            const { grantMoves } = payUses(step, uses, { settles: true })
            expect(leftInGrants() + sum(grantMoves.map((move) => move.amount))).toBe(start + step)
            expect(sum(uses.map((use) => use.returned))).toBe(step)
            for (const { kind, grantId } of grantMoves)
              expect([grants[Number(grantId)]?.state, 'repaid']).toContain(kind)
          }
          for (const grant of grants) expect(grant.left >= 0n).toBe(true)
        }
      },
    ),
  )
})

const at = (day: number) => new Date(day * 86_400_000)
const settled = fc.record({
  betId: fc.bigInt({ min: 1n, max: 6n }),
  state: fc.constantFrom('open' as const, 'won', 'lost', 'void', 'cashed_out'),
  atRisk: cents(300n),
  odds: fc.constantFrom(null, 1500n, 2500n),
})
const shares = [{ product: 'sports', leastOdds: 1000n, percent: 100 }] as const
const wanted = fc.record({ total: cents(400n).map((amount) => amount + 1n), minOdds: fc.constantFrom(1000n, 2000n) })

test('wagering counts each stake at most once, no grant beyond its total, and settles as if each bet had been settled once', () => {
  fc.assert(
    fc.property(
      fc.array(wanted, { minLength: 1, maxLength: 4 }),
      fc.array(settled, { maxLength: 20 }),
      (totals, list) => {
        const grants = totals.map(({ total, minOdds }, n): WageringGrant => ({
          ...{ grantId: BigInt(n), bettor: 1n, wagerTotal: total, wagerDone: 0n, minOdds, products: ['sports'] },
          ...{ grantedAt: at(1), expiresAt: at(100), spent: false },
        }))
        let wagers: Wager[] = []
        const stakes = new Map<bigint, bigint>()
        for (const { odds, ...one } of list) {
          const ticket: WageredTicket = {
            ...one,
            ...{ bettor: 1n, product: 'sports', lowestLegOdds: odds, placedAt: at(2), countedAt: at(3) },
          }
          const earlier = wagers.filter(({ betId }) => betId === ticket.betId)
          const added = planWagers([ticket], { grants, earlier, shares })
          wagers = [...wagers.filter(({ betId }) => betId !== ticket.betId), ...added]
          stakes.set(one.betId, one.state === 'won' || one.state === 'lost' ? one.atRisk : 0n)
          for (const grant of grants) {
            const own = wagers.filter(({ grantId }) => grantId === grant.grantId)
            expect(sum(own.map(({ amount }) => amount))).toBe(grant.wagerDone)
            expect(grant.wagerDone >= 0n && grant.wagerDone <= grant.wagerTotal).toBe(true)
          }
          for (const [betId, stake] of stakes) {
            const own = wagers.filter((wager) => wager.betId === betId)
            expect(sum(own.map(({ amount }) => amount)) <= stake).toBe(true)
          }
          if (odds !== null && odds < 2000n)
            expect(added.every(({ grantId }) => (totals[Number(grantId)]?.minOdds ?? 0n) <= odds)).toBe(true)
          if (odds === null) expect(added).toEqual([])
        }
      },
    ),
  )
})

test('the share of a product and price counts: the last row that fits, and nothing without a row', () => {
  const rows = [
    { product: 'sports', leastOdds: 1000n, percent: 10 },
    { product: 'sports', leastOdds: 1500n, percent: 50 },
  ] as const
  const counted = (lowestLegOdds: bigint, product: 'sports' | 'league' = 'sports') => {
    const grant: WageringGrant = {
      ...{ grantId: 1n, bettor: 1n, wagerTotal: 1000n, wagerDone: 0n, minOdds: 1000n, products: ['sports', 'league'] },
      ...{ grantedAt: at(1), expiresAt: at(100), spent: false },
    }
    const ticket: WageredTicket = {
      ...{ betId: 1n, bettor: 1n, product, state: 'lost', atRisk: 200n, lowestLegOdds },
      ...{ placedAt: at(2), countedAt: at(3) },
    }
    return planWagers([ticket], { grants: [grant], earlier: [], shares: rows })[0]?.amount
  }
  expect([counted(1200n), counted(1500n), counted(9000n), counted(9000n, 'league')]).toEqual([
    20n,
    100n,
    100n,
    undefined,
  ])
})
