import { readAmount, type ReadAmount } from './amounts.ts'
import { wrong, type Read } from './raw-json.ts'

/**
 * How a provider's dialect reads the fields of a call: each reader throws `Refused`, with the dialect's code for a field that is missing or
 * for one of the wrong type, and the adapter answers with that code.
 */
export function refusals<Code>(codes: { readonly missing: Code; readonly wrong: Code }) {
  class Refused extends Error {
    readonly code: Code
    constructor(code: Code) {
      super(String(code))
      this.code = code
    }
  }

  function optional<T>(value: Read<T>): T | undefined {
    if (value === wrong) throw new Refused(codes.wrong)
    return value
  }

  function need(value: Read<string>): string {
    const given = optional(value)
    if (given === undefined) throw new Refused(codes.missing)
    return given
  }

  /** An amount of at least zero; see `readAmount`. */
  function amountOf(value: Read<string>, unitsPerShilling: bigint): ReadAmount {
    const read = readAmount(need(value), unitsPerShilling)
    if (!read || read.amount < 0n) throw new Refused(codes.wrong)
    return read
  }

  return { Refused, need, optional, amountOf }
}
