import * as z from 'zod/mini'
import { zBet } from './betting.ts'
import { route } from './route.ts'
import { zCommandId, zId, zMoney } from './shapes.ts'

const failures = ['not_found', 'not_available', 'too_many_requests', 'overloaded', 'unknown'] as const

/** What a bettor does with a bet that waits for a trader. Both answer the bet as it is then; a repeat answers it again. */
export const referrals = {
  /** Takes the bet back. In play this happens after the live delay only, so that a trader's answer until then comes first. */
  withdraw: route({
    method: 'POST',
    path: '/v1/bets/:bet_id/withdraw',
    auth: 'bettor',
    input: z.object({ bet_id: zId }),
    answer: z.object({ data: zBet, balance: zMoney }),
    failures,
    fallback: 'Taking the bet back failed',
  }),
  /** Takes or declines the trader's offer. A taken offer is judged anew after the live delay, as an accepted bet is. */
  answerOffer: route({
    method: 'POST',
    path: '/v1/bets/:bet_id/offer',
    auth: 'bettor',
    input: z.object({ bet_id: zId, id: zCommandId, take: z.boolean() }),
    answer: z.object({ data: zBet, balance: zMoney }),
    failures,
    fallback: 'Answering the offer failed',
  }),
} as const
