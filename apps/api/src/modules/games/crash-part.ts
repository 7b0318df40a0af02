import { join } from 'node:path'
import { crash as calls } from '@nare/contract/crash'
import type { Area, AreaDeps } from '#area'
import type { Identity } from '#modules/identity/identity'
import { mount } from '#platform/calls'
import { clockSkewGauge } from '#platform/database-clock'
import { drandSalt } from '#platform/drand'
import { oneAtATime } from '#platform/money-command'
import type { Owners } from '#platform/owners'
import { randomSalt } from '#platform/public-salt'
import { oldestUnsettledGauge } from '#platform/round-settling'
import { openSealing } from '#platform/sealing'
import { crashOfBets, openCrash, startOwner, type CrashDeps } from './crash/crash.ts'
import { crashRoutes } from './crash/routes.ts'

export type CrashPartDeps = Pick<CrashDeps, 'ledger' | 'live' | 'tickets' | 'events' | 'rules'> & {
  readonly identity: Pick<Identity, 'bettorFacts'>
  readonly owners: Owners
}

/** The crash game as a part of the area of games. If it is switched on, exactly one process runs it. */
export function openCrashPart(deps: AreaDeps & CrashPartDeps) {
  const { config, db, clock, identity, turns } = deps
  const { key, drand, ...settings } = config.crash
  const crash = openCrash({
    ...deps,
    settings,
    namesOf: identity.bettorFacts,
    // A bet may wait up to a quarter of the betting phase before it is refused.
    queueMsMax: Math.max(config.betQueueMs, settings.cycle.bettingMs / 4),
  })
  let stop: (() => Promise<void>) | undefined

  function start(): void {
    if (!settings.on) return
    stop = startOwner({
      ...deps,
      ...settings,
      sealing: openSealing(key ?? { keyFile: join(config.dataDir, 'crash.key') }),
      salts: drand ? drandSalt({ ...drand, clock }) : randomSalt,
      onDecided: crash.onDecided,
      onChanged: crash.onChanged,
      onCashOuts: crash.onCashOuts,
      onSettled: crash.onChanged,
    })
  }

  const part: Area = {
    routes: (mounting) => mount(mounting, calls, crashRoutes(crash, oneAtATime(turns))),
    isFull: new Map([[calls.bet, crash.isFull]]),
    gauges: [clockSkewGauge(db), oldestUnsettledGauge(db)],
    start: { role: 'rounds', run: start },
    jobs: settings.on ? [{ name: 'waiting crash bets', everyMs: 1000, run: crash.voidWaiting }] : [],
    async drain() {
      crash.stop()
      await stop?.()
    },
  }
  return { crash, ofBets: crashOfBets, part }
}
