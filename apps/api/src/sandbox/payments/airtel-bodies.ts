import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Asked } from './http.ts'

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

/** A country of Airtel, by the headers of a request. */
export type Market = { readonly currency: string; readonly callingCode: string; readonly mobile: RegExp }

const markets: Readonly<Record<string, Market>> = {
  KE: { currency: 'KES', callingCode: '254', mobile: /^[17]\d{8}$/ },
  TZ: { currency: 'TZS', callingCode: '255', mobile: /^[67]\d{8}$/ },
}

export function marketOf({ headers }: Asked): Market | undefined {
  const market = markets[String(headers['x-country'])]
  return market?.currency === headers['x-currency'] ? market : undefined
}
