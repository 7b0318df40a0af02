import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** `target` is a path of the repository without its ending, or the name of a package from outside. */
export type Import = { readonly target: string; readonly how: 'value' | 'type' | 'dynamic'; readonly at: number }

export type File = {
  readonly path: string
  readonly text: string
  /** The text with its comments replaced by spaces, so that its length is the same. */
  readonly code: string
  readonly imports: readonly Import[]
}

const ignored = new Set(['node_modules', 'dist', '.git', '.nare', '.cache', 'test-results', 'coverage'])
const read = /\.(ts|tsx|mjs|sql|css|html|md|json|yml|yaml|svg|po|conf|service)$|(^|\/)(run|Dockerfile|NOTICE)$/

/** Every text file of the repository, committed or not. */
export function repositoryFiles(root: string): File[] {
  return pathsIn(root, '').map((path) => fileOf(path, readFileSync(join(root, path), 'utf8')))
}

function pathsIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : pathsIn(root, path)
    return entry.isFile() && read.test(path) && entry.name !== 'package-lock.json' ? [path] : []
  })
}

/** A file in the form that the rules check. Tests create files from a few lines. */
export function fileOf(path: string, text: string): File {
  const script = /\.(ts|tsx|mjs)$/.test(path)
  const code = script ? withoutComments(text) : path.endsWith('.sql') ? text.replace(/--.*$/gm, blank) : text
  return { path, text, code, imports: script ? importsOf(path, code) : [] }
}

const stringOrComment = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|(?<![:\\/[])\/\/.*/g

function withoutComments(text: string): string {
  return text.replace(stringOrComment, (part) => (part.startsWith('/') ? blank(part) : part))
}

const blank = (part: string): string => part.replace(/[^\n]/g, ' ')

const staticImport = /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const dynamicImport = /\bimport\(\s*['"]([^'"]+)['"]/g

function importsOf(path: string, code: string): Import[] {
  const imports: Import[] = []
  for (const match of code.matchAll(staticImport)) {
    imports.push({ target: resolved(path, match[2] ?? ''), how: match[1] ? 'type' : 'value', at: match.index })
  }
  for (const match of code.matchAll(dynamicImport)) {
    imports.push({ target: resolved(path, match[1] ?? ''), how: 'dynamic', at: match.index })
  }
  return imports
}

const apps = new Set(['api', 'arcade', 'bettor', 'console'])

function resolved(from: string, named: string): string {
  const bare = named.replace(/\.(ts|tsx|mjs|js)$/, '')
  if (named.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), bare))
  if (named.startsWith('#')) return `apps/api/src/${bare.slice(1)}`
  const workspace = /^@nare\/([^/]+)(?:\/(.*))?$/.exec(bare)
  if (workspace)
    return `${apps.has(workspace[1] ?? '') ? 'apps' : 'packages'}/${workspace[1]}/src/${workspace[2] ?? ''}`
  return named
}

export const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path) || path.includes('/testing/')
