import { parse } from 'csv-parse/sync'

/** A person of the register: HMACs with the authority's key, and the day that the exclusion ends with; without one it is for good. */
export type RegisterPerson = {
  readonly line: number
  readonly id: Buffer | null
  readonly person: Buffer | null
  readonly until: string | null
}

type BadLine = { readonly line: number; readonly fault: string }

export type RegisterFile = {
  readonly persons: readonly RegisterPerson[]
  /** How many exclusions were over on this day. */
  readonly ended: number
  readonly bad: readonly BadLine[]
}

/** Why a text is no file of the register. */
export class NoRegister extends Error {}

/** The most persons of a file. */
export const personsMax = 50_000
const lineCharsMax = 1_000

const columns = ['id_hmac', 'person_hmac', 'until'] as const
type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } }

/**
 * Reads a file of the register, each line judged for itself. A person may be there with several ends, of which the last one counts. Throws NoRegister
 * for a text without its columns, or with too many lines.
 */
export function readRegisterFile(csv: string, today: string): RegisterFile {
  const [head, ...rows] = recordsOf(csv)
  const places = columns.map((name) => head?.record.findIndex((cell) => cell.toLowerCase() === name) ?? -1)
  if ((places[0] ?? -1) < 0 && (places[1] ?? -1) < 0)
    throw new NoRegister('The file has no column id_hmac or person_hmac')
  if (rows.length > personsMax) throw new NoRegister(`The file has more than ${personsMax} persons`)
  const persons: RegisterPerson[] = []
  const bad: BadLine[] = []
  const seen = new Map<string, number>()
  let ended = 0
  for (const { record, info } of rows) {
    const [id = '', person = '', until = ''] = places.map((place) => record[place] ?? '')
    const known = `${id}|${person}|${until}`.toLowerCase()
    const fault = faultOf({ id, person, until }) ?? sameAs(seen.get(known))
    if (fault !== undefined) bad.push({ line: info.lines, fault })
    else if (until !== '' && until < today) ended++
    else persons.push({ line: info.lines, id: markOf(id), person: markOf(person), until: until === '' ? null : until })
    if (fault === undefined) seen.set(known, info.lines)
  }
  return { persons, ended, bad }
}

function recordsOf(csv: string): Row[] {
  if (csv.split('\n').some((line) => line.length > lineCharsMax))
    throw new NoRegister(`A line of the file has more than ${lineCharsMax} characters`)
  try {
    return parse(csv, {
      ...{ bom: true, relax_column_count: true, skip_empty_lines: true, trim: true, info: true },
      // Lines that are too many or too long are not read, so that a wrong file holds nobody up.
      ...{ to: personsMax + 2, max_record_size: lineCharsMax },
    }) as never
  } catch (error) {
    throw new NoRegister(error instanceof Error ? error.message : 'The file is not CSV')
  }
}

const hash = /^[0-9a-f]{64}$/i
const markOf = (text: string): Buffer | null => (text === '' ? null : Buffer.from(text, 'hex'))
const sameAs = (line: number | undefined): string | undefined =>
  line === undefined ? undefined : `It is the person of line ${line}`

function faultOf({ id, person, until }: { id: string; person: string; until: string }): string | undefined {
  if (id === '' && person === '') return 'It names nobody'
  if (id !== '' && !hash.test(id)) return 'Its id_hmac is not 64 hexadecimal digits'
  if (person !== '' && !hash.test(person)) return 'Its person_hmac is not 64 hexadecimal digits'
  if (until === '') return undefined
  return isDay(until) ? undefined : 'Its until is no day like 2027-05-31'
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
