import { createHash, generateKeyPairSync, sign } from 'node:crypto'

const rpOf = (host: string): Buffer => createHash('sha256').update(host).digest()
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** User present, user verified, credential data included (WebAuthn, section 6.1). */
const present = 0x01
const verified = 0x04
const withCredential = 0x40

/** CBOR of what an authenticator sends: whole numbers, texts, bytes and maps. */
function cbor(value: number | string | Uint8Array | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as never)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

type Asked = { readonly challenge: string; readonly origin: string; readonly host: string }

/** An authenticator with one ES256 key, which verifies its person unless `verifies` is false. */
export function openAuthenticator({ verifies = true }: { verifies?: boolean } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = createHash('sha256').update(x).digest()
  const flags = present | (verifies ? verified : 0)
  let counter = 0

  function authData(host: string, more: number, rest: Uint8Array = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([rpOf(host), Buffer.from([flags | more]), count, rest])
  }
  const clientData = (type: string, { challenge, origin }: Asked): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }

  return {
    /** The answer to the options of a new passkey. */
    create(asked: Asked) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const data = authData(asked.host, withCredential, Buffer.concat([Buffer.alloc(16), length, id, key]))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', asked)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      }
    },

    /** The answer to the options of a login; `count` is what it has counted, one more than before by default; `holder` is the user handle. */
    get(asked: Asked, { count = counter + 1, holder }: { count?: number; holder?: string } = {}) {
      counter = count
      const data = authData(asked.host, 0)
      const client = clientData('webauthn.get', asked)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', signed, privateKey)),
          ...(holder !== undefined && { userHandle: holder }),
        },
      }
    },
  }
}
