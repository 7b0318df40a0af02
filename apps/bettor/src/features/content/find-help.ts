import type { Block, Span } from '@nare/contract/pages'

/** A part of a page that answers a search: the heading to go to, and the sentence that was found. */
export type Help = { readonly id: string; readonly title: string; readonly text: string }

const hitsMax = 8
const textMax = 140

/**
 * The parts of a page that hold all typed words, at the beginnings of words, without regard to capitals and accents; those with the words
 * in their heading come first. Nothing is found by less than two letters.
 */
export function findHelp(blocks: readonly Block[], typed: string): Help[] {
  const words = plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  if (words.join('').length < 2) return []
  const has = (text: string): boolean => {
    const inText = plain(text).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => inText.some((one) => one.startsWith(word)))
  }
  const hits = partsOf(blocks).flatMap(({ id, title, texts }) => {
    if (has(title)) return [{ id, title, text: short(texts[0] ?? ''), first: true }]
    const found = texts.find((text) => has(text)) ?? (has([title, ...texts].join(' ')) ? texts[0] : undefined)
    return found === undefined ? [] : [{ id, title, text: short(found), first: false }]
  })
  return [...hits.filter(({ first }) => first), ...hits.filter(({ first }) => !first)]
    .slice(0, hitsMax)
    .map(({ id, title, text }) => ({ id, title, text }))
}

type Part = { readonly id: string; readonly title: string; readonly texts: string[] }

/** The headings with what stands below each until the next one. */
function partsOf(blocks: readonly Block[]): Part[] {
  const parts: Part[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') parts.push({ id: block.id, title: textOf(block.text), texts: [] })
    else parts.at(-1)?.texts.push(...textsOf(block))
  }
  return parts
}

function textsOf(block: Exclude<Block, { kind: 'heading' }>): string[] {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return [textOf(block.text)]
    case 'list':
      return block.items.map(textOf)
    case 'table':
      return block.rows.map((row) => row.map(textOf).join(' · '))
    case 'live':
      return []
  }
}

const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const short = (text: string): string => (text.length <= textMax ? text : `${text.slice(0, textMax - 1).trimEnd()}…`)
