import type { FieldFault } from '@nare/contract/field-codes'
import type { Permission } from '@nare/contract/permissions'
import type { settingGroups, settingSeconds } from '@nare/contract/settings'
import type { Config } from '#config'
import type { Country } from '#country/country'
import type { Kind } from './kinds.ts'

/** Where the defaults come from: the country's rules, and the environment. */
export type Defaults = { readonly country: Country; readonly config: Config }

/** A change of a value that takes effect at a moment. */
export type Changing<T> = Defaults & { readonly before: T; readonly after: T; readonly at: Date }

/** A rule of the house that people change while it runs. The area that uses it declares it once. */
export type Setting<T> = {
  readonly key: string
  /** Its name in the console. */
  readonly name: string
  readonly group: (typeof settingGroups)[number]
  /** What it does, in a sentence of the console. */
  readonly about: string
  readonly kind: Kind<T>
  /** The value that applies until somebody sets one. */
  defaultOf(from: Defaults): T
  /** What is wrong with a change, beyond the bounds of its value. */
  check?(change: Changing<T>): FieldFault | undefined
  /** Which changes weaken a control, so that a second person confirms them. */
  readonly weakens: (typeof settingSeconds)[number]
  /** What somebody needs to see it beside the permission to read settings. */
  readonly sees?: Permission
}

/** The value of each setting at one moment. What a decision reads from one of these is never a mix of old and new. */
export type Values = <T>(of: Setting<T>) => T

/** Whether somebody who reads settings sees this one. */
export const isSeen = ({ sees }: Setting<unknown>, may?: ReadonlySet<Permission>): boolean =>
  sees === undefined || may === undefined || may.has(sees)

/** Declares a setting; the parameter keeps the type of its value. */
export const setting = <T>(declared: Setting<T>): Setting<T> => declared

/** Whether this change needs a second person. */
export function isWeakened<T>({ weakens, kind }: Setting<T>, { before, after }: { before: T; after: T }): boolean {
  if (weakens === 'always' || weakens === 'never') return weakens === 'always'
  const [was, is] = [kind.size(before), kind.size(after)]
  return weakens === 'up' ? is > was : is < was
}

/** The defaults of all settings, for a process without changes. */
export const defaultValues =
  (from: Defaults): Values =>
  (of) =>
    of.defaultOf(from)
