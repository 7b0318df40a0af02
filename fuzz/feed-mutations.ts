import type { Random } from './random.ts'

const odd: readonly unknown[] = [
  ...[
    null,
    '',
    ' ',
    'x',
    '1e1',
    '0x1',
    '-1',
    '1000',
    '٣',
    '\u0000',
    '\ud800',
    '2:1',
    'constructor',
    '__proto__',
    'Draw',
  ],
  ...[0, -0, -1, 0.5, 1, 1.0049, 2.5, 999, 1000, 1e9, 1e308, Number.MAX_SAFE_INTEGER, true, false],
  ...[
    [],
    {},
    [null],
    [[]],
    [1, 2],
    [1, 2, 3],
    { ft: [1] },
    '2026-02-31T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '25:30',
    '31/02/2026',
  ],
]
const keysMax = 40

/** A deep copy of a JSON value with one to three random changes: a part replaced, removed, repeated, moved, renamed or exchanged with another. */
export function mutated(value: unknown, random: Random): unknown {
  let next: unknown = structuredClone(value)
  const changes = 1 + Math.floor(random.next() * 3)
  for (let n = 0; n < changes; n += 1) next = changed(next, random)
  return next
}

function changed(value: unknown, random: Random): unknown {
  const isInner = typeof value === 'object' && value !== null
  if (!isInner || random.chance(0.02)) return leaf(value, random)
  const keys = Object.keys(value).slice(0, keysMax)
  if (keys.length === 0) return random.pick(odd)
  const key = random.pick(keys)
  if (random.chance(0.75)) return replaced(value, key, changed(partOf(value, key), random))
  const other = random.pick(keys)
  switch (random.pick(['remove', 'repeat', 'exchange', 'odd'] as const)) {
    case 'remove':
      return Array.isArray(value) ? value.toSpliced(Number(key), 1) : without(value, key)
    case 'repeat':
      return Array.isArray(value) ? [...value, partOf(value, key)] : { ...value, [`${key} `]: partOf(value, key) }
    case 'exchange':
      return replaced(replaced(value, key, partOf(value, other)), other, partOf(value, key))
    case 'odd':
      return replaced(value, key, random.pick(odd))
  }
}

const partOf = (value: object, key: string): unknown => Object.getOwnPropertyDescriptor(value, key)?.value

function replaced(value: object, key: string, part: unknown): object {
  if (Array.isArray(value)) return value.with(Number(key), part)
  return { ...value, [key]: part }
}

const without = (value: object, key: string): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))

function leaf(value: unknown, random: Random): unknown {
  if (typeof value === 'number' && random.chance(0.6))
    return random.pick([
      value + 1,
      -value,
      value / 2,
      value * 10,
      value * 1000,
      String(value),
      Math.round(value),
      value + 0.001,
    ])
  if (typeof value === 'string' && random.chance(0.6))
    return random.pick([
      `${value} `,
      ` ${value}`,
      value.toUpperCase(),
      value.slice(0, -1),
      `${value}${value}`,
      `FC ${value}`,
    ])
  return random.pick(odd)
}

const signs = [',', ';', '"', '\n', '\t', ' ', '/', ':', '-', '0', '9', 'x', '\uFEFF', '\0', 'é', '']

/** A text with some characters replaced, inserted or removed. */
export function mutatedText(text: string, random: Random): string {
  let next = text
  const changes = 1 + Math.floor(random.next() * 4)
  for (let n = 0; n < changes; n += 1) {
    const at = Math.floor(random.next() * next.length)
    next = `${next.slice(0, at)}${random.pick(signs)}${next.slice(at + Math.floor(random.next() * 3))}`
  }
  return next
}
