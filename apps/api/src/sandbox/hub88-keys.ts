import { generateKeyPairSync } from 'node:crypto'

type Pair = { readonly publicKey: string; readonly privateKey: string }

/** The sandbox's RSA pair of Hub88 as PEM, made when it is first needed and kept while the process runs. */
export function openHub88Keys() {
  let pair: Pair | undefined
  const made = (): Pair =>
    (pair ??= generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }))
  return { publicKey: () => made().publicKey, privateKey: () => made().privateKey }
}
