import { jackpot } from '@nare/contract/jackpot'
import { command } from './area.ts'
import { betting } from './betting.ts'
import { placedFields, placement } from './calls-betting.ts'

export const fetchJackpots = command('betting/jackpots', jackpot.jackpots)
export const placeJackpotBet = command('betting/placeJackpot', jackpot.bet)

betting.on(fetchJackpots, { loading: 'loading', error: 'error', done: ({ data }) => ({ jackpot: data }) })
betting.on(placeJackpotBet, {
  ...placement,
  done: (answer) => ({ jackpotbestlip: answer, ...placedFields(answer) }),
})
