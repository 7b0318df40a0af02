import type { Format } from '../requests/requests.ts'

const root = /^\s*(?:<\?xml[^<>?]{0,100}\?>\s*)?<COMMAND>([\s\S]*)<\/COMMAND>\s*$/
const field = /^\s*<([A-Z][A-Z0-9_]{0,30})(?:\s*\/>|>([^<>]*)<\/\1>)/
const fieldsMax = 40
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Writes and reads the one shape of Mixx's XML: a COMMAND with fields of text. */
export const command: Format = {
  type: 'application/xml',
  write: (body) =>
    `<?xml version="1.0" encoding="UTF-8"?><COMMAND>${Object.entries(body)
      .map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`)
      .join('')}</COMMAND>`,
  read: readCommand,
}

/**
 * The fields of a COMMAND. A text of any other shape has none: with attributes, nested or repeated fields, a DOCTYPE, a comment, CDATA, or an
 * entity other than the five of XML.
 */
export function readCommand(text: string): Record<string, unknown> {
  let rest = root.exec(text)?.[1]
  const fields = new Map<string, string>()
  while (rest !== undefined && rest.trim() !== '') {
    const [all, name, value = ''] = field.exec(rest) ?? []
    const plain = unescaped(value)
    if (all === undefined || name === undefined || plain === undefined || fields.has(name) || fields.size >= fieldsMax)
      return {}
    fields.set(name, plain.trim())
    rest = rest.slice(all.length)
  }
  return Object.fromEntries(fields)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function unescaped(text: string): string | undefined {
  const isStrange = /&(?!(?:lt|gt|amp|quot|apos);)/.test(text)
  return isStrange ? undefined : text.replaceAll(/&(\w+);/g, (all, name: string) => named[name] ?? all)
}
