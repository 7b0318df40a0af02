import type { BettorFacts } from '#modules/identity/identity'
import type { Page } from '#platform/paging'
import { type DepositFilter, listDeposits } from '../deposits/deposits.ts'
import type { Parts } from '../deps.ts'
import { searchedBy, type PaymentFilter } from '../listing.ts'
import { decidedToday, historiesOf, listWithdrawals, type WithdrawalFilter } from '../withdrawals/withdrawals.ts'
import { namesAgree } from './names.ts'

const never = new Date(0)

/** Opens the lists of payments for operators. */
export function openHouseLists(parts: Parts) {
  const { db, ledger, country } = parts
  const zone = country.timeZone

  async function filtered(filter: PaymentFilter, kind: 'withdrawal' | 'deposit', page: Page) {
    return { page, zone, searched: filter.q === undefined ? undefined : await searchedBy(filter.q, kind, parts) }
  }

  const factsOf = (rows: readonly { readonly bettor: bigint }[]): Promise<Map<bigint, BettorFacts>> =>
    parts.bettorFacts([...new Set(rows.map((row) => row.bettor))])

  return {
    bettorByMsisdn: parts.bettorByMsisdn,

    /** Withdrawals, by default those that wait for people, each with the name of its bettor. */
    async withdrawals(filter: WithdrawalFilter, page: Page) {
      const { rows, ...paged } = await listWithdrawals(db, filter, await filtered(filter, 'withdrawal', page))
      const facts = await factsOf(rows)
      return { ...paged, rows: rows.map((row) => ({ ...row, name: facts.get(row.bettor)?.name ?? null })) }
    },

    /** What is needed to decide on each of these withdrawals, by its id. */
    async decidingFacts(rows: readonly { readonly id: bigint; readonly bettor: bigint; readonly createdAt: Date }[]) {
      const [histories, accounts, states] = await Promise.all([
        historiesOf(
          db,
          rows.map(({ id }) => id),
        ),
        factsOf(rows),
        parts.identityStates([...new Set(rows.map((row) => row.bettor))]),
      ])
      const spans = rows.map(({ id, bettor, createdAt }) => {
        const after = histories.get(id)?.lastAt ?? accounts.get(bettor)?.since ?? never
        return { bettor, after, until: createdAt }
      })
      const staked = await ledger.stakedBetween(spans)
      return new Map(
        rows.map(({ id, bettor }, n) => {
          const history = histories.get(id)
          const account = accounts.get(bettor)
          const providerName = history?.providerName ?? null
          const nameAgrees = providerName === null || !account ? null : namesAgree(providerName, account.name)
          const identity = states.get(bettor) ?? ('none' as const)
          return [id, { history, since: account?.since, staked: staked[n] ?? 0n, providerName, nameAgrees, identity }]
        }),
      )
    },

    /** What people decided about withdrawals today, each with the name of its bettor, and how the day went. */
    async decided() {
      const { rows, day } = await decidedToday(db, zone)
      const facts = await factsOf(rows)
      return { day, rows: rows.map((row) => ({ ...row, name: facts.get(row.bettor)?.name ?? null })) }
    },

    /** Deposits, in all states or in one, each with the name of its bettor. */
    async deposits(filter: DepositFilter, page: Page) {
      const { rows, ...paged } = await listDeposits(db, filter, await filtered(filter, 'deposit', page))
      const facts = await factsOf(rows)
      return {
        ...paged,
        rows: rows.map((row) => ({
          ...row,
          name: facts.get(row.bettor)?.name ?? null,
          byStatement: row.kind === 'prompt' && parts.providers[row.provider]?.queriedBy === 'none',
        })),
      }
    },
  }
}
