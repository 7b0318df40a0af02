import type { FailureCode } from './failures.ts'

/** A refusal: a code, a sentence if the default one is too general, and facts for the caller. */
export type Refusal<Code extends FailureCode> = {
  readonly ok: false
  readonly code: Code
  readonly sentence?: string
  readonly facts?: Readonly<Record<string, unknown>>
}

/** A value, or a refusal that is sent to the caller. Faults are thrown instead. */
export type Outcome<T, Code extends FailureCode> = { readonly ok: true; readonly value: T } | Refusal<Code>

export const done = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

export function refused<Code extends FailureCode>(
  code: Code,
  facts?: Refusal<Code>['facts'],
  sentence?: string,
): Refusal<Code> {
  return { ok: false, code, ...(facts && { facts }), ...(sentence !== undefined && { sentence }) }
}
