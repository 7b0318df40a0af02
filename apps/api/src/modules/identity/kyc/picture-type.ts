import { crc32 } from 'node:zlib'
import type { PictureType } from './kyc-ports.ts'

/** A picture of more pixels could exhaust the memory of the operator's browser. Phones take pictures of 50 million pixels. */
const pixelsMax = 64_000_000
/** Encoders write chunks of 8 KB or more: 190 in the largest picture. Tens of thousands of empty chunks take 20 ms to check. */
const pngChunksMax = 2000
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
const jpegStart = Buffer.from('ffd8ff', 'hex')
const jpegEnd = Buffer.from('ffd9', 'hex')

/**
 * The type of a picture file that is complete and at most 64 million pixels large; undefined for any other file. The parts of the file are
 * checked, not the pixels: whether the picture shows a document is for a person to see.
 */
export function pictureType(content: Buffer): PictureType | undefined {
  const startsWith = (start: Buffer): boolean => content.subarray(0, start.length).equals(start)
  if (startsWith(pngStart)) return isCompletePng(content) ? 'image/png' : undefined
  return startsWith(jpegStart) && isCompleteJpeg(content) ? 'image/jpeg' : undefined
}

const hasGoodSize = (width: number, height: number): boolean => width > 0 && height > 0 && width * height <= pixelsMax

/** Chunks with valid checksums, from the header through pixels to the end mark (PNG specification, section 5). */
function isCompletePng(content: Buffer): boolean {
  let hasPixels = false
  let chunks = 0
  for (let at = pngStart.length; at + 12 <= content.length && chunks < pngChunksMax; chunks++) {
    const length = content.readUInt32BE(at)
    const end = at + 12 + length
    if (end > content.length) return false
    const chunk = content.subarray(at + 4, end - 4)
    if (crc32(chunk) !== content.readUInt32BE(end - 4)) return false
    const type = chunk.toString('latin1', 0, 4)
    const isHeader = at === pngStart.length
    if (isHeader !== (type === 'IHDR')) return false
    if (isHeader && (length !== 13 || !hasGoodSize(chunk.readUInt32BE(4), chunk.readUInt32BE(8)))) return false
    if (type === 'IDAT') hasPixels ||= length > 0
    if (type === 'IEND') return hasPixels && end === content.length
    at = end
  }
  return false
}

/** Segments up to the first scan, a frame header among them, and an end mark after it (JPEG, ITU T.81, annex B). Cameras add data after the end. */
function isCompleteJpeg(content: Buffer): boolean {
  let hasFrame = false
  for (let at = 2; at + 4 <= content.length;) {
    if (content[at] !== 0xff) return false
    const marker = content[at + 1] ?? 0
    if (isOutOfPlace(marker)) return false
    const length = content.readUInt16BE(at + 2)
    const isFill = marker === 0xff
    const end = isFill ? at + 1 : at + 2 + length
    if (!isFill && (length < 2 || end > content.length)) return false
    if (isFrame(marker)) {
      if (length < 8 || !hasGoodSize(content.readUInt16BE(at + 7), content.readUInt16BE(at + 5))) return false
      hasFrame = true
    }
    if (marker === 0xda) return hasFrame && content.includes(jpegEnd, end)
    at = end
  }
  return false
}

/**
 * The markers that no segment before the scan has: the stuffed zero, TEM and the reserved ones (00 to BF), restarts, start and end (D0 to
 * D9; table B.1). A viewer reads on immediately after them, and would find a frame in what the check skips as their segment.
 */
const isOutOfPlace = (marker: number): boolean => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)

/** SOF0 to SOF15, without the markers of tables in between. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
