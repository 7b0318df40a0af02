import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { firstLineSchema, lineSchemas } from './schema.ts'

/** What the check of a file found. `faults` are sentences; there is none if everything is right. */
export type Checked = {
  readonly name: string
  readonly day: string
  readonly sha256: string
  readonly previous: string | null
  readonly lines: number
  readonly faults: readonly string[]
}

const dayFile = /^(\d{4}-\d{2}-\d{2})\.ndjson$/
/** After this many, faults of lines are only counted. */
const faultsShown = 10

/**
 * Checks the file of a day alone: its bytes against the hash beside it, its first line, and that each line follows the schema and has a higher number
 * than the one before. Reads it once, a line at a time.
 */
export async function verifyFile(path: string): Promise<Checked> {
  const name = basename(path)
  const day = dayFile.exec(name)?.[1] ?? ''
  const faults: string[] = []
  let wrong = 0
  const fault = (text: string): void => {
    wrong++
    if (wrong <= faultsShown) faults.push(text)
  }
  const hash = createHash('sha256')
  let first: { previous: string | null; upto_n: number } | undefined
  let lines = 0
  let n = 0
  for await (const { text, isWhole } of linesIn(createReadStream(path), hash)) {
    if (!isWhole) fault('the last line is cut off')
    if (!first) {
      const read = firstLineSchema.safeParse(parsed(text))
      first = read.success ? read.data : { previous: null, upto_n: Infinity }
      if (!read.success) fault('the first line is not that of a file')
      else if (read.data.day !== day) fault(`the first line says ${read.data.day}`)
      else if (!read.data.complete) fault('it is a day so far, which is no part of the chain')
      continue
    }
    lines++
    const line = lineOf(text)
    if (line === undefined) fault(`line ${lines + 1} does not follow the schema`)
    else if (line <= n) fault(`line ${lines + 1} has the number ${line} after ${n}`)
    else if (line > first.upto_n) fault(`line ${lines + 1} has the number ${line}, above that of the first line`)
    n = line ?? n
  }
  if (!first) fault('it is empty')
  const sha256 = hash.digest('hex')
  const beside = await readFile(join(dirname(path), `${name}.sha256`), 'utf8').catch(() => undefined)
  if (beside === undefined) fault('its hash is not beside it')
  else if (beside.split(' ', 1)[0] !== sha256) fault('its bytes are not those of the hash beside it')
  if (wrong > faultsShown) faults.push(`and ${wrong - faultsShown} more faults`)
  return { name, day, sha256, previous: first?.previous ?? null, lines, faults }
}

/**
 * Checks all files of days in a folder, and that they are a chain: no day is missing, and each names the hash of the one before. The first one of
 * all names none.
 */
export async function verifyFolder(folder: string): Promise<readonly Checked[]> {
  const names = (await readdir(folder)).filter((name) => dayFile.test(name)).sort()
  const checked: Checked[] = []
  for (const name of names) {
    const one = await verifyFile(join(folder, name))
    const before = checked.at(-1)
    checked.push({ ...one, faults: [...one.faults, ...linkFaults(one, before)] })
  }
  return checked
}

function linkFaults({ day, previous }: Checked, before: Checked | undefined): string[] {
  if (!before) return previous === null ? [] : ['the files before it are missing']
  const missing = daysBetween(before.day, day)
  if (missing.length > 0) return [`the file of ${missing.join(', ')} is missing`]
  return previous === before.sha256 ? [] : [`it names another file of ${before.day} than the one here`]
}

/** The days between two days, at most ten of them. */
function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  const dayMs = 86_400_000
  for (let at = Date.parse(from) + dayMs; at < Date.parse(to) && days.length < 10; at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** The lines of a file, which end with a line feed and nothing else, while its bytes are hashed. */
async function* linesIn(
  source: AsyncIterable<Buffer>,
  hash: { update(chunk: Buffer): unknown },
): AsyncGenerator<{ text: string; isWhole: boolean }> {
  const decoder = new StringDecoder('utf8')
  let begun: string[] = []
  for await (const chunk of source) {
    hash.update(chunk)
    const [end = '', ...more] = decoder.write(chunk).split('\n')
    begun.push(end)
    for (const next of more) {
      yield { text: begun.join(''), isWhole: true }
      begun = [next]
    }
  }
  const rest = begun.join('') + decoder.end()
  if (rest !== '') yield { text: rest, isWhole: false }
}

/** The number of a line; undefined if it does not follow the schema. */
function lineOf(text: string): number | undefined {
  const line = parsed(text)
  if (typeof line !== 'object' || line === null || !('type' in line)) return undefined
  const schema = Object.entries(lineSchemas).find(([type]) => type === line.type)?.[1]
  const read = schema?.safeParse(line)
  return read?.success ? read.data.n : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
