import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { StartError } from '#platform/start-error'
import type { Backup } from './folder.ts'

/** The archived log of a cluster: the file names, and for each timeline its earlier timelines with the position at which each ends. */
export type ArchivedLog = {
  readonly folder: string
  readonly files: ReadonlySet<string>
  readonly histories: ReadonlyMap<number, ReadonlyMap<number, bigint>>
}

/** Reads the archived log; undefined if no log is archived. */
export async function archivedLog(folder: string): Promise<ArchivedLog | undefined> {
  const names = await readdir(folder).catch(() => [])
  const files = new Set(names.filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).map((name) => name.slice(0, 24)))
  if (files.size === 0) return undefined
  const histories = new Map<number, Map<number, bigint>>()
  for (const name of names.filter((one) => /^[0-9A-F]{8}\.history\.gz$/.test(one))) {
    const text = await promisify(gunzip)(await readFile(join(folder, name)))
    histories.set(Number.parseInt(name.slice(0, 8), 16), parseHistory(text.toString()))
  }
  return { folder, files, histories }
}

/** Parses a history file into the earlier timelines and the position at which each ends. A line has an id, a position and a reason, separated by tabs. */
function parseHistory(text: string): Map<number, bigint> {
  const lines = text.split('\n').map((line) => /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line))
  return new Map(lines.flatMap((found) => (found ? [[Number(found[1]), positionOf(found[2] ?? '')]] : [])))
}

/** Parses a position of the log, two hexadecimal numbers of 32 bits, into a number of bytes. */
function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The timeline to follow by default: the newest. */
export function newestTimeline(log: ArchivedLog | undefined, backups: readonly Backup[]): number {
  let newest = 1
  for (const name of log?.files ?? []) newest = Math.max(newest, Number.parseInt(name.slice(0, 8), 16))
  for (const timeline of log?.histories.keys() ?? []) newest = Math.max(newest, timeline)
  for (const { info } of backups) newest = Math.max(newest, info.timeline)
  return newest
}

/** Whether a backup belongs to the past of a timeline: to the timeline itself, or to an earlier one before its end. */
export function isInPast({ info }: Backup, timeline: number, log: ArchivedLog | undefined): boolean {
  if (info.timeline === timeline) return true
  const end = log?.histories.get(timeline)?.get(info.timeline)
  return end !== undefined && positionOf(info.stopLsn) <= end
}

/**
 * The archived files of a timeline and its past that follow a backup, in order. Throws a StartError that names the first missing file
 * between two of them.
 */
export function filesAfter({ info }: Backup, timeline: number, log: ArchivedLog): string[] {
  const perHigh = 0x1_0000_0000n / BigInt(info.logFileBytes)
  const numberOf = (name: string) => BigInt(`0x${name.slice(8, 16)}`) * perHigh + BigInt(`0x${name.slice(16)}`)
  const past = log.histories.get(timeline)
  const isOnPath = (name: string) => {
    const of = Number.parseInt(name.slice(0, 8), 16)
    if (of === timeline) return true
    const end = past?.get(of)
    return end !== undefined && numberOf(name) * BigInt(info.logFileBytes) < end
  }
  const numbers = new Map([...log.files].filter(isOnPath).map((name) => [numberOf(name), name]))
  // The backup contains the log files up to its end.
  const last = positionOf(info.stopLsn) / BigInt(info.logFileBytes)
  const found: string[] = []
  for (const number of [...numbers.keys()].filter((number) => number > last).sort((a, b) => (a < b ? -1 : 1))) {
    const expected = last + BigInt(found.length) + 1n
    if (number !== expected) throw new StartError(missing({ number: expected, perHigh, timeline, folder: log.folder }))
    found.push(numbers.get(number) ?? '')
  }
  return found
}

type Missing = { number: bigint; perHigh: bigint; timeline: number; folder: string }

function missing({ number, perHigh, timeline, folder }: Missing): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  const name = `${hex(BigInt(timeline))}${hex(number / perHigh)}${hex(number % perHigh)}`
  return `${folder} has no log file ${name}, and later files cannot be replayed without it. Restore to an earlier moment with --at, or find the file`
}
