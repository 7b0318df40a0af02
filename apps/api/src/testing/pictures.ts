import { crc32, deflateSync } from 'node:zlib'

type Size = { readonly width?: number; readonly height?: number }

/** A JPEG of this size whose scan is this text, of any length. It is `jpegFrameBytes` longer than the text. */
export function jpegFile(scan: string, { width = 8, height = 8 }: Size = {}): Buffer {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const start = Buffer.from('ffd8', 'hex')
  const scanHeader = Buffer.from('ffda0008010100003f00', 'hex')
  return Buffer.concat([start, frame, scanHeader, Buffer.from(scan, 'latin1'), Buffer.from('ffd9', 'hex')])
}

/** The bytes of a file of `jpegFile` without its scan. */
export const jpegFrameBytes = jpegFile('').length

/** A PNG of this size in shades of grey whose first pixels are this text. `data` replaces the compressed rows. */
export function pngFile(
  pixels: string,
  { width = 8, height = 8, data = undefined as Buffer | undefined }: Size & { readonly data?: Buffer | undefined } = {},
): Buffer {
  const rows = () => Buffer.concat([Buffer.from(`\0${pixels}`)], height * (width + 1))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const packed = data ?? deflateSync(rows())
  const start = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([start, pngChunk('IHDR', header), pngChunk('IDAT', packed), pngChunk('IEND')])
}

/** A chunk of a PNG with its length and checksum. */
export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data])
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(checked))
  return Buffer.concat([length, checked, checksum])
}
