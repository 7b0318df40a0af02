import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The file of settings: each variable of the documents' tables with its sentence, none of them set but the folders. */
export async function settingsFile(root: string): Promise<string> {
  const seen = new Set(Object.keys(own))
  const parts: string[] = []
  for (const file of ['README.md', 'docs/operations.md'])
    for (const line of (await readFile(join(root, file), 'utf8')).split('\n')) {
      if (!/^\| `[A-Z]/.test(line)) continue
      const [variables = '', ...cells] = line.slice(2, -2).split(' | ')
      const fresh = [...variables.matchAll(/`([A-Z][A-Z0-9_]+)`/g)]
        .map(([, name = '']) => name)
        .filter((one) => !seen.has(one))
      for (const one of fresh) seen.add(one)
      // A table without a column for defaults has them in parentheses behind the names.
      const fallback = cells.length > 1 ? cells[0] : variables.includes('(') ? variables : undefined
      const text = plain(cells.at(-1) ?? '')
      const about = `${text[0]?.toUpperCase()}${text.slice(1)}.${fallback ? ` Default: ${plain(fallback)}` : ''}`
      if (fresh.length > 0) parts.push(`# ${about}\n${fresh.map((one) => `#${one}=`).join('\n')}\n`)
    }
  const head = `# The settings of Nare: NAME=value, one a line. Restart after a change: systemctl restart nare
# As it is, the sandbox runs on http://127.0.0.1:3000: no money is real, nothing outside this machine is called.
# For production: nare check says what is missing; nare check --keys >> /etc/nare/nare.env makes the keys.
`
  return [
    head,
    ...Object.entries(own).map(([name, { text, value }]) => `# ${text}\n${name}=${value}\n`),
    ...parts,
  ].join('\n')
}

/** What the package sets. */
const own = { DATA_DIR: { text: 'The data: the embedded PostgreSQL, keys and documents.', value: '/var/lib/nare' } }

const plain = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '')
