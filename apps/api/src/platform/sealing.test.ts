import { expect, test } from 'vitest'
import { openSealing } from './sealing.ts'

const [first, second, third] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)]
const secret = Buffer.from('a seed')

test('a new key opens what each of its earlier ones has sealed, and seals by itself alone', async () => {
  const replaced = openSealing({ key: third, earlier: [second, first] })
  for (const key of [first, second, third]) {
    const sealed = await openSealing({ key }).seal('7', secret)
    expect(Buffer.from((await replaced.open('7', sealed)) ?? [])).toEqual(secret)
  }
  const fresh = await replaced.seal('7', secret)
  expect(Buffer.from((await openSealing({ key: third }).open('7', fresh)) ?? [])).toEqual(secret)
  expect(await openSealing({ key: second, earlier: [first] }).open('7', fresh)).toBeUndefined()
  // An earlier key that was taken out opens nothing.
  expect(
    await openSealing({ key: third }).open('7', await openSealing({ key: first }).seal('7', secret)),
  ).toBeUndefined()
})

test('what was sealed opens for its own id alone, and not altered', async () => {
  const sealing = openSealing({ key: second, earlier: [first] })
  const sealed = await sealing.seal('7', secret)
  expect(await sealing.open('8', sealed)).toBeUndefined()
  const altered = Buffer.from(sealed)
  altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1)
  expect(await sealing.open('7', altered)).toBeUndefined()
  expect(await sealing.open('7', sealed.subarray(0, 20))).toBeUndefined()
})
