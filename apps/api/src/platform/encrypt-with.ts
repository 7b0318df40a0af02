import { constants, publicEncrypt } from 'node:crypto'

/** The padding of a text that is encrypted with a provider's RSA key. */
export type Padding = 'pkcs1' | 'oaep-sha256'

const pemOf = (key: string): string =>
  key.includes('-----BEGIN')
    ? key
    : `-----BEGIN PUBLIC KEY-----\n${key.replaceAll(/\s/g, '').replaceAll(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----\n`

/** Encrypts a text with a provider's key, PEM or base64 of DER, as base64; undefined if the key is invalid. */
export function encryptWith(key: string, text: string, padding: Padding): string | undefined {
  const options =
    padding === 'pkcs1'
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  try {
    return publicEncrypt({ key: pemOf(key), ...options }, Buffer.from(text)).toString('base64')
  } catch {
    return undefined
  }
}
