import { lexer, type Token, type Tokens } from 'marked'
import type { Block, Span } from '@nare/contract/pages'

export type Page = { title: string; updated: string; summary: string; blocks: Block[] }

/** What stands for `{{name}}` in a page. */
export type Facts = Readonly<Record<string, string>>

/**
 * Reads a page: a head of `title`, `updated` (YYYY-MM-DD) and `summary` between two lines of dashes, then Markdown. A line
 * `::name` asks the app to show a live part there. HTML stays the text that it is and other links than to this site, https,
 * mail and telephone lose their target, so nothing on a page can run. Throws a sentence that names what is wrong.
 */
export function readPage(source: string, facts: Facts): Page {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source)
  if (!found) throw new Error('A page begins with a head between two lines of three dashes')
  const [, head = '', body = ''] = found
  const title = filled(headField(head, 'title'), facts)
  const updated = headField(head, 'updated')
  if (!/^\d{4}-\d\d-\d\d$/.test(updated)) throw new Error(`"updated" is a day such as 2026-11-01, not "${updated}"`)
  const summary = filled(headField(head, 'summary'), facts)
  return { title, updated, summary, blocks: lexer(filled(body, facts)).flatMap(blocksOf) }
}

function headField(head: string, name: string): string {
  const value = new RegExp(`^${name}:[ \\t]*(.+)$`, 'm').exec(head)?.[1]?.trim()
  if (!value) throw new Error(`The head of the page has no "${name}"`)
  return value
}

function filled(text: string, facts: Facts): string {
  return text.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (_, name: string) => {
    const value = facts[name]
    if (value === undefined) throw new Error(`{{${name}}} is none of: ${Object.keys(facts).toSorted().join(', ')}`)
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

/** A loose list's item holds paragraphs, a tight one's holds text; both hold their words one level down. */
const inner = (part: Token): Token[] => ('tokens' in part && part.tokens ? part.tokens : [part])

function spansOf(tokens: readonly Token[] | undefined, look?: Span['look'], href?: string): Span[] {
  return (tokens ?? []).flatMap((token): Span[] => {
    const dress = { ...(look && { look }), ...(href && { href }) }
    switch (token.type) {
      case 'strong':
        return spansOf(token.tokens, 'strong', href)
      case 'em':
        return spansOf(token.tokens, 'em', href)
      case 'codespan':
        return [{ text: String(token['text']), ...dress, look: 'code' }]
      case 'link':
        return spansOf(token.tokens, look, safeTarget(String(token['href'])))
      case 'br':
        return [{ text: ' ', ...dress }]
      case 'escape':
        return [{ text: String(token['text']), ...dress }]
      case 'text':
        return 'tokens' in token && token.tokens
          ? spansOf(token.tokens, look, href)
          : [{ text: String(token['text']).replaceAll('\n', ' '), ...dress }]
      default:
        return [{ text: token.raw, ...dress }]
    }
  })
}

function safeTarget(href: string): string | undefined {
  return /^(\/(?![/\\])|#|https:\/\/|mailto:|tel:)/i.test(href) ? href : undefined
}

function idOf(text: readonly Span[]): string {
  const words = text.map((span) => span.text).join('')
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
