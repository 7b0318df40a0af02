import { createHash } from 'node:crypto'
import { fault, type FieldFault } from '@nare/contract/field-codes'
import { pictureBytesMax, pictureKinds } from '@nare/contract/kyc'
import type { PictureKind, PictureType } from './kyc-ports.ts'
import { pictureType } from './picture-type.ts'

export type Picture = { kind: PictureKind; content: Uint8Array; type: PictureType; hash: string }
export type GivenPictures = { readonly [K in PictureKind]?: string | undefined }
export type ReadPictures = { pictures: Picture[] } | { faults: Record<string, FieldFault> }

/** Decodes the pictures of a submission. Returns a fault for each field that is not a complete picture or is too large. */
export function readPictures(given: GivenPictures): ReadPictures {
  const pictures: Picture[] = []
  const faults: Record<string, FieldFault> = {}
  for (const kind of pictureKinds) {
    const text = given[kind]
    if (text === undefined) continue
    const content = Buffer.from(text, 'base64')
    const type = pictureType(content)
    if (type === undefined) faults[kind] = fault('picture_kind')
    else if (content.length > pictureBytesMax) faults[kind] = fault('picture_too_large')
    else pictures.push({ kind, content, type, hash: createHash('sha256').update(content).digest('hex') })
  }
  return Object.keys(faults).length > 0 ? { faults } : { pictures }
}
