// The packages of others that a running Nare contains, with their licences.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Licences under which a package may be part of Nare: each allows use, change and sale with no more than a notice. */
export const allowed: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Unlicense', 'CC-BY-4.0', 'PostgreSQL', 'Zlib', 'Python-2.0'],
])

/** Packages whose package.json names no licence, with that of the file in the package. */
const read: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

type Entry = { readonly version: string; readonly license?: string; readonly dev?: true; readonly link?: true }
type Used = { readonly name: string; readonly version: string; readonly licence: string; readonly folder: string }

/** The packages of the lockfile that are installed without those for development, of the repository or an installed copy. Workspaces are our own. */
export function packagesUsed(root: string): Used[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.link)
    .map(([path, { version, license }]) => {
      const name = path.split('node_modules/').at(-1) ?? ''
      return { name, version, licence: license ?? read[name] ?? 'none', folder: join(root, path) }
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))
}

const isLicence = (file: string): boolean => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(file)

/** The text of the page of others' licences: each package with the files of its licence. */
export function licencesText(root: string): string {
  const installed = packagesUsed(root).filter(({ folder }) => existsSync(folder))
  const parts = installed.map(({ name, version, licence, folder }) => {
    const files = readdirSync(folder).filter(isLicence).sort()
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
    return [`${name} ${version} (${licence})`, ...texts].join('\n\n')
  })
  const line = `\n\n${'-'.repeat(80)}\n\n`
  return `Nare contains these packages of others.${line}${parts.join(line)}\n`
}
