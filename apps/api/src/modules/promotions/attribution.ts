import type { RawBuilder } from 'kysely'
import { done, type Outcome } from '@nare/contract/outcome'
import type { operatorPromotions as calls } from '@nare/contract/operator-promotions'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Identity } from '#modules/identity/identity'
import { flowsBetween, type Ledger } from '#modules/ledger/ledger'
import { daySpan, type Days } from '#platform/day-span'
import { queryRows, type Db } from '#platform/db'

type Report = Answer<typeof calls.attribution>
type Row = { utm_source: string | null; utm_campaign: string | null; btag: string | null } & Record<
  'signups' | 'depositors',
  number
> &
  Record<'deposited' | 'staked' | 'returned' | 'given', bigint>

type Deps = {
  readonly db: Db
  readonly country: { readonly timeZone: string }
  readonly identity: Pick<Identity, 'accountSources'>
  readonly ledger: Pick<Ledger, 'house'>
}

const daysMax = 92
const rowsMax = 1_000

export const attributionColumns = [
  ...(['utm_source', 'utm_campaign', 'btag', 'signups', 'depositors', 'deposited', 'staked', 'returned'] as const),
  'bonus_cost',
] as const

/**
 * Reports sign-ups, depositors and money by source for a period of days in the country's time zone, from accounts and ledger. Sources with the
 * highest deposits come first; at most 1,000 sources and 92 days.
 */
export function openAttribution({ db, country, identity, ledger }: Deps) {
  return async function attribution(days: Days): Promise<Outcome<Report, 'invalid_input'>> {
    const span = await daySpan(db, days, { zone: country.timeZone, most: daysMax })
    if (!span.ok) return span
    const { from, to } = span.value
    const flows = await flowsBetween(db, { from, to, promotions: ledger.house('house:promotions') })
    const rows = await read({ from, to, accounts: identity.accountSources(), flows })
    return done({
      data: rows.map(({ deposited, staked, returned, given, ...row }) => ({
        ...row,
        ...{ deposited: text(deposited), staked: text(staked), returned: text(returned), bonus_cost: text(given) },
      })),
    })
  }

  function read(of: { from: Date; to: Date; accounts: RawBuilder<unknown>; flows: RawBuilder<unknown> }) {
    return queryRows<Row>(db)`
      with account as (${of.accounts}), flow as (${of.flows})
      select account.utm_source, account.utm_campaign, account.btag,
        count(*) filter (where account.signed_up_at >= ${of.from}::timestamptz and account.signed_up_at < ${of.to}::timestamptz)::int as signups,
        count(*) filter (where flow.deposited > 0)::int as depositors, coalesce(sum(flow.deposited), 0)::bigint as deposited,
        coalesce(sum(flow.staked), 0)::bigint as staked, coalesce(sum(flow.returned), 0)::bigint as returned,
        coalesce(sum(flow.given), 0)::bigint as given
      from account left join flow using (bettor)
      where flow.bettor is not null
        or (account.signed_up_at >= ${of.from}::timestamptz and account.signed_up_at < ${of.to}::timestamptz)
      group by 1, 2, 3
      order by deposited desc, signups desc, 1 nulls last, 2 nulls last, 3 nulls last limit ${rowsMax}::int`
  }
}

const text = (cents: bigint): string => formatMoney(money(cents))
