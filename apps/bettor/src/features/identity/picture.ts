import { pictureBytesMax } from '@nare/contract/kyc'

const longestSide = 1600
const qualities = [0.85, 0.7, 0.5] as const

/**
 * Returns a photo as a downscaled JPEG in base64, to save data; undefined if the file is not an image or cannot be made small
 * enough.
 */
export async function pictureText(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const quality of qualities) {
    const text = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? ''
    if (text !== '' && (text.length / 4) * 3 <= pictureBytesMax) return text
  }
  return undefined
}
