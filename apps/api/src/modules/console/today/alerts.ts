import { alertNumberSettings } from '#modules/settings/settings'
import { isReachable } from '#platform/db'
import type { ConsoleDeps } from '../deps.ts'
import * as store from './alert-store.ts'
import { ageText, type Judged } from './health.ts'
import { isPastPromise, type Queue } from './queues.ts'
import type { openToday, Reading } from './today.ts'

/** What somebody must know at once: a queue past its promise, or a part of the house that is down. */
export type Alert = { readonly event: string; readonly text: string }

type Deps = Pick<ConsoleDeps, 'db' | 'clock' | 'settings' | 'sms' | 'log'> & {
  readonly today: ReturnType<typeof openToday>
}

/** As many readings in a row must find no database before it is reported, so that a restart stays quiet. */
const unreachableMin = 2

/** What must be reported of a reading. */
export function alertsOf({ queues, health }: Pick<Reading, 'queues' | 'health'>, nowMs: number): Alert[] {
  return [
    ...queues.filter((queue) => isPastPromise(queue, nowMs)).map((queue) => queueAlert(queue, nowMs)),
    ...health.flatMap((one) => one.alert ?? (one.state === 'down' ? healthAlert(one) : [])),
  ]
}

function queueAlert({ name, count, oldestAt, promiseS }: Queue, nowMs: number): Alert {
  const age = ageText((nowMs - (oldestAt?.getTime() ?? nowMs)) / 1000)
  return {
    event: `queue ${name}`,
    text: `Queue ${name}: ${count} waiting, the oldest for ${age} of ${ageText(promiseS)}.`,
  }
}

const healthAlert = ({ name, detail, advice }: Judged): Alert => ({
  event: `health ${name}`,
  text: `${name} is down: ${detail}. ${advice}`,
})

/**
 * Sends an SMS to the house's numbers when a queue is past its promise or something is down: once for each event, and again only after it
 * had ended and the quiet time is over. An alert that reaches none of the numbers is sent again by the next run.
 */
export function openAlerts({ db, clock, settings, sms, log, today }: Deps) {
  const numbersNow = () =>
    settings
      .now()(alertNumberSettings.numbers)
      .map(({ number }) => number)
  const quietS = (): number => settings.now()(alertNumberSettings.quiet)
  let unreachable = 0
  let toldOfDatabaseMs = -Infinity

  async function send(text: string): Promise<boolean> {
    const outcomes = await Promise.all(numbersNow().map((to) => sms.send({ to, text })))
    return outcomes.some((outcome) => outcome !== 'failed')
  }

  async function report(alerts: readonly Alert[]): Promise<void> {
    await store.endAlerts(
      db,
      alerts.map(({ event }) => event),
    )
    for (const { event, text } of alerts) {
      if (!(await store.claimAlert(db, event, quietS())) || (await send(text))) continue
      log.error({ event }, 'an alert reached none of the numbers')
      await store.releaseAlert(db, event)
    }
  }

  /** Without a database this process remembers what it has told. */
  async function reportDatabase(): Promise<void> {
    unreachable++
    const nowMs = clock.now()
    if (unreachable < unreachableMin || nowMs - toldOfDatabaseMs < quietS() * 1000) return
    toldOfDatabaseMs = nowMs
    await send('database is down: it cannot be reached. No bet and no payment works; look at the database server.')
  }

  return {
    /** Looks at Today and reports what is new. */
    async run(): Promise<void> {
      if (numbersNow().length === 0) return
      if (!(await isReachable(db))) return reportDatabase()
      unreachable = 0
      const reading = await today.read()
      await report(alertsOf({ ...reading, queues: await today.allQueues(reading) }, clock.now()))
    },
  }
}
