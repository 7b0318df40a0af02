import { done, type Outcome } from '@nare/contract/outcome'
import type { operatorPromotions as calls } from '@nare/contract/operator-promotions'
import type { Answer } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Identity } from '#modules/identity/identity'
import { playOfSources } from '#modules/report/report'
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
}

const daysMax = 92
const rowsMax = 1_000

export const attributionColumns = [
  ...(['utm_source', 'utm_campaign', 'btag', 'signups', 'depositors', 'deposited', 'staked', 'returned'] as const),
  'bonus_cost',
] as const

/**
 * Reports sign-ups, depositors and money by source for a period of days in the country's time zone, from accounts and the figures of the house, which follow
 * the ledger by some seconds. Sources with the highest deposits come first; at most 1,000 sources and 92 days.
 */
export function openAttribution({ db, country, identity }: Deps) {
  return async function attribution(days: Days): Promise<Outcome<Report, 'invalid_input'>> {
    const span = await daySpan(db, days, { zone: country.timeZone, most: daysMax })
    if (!span.ok) return span
    const { from, to } = span.value
    const rows = await queryRows<Row>(db)`
      with part as (
        select utm_source, utm_campaign, btag, 0 as signups, depositors, deposited, staked, returned, given
        from (${playOfSources(identity.accountSources, days)}) play
        union all
        select utm_source, utm_campaign, btag, 1, 0, 0, 0, 0, 0 from (${identity.accountSources()}) account
        where signed_up_at >= ${from}::timestamptz and signed_up_at < ${to}::timestamptz)
      select utm_source, utm_campaign, btag, sum(signups)::int as signups, sum(depositors)::int as depositors, sum(deposited)::bigint as deposited,
        sum(staked)::bigint as staked, sum(returned)::bigint as returned, sum(given)::bigint as given
      from part group by 1, 2, 3
      order by deposited desc, signups desc, 1 nulls last, 2 nulls last, 3 nulls last limit ${rowsMax}::int`
    return done({
      data: rows.map(({ deposited, staked, returned, given, ...row }) => ({
        ...row,
        ...{ deposited: text(deposited), staked: text(staked), returned: text(returned), bonus_cost: text(given) },
      })),
    })
  }
}

const text = (cents: bigint): string => formatMoney(money(cents))
