import { ruleLevels, type RuleLevel } from '@nare/contract/operator-trading-hands'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import { currentLevelChanges, lastLevelChange, levelKey, type LevelChange, type LevelKind } from './level-store.ts'
import { byKey, changeAt, nextChange, nextMoment } from './timeline.ts'

/**
 * What a rule may be about, as far as it is known: ids, or the names by which a feed knows a competition (`sport|category|name`) and a match
 * (`source|id`) before they have ids.
 */
export type Parts = {
  readonly sport?: string | undefined
  readonly competition?: string | undefined
  readonly match?: string | undefined
  readonly market?: string | undefined
}

/** A rule that holds at a moment. */
export type LevelRule = {
  readonly level: RuleLevel
  readonly id: string
  readonly value: string
  /** Whether a second person has confirmed it. */
  readonly isConfirmed: boolean
}

/** The rules of all levels at one moment. */
export type LevelRules = {
  /** The rules of a kind that concern these parts, from the widest level to the narrowest. */
  of(kind: LevelKind, parts: Parts): readonly LevelRule[]
  /** Every rule of a kind. */
  all(kind: LevelKind): readonly LevelRule[]
}

/** No rule at any level. */
export const noLevels: LevelRules = { of: () => [], all: () => [] }

type Snapshot = { readonly fromMs: number; readonly untilMs: number; readonly rules: LevelRules }
type Deps = { readonly db: Db; readonly bus: Bus; readonly clock: Pick<Clock, 'now'>; readonly log: Log }

export type Levels = Awaited<ReturnType<typeof openLevels>>

/**
 * Rules of the house by level, with their dates, in the memory of this process, like settings: a decision asks no database, and what is
 * changed elsewhere is known once the bus has carried it, or with the next `readAgain`.
 */
export async function openLevels({ db, bus, clock, log }: Deps) {
  let changes: readonly LevelChange[] = []
  let timelines = byKey(changes)
  let snapshot: Snapshot | undefined
  let lastId = -1n
  let started = 0
  let applied = 0

  async function readAgain(): Promise<void> {
    const turn = ++started
    const last = await lastLevelChange(db)
    if (last === lastId) return
    const read = await currentLevelChanges(db)
    // Of two reads at once the one that began later has seen more.
    if (turn < applied) return
    applied = turn
    const newest = read.at(-1)?.id ?? last
    lastId = newest > last ? newest : last
    changes = read
    timelines = byKey(read)
    snapshot = undefined
  }

  const readSoon = (): void =>
    void readAgain().catch((error: unknown) => log.warn({ err: error }, 'the rules by level could not be read again'))
  bus.subscribe('levels', readSoon)
  bus.onUpChanged((up) => up && readSoon())
  await readAgain()

  const now = (): LevelRules => {
    const atMs = clock.now()
    if (!snapshot || atMs < snapshot.fromMs || atMs >= snapshot.untilMs)
      snapshot = { fromMs: atMs, untilMs: nextMoment(changes, atMs), rules: rulesAt([...timelines.values()], atMs) }
    return snapshot.rules
  }

  return {
    /** The rules now. A decision reads them once; a later call may find others. */
    now,

    /** The rules with their authors, and what is planned, as operators see them. */
    list(): LevelView[] {
      const atMs = clock.now()
      return [...timelines.values()].flatMap((own) => viewOf(own as readonly LevelChange[], atMs) ?? [])
    },

    readAgain,

    /** Makes committed changes known here, and then to all other processes. */
    async changed(): Promise<void> {
      await readAgain()
      bus.publish('levels', {})
    },
  }
}

/** A rule of a level with its author, and what is planned for it. */
export type LevelView = {
  readonly kind: LevelKind
  readonly level: RuleLevel
  readonly id: string
  /** Null while only a plan is known. */
  readonly value: string | null
  readonly since: Date | null
  readonly by: string | null
  readonly next?: { readonly value: string | null; readonly from: Date; readonly by: string } | undefined
}

const textOf = (change: Pick<LevelChange, 'value'> | undefined): string | null =>
  change === undefined || change.value === null ? null : String(change.value)

function viewOf(own: readonly LevelChange[], atMs: number): LevelView | undefined {
  const [first] = own
  const current = changeAt(own, atMs)
  const next = nextChange(own, atMs, textOf)
  if (!first || (textOf(current) === null && !next)) return undefined
  return {
    ...{ kind: first.kind, level: first.level, id: first.part },
    ...{ value: textOf(current), since: current?.effectiveAt ?? null, by: current?.author ?? null },
    ...(next && { next: { value: textOf(next), from: next.effectiveAt, by: next.author } }),
  }
}

/** The rules at a moment, found by their part or by its alias. */
function rulesAt(timelines: readonly (readonly unknown[])[], atMs: number): LevelRules {
  const found = new Map<string, LevelRule>()
  const kinds = new Map<LevelKind, LevelRule[]>()
  for (const own of timelines as readonly (readonly LevelChange[])[]) {
    const change = changeAt(own, atMs) as LevelChange | undefined
    const value = textOf(change)
    if (!change || value === null) continue
    const { kind, level, part, alias, isConfirmed } = change
    const rule: LevelRule = { level, id: part, value, isConfirmed }
    found.set(levelKey(change), rule)
    if (alias !== null) found.set(levelKey({ kind, level, part: alias }), rule)
    kinds.set(kind, [...(kinds.get(kind) ?? []), rule])
  }
  return {
    all: (kind) => kinds.get(kind) ?? [],
    of(kind, parts) {
      if (!kinds.has(kind)) return []
      return ruleLevels.flatMap((level) =>
        partsAt(level, parts).flatMap((part) => found.get(levelKey({ kind, level, part })) ?? []),
      )
    },
  }
}

/** How a level names these parts; for a market all matches first, then this one. */
function partsAt(level: RuleLevel, { sport, competition, match, market }: Parts): string[] {
  if (level === 'all') return ['']
  const named = { sport, competition, match, market }[level]
  if (named === undefined) return []
  return level === 'market' && match !== undefined ? [named, `${match}:${named}`] : [named]
}
