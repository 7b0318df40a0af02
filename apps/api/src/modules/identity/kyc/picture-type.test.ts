import { expect, test } from 'vitest'
import { jpegFile, jpegFrameBytes, pngChunk, pngFile } from '#testing/pictures'
import { pictureType } from './picture-type.ts'

test('complete pictures have a type', () => {
  expect(pictureType(pngFile('pixels'))).toBe('image/png')
  expect(pictureType(jpegFile('scan'))).toBe('image/jpeg')
  expect(pictureType(jpegFile('scan', { width: 8160, height: 6144 }))).toBe('image/jpeg')
})

test('a JPEG may have fill bytes and comments before its frame, and data of the camera after its end', () => {
  const whole = jpegFile('scan')
  const comment = Buffer.from('fffffe000461ff', 'hex')
  const file = Buffer.concat([whole.subarray(0, 2), comment, whole.subarray(2), Buffer.from('SEFT')])
  expect(pictureType(file)).toBe('image/jpeg')
})

test('a header and zeros are no picture', () => {
  const png = pngFile('', { width: 4_294_967_295, height: 4_294_967_295 }).subarray(0, 33)
  expect(pictureType(Buffer.concat([png, Buffer.alloc(1000)]))).toBeUndefined()
  expect(pictureType(Buffer.concat([jpegFile('').subarray(0, 3), Buffer.alloc(1000)]))).toBeUndefined()
})

test.each([
  ['no pixels', { width: 0, height: 8 }],
  ['too many pixels', { width: 60_000, height: 60_000 }],
])('a picture with %s in its header has no type', (_what, size) => {
  expect([pictureType(pngFile('pixels', size)), pictureType(jpegFile('scan', size))]).toEqual([undefined, undefined])
})

test('a file that ends early, has a wrong checksum or goes on after its end is no PNG', () => {
  const whole = pngFile('pixels')
  for (let length = 0; length < whole.length; length++) expect(pictureType(whole.subarray(0, length))).toBeUndefined()
  const changed = Buffer.from(whole)
  changed[45] = 0
  expect(pictureType(changed)).toBeUndefined()
  expect(pictureType(Buffer.concat([whole, Buffer.from('more')]))).toBeUndefined()
})

test('a PNG without pixels, or whose first chunk is not its header, has no type', () => {
  const [start, end] = [pngFile('').subarray(0, 8), pngChunk('IEND')]
  expect(pictureType(pngFile(''))).toBeUndefined()
  expect(pictureType(Buffer.concat([start, pngChunk('IDAT', Buffer.from('pixels')), end]))).toBeUndefined()
})

test('a JPEG that ends early or has no frame has no type', () => {
  const whole = jpegFile('scan')
  for (let length = 0; length < whole.length; length++) expect(pictureType(whole.subarray(0, length))).toBeUndefined()
  const withoutFrame = Buffer.concat([whole.subarray(0, 2), whole.subarray(jpegFrameBytes - 12)])
  expect(pictureType(withoutFrame)).toBeUndefined()
})

test('a PNG of very many chunks has no type, and one of the usual chunks of 8 KB has', () => {
  const [whole, end] = [pngFile('pixels'), pngChunk('IEND')]
  const withChunks = (count: number, chunk: Buffer) =>
    Buffer.concat([whole.subarray(0, -end.length), ...Array.from({ length: count }, () => chunk), end])
  expect(pictureType(withChunks(180, pngChunk('IDAT', Buffer.alloc(8192))))).toBe('image/png')
  expect(pictureType(withChunks(100_000, pngChunk('IDAT')))).toBeUndefined()
})

test.each(['00', '01', '02', 'bf', 'd0', 'd7', 'd8', 'd9'])(
  'a JPEG with the marker %s before its scan has no type, because a viewer reads on where the check would skip a segment',
  (marker) => {
    const whole = jpegFile('scan')
    const huge = jpegFile('scan', { width: 20_000, height: 20_000 })
    // A reader that takes the bytes after the marker as a length skips the huge frame.
    const hidden = Buffer.concat([Buffer.from(`ff${marker}0000`, 'hex'), huge.subarray(2, jpegFrameBytes - 12)])
    hidden.writeUInt16BE(hidden.length - 2, 2)
    const file = Buffer.concat([whole.subarray(0, 2), hidden, whole.subarray(2)])
    expect(pictureType(file)).toBeUndefined()
  },
)
