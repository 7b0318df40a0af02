import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainOf, tipOf } from './chain.ts'
import { fromHex, hmacSha256, sha256, toHex, type Bytes } from './hash.ts'
import { toBytes } from './sha256-block.ts'
import { shortHmac } from './short-hmac.ts'
import { indexOf, pick, streamsOf, toWeights, weightTotal } from './stream.ts'

test('hashes equal those of node:crypto, for text and for bytes', () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array(), (text, bytes) => {
      expect(toHex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'))
      const expected = createHmac('sha256', text).update(bytes).digest('hex')
      expect(toHex(hmacSha256(text, bytes))).toBe(expected)
    }),
  )
})

test('short, long and non-ASCII texts have the same HMAC as the general implementation, with any key', () => {
  const key = fc.oneof(fc.string(), fc.uint8Array({ maxLength: 130 }))
  const ascii = fc.string({ unit: fc.constantFrom(...'abcXYZ0189:-_ ~'), maxLength: 130 })
  fc.assert(
    fc.property(key, fc.array(fc.oneof(ascii, fc.string({ unit: 'binary' })), { maxLength: 4 }), (key, texts) => {
      const mac = shortHmac(key)
      const words = new Int32Array(8)
      for (const text of texts) {
        mac(text, words)
        expect(toHex(toBytes(words))).toBe(toHex(hmacSha256(key, text)))
      }
    }),
  )
  for (let length = 50; length < 66; length++) {
    const words = new Int32Array(8)
    shortHmac('key')('x'.repeat(length), words)
    expect(toHex(toBytes(words))).toBe(toHex(hmacSha256('key', 'x'.repeat(length))))
  }
})

test('the links of a chain equal those of the general hash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), fc.integer({ min: 0, max: 5 }), (first, length) => {
      let link: Bytes = first
      for (const [at, made] of chainOf(first, length).entries()) {
        link = at === 0 ? first : sha256(link)
        expect(toHex(made)).toBe(toHex(link))
      }
      expect(toHex(tipOf(first, length))).toBe(toHex(link))
    }),
  )
})

test('a stream returns each block of its label as eight big-endian numbers', () => {
  const next = streamsOf('key')('42:score')
  const numbers = Array.from({ length: 20 }, () => next())
  const bytes = Buffer.concat(
    [0, 1, 2].map((block) => createHmac('sha256', 'key').update(`42:score:${block}`).digest()),
  )
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => bytes.readUInt32BE(at * 4)))
})

test('streams of one key are independent', () => {
  const streams = streamsOf('key')
  const [one, other] = [streams('a'), streams('b')]
  const mixed = [one(), other(), one(), other()]
  const again = streamsOf('key')
  const [a, b] = [again('a'), again('b')]
  expect(mixed).toEqual([a(), b(), a(), b()].map((_, at) => mixed[at]))
  expect([streams('a')(), streams('b')()]).toEqual([mixed[0], mixed[1]])
})

test('a number picks the first entry whose running sum exceeds it', () => {
  const weights = [1, 0, weightTotal - 2, 1]
  expect([0, 1, weightTotal - 2, weightTotal - 1].map((u) => pick(weights, u))).toEqual([0, 2, 2, 3])
  expect(() => pick([1, 2], 3)).toThrow(RangeError)
})

test('an index is evenly distributed from 0 to n - 1', () => {
  expect([0, weightTotal / 2, weightTotal - 1].map((u) => indexOf(u, 40))).toEqual([0, 20, 39])
})

test('weights always sum to 2^32 and differ from their exact share by at most one', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 120 }), (parts) => {
      const sum = parts.reduce((total, part) => total + part, 0)
      fc.pre(sum > 1e-6)
      const weights = toWeights(parts)
      expect(weights.reduce((total, weight) => total + weight, 0)).toBe(weightTotal)
      for (const [at, part] of parts.entries())
        expect(Math.abs((weights[at] ?? 0) - (part / sum) * weightTotal)).toBeLessThan(1.001)
    }),
  )
  expect(() => toWeights([0, 0])).toThrow(RangeError)
  expect(() => toWeights([1, -1])).toThrow(RangeError)
})

test('every link of a chain hashes to the next link, and the last one to the tip', () => {
  const links = chainOf(fromHex('00'.repeat(32)), 5)
  expect(links).toHaveLength(6)
  for (const [at, link] of links.entries()) expect(toHex(tipOf(link, 5 - at))).toBe(toHex(links[5] ?? new Uint8Array()))
})
