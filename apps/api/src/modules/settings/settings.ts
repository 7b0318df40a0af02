import type { Permission } from '@nare/contract/permissions'
import { settingGroups, type Setting as SettingView } from '@nare/contract/settings'
import type { Bus } from '#platform/bus'
import { monotonicMs, type Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Log } from '#platform/log'
import { StartError } from '#platform/start-error'
import { isSeen, type Changing, type Defaults, type Setting, type Values } from './setting.ts'
import * as store from './store.ts'
import { byKey, changeAt, nextChange, nextMoment, type Change } from './timeline.ts'

export { amounts, choices, clockText, clockTimes, days, onOff, optional, percents, prices } from './kinds.ts'
export type { Kind } from './kinds.ts'
export {
  amountScale,
  plainPercents,
  plainPercentTexts,
  scaleAmounts,
  shillings,
  shillingsTo,
  texts,
  whole,
} from './kinds.ts'
export { brandColours, type BrandColours } from './colours.ts'
export { contrastOf, mixed, readableOn } from './contrast.ts'
export { stepTable, tables } from './tables.ts'
export { defaultValues, setting, type Defaults, type Setting, type Values } from './setting.ts'
export { storedValue } from './stored.ts'
export { hadValue } from './store.ts'
export { levelRefusal, planLevels, writeLevels, type LevelPlan, type LevelWish } from './level-change.ts'
export type { LevelKind } from './level-store.ts'
export { noLevels } from './levels.ts'
export type { LevelRule, LevelRules, Levels, LevelView, Parts } from './levels.ts'
export { alertNumberSettings, promiseOf, queueSettings } from './queue-promises.ts'
export { openChange, valueWithoutPlan } from './change.ts'
export { momentOf } from './moment.ts'

type Deps = Defaults & {
  /** What the file of the house says instead of defaults, by the key of the setting. */
  readonly file?: ReadonlyMap<string, string>
  readonly db: Db
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
}

export type Settings = Awaited<ReturnType<typeof openSettings>>

/** Every process reads all changes again this often, so that one whose message was lost is known nevertheless. */
export const readAgainMs = 2_000

type Snapshot = { readonly fromMs: number; readonly untilMs: number; readonly values: Values }

/**
 * Opens the settings of this process. All values, planned ones included, are in memory: a decision asks no database. A change is known in the
 * process that made it before its call is answered, in the others once the bus has carried it, or at the latest with the next `readAgain`.
 */
export async function openSettings({ db, bus, clock, log, file, ...defaults }: Deps) {
  const declared = new Map<string, Setting<unknown>>()
  let changes: readonly Change[] = []
  let timelines = byKey(changes)
  let snapshot: Snapshot | undefined
  let started = 0
  let applied = 0
  let readAtMs = monotonicMs()

  /** What holds until somebody changes it: what the file of the house says, otherwise the default. */
  function defaultOf<T>(of: Setting<T>): T {
    const read = file?.has(of.key) ? of.kind.read(file.get(of.key) ?? '') : undefined
    return read && 'value' in read ? read.value : of.defaultOf(defaults)
  }

  /** Throws a StartError if the file of the house has a wrong value for a setting: a name with signs, a colour that nobody can read. */
  function judgeFile(of: Setting<unknown>): void {
    const given = file?.get(of.key)
    if (given === undefined) return
    const read = of.kind.read(given)
    const fault = 'fault' in read ? read.fault : of.kind.fit(read.value)
    if (fault) throw new StartError(`operator.json: ${of.key.replace('house.', '')}: ${fault.sentence}`)
  }

  /** The value of a change. A stored value that this release cannot read is reported, and the default applies. */
  function valueOf<T>(of: Setting<T>, change: Change | undefined): T {
    if (!change || change.value === null) return defaultOf(of)
    const read = of.kind.read(change.value)
    if ('value' in read) return read.value
    log.error({ key: of.key, change: change.id, fault: read.fault.sentence }, 'a setting cannot be read')
    return defaultOf(of)
  }

  function snapshotAt(atMs: number): Snapshot {
    const known = new Map<Setting<unknown>, unknown>()
    const values: Values = <T>(of: Setting<T>): T => {
      if (!known.has(of)) known.set(of, valueOf(of, changeAt(timelines.get(of.key) ?? [], atMs)))
      // What is kept under a setting was made by it.
      return known.get(of) as T
    }
    return { fromMs: atMs, untilMs: nextMoment(changes, atMs), values }
  }

  async function readAgain(): Promise<void> {
    const turn = ++started
    const fromMs = monotonicMs()
    const read = await store.currentChanges(db)
    // Of two reads at once the one that began later has seen more.
    if (turn < applied) return
    applied = turn
    readAtMs = fromMs
    if (read.length === changes.length && read.every(({ id }, at) => id === changes[at]?.id)) return
    changes = read
    timelines = byKey(read)
    snapshot = undefined
  }

  const readSoon = (): void =>
    void readAgain().catch((error: unknown) => log.warn({ err: error }, 'the settings could not be read again'))
  bus.subscribe('settings', readSoon)
  bus.onUpChanged((up) => up && readSoon())
  await readAgain()

  const now = (): Values => {
    const atMs = clock.now()
    if (!snapshot || atMs < snapshot.fromMs || atMs >= snapshot.untilMs) snapshot = snapshotAt(atMs)
    return snapshot.values
  }

  function viewOf(of: Setting<unknown>, atMs: number): SettingView {
    const own = timelines.get(of.key) ?? []
    const change = changeAt(own, atMs)
    const { key, group, name, about, kind, weakens: second } = of
    const written = (one: Change | undefined) => kind.write(valueOf(of, one))
    const next = nextChange(own, atMs, written)
    return {
      ...{ key, group, name, about, type: kind.type, bounds: kind.bounds, second },
      value: written(change),
      default: kind.write(defaultOf(of)),
      since: change?.effectiveAt.toISOString() ?? null,
      by: change?.author ?? null,
      ...(next && { next: { value: next.value, from: next.effectiveAt.toISOString(), by: next.author } }),
    }
  }

  return {
    /** Makes settings known, so that people can read and change them. */
    declare(group: Readonly<Record<string, Setting<unknown>>>): void {
      for (const of of Object.values(group)) {
        invariant(!declared.has(of.key), `the setting ${of.key} is declared twice`)
        judgeFile(of)
        declared.set(of.key, of)
      }
    },

    /** The values now. A decision reads them once; a later call may find others. */
    now,

    /** The setting with this key; undefined if no area has declared it. */
    named: (key: string): Setting<unknown> | undefined => declared.get(key),

    /** What is wrong with a change that its setting alone can tell. */
    faultOf: <T>(of: Setting<T>, change: Omit<Changing<T>, keyof Defaults>) => of.check?.({ ...change, ...defaults }),

    /** The value that holds at a moment by these changes. */
    valueAt: <T>(of: Setting<T>, own: readonly Change[], at: Date): T => valueOf(of, changeAt(own, at.getTime())),

    /** All settings as they are now, or those that somebody sees, those of a group together. */
    list: (may?: ReadonlySet<Permission>): SettingView[] =>
      settingGroups
        .flatMap((group) => [...declared.values()].filter((of) => of.group === group && isSeen(of, may)))
        .map((of) => viewOf(of, clock.now())),

    readAgain,

    /** How long ago what is in memory was read, in seconds: a change since then may be missing. */
    ageS: (): number => (monotonicMs() - readAtMs) / 1000,

    /** Makes a committed change known here, and then to all other processes. */
    async changed(): Promise<void> {
      await readAgain()
      bus.publish('settings', {})
    },
  }
}
