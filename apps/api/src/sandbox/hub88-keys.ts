import { generateKeyPairSync } from 'node:crypto'

export type Hub88Pair = { readonly publicKey: string; readonly privateKey: string }

/** The sandbox's RSA pair of Hub88 as PEM, made when it is first needed and kept while the process runs, unless it is `given`. */
export function openHub88Keys(given?: Hub88Pair) {
  let pair = given
  const made = (): Hub88Pair =>
    (pair ??= generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }))
  return { pair: made, publicKey: () => made().publicKey, privateKey: () => made().privateKey }
}
