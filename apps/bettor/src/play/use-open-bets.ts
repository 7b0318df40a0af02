import { betting } from '@nare/contract/betting'
import type { Reading } from '../state/use-read.ts'
import { useFreshRead } from './use-fresh-read.ts'

/** As many open bets as My bets has on its first page, so that all places share one request. */
export const openBetsMax = 20

/** The newest open bets of the bettor; nothing for a guest. */
export const useOpenBets = (): Reading<typeof betting.bets> =>
  useFreshRead(betting.bets, { state: 'open', page: 1, limit: openBetsMax })
