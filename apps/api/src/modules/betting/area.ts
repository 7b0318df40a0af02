import { setTimeout as wait } from 'node:timers/promises'
import { betEdit as editCalls } from '@nare/contract/bet-edit'
import { betting as calls } from '@nare/contract/betting'
import { cashOut as cashOutCalls } from '@nare/contract/cash-out'
import { combinations as combinationCalls } from '@nare/contract/combinations'
import { consoleCodes } from '@nare/contract/operator-codes'
import { operatorTradingLimits } from '@nare/contract/operator-trading-hands'
import { operatorResults } from '@nare/contract/operator-trading-results'
import { consoleAlerts } from '@nare/contract/operator-trading-alerts'
import { popular as popularCalls } from '@nare/contract/popular'
import { referrals as referralCalls } from '@nare/contract/referrals'
import type { Area, AreaDeps } from '#area'
import { mount } from '#platform/calls'
import { oneAtATime } from '#platform/money-command'
import { serveBetsFile } from './bets-file.ts'
import { openBetting } from './betting.ts'
import { alertRoutes } from './alerts/routes.ts'
import { combinePicks } from './combining.ts'
import { cashOutRoutes } from './cash-out/routes.ts'
import { limitRoutes } from './limits/limits.ts'
import { referralRoutes } from './placing/referral-routes.ts'
import { openPopular } from './popular/popular.ts'
import { popularRoutes } from './popular/routes.ts'
import { bettingRoutes } from './routes.ts'

/** How often popular picks are counted: where there are bettors, never so that one bet changes what is shown. */
const popularPace = { seconds: 300, fresh: 5, share: 0.05 }
const popularPaceOfSandbox = { ...popularPace, seconds: 2, fresh: 1 }

type Opening = Parameters<typeof openBetting>[0]
type Deps = AreaDeps &
  Pick<Opening, 'live' | 'ledger' | 'tickets' | 'catalog' | 'revokedSessions' | 'events'> & {
    /** Replaces the delay of live bets; tests only. */
    readonly waitForLive?: Opening['wait'] | undefined
  }

export async function openBettingArea({ waitForLive = (ms) => wait(ms), ...deps }: Deps) {
  const { betQueueMs: queueMsMax, settlementChunkLegs: chunkLegs } = deps.config
  const betting = await openBetting({ ...deps, queueMsMax, chunkLegs, wait: waitForLive })
  deps.house.owned('referral', betting.referrals.ownerOf)
  const pace = deps.config.sandbox ? popularPaceOfSandbox : popularPace
  const popular = openPopular({ ...deps, share: betting.share, pace })
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, bettingRoutes(betting, deps.tickets))
      mount(mounting, combinationCalls, { combine: (input) => combinePicks(deps, input) })
      const inTurn = oneAtATime(deps.turns)
      mount(mounting, cashOutCalls, cashOutRoutes(betting.cashOut, inTurn))
      mount(mounting, editCalls, {
        edit: (input, { session, readAtMs }) => betting.editBet(input, session, readAtMs),
      })
      mount(mounting, consoleAlerts, alertRoutes(betting.alerts))
      mount(mounting, consoleCodes, { codes: betting.codes })
      mount(mounting, operatorTradingLimits, limitRoutes(deps))
      mount(mounting, popularCalls, popularRoutes(popular))
      mount(mounting, referralCalls, referralRoutes({ referrals: betting.referrals, ledger: deps.ledger, inTurn }))
      mount(mounting, operatorResults, betting.decisions)
      serveBetsFile(mounting, deps.tickets)
    },
    isFull: new Map([[calls.place, betting.isFull]]),
    jobs: [
      { name: 'settlement', everyMs: 500, run: () => betting.settleWaiting() },
      { name: 'reserved stakes left behind', everyMs: 5000, run: () => betting.releaseOverdue() },
      { name: 'edits of bets left behind', everyMs: 60_000, run: () => betting.sweepEdits() },
      { name: 'alerts of traders', everyMs: 10_000, run: () => betting.alerts.look() },
      { name: 'referred bets', everyMs: 300, run: () => betting.referrals.workThroughDue() },
      { name: 'old referred bets and alerts', everyMs: 3_600_000, run: () => betting.sweepTraders() },
      { name: 'popular picks', everyMs: 3000, run: () => popular.count() },
      { name: 'automatic cash-outs', everyMs: 5000, run: () => betting.cashOut.checkRules() },
    ],
    drain: () => betting.close(),
  }
  return { betting, area }
}
