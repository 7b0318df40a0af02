import type { Config } from '#config'
import type { Role } from '#config-processes'
import type { Country } from '#country/country'
import type { Levels, Settings } from '#modules/settings/settings'
import type { Background } from '#platform/background'
import type { Bus } from '#platform/bus'
import type { BettorWrap, Mounting } from '#platform/calls'
import type { SettableClock } from '#platform/clock'
import type { Connection, Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import type { House } from '#platform/operator-calls'
import { settleWithin } from '#platform/timeout'
import type { Timers } from '#platform/timers'
import type { Turns } from '#platform/turns'
import type { Route } from '@nare/contract/route'

/** The dependencies with which every area is opened. */
export type AreaDeps = {
  readonly config: Config
  readonly connection: Connection
  readonly db: Db
  /** The connections of commands that move money. */
  readonly moneyDb: Db
  readonly clock: SettableClock
  readonly log: Log
  readonly country: Country
  /** The rules that people change while the house runs. */
  readonly settings: Settings
  /** Those of them that hold for a part of what is on offer. */
  readonly levels: Levels
  readonly turns: Turns
  /** Messages, counters and claims that the processes on this database share outside of it. */
  readonly bus: Bus
  readonly count: Metrics['count']
  /** The audit log and second persons. */
  readonly house: House
  /** Work on rows that are due. */
  readonly background: Background
}

/** Background work at an interval. Every process with its role runs it, so it must be correct when two processes run it at the same time. */
export type Job = {
  readonly name: string
  readonly everyMs: number
  /** By default `jobs`; `every`: in each process, whatever its roles. */
  readonly role?: Role | 'every'
  run(): Promise<unknown>
}

/** The parts of an area in the server. They are called in the order in which areas were opened, `drain` and `close` in reverse order. */
export type Area = {
  /** Registers its live topics. */
  readonly topics?: (live: Live) => void
  /** Mounts its calls. By then all areas are open. */
  readonly routes?: (mounting: Mounting) => void | Promise<void>
  /** The calls that are refused while they would have to wait too long. */
  readonly isFull?: Mounting['isFull']
  /** Wraps the handlers of calls of any area. */
  readonly wraps?: ReadonlyMap<Route, BettorWrap>
  readonly gauges?: readonly { name: string; help: string; read: Parameters<Metrics['gauge']>[2] }[]
  /** Starts background work that is not a job, in the processes with this role. */
  readonly start?: { readonly role: Role; run(): void | Promise<void> }
  /** Background work that runs at an interval after the start. */
  readonly jobs?: readonly Job[]
  /** Stops taking new work and finishes what is in progress, while the server closes. */
  readonly drain?: () => Promise<unknown> | void
  /** Releases what it uses, after the server has closed. */
  readonly close?: () => Promise<unknown>
}

/** How long `close` waits for work in progress. Hanging work is abandoned: its row remains, and the next start continues it. */
const drainMsMax = 4500
const closeMsMax = 500

/** The areas of the server, in the order in which they were opened. */
export function openAreas() {
  const list: Area[] = []
  return {
    list: list as readonly Area[],

    /** Registers an opened area and returns it. */
    add<T extends { readonly area: Area }>(opened: T): T {
      list.push(opened.area)
      return opened
    },

    /** Registers the live topics and gauges of all areas. */
    announce(live: Live, metrics: Metrics): void {
      for (const { topics, gauges = [] } of list) {
        topics?.(live)
        for (const { name, help, read } of gauges) metrics.gauge(name, help, read)
      }
    },

    async mount(mounting: Omit<Mounting, 'isFull' | 'wraps'>): Promise<void> {
      const isFull = new Map(list.flatMap((area) => [...(area.isFull ?? [])]))
      const wraps = new Map(list.flatMap((area) => [...(area.wraps ?? [])]))
      for (const { routes } of list) await routes?.({ ...mounting, isFull, wraps })
    },

    /** Starts the work of these roles. */
    async start(timers: Timers, roles: ReadonlySet<Role>): Promise<void> {
      for (const { start } of list) if (start && roles.has(start.role)) await start.run()
      for (const { name, everyMs, role = 'jobs', run } of list.flatMap(({ jobs = [] }) => jobs))
        if (role === 'every' || roles.has(role)) timers.every(everyMs, name, run)
    },

    /** Drains all areas while `server` closes, then closes them in reverse order. */
    async close(server: readonly Promise<unknown>[]): Promise<void> {
      const draining = list.toReversed().map(({ drain }) => Promise.resolve(drain?.()))
      await settleWithin(drainMsMax, [...draining, ...server])
      for (const { close } of list.toReversed()) if (close) await settleWithin(closeMsMax, [close()])
    },
  }
}
