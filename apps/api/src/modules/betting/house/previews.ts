import { setTimeout as wait } from 'node:timers/promises'
import type { EffectView } from '@nare/contract/effect'
import type { FailureCode } from '@nare/contract/failures'
import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import { monotonicMs } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { inSnapshot } from '#platform/snapshot'
import type { Effect } from '../settling/effect.ts'

export type Preview = { readonly state: 'preview' | 'counting'; readonly effect: EffectView }

type Viewed = Pick<Effect, 'view'>

/** Counts what something would do. `report` is called with the effect so far; counting stops when it returns false. */
type Count<F extends FailureCode> = (tx: Tx, report: (effect: Viewed) => boolean) => Promise<Outcome<Viewed, F>>

const answerMs = 2_000
const countMsMax = 50_000
const runningMax = 2
const keptMs = 60_000

type Job = {
  readonly startedMs: number
  soFar?: EffectView
  ended?: Outcome<EffectView, FailureCode>
  finished: Promise<unknown>
}

/**
 * Previews of decisions. Each counts in a read-only snapshot, at most two at once in a process and for 50 seconds at most. A call that is not
 * answered within two seconds gets what is counted so far, and the same call again goes on from there.
 */
export function openPreviews({
  db,
  timeout = (ms, signal) => wait(ms, undefined, { signal }),
}: {
  readonly db: Db
  /** Waits for the time after which a call is answered; tests replace it. */
  readonly timeout?: (ms: number, signal: AbortSignal) => Promise<unknown>
}) {
  const jobs = new Map<string, Job>()

  function forgetOld(): void {
    for (const [key, { startedMs, ended }] of jobs) if (ended && monotonicMs() - startedMs > keptMs) jobs.delete(key)
  }

  function begin<F extends FailureCode>(key: string, count: Count<F>): Job {
    const startedMs = monotonicMs()
    const job: Job = { startedMs, finished: Promise.resolve() }
    const report = (effect: Viewed): boolean => {
      job.soFar = effect.view()
      return monotonicMs() - startedMs < countMsMax
    }
    job.finished = inSnapshot(db, async (tx) => {
      const counted = await count(tx, report)
      job.ended = counted.ok ? done(counted.value.view()) : counted
    })
    job.finished.catch(() => jobs.delete(key))
    jobs.set(key, job)
    return job
  }

  return {
    /** The effect of what `key` names, as `count` counts it. */
    async of<F extends FailureCode>(key: string, count: Count<F>): Promise<Outcome<Preview, F | 'overloaded'>> {
      forgetOld()
      const running = [...jobs.values()].filter(({ ended }) => !ended).length
      const known = jobs.get(key)
      if (!known && running >= runningMax) return refused('overloaded', { retry_after_s: 2 })
      const job = known ?? begin(key, count)
      const ended = new AbortController()
      await Promise.race([job.finished, timeout(answerMs, ended.signal).catch(() => undefined)])
      ended.abort()
      if (job.ended) {
        jobs.delete(key)
        return job.ended.ok ? done({ state: 'preview', effect: job.ended.value }) : (job.ended as Refusal<F>)
      }
      return done({ state: 'counting', effect: job.soFar ?? nothingYet })
    },
  }
}

const nothingYet: EffectView = {
  ...{ as_of: new Date(0).toISOString(), bets: 0, winners: 0, lost: 0, paid: '0.00', taken_back: '0.00', debt: '0.00' },
  ...{ debts: [], largest: [], legs: 0, of: 0 },
}
