import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { jpegFile, jpegFrameBytes, pngChunk, pngFile } from '#testing/pictures'
import { readPictureFile } from './picture-file.ts'

const pictureType = async (file: Buffer) => (await readPictureFile(file))?.type

test('complete pictures have a type', async () => {
  expect(await pictureType(pngFile('pixels'))).toBe('image/png')
  expect(await pictureType(jpegFile('scan'))).toBe('image/jpeg')
  expect(await pictureType(jpegFile('scan', { width: 8160, height: 6144 }))).toBe('image/jpeg')
})

test('a JPEG may have fill bytes and comments before its frame, and data of the camera after its end', async () => {
  const whole = jpegFile('scan')
  const comment = Buffer.from('fffffe000461ff', 'hex')
  const file = Buffer.concat([whole.subarray(0, 2), comment, whole.subarray(2), Buffer.from('SEFT')])
  expect(await pictureType(file)).toBe('image/jpeg')
})

test('a header and zeros are no picture', async () => {
  const png = pngFile('', { width: 4_294_967_295, height: 4_294_967_295, data: Buffer.alloc(0) }).subarray(0, 33)
  expect(await pictureType(Buffer.concat([png, Buffer.alloc(1000)]))).toBeUndefined()
  expect(await pictureType(Buffer.concat([jpegFile('').subarray(0, 3), Buffer.alloc(1000)]))).toBeUndefined()
})

test.each([
  ['no pixels', { width: 0, height: 8 }],
  ['too many pixels', { width: 60_000, height: 60_000 }],
])('a picture with %s in its header has no type', async (_what, size) => {
  expect([
    await pictureType(pngFile('', { ...size, data: Buffer.from('none') })),
    await pictureType(jpegFile('scan', size)),
  ]).toEqual([undefined, undefined])
})

test('a file that ends early or has a wrong checksum is no PNG', async () => {
  const whole = pngFile('pixels')
  for (let length = 0; length < whole.length; length++)
    expect(await pictureType(whole.subarray(0, length))).toBeUndefined()
  const changed = Buffer.from(whole)
  changed[45] = 0
  expect(await pictureType(changed)).toBeUndefined()
  // A viewer that ignores checksums would read what the checks of the data do not.
  for (const at of [whole.indexOf('IHDR') + 17, whole.length - 1]) {
    const wrong = Buffer.from(whole)
    wrong[at] = 0xff ^ (wrong[at] ?? 0)
    expect(await pictureType(wrong)).toBeUndefined()
  }
})

test('a PNG without pixels, or whose first chunk is not its header, has no type', async () => {
  const [start, end] = [pngFile('').subarray(0, 8), pngChunk('IEND')]
  expect(await pictureType(pngFile('', { data: Buffer.alloc(0) }))).toBeUndefined()
  expect(await pictureType(Buffer.concat([start, pngChunk('IDAT', Buffer.from('pixels')), end]))).toBeUndefined()
})

test('a JPEG that ends early or has no frame has no type', async () => {
  const whole = jpegFile('scan')
  for (let length = 0; length < whole.length; length++)
    expect(await pictureType(whole.subarray(0, length))).toBeUndefined()
  const withoutFrame = Buffer.concat([whole.subarray(0, 2), whole.subarray(jpegFrameBytes - 12)])
  expect(await pictureType(withoutFrame)).toBeUndefined()
})

test('a PNG of very many chunks has no type, and one of the usual chunks of 8 KB has', async () => {
  const [head, end] = [pngFile('').subarray(0, 33), pngChunk('IEND')]
  const packed = deflateSync(Buffer.alloc(9 * 8))
  const chunks = (bytes: number) =>
    Array.from({ length: Math.ceil(packed.length / bytes) }, (_, n) =>
      pngChunk('IDAT', packed.subarray(n * bytes, (n + 1) * bytes)),
    )
  expect(await pictureType(Buffer.concat([head, ...chunks(3), end]))).toBe('image/png')
  const empty = Array.from({ length: 100_000 }, () => pngChunk('IDAT'))
  expect(await pictureType(Buffer.concat([head, ...chunks(3), ...empty, end]))).toBeUndefined()
})

test('bytes after the end mark, and texts and profiles of a PNG, are cut off', async () => {
  const hidden = Buffer.from('hidden')
  for (const [kind, whole] of [
    ['PNG', pngFile('pixels')],
    ['JPEG', jpegFile('scan')],
  ] as const)
    expect([kind, (await readPictureFile(Buffer.concat([whole, hidden])))?.content]).toEqual([kind, whole])
  const whole = pngFile('pixels')
  const chunk = pngChunk('zTXt', deflateSync(Buffer.alloc(100_000)))
  expect((await readPictureFile(Buffer.concat([whole.subarray(0, 33), chunk, whole.subarray(33)])))?.content).toEqual(
    whole,
  )
})

test('an end mark within a segment of a JPEG ends nothing, and its scan may have restarts and stuffed zeros', async () => {
  const whole = jpegFile('a\u00ff\u0000b\u00ff\u00d0c\u00ff\u00ff\u00d7d')
  const comment = Buffer.from('fffe0006ffd9ffd9', 'hex')
  const file = Buffer.concat([whole.subarray(0, 2), comment, whole.subarray(2)])
  expect((await readPictureFile(Buffer.concat([file, whole])))?.content).toEqual(file)
})

test('a PNG whose data inflates beyond its size, or to less, or is followed by other bytes, is refused', async () => {
  const rows = Buffer.alloc(9 * 8)
  const withData = (data: Buffer) => pictureType(pngFile('', { data }))
  expect(await withData(deflateSync(rows))).toBe('image/png')
  expect(await withData(deflateSync(Buffer.alloc(50_000_000)))).toBeUndefined()
  expect(await withData(deflateSync(Buffer.alloc(9 * 8 + 1)))).toBeUndefined()
  expect(await withData(deflateSync(rows.subarray(1)))).toBeUndefined()
  expect(await withData(Buffer.concat([deflateSync(rows), Buffer.from('hidden')]))).toBeUndefined()
})

test.each([
  ['16 bits with transparency', 16, 6, 0, 8 * (1 + 64)],
  ['one bit', 1, 0, 0, 8 * 2],
  ['interlaced colours', 8, 2, 1, 2 * (1 + 3) + (1 + 6) + 2 * (1 + 6) + 2 * (1 + 12) + 4 * (1 + 12) + 4 * (1 + 24)],
])('the data of a PNG of %s has the size that its header says', async (_what, depth, colour, interlace, bytes) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(8, 0)
  header.writeUInt32BE(8, 4)
  header.set([depth, colour, 0, 0, interlace], 8)
  const file = (size: number) =>
    Buffer.concat([
      pngFile('').subarray(0, 8),
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(Buffer.alloc(size))),
      pngChunk('IEND'),
    ])
  expect(await pictureType(file(bytes))).toBe('image/png')
  expect(await pictureType(file(bytes + 1))).toBeUndefined()
})

test('a JPEG with a second frame has no type, because a viewer may take the size of either', async () => {
  const whole = jpegFile('scan')
  const frame = jpegFile('').subarray(2, jpegFrameBytes - 12)
  expect(await pictureType(Buffer.concat([whole.subarray(0, 2), frame, whole.subarray(2)]))).toBeUndefined()
})

test.each(['00', '01', '02', 'bf', 'd0', 'd7', 'd8', 'd9'])(
  'a JPEG with the marker %s before its scan has no type, because a viewer reads on where the check would skip a segment',
  async (marker) => {
    const whole = jpegFile('scan')
    const huge = jpegFile('scan', { width: 20_000, height: 20_000 })
    // A reader that takes the bytes after the marker as a length skips the huge frame.
    const hidden = Buffer.concat([Buffer.from(`ff${marker}0000`, 'hex'), huge.subarray(2, jpegFrameBytes - 12)])
    hidden.writeUInt16BE(hidden.length - 2, 2)
    const file = Buffer.concat([whole.subarray(0, 2), hidden, whole.subarray(2)])
    expect(await pictureType(file)).toBeUndefined()
  },
)
