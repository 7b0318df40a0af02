import type * as z from 'zod'
import { StartError } from './platform/start-error.ts'

type Given = Readonly<Record<string, string | undefined>>

/** The values of all variables that can be read, without those that cannot, each of which is a fault: "PORT: must be a number". */
export function readVariables<Shape extends z.ZodObject>(
  shape: Shape,
  given: Given,
): { readonly e: z.output<Shape>; readonly unread: readonly string[] } {
  const read = shape.safeParse(given)
  if (read.success) return { e: read.data, unread: [] }
  const unread = read.error.issues.map((issue) => `${issue.path.join('.')}: ${sentenceOf(issue)}`)
  const names = namesIn(unread)
  const rest = shape.safeParse(Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name))))
  if (!rest.success) throw new ConfigError(unread)
  return { e: rest.data, unread }
}

/** All values are text: one that is no number is "NaN" to the schema. */
const sentenceOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.expected === 'number' ? 'must be a number' : issue.message

/**
 * All faults: of values that cannot be read, and of the others. The others were found without the unread values, so what they say about these is
 * left out: with DATABASE_URL=x, "DATABASE_REPLICA_URL: requires DATABASE_URL" is not true.
 */
export function allFaults(unread: readonly string[], found: readonly string[]): string[] {
  const names = namesIn(unread)
  const others = found.flatMap((fault) => {
    const [about, text] = partsOf(fault)
    const left = about.filter((name) => !names.has(name))
    const isOfUnread = left.length === 0 || text.match(/\b[A-Z][A-Z0-9_]+/g)?.some((name) => names.has(name)) === true
    return isOfUnread ? [] : [`${left.join(', ')}: ${text}`]
  })
  return [...unread, ...others]
}

/** The variables that a fault begins with, and what it says of them. */
function partsOf(fault: string): [names: string[], text: string] {
  const at = fault.indexOf(': ')
  return [fault.slice(0, at).split(', '), fault.slice(at + 2)]
}

/** The variables of these faults. */
export const namesIn = (faults: readonly string[]): ReadonlySet<string> =>
  new Set(faults.flatMap((fault) => partsOf(fault)[0]))

/** Thrown with the list of all errors in the environment. */
export class ConfigError extends StartError {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n  ${faults.join('\n  ')}`,
    )
    this.name = 'ConfigError'
    this.faults = faults
  }
}
