import { randomUUID } from 'node:crypto'
import { cashOut } from '@nare/contract/cash-out'
import type { Answer } from '@nare/contract/route'
import type { Reply, TestApp } from './app.ts'

export type Quote = Answer<typeof cashOut.quote>

/** Common steps of cash-out tests, through HTTP. */
export function cashOutsOn({ call }: Pick<TestApp, 'call'>) {
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
    /** Takes a quote, with an id of its own by default. */
    take: (
      token: string,
      betId: string,
      quoteId: string,
      { part, id = randomUUID() }: { part?: string; id?: string } = {},
    ): Promise<Reply<typeof cashOut.take>> =>
      call(cashOut.take, { bet_id: betId, id, quote_id: quoteId, ...(part !== undefined && { part }) }, token),
    now: (token: string, betId: string) => call(cashOut.now, { bet_id: betId }, token),
    setRule: (token: string, betId: string, amount: string, id: string = randomUUID()) =>
      call(cashOut.setRule, { bet_id: betId, id, amount }, token),
    clearRule: (token: string, betId: string) => call(cashOut.clearRule, { bet_id: betId }, token),
  }
}

export type CashOuts = ReturnType<typeof cashOutsOn>
