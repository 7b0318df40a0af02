import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** The status part of every answer: `response_code` is the product's, `result_code` the gateway's. */
export const statusOf = (code: string, success = true): object => ({
  response_code: code,
  code: success ? '200' : '400',
  success,
  result_code: 'ESB000010',
  message: success ? 'SUCCESS' : 'FAILED',
})

/** The key pair that encrypts PINs; `change` replaces it. */
export type PinKeys = { current(): { publicKey: string; privateKey: KeyObject }; change(): void }

/** Keys, created on first use. */
export function openPinKeys(): PinKeys {
  const make = () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return { publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), privateKey }
  }
  let keys: ReturnType<typeof make> | undefined
  return { current: () => (keys ??= make()), change: () => void (keys = make()) }
}
