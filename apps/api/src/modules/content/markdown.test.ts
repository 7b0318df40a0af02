import { expect, test } from 'vitest'
import { readPage } from './markdown.ts'

const page = (body: string, variables: Record<string, string> = {}) =>
  readPage(`---\ntitle: Rules of {{name}}\nupdated: 2026-11-01\nsummary: Short\n---\n${body}`, {
    name: 'Nare',
    ...variables,
  })

test('a page has front matter, headings, paragraphs, lists, tables, notes and live components', () => {
  const { title, updated, summary, blocks } = page(
    '# One & two\n\nA **bold** *word*\nand [a link](/deposit).\n\n1. first\n2. `second`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> mind this\n\n::practice\n',
  )
  expect([title, updated, summary]).toEqual(['Rules of Nare', '2026-11-01', 'Short'])
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, id: 'one-two', text: [{ text: 'One & two' }] },
    {
      kind: 'paragraph',
      text: [
        { text: 'A ' },
        { text: 'bold', look: 'strong' },
        { text: ' ' },
        { text: 'word', look: 'em' },
        { text: ' and ' },
        { text: 'a link', href: '/deposit' },
        { text: '.' },
      ],
    },
    { kind: 'list', ordered: true, items: [[{ text: 'first' }], [{ text: 'second', look: 'code' }]] },
    { kind: 'table', head: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: '1' }], [{ text: '2' }]]] },
    { kind: 'note', text: [{ text: 'mind this' }] },
    { kind: 'live', name: 'practice' },
  ])
})

test('a part in double brackets is left out if a value in it is empty, so that no sentence ends in nothing', () => {
  const text = (variables: Record<string, string>) =>
    JSON.stringify(page('Betting harms.[[ Free help: {{line}}.]] [Write](/help)', variables).blocks)
  expect(text({ line: '719' })).toContain('Betting harms. Free help: 719. ')
  expect(text({ line: '' })).toContain('Betting harms. ')
  expect(text({ line: '' })).not.toContain('Free help')
  expect(() => text({})).toThrow('{{line}} is not one of')
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'http://evil.example'])(
  'a link to %s loses its target and keeps its text',
  (href) => {
    expect(JSON.stringify(page(`[words](${href})`).blocks)).not.toContain('href')
    expect(JSON.stringify(page(`[words](${href})`).blocks)).toContain('words')
  },
)

test('HTML is shown as text', () => {
  const { blocks } = page('Hello <img src=x onerror=alert(1)> you\n\n<script>alert(1)</script>\n')
  expect(blocks).toEqual([
    { kind: 'paragraph', text: [{ text: 'Hello ' }, { text: '<img src=x onerror=alert(1)>' }, { text: ' you' }] },
    { kind: 'paragraph', text: [{ text: '<script>alert(1)</script>' }] },
  ])
})

test.each([
  ['no front matter', 'A page starts with front matter'],
  ['---\ntitle: x\nsummary: y\n---\n', 'no "updated"'],
  ['---\ntitle: x\nupdated: soon\nsummary: y\n---\n', 'must be a date such as'],
  ['---\ntitle: x\nupdated: 2026-11-01\nsummary: y\n---\n{{nmae}}', '{{nmae}} is not one of: name'],
])('a fault is described: %j', (source, message) => {
  expect(() => readPage(source, { name: 'Nare' })).toThrow(message)
})

test('a paragraph that would take long to parse is refused', () => {
  const head = '---\ntitle: x\nupdated: 2026-11-01\nsummary: y\n---\n'
  for (const sign of ['**a', '>', '['])
    expect(() => readPage(head + sign.repeat(8_001), {}), sign).toThrow('A paragraph has at most 8000 characters')
  expect(readPage(`${head}${'words '.repeat(1_000)}\n\n${'words '.repeat(1_000)}`, {}).blocks).toHaveLength(2)
})
