import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** The status part of every answer: `response_code` is the product's, `result_code` the gateway's. */
export const statusOf = (code: string, success = true): object => ({
  response_code: code,
  code: success ? '200' : '400',
  success,
  result_code: 'ESB000010',
  message: success ? 'SUCCESS' : 'FAILED',
})

/** The pair of keys under which a PIN is sealed; `change` makes another one. */
export type PinKeys = { current(): { publicKey: string; privateKey: KeyObject }; change(): void }

/** Keys made when they are first asked for. */
export function openPinKeys(): PinKeys {
  const make = () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return { publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), privateKey }
  }
  let keys: ReturnType<typeof make> | undefined
  return { current: () => (keys ??= make()), change: () => void (keys = make()) }
}
