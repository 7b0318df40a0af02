import { createHash } from 'node:crypto'
import { fault, type FieldFault } from '@nare/contract/field-codes'
import { pictureBytesMax, pictureKinds } from '@nare/contract/kyc'
import type { PictureKind, PictureType } from './kyc-ports.ts'
import { readPictureFile } from './picture-file.ts'

export type Picture = { kind: PictureKind; content: Uint8Array; type: PictureType; hash: string }
export type GivenPictures = { readonly [K in PictureKind]?: string | undefined }
export type ReadPictures = { pictures: Picture[] } | { faults: Record<string, FieldFault> }

/** Decodes the pictures of a submission, without bytes that belong to no picture. Returns a fault for each field that is not a complete picture or is too large. */
export async function readPictures(given: GivenPictures): Promise<ReadPictures> {
  const pictures: Picture[] = []
  const faults: Record<string, FieldFault> = {}
  for (const kind of pictureKinds) {
    const text = given[kind]
    if (text === undefined) continue
    const sent = Buffer.from(text, 'base64')
    const picture = sent.length > pictureBytesMax ? undefined : await readPictureFile(sent)
    if (sent.length > pictureBytesMax) faults[kind] = fault('picture_too_large')
    else if (!picture) faults[kind] = fault('picture_kind')
    else pictures.push({ kind, ...picture, hash: createHash('sha256').update(picture.content).digest('hex') })
  }
  return Object.keys(faults).length > 0 ? { faults } : { pictures }
}
