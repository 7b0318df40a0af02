import { randomUUID } from 'node:crypto'
import { betEdit } from '@nare/contract/bet-edit'
import { cashOut } from '@nare/contract/cash-out'
import type { Answer } from '@nare/contract/route'
import type { Reply, TestApp } from './app.ts'
import type { SentPick } from './bets.ts'
import { queryRow, queryRows } from '#platform/db'

export type Quote = Answer<typeof cashOut.quote>

type Edit = {
  readonly bet: string
  readonly quote: string
  readonly picks: readonly SentPick[]
  readonly id?: string
  readonly accept?: 'none' | 'higher' | 'any'
}

/** Common steps of cash-out tests, through HTTP. */
export function cashOutsOn({ call, base }: Pick<TestApp, 'call' | 'base'>) {
  const quote = (token: string, betId: string): Promise<Reply<typeof cashOut.quote>> =>
    call(cashOut.quote, { bet_id: betId }, token)
  return {
    quote,
    /** Quotes a bet; throws unless it can be cashed out. */
    async mustQuote(token: string, betId: string): Promise<Quote> {
      const quoted = await quote(token, betId)
      if (quoted.status !== 200) throw new Error(`no quote: ${JSON.stringify(quoted.body)}`)
      return quoted.body
    },
    /** Accepts a quote, with a new id by default. */
    take: (
      token: string,
      betId: string,
      quoteId: string,
      { part, id = randomUUID() }: { part?: string; id?: string } = {},
    ): Promise<Reply<typeof cashOut.take>> =>
      call(cashOut.take, { bet_id: betId, id, quote_id: quoteId, ...(part !== undefined && { part }) }, token),
    /** Edits a bet at a quote: by default with a new id, accepting higher odds. */
    edit: (
      token: string,
      { bet, quote: quoteId, picks, id = randomUUID(), accept }: Edit,
    ): Promise<Reply<typeof betEdit.edit>> =>
      call(betEdit.edit, { id, bet_id: bet, quote_id: quoteId, slip: [...picks], ...(accept && { accept }) }, token),
    now: (token: string, betId: string) => call(cashOut.now, { bet_id: betId }, token),
    setRule: (token: string, betId: string, amount: string, id: string = randomUUID()) =>
      call(cashOut.setRule, { bet_id: betId, id, amount }, token),
    clearRule: (token: string, betId: string) => call(cashOut.clearRule, { bet_id: betId }, token),

    /** The exposure of an outcome of the match winner. */
    exposureOf(match: string, oddKey = 'home_team') {
      return queryRow<{ bets: bigint; stake: bigint; liability: bigint }>(base.db)`
        select bets, stake, liability from betting.exposure
        where match_id = ${Number(match)}::int and market_id = '1' and odd_key = ${oddKey}`
    },

    /** The transfers of a bet on its bettor's accounts, in order: the kind and the cents of each. */
    async movements(betId: string): Promise<string[]> {
      const rows = await queryRows<{ kind: string; amount: bigint }>(base.db)`
        select t.kind, sum(e.amount)::bigint as amount from ledger.transfer t join ledger.entry e on e.transfer_no = t.no
          join ledger.account a on a.id = e.account_id and a.owner is not null
        where t.about = ${`bet/${betId}`} group by t.no, t.kind order by t.no`
      return rows.map((row) => `${row.kind} ${row.amount}`)
    },
  }
}

export type CashOuts = ReturnType<typeof cashOutsOn>
