import { lexer, type Token, type Tokens } from 'marked'
import type { Block, Span } from '@nare/contract/pages'

export type Page = { title: string; updated: string; summary: string; blocks: Block[] }

/** The value of each `{{name}}` in a page. */
export type Variables = Readonly<Record<string, string>>

const names = /\{\{\s*([a-z_]+)\s*\}\}/g

/** The time to parse a paragraph grows with the square of its length, and everybody who asks the server waits. */
const paragraphCharsMax = 8_000

/**
 * Parses a page: front matter with `title`, `updated` (YYYY-MM-DD) and `summary` between two lines of dashes, then Markdown. A
 * line `::name` is a placeholder for a live component. HTML is shown as text, and links other than to this site, https, mail and telephone
 * lose their target, so that no page can run code. Throws an error that describes the fault.
 */
export function readPage(source: string, variables: Variables): Page {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source)
  if (!found) throw new Error('A page starts with front matter between two lines of three dashes')
  const [, frontMatter = '', body = ''] = found
  const title = substituted(field(frontMatter, 'title'), variables)
  const updated = field(frontMatter, 'updated')
  if (!/^\d{4}-\d\d-\d\d$/.test(updated))
    throw new Error(`"updated" must be a date such as 2026-11-01, not "${updated}"`)
  const summary = substituted(field(frontMatter, 'summary'), variables)
  return { title, updated, summary, blocks: readBlocks(substituted(body, variables)) }
}

/** Parses Markdown without front matter into blocks, with the same restrictions as a page. */
export function readBlocks(source: string): Block[] {
  if (source.split(/\n\s*\n/).some((paragraph) => paragraph.length > paragraphCharsMax))
    throw new Error(`A paragraph has at most ${paragraphCharsMax} characters. Divide it by an empty line`)
  return lexer(source).flatMap(blocksOf)
}

function field(frontMatter: string, name: string): string {
  const value = new RegExp(`^${name}:[ \\t]*(.+)$`, 'm').exec(frontMatter)?.[1]?.trim()
  if (!value) throw new Error(`The front matter has no "${name}"`)
  return value
}

/** A part between `[[` and `]]` is left out if a value in it is empty. */
function substituted(whole: string, variables: Variables): string {
  const text = whole.replace(/\[\[([^[\]]*)\]\]/g, (_, part: string) =>
    [...part.matchAll(names)].some(([, name = '']) => variables[name] === '') ? '' : part,
  )
  return text.replace(names, (_, name: string) => {
    const value = variables[name]
    if (value === undefined)
      throw new Error(`{{${name}}} is not one of: ${Object.keys(variables).toSorted().join(', ')}`)
    return value
  })
}

function blocksOf(token: Token): Block[] {
  switch (token.type) {
    case 'space':
    case 'hr':
      return []
    case 'heading': {
      const text = spansOf(token.tokens)
      return [{ kind: 'heading', level: Math.min(Math.max(Number(token['depth']), 2), 4), id: idOf(text), text }]
    }
    case 'paragraph': {
      const live = /^::([a-z-]+)$/.exec(String(token['text']).trim())?.[1]
      return [live ? { kind: 'live', name: live } : { kind: 'paragraph', text: spansOf(token.tokens) }]
    }
    case 'blockquote':
      return [{ kind: 'note', text: (token.tokens ?? []).flatMap((part) => spansOf(inner(part))) }]
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return [
        { kind: 'list', ordered, items: items.map((item) => item.tokens.flatMap((part) => spansOf(inner(part)))) },
      ]
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = (row: Tokens.TableCell[]) => row.map((cell) => spansOf(cell.tokens))
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }]
    }
    default:
      return [{ kind: 'paragraph', text: [{ text: token.raw.trim() }] }]
  }
}

/** The inline tokens of a block: loose list items contain paragraphs, tight ones contain text. */
const inner = (part: Token): Token[] => ('tokens' in part && part.tokens ? part.tokens : [part])

function spansOf(tokens: readonly Token[] | undefined, look?: Span['look'], href?: string): Span[] {
  return (tokens ?? []).flatMap((token): Span[] => {
    const style = { ...(look && { look }), ...(href && { href }) }
    switch (token.type) {
      case 'strong':
        return spansOf(token.tokens, 'strong', href)
      case 'em':
        return spansOf(token.tokens, 'em', href)
      case 'codespan':
        return [{ text: String(token['text']), ...style, look: 'code' }]
      case 'link':
        return spansOf(token.tokens, look, safeTarget(String(token['href'])))
      case 'br':
        return [{ text: ' ', ...style }]
      case 'escape':
        return [{ text: String(token['text']), ...style }]
      case 'text':
        return 'tokens' in token && token.tokens
          ? spansOf(token.tokens, look, href)
          : [{ text: String(token['text']).replaceAll('\n', ' '), ...style }]
      default:
        return [{ text: token.raw, ...style }]
    }
  })
}

function safeTarget(href: string): string | undefined {
  return /^(\/(?![/\\])|#|https:\/\/|mailto:|tel:)/i.test(href) ? href : undefined
}

function idOf(text: readonly Span[]): string {
  const plain = text.map((span) => span.text).join('')
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
