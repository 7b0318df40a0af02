import { crc32, createInflate } from 'node:zlib'
import type { PictureType } from './kyc-ports.ts'

/** A picture of more pixels could exhaust the memory of the operator's browser. Phones take pictures of 50 million pixels. */
const pixelsMax = 64_000_000
/** The most bytes of pixels: 64 million of four bytes. */
const pixelBytesMax = 4 * pixelsMax
/** Encoders write chunks of 8 KB or more: 190 in the largest picture. Tens of thousands of empty chunks take 20 ms to check. */
const pngChunksMax = 2000
const inflateChunkBytes = 1024 * 1024
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
const jpegStart = Buffer.from('ffd8ff', 'hex')
/** The chunks that a viewer needs. All others are removed: among them are compressed texts and profiles of any size. */
const pngChunksKept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

export type PictureFile = { readonly type: PictureType; readonly content: Buffer }

/**
 * A picture file that is complete and at most 64 million pixels large, without the bytes that belong to no picture: those after the end
 * mark, and the texts and profiles of a PNG. Undefined for any other file, also for a PNG whose data is more or less than its size
 * says. The pixels are not looked at: whether the picture shows a document is for a person to see.
 */
export async function readPictureFile(content: Buffer): Promise<PictureFile | undefined> {
  const startsWith = (start: Buffer): boolean => content.subarray(0, start.length).equals(start)
  if (startsWith(pngStart)) {
    const png = readPng(content)
    const isWhole = png && (await inflatesTo(png.pixelBytes, png.pixels))
    return isWhole ? { type: 'image/png', content: png.content } : undefined
  }
  const end = startsWith(jpegStart) ? jpegEnd(content) : undefined
  return end === undefined ? undefined : { type: 'image/jpeg', content: content.subarray(0, end) }
}

const hasGoodSize = (width: number, height: number): boolean => width > 0 && height > 0 && width * height <= pixelsMax

type Png = { readonly content: Buffer; readonly pixels: readonly Buffer[]; readonly pixelBytes: number }

/** Chunks with valid checksums, from the header through pixels to the end mark (PNG specification, section 5). */
function readPng(content: Buffer): Png | undefined {
  const [kept, pixels]: [Buffer[], Buffer[]] = [[pngStart], []]
  let pixelBytes: number | undefined
  let chunks = 0
  for (let at = pngStart.length; at + 12 <= content.length && chunks < pngChunksMax; chunks++) {
    const length = content.readUInt32BE(at)
    const end = at + 12 + length
    if (end > content.length) return undefined
    const chunk = content.subarray(at + 4, end - 4)
    if (crc32(chunk) !== content.readUInt32BE(end - 4)) return undefined
    const type = chunk.toString('latin1', 0, 4)
    if ((at === pngStart.length) !== (type === 'IHDR')) return undefined
    if (type === 'IHDR') pixelBytes = length === 13 ? pngPixelBytes(chunk.subarray(4)) : undefined
    if (pixelBytes === undefined) return undefined
    if (pngChunksKept.has(type)) kept.push(content.subarray(at, end))
    if (type === 'IDAT') pixels.push(chunk.subarray(4))
    if (type === 'IEND') return { content: Buffer.concat(kept), pixels, pixelBytes }
    at = end
  }
  return undefined
}

/** Samples of a pixel by colour type. */
const samples = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])
/** First column, first row, and steps of columns and rows of the seven passes of an interlaced picture. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const whole = [[0, 0, 1, 1]] as const

/** The bytes of all rows, each with its filter byte, by the fields of a header (section 11.2.2); undefined for a header that is not valid. */
function pngPixelBytes(header: Buffer): number | undefined {
  const [width, height, depth = 0] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8]]
  const sampleCount = samples.get(header[9] ?? -1)
  const interlace = header[12]
  if (!hasGoodSize(width, height) || sampleCount === undefined || ![1, 2, 4, 8, 16].includes(depth)) return undefined
  if (interlace !== 0 && interlace !== 1) return undefined
  const bits = depth * sampleCount
  let bytes = 0
  for (const [x, y, stepX, stepY] of interlace === 1 ? adam7 : whole) {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)]
    if (columns > 0 && rows > 0) bytes += rows * (1 + Math.ceil((columns * bits) / 8))
  }
  return bytes <= pixelBytesMax + height ? bytes : undefined
}

/** Whether the data inflates to exactly this many bytes and nothing follows it. Inflates in another thread and keeps nothing. */
async function inflatesTo(bytes: number, data: readonly Buffer[]): Promise<boolean> {
  const inflate = createInflate({ chunkSize: inflateChunkBytes })
  for (const part of data) inflate.write(part)
  inflate.end()
  let inflated = 0
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      inflated += part.length
      if (inflated > bytes) return false
    }
  } catch {
    return false
  }
  return inflated === bytes && inflate.bytesWritten === data.reduce((sum, part) => sum + part.length, 0)
}

/**
 * The end of a JPEG: after the end mark behind its scans, with one frame header among its segments (JPEG, ITU T.81, annex B). Undefined for
 * a file without one.
 */
function jpegEnd(content: Buffer): number | undefined {
  let [hasFrame, hasScan] = [false, false]
  for (let at = 2; at + 2 <= content.length;) {
    if (content[at] !== 0xff) return undefined
    const marker = content[at + 1] ?? 0
    if (hasScan && marker === 0xd9) return at + 2
    if (isOutOfPlace(marker)) return undefined
    if (marker === 0xff) {
      at++
      continue
    }
    if (at + 4 > content.length) return undefined
    const length = content.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > content.length) return undefined
    if (isFrame(marker)) {
      const size = length >= 8 && hasGoodSize(content.readUInt16BE(at + 7), content.readUInt16BE(at + 5))
      if (!size || hasFrame) return undefined
      hasFrame = true
    }
    if (marker === 0xda) {
      if (!hasFrame) return undefined
      hasScan = true
      at = scanEnd(content, end)
    } else at = end
  }
  return undefined
}

/** The first marker after `from` that is not part of a scan: neither a stuffed zero, nor a restart, nor a fill byte. */
function scanEnd(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const marker = content[at + 1] ?? 0
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  return content.length
}

/**
 * The markers that begin no segment: the stuffed zero, TEM and the reserved ones (00 to BF), restarts, start and end (D0 to
 * D9; table B.1). A viewer reads on immediately after them, and would find a frame in what the check skips as their segment.
 */
const isOutOfPlace = (marker: number): boolean => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)

/** SOF0 to SOF15, without the markers of tables in between. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
