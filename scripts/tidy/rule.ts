import { isTest, type File, type Import } from './files.ts'

export type Fault = { readonly path: string; readonly line: number; readonly what: string }

/** An agreed rule. It must report the examples in `wrong` and accept the examples in `right`. An example is a path and a text. */
export type Rule = {
  readonly name: string
  readonly reason: string
  readonly find: (file: File) => readonly Fault[]
  readonly wrong: readonly (readonly [path: string, text: string])[]
  readonly right: readonly (readonly [path: string, text: string])[]
}

export function faultAt(file: File, at: number, what: string): Fault {
  return { path: file.path, line: file.text.slice(0, at).split('\n').length, what }
}

/** Finds every import that `allowed` rejects. */
export function importFaults(file: File, allowed: (found: Import) => boolean): Fault[] {
  return file.imports.filter((found) => !allowed(found)).map(({ at, target }) => faultAt(file, at, `imports ${target}`))
}

type Ban = {
  readonly where: RegExp
  readonly except?: readonly string[]
  readonly words: RegExp
  readonly tests?: boolean
}

/** Every exception to a ban, with a check whether a file still needs it. The rules fill the list when they are created. */
export const exceptions: { readonly path: string; readonly isNeeded: (files: readonly File[]) => boolean }[] = []

/** Finds words in the code of files whose path matches, except in the paths of `except`. An exception that ends in / is a folder. */
export function banned({ where, except = [], words, tests = false }: Ban): (file: File) => Fault[] {
  const faultsIn = (file: File): Fault[] =>
    where.test(file.path) && (tests || !isTest(file.path))
      ? [...file.code.matchAll(words)].map((match) => faultAt(file, match.index, match[0].trim()))
      : []
  for (const path of except) {
    exceptions.push({ path, isNeeded: (files) => files.some((file) => isAt(path, file) && faultsIn(file).length > 0) })
  }
  return (file) => (except.some((path) => isAt(path, file)) ? [] : faultsIn(file))
}

const isAt = (path: string, file: File): boolean =>
  path.endsWith('/') ? file.path.startsWith(path) : file.path === path

/** The message of a failing test: the reason, then one line for each fault. */
export function report(rule: Rule, files: readonly File[]): string {
  const faults = files.flatMap(rule.find)
  if (faults.length === 0) return ''
  return `${rule.reason}\n${faults.map((fault) => `  ${fault.path}:${fault.line}  ${fault.what}`).join('\n')}`
}
