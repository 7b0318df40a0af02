/** A JSON number with its original text. */
class RawNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Revive = (this: unknown, name: string, value: unknown, context: { readonly source?: string }) => unknown

/** A string of JSON with the colon after it, if it is the name of a field. */
const jsonString = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/**
 * The fields of a JSON object, whose numbers keep their text; undefined if the bytes are not a JSON object in UTF-8, or if an object in them
 * has a field twice: another parser might read the other amount.
 */
export function readObject(raw: Uint8Array): Fields | undefined {
  let fields = 0
  const keep: Revive = function keepNumbers(_name, value, { source }) {
    if (!Array.isArray(this)) fields++
    return typeof value === 'number' ? new RawNumber(source ?? '') : value
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(raw)
    const read = asFields(JSON.parse(text, keep as (name: string, value: unknown) => unknown))
    const names = text.matchAll(jsonString).reduce((count, [, colon]) => (colon === undefined ? count : count + 1), 0)
    // The whole document counts as a field without a name.
    return fields === names + 1 ? read : undefined
  } catch {
    return undefined
  }
}

/** Thrown for a field of the wrong type. */
export const wrong = Symbol('wrong type')
export type Read<T> = T | undefined | typeof wrong

/**
 * The fields of an object of JSON. Each accessor returns undefined if the field is missing or null, and `wrong` if it has another type.
 */
export type Fields = {
  /** An id or a code: printable text of at most 128 characters, or a number's text. */
  id(name: string): Read<string>
  /** The text of an amount, which may be a number or a text. */
  amount(name: string): Read<string>
  /** The text of a number. A string has the wrong type. */
  number(name: string): Read<string>
  flag(name: string): Read<boolean>
  object(name: string): Read<Fields>
  /** A list of objects. */
  list(name: string): Read<Fields[]>
}

const idText = /^[\x21-\x7e][\x20-\x7e]{0,127}$/

function asFields(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof RawNumber)
    return undefined
  return fieldsOf(value as Readonly<Record<string, unknown>>)
}

function fieldsOf(object: Readonly<Record<string, unknown>>): Fields {
  const get = (name: string): unknown => (Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined)
  return {
    id(name) {
      const value = get(name)
      if (value === undefined) return undefined
      const text = value instanceof RawNumber ? value.text : value
      return typeof text === 'string' && idText.test(text) ? text : wrong
    },
    amount(name) {
      const value = get(name)
      if (value === undefined) return undefined
      if (value instanceof RawNumber) return value.text
      return typeof value === 'string' ? value : wrong
    },
    number(name) {
      const value = get(name)
      if (value === undefined) return undefined
      return value instanceof RawNumber ? value.text : wrong
    },
    flag(name) {
      const value = get(name)
      return value === undefined || typeof value === 'boolean' ? value : wrong
    },
    object(name) {
      const value = get(name)
      return value === undefined ? undefined : (asFields(value) ?? wrong)
    },
    list(name) {
      const value = get(name)
      if (value === undefined) return undefined
      if (!Array.isArray(value)) return wrong
      const all = value.map(asFields)
      return all.every((one) => one !== undefined) ? all : wrong
    },
  }
}
