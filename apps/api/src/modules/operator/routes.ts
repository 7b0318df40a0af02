import type { operator as contract } from '@nare/contract/operator'
import type { operatorRewards } from '@nare/contract/operator-rewards'
import { done, refused } from '@nare/contract/outcome'
import { products } from '@nare/contract/products'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import { operatorGameRoutes } from './game-routes.ts'
import { operatorJackpotRoutes } from './jackpot-routes.ts'
import { callPermissions } from './call-permissions.ts'
import { casinoRoutes } from './casino-routes.ts'
import { matchRoutes } from './match-routes.ts'
import type { Operator } from './operator.ts'

/** The operators' calls. */
export function operatorRoutes(operators: Operator): Handlers<Omit<typeof contract, keyof typeof operatorRewards>> {
  return {
    ...operatorGameRoutes(operators),
    permissions: async () => done({ data: callPermissions }),
    ...operatorJackpotRoutes(operators),
    async decideWithdrawal({ id, approve, reason }, { operator }) {
      const decided = await operators.decideWithdrawal(BigInt(id), approve, { operator, reason })
      if (decided.ok) return done({ state: decided.value })
      if (decided.code === 'not_found') return decided
      return refused('not_allowed', undefined, 'You have decided on this withdrawal already')
    },
    async resendWithdrawal({ id, reason }, { operator }) {
      const sent = await operators.resendWithdrawal(BigInt(id), { operator, reason })
      return sent.ok ? done({ state: sent.value }) : sent
    },
    async endWithdrawal({ id, reason, ...given }, { operator }) {
      const ended = await operators.endWithdrawal({ withdrawal: BigInt(id), ...given }, { operator, reason })
      return ended.ok ? done({ state: ended.value }) : ended
    },
    async creditReturn({ id, reason }, { operator }) {
      const credited = await operators.creditReturn(BigInt(id), { operator, reason })
      return credited.ok ? done({ state: credited.value }) : credited
    },
    async assignUnmatched({ provider, receipt, bettor_id, reason }, { operator }) {
      const given = { provider, receipt, bettor: BigInt(bettor_id) }
      const assigned = await operators.assignUnmatched(given, { operator, reason })
      if (!assigned.ok || assigned.value === 'waiting') return assigned.ok ? done({ state: 'waiting' }) : assigned
      return done({ state: 'assigned', deposit_id: assigned.value.deposit.toString() })
    },
    async nameReceipt({ id, receipt, reason }, { operator }) {
      const named = await operators.nameReceipt(BigInt(id), receipt, { operator, reason })
      return named.ok ? done({ state: named.value }) : named
    },
    async endDeposit({ id, reason }, { operator }) {
      const ended = await operators.endDeposit(BigInt(id), { operator, reason })
      return ended.ok ? done({ state: ended.value }) : ended
    },
    async giveBack({ id, msisdn, reason }, { operator }) {
      const begun = await operators.giveBack(BigInt(id), msisdn, { operator, reason })
      return begun.ok ? done({ state: begun.value }) : begun
    },
    async resumeProvider({ provider, reason }, { operator }) {
      const ended = await operators.resumeProvider(provider, { operator, reason })
      return ended.ok ? done({ state: ended.value }) : ended
    },
    async confirmRegistration({ provider, reason }, { operator }) {
      const confirmed = await operators.confirmRegistration(provider, { operator, reason })
      return confirmed.ok ? done({ state: confirmed.value }) : confirmed
    },
    async reviews(page) {
      const { rows, ...paged } = await operators.reviews(page)
      return done({
        data: rows.map(({ id, payment, what, facts, at }) => ({
          review_id: id.toString(),
          payment_id: payment.toString(),
          what,
          facts,
          at: at.toISOString(),
        })),
        meta: metaOf(page, paged),
      })
    },
    async resolveReview({ id, reason }, { operator }) {
      const resolved = await operators.resolveReview(BigInt(id), { operator, reason })
      return resolved.ok ? done({ state: resolved.value }) : resolved
    },
    async identityChecks(page) {
      const { rows, ...paged } = await operators.identityChecks(page)
      return done({
        data: rows.map((row) => ({
          check_id: row.id.toString(),
          bettor_id: row.bettor.toString(),
          kind: row.kind,
          number: row.number,
          name: row.name,
          account: { name: row.accountName, date_of_birth: row.dateOfBirth },
          documents: row.pictures.map(({ kind, receivedAt }) => ({ kind, received_at: receivedAt.toISOString() })),
          submitted_at: row.submittedAt.toISOString(),
        })),
        meta: metaOf(page, paged),
      })
    },
    async identityPicture({ id, kind, reason }, { operator }) {
      const found = await operators.identityPicture(BigInt(id), kind, { operator, reason })
      if (!found.ok) return found
      return done({ type: found.value.type, picture: Buffer.from(found.value.content).toString('base64') })
    },
    async decideIdentityCheck({ id, approve, reason }, { operator }) {
      const decided = await operators.decideIdentityCheck(BigInt(id), approve, { operator, reason })
      return decided.ok ? done({ state: decided.value }) : decided
    },
    async audit({ page, limit, after, ...filter }) {
      const { rows, ...paged } = await operators.audit(filter, { page, limit, after })
      return done({
        data: rows.map(({ id, at, endedAt, ...line }) => ({
          audit_id: id.toString(),
          ...line,
          at: at.toISOString(),
          ended_at: endedAt?.toISOString() ?? null,
        })),
        meta: metaOf({ page, limit }, paged),
      })
    },
    async wantIdentity({ id, reason }, { operator }) {
      const required = await operators.requireIdentity(BigInt(id), { operator, reason })
      return required.ok ? done({ state: required.value }) : required
    },
    async league() {
      const stops = await operators.leagueStops()
      return done({
        data: stops.map(({ competitionId, name, pausedBy, fault, changedAt }) => ({
          competition_id: competitionId,
          name,
          paused: pausedBy !== null,
          operator: pausedBy,
          fault,
          changed_at: changedAt.toISOString(),
        })),
      })
    },
    async pauseLeague({ competition_id, paused, reason }, { operator }) {
      const changed = await operators.pauseLeague(competition_id, paused, { operator, reason })
      return changed.ok ? done({ competition_id, paused }) : changed
    },
    ...casinoRoutes(operators),
    ...matchRoutes(operators),
    async products() {
      const pauses = new Map((await operators.productPauses()).map((pause) => [pause.product, pause]))
      return done({
        data: products.map((product) => {
          const { paused = false, operator = null, changedAt } = pauses.get(product) ?? {}
          return { product, paused, operator, changed_at: changedAt?.toISOString() ?? null }
        }),
      })
    },
    async pauseProduct({ product, paused, reason }, { operator }) {
      await operators.pauseProduct(product, paused, { operator, reason })
      return done({ product, paused })
    },
  }
}
