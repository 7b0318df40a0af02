import type { Route } from '@nare/contract/route'
import { commandHash } from '#platform/command-hash'
import type { Facts } from '#platform/facts'
import { maskNumbers } from '#platform/mask-numbers'
import { decisiveFields, type Asked } from '#platform/operator-calls'
import type { Proposal } from './proposal-store.ts'

/** The name of a call in its proposals. */
export const keyOf = ({ method, path }: Route): string => `${method} ${path}`

/** The fields of a proposal as its call reads them. They have passed it once, by the same or an earlier version. */
export const inputOf = (call: Route, { input }: Pick<Proposal, 'input'>): unknown => call.input.parse(input)

const plain = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

/** The fields that must be the same, as text. */
export const fieldsOf = ({ call, input }: Pick<Asked, 'call' | 'input'>): string =>
  JSON.stringify(
    Object.entries(decisiveFields(call, input)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    plain,
  )

/** The hash is of the fields with masked numbers, because that of a whole one could be guessed: the fields themselves are compared too. */
export const hashOf = (asked: Pick<Asked, 'call' | 'input'>): string =>
  commandHash([keyOf(asked.call), maskNumbers(fieldsOf(asked))])

/** Whether a call asks for what a proposal, with its whole fields, asks for. */
export const isSameAs = (asked: Asked, waiting: Proposal): boolean =>
  waiting.call === keyOf(asked.call) &&
  fieldsOf(asked) === fieldsOf({ call: asked.call, input: inputOf(asked.call, waiting) })

/** Facts as text, whatever the order of their names. */
export const textOfFacts = (facts: Facts): string =>
  JSON.stringify(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
