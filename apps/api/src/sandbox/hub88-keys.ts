import { generateKeyPairSync } from 'node:crypto'

export type Hub88Pair = { readonly publicKey: string; readonly privateKey: string }

/** The sandbox's RSA key pair of Hub88 as PEM: the `given` one, or one created at the first use and kept while the process runs. */
export function openHub88Keys(given?: Hub88Pair) {
  let pair = given
  const createdPair = (): Hub88Pair =>
    (pair ??= generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }))
  return { pair: createdPair, publicKey: () => createdPair().publicKey, privateKey: () => createdPair().privateKey }
}
