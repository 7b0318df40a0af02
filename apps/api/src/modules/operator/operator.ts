import { refused, type Outcome } from '@nare/contract/outcome'
import type { FailureCode } from '@nare/contract/failures'
import type { Catalog } from '#modules/catalog/catalog'
import type { Identity, Kyc } from '#modules/identity/identity'
import type { Payments, ProviderName } from '#modules/payments/payments'
import type { Db } from '#platform/db'
import type { Page } from '#platform/paging'
import { auditLines, insertAsked, insertOutcome, type Asked, type AuditFilter } from './store.ts'

export { operatorTokens } from './tokens.ts'
export type Operator = ReturnType<typeof openOperator>

export type OperatorDeps = {
  readonly db: Db
  readonly country: { readonly timeZone: string }
  readonly payments: Pick<Payments, 'operator'>
  readonly kyc: Pick<Kyc, 'operator'>
  readonly catalog: Pick<Catalog, 'suspend' | 'reopen'>
  readonly identity: Pick<Identity, 'bettorFacts'>
}

/** Who asks, and why. */
export type By = { readonly operator: string; readonly reason: string }

/**
 * What people of the house do. Each change is written to the log before it is done, with its reason, and what came of it after; the rules
 * themselves stand in the areas that are asked.
 */
export function openOperator({ db, country, payments, kyc, catalog, identity }: OperatorDeps) {
  const { operator: money } = payments

  /** Writes down what is asked, does it, and writes down what came of it. */
  async function logged<T, F extends FailureCode>(
    asked: Asked,
    work: () => Promise<Outcome<T, F>>,
  ): Promise<Outcome<T, F>> {
    const line = await insertAsked(db, asked)
    const outcome = await work()
    await insertOutcome(db, line, outcome.ok ? wordOf(outcome.value) : outcome.code)
    return outcome
  }

  return {
    /** Withdrawals that wait, each with where its bettor's identity check is. */
    async withdrawals(page: Page) {
      const { rows, total } = await money.queue(page)
      const states = await kyc.operator.states(rows.map((row) => row.bettor))
      return { rows: rows.map((row) => ({ ...row, identity: states.get(row.bettor) ?? ('none' as const) })), total }
    },
    deposits: money.deposits,
    unmatched: money.unmatched,
    reviews: money.reviews,
    identityChecks: kyc.operator.queue,

    /** Who did what, why, and what came of it, newest first. */
    audit: (filter: Omit<AuditFilter, 'zone'>, page: Page) =>
      auditLines(db, { ...filter, zone: country.timeZone }, page),

    decideWithdrawal: (withdrawal: bigint, approve: boolean, { operator, reason }: By) =>
      logged(
        { operator, reason, action: 'withdrawal.decide', subject: `withdrawal ${withdrawal}`, facts: { approve } },
        () => money.decide({ withdrawal, operator, approve }),
      ),

    resendWithdrawal: (withdrawal: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'withdrawal.resend', subject: `withdrawal ${withdrawal}`, facts: {} }, () =>
        money.resend(withdrawal),
      ),

    /** Says whose money an unmatched payment is; the bettor must be there. */
    assignUnmatched(
      given: Pick<Parameters<typeof money.assignPaybill>[0], 'provider' | 'receipt' | 'bettor'>,
      { operator, reason }: By,
    ) {
      const { provider, receipt, bettor } = given
      const facts = { provider, receipt, bettor: bettor.toString() }
      return logged(
        { operator, reason, action: 'unmatched.assign', subject: `receipt ${receipt}`, facts },
        async () => {
          if (!(await identity.bettorFacts([bettor])).has(bettor)) return refused('not_found')
          return money.assignPaybill({ provider, receipt, bettor, operator })
        },
      )
    },

    nameReceipt: (deposit: bigint, receipt: string, { operator, reason }: By) =>
      logged({ operator, reason, action: 'deposit.receipt', subject: `deposit ${deposit}`, facts: { receipt } }, () =>
        money.nameReceipt({ deposit, receipt }),
      ),

    endDeposit: (deposit: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'deposit.fail', subject: `deposit ${deposit}`, facts: {} }, () =>
        money.endUnknown(deposit),
      ),

    giveBack: (deposit: bigint, msisdn: string, { operator, reason }: By) =>
      logged({ operator, reason, action: 'deposit.return', subject: `deposit ${deposit}`, facts: { msisdn } }, () =>
        money.giveBack({ deposit, msisdn, operator }),
      ),

    providers: money.providers,

    resumeProvider: (provider: ProviderName, { operator, reason }: By) =>
      logged({ operator, reason, action: 'provider.resume', subject: `provider ${provider}`, facts: {} }, () =>
        money.endFaults({ provider, operator }),
      ),

    confirmRegistration: (provider: ProviderName, { operator, reason }: By) =>
      logged({ operator, reason, action: 'provider.registered', subject: `provider ${provider}`, facts: {} }, () =>
        money.confirmRegistration({ provider, operator }),
      ),

    resolveReview: (id: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'review.resolve', subject: `review ${id}`, facts: {} }, () =>
        found(money.resolveReview(id), 'resolved' as const),
      ),

    /** One picture of a bettor's documents; looking at it is written down too. */
    identityPicture: (id: bigint, kind: Parameters<typeof kyc.operator.picture>[1], { operator, reason }: By) =>
      logged({ operator, reason, action: 'identity.picture', subject: `check ${id}`, facts: { kind } }, async () => {
        const picture = await kyc.operator.picture(id, kind)
        return picture ? ({ ok: true, value: picture } as const) : refused('not_found')
      }),

    decideIdentityCheck: (id: bigint, approve: boolean, { operator, reason }: By) =>
      logged({ operator, reason, action: 'identity.decide', subject: `check ${id}`, facts: { approve } }, () =>
        kyc.operator.decide({ id, approve, operator, reason }),
      ),

    /** Has a bettor prove who he is before anything more is paid out. */
    wantIdentity: (bettor: bigint, { operator, reason }: By) =>
      logged({ operator, reason, action: 'identity.want', subject: `bettor ${bettor}`, facts: {} }, () =>
        found(kyc.operator.require({ bettor, by: operator, reason }), 'wanted' as const),
      ),

    /** Stops a match for bets at once, or ends such a stop. */
    suspendMatch: (matchId: number, suspend: boolean, { operator, reason }: By) =>
      logged({ operator, reason, action: 'match.suspend', subject: `match ${matchId}`, facts: { suspend } }, () =>
        found(suspend ? catalog.suspend(matchId, operator) : catalog.reopen(matchId, operator), 'done' as const),
      ),
  }
}

async function found<T>(asked: Promise<boolean>, value: T): Promise<Outcome<T, 'not_found'>> {
  return (await asked) ? { ok: true, value } : refused('not_found')
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : 'done')
