import type { operator as contract } from '@nare/contract/operator'
import type { operatorRewards } from '@nare/contract/operator-rewards'
import { done, refused } from '@nare/contract/outcome'
import { products } from '@nare/contract/products'
import { formatMoney, money } from '@nare/money/money'
import type { Answer } from '@nare/contract/route'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import { operatorGameRoutes } from './game-routes.ts'
import { operatorJackpotRoutes } from './jackpot-routes.ts'
import { callPermissions } from './call-permissions.ts'
import { casinoRoutes } from './casino-routes.ts'
import { matchRoutes } from './match-routes.ts'
import type { Operator } from './operator.ts'

const text = (cents: bigint): string => formatMoney(money(cents))

/** The operators' calls. */
export function operatorRoutes(operators: Operator): Handlers<Omit<typeof contract, keyof typeof operatorRewards>> {
  return {
    ...operatorGameRoutes(operators),
    permissions: async () => done({ data: callPermissions }),
    ...operatorJackpotRoutes(operators),
    async withdrawals(page) {
      const { rows, ...paged } = await operators.withdrawals(page)
      return done({
        data: rows.map((row) => ({
          withdrawal_id: row.id.toString(),
          bettor_id: row.bettor.toString(),
          msisdn: row.msisdn,
          provider: row.provider,
          sum: text(row.sum),
          tax: text(row.tax),
          debited: text(row.debited),
          reason: row.reason,
          identity: row.identity,
          approvers: row.approvers ?? 0,
          approved_by: row.approvedBy,
          created_at: row.createdAt.toISOString(),
        })),
        meta: metaOf(page, paged),
      })
    },
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
    async unresolvedWithdrawals(page) {
      const { rows, ...paged } = await operators.unresolvedWithdrawals(page)
      return done({ data: rows.map(unresolvedView), meta: metaOf(page, paged) })
    },
    async endWithdrawal({ id, reason, ...given }, { operator }) {
      const ended = await operators.endWithdrawal({ withdrawal: BigInt(id), ...given }, { operator, reason })
      return ended.ok ? done({ state: ended.value }) : ended
    },
    async waitingReturns(page) {
      const { rows, ...paged } = await operators.waitingReturns(page)
      return done({
        data: rows.map((row) => ({
          deposit_id: row.id.toString(),
          bettor_id: row.bettor.toString(),
          provider: row.provider,
          amount: text(row.amount),
          left: text(row.left),
          payer: row.payer,
          because: row.because,
          attempts: row.attempts,
          since: row.since.toISOString(),
          age_s: row.ageS,
        })),
        meta: metaOf(page, paged),
      })
    },
    async creditReturn({ id, reason }, { operator }) {
      const credited = await operators.creditReturn(BigInt(id), { operator, reason })
      return credited.ok ? done({ state: credited.value }) : credited
    },
    async deposits({ status, bettor_id, ...page }) {
      const bettor = bettor_id === undefined ? undefined : BigInt(bettor_id)
      const filter = { bettor, unknown: status === undefined ? undefined : status === 'unknown' }
      const { rows, ...paged } = await operators.deposits(filter, page)
      return done({
        data: rows.map((row) => ({
          deposit_id: row.id.toString(),
          bettor_id: row.bettor.toString(),
          kind: row.kind,
          provider: row.provider,
          status: row.state === 'unknown' ? ('unknown' as const) : ('pending' as const),
          amount: text(row.amount),
          tax: text(row.tax),
          net: text(row.net),
          msisdn: row.msisdn,
          reference: row.reference,
          claim_receipt: row.claimReceipt,
          reason: row.reason,
          checks: row.checks,
          created_at: row.createdAt.toISOString(),
          changed_at: row.changedAt.toISOString(),
        })),
        meta: metaOf(page, paged),
      })
    },
    async unmatched(page) {
      const { rows, ...paged } = await operators.unmatched(page)
      return done({
        data: rows.map(({ provider, receipt, reference, amount, payer, receivedAt, proposedBettor, proposedBy }) => ({
          ...{ provider, receipt, reference, payer, amount: text(amount) },
          received_at: receivedAt.toISOString(),
          proposed_bettor_id: proposedBettor?.toString() ?? null,
          proposed_by: proposedBy,
        })),
        meta: metaOf(page, paged),
      })
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
    async providers() {
      const states = await operators.providers()
      return done({
        data: states.map(({ provider, payoutsStopped, faults, callbackUrl, paybill }) => ({
          provider,
          payouts_stopped: payoutsStopped,
          faults: faults.map(({ part, code, times, firstAt, lastAt }) => ({
            part,
            code,
            times,
            first_at: firstAt.toISOString(),
            last_at: lastAt.toISOString(),
          })),
          callback_url: callbackUrl,
          paybill: paybill && {
            shortcode: paybill.shortcode,
            registered: paybill.registered,
            confirmation_url: paybill.confirmationUrl,
            validation_url: paybill.validationUrl,
          },
        })),
      })
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

type Unresolved = Awaited<ReturnType<Operator['unresolvedWithdrawals']>>['rows'][number]

function unresolvedView(row: Unresolved): Answer<typeof contract.unresolvedWithdrawals>['data'][number] {
  const { proposed } = row
  return {
    withdrawal_id: row.id.toString(),
    bettor_id: row.bettor.toString(),
    kind: row.kind,
    provider: row.provider,
    msisdn: row.msisdn,
    sum: text(row.sum),
    tax: text(row.tax),
    debited: text(row.debited),
    because: row.because,
    claim_code: row.claimCode,
    receipt: row.receipt,
    conversation: row.conversation,
    request_id: row.requestId,
    checks: row.checks,
    sent_at: (row.sentAt ?? row.createdAt).toISOString(),
    age_s: row.ageS,
    proposed: proposed && {
      outcome: proposed.outcome,
      amount: proposed.amount === null ? null : text(proposed.amount),
      evidence: proposed.evidence,
      reason: proposed.reason,
      operator: proposed.by,
      at: proposed.at.toISOString(),
    },
  }
}
