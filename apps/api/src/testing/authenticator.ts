import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

const rpOf = (host: string): Buffer => createHash('sha256').update(host).digest()
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** User present, user verified, credential data included (WebAuthn, section 6.1). */
const present = 0x01
const verified = 0x04
const withCredential = 0x40

/** A certificate of a maker of authenticators, and its key. */
const makersKey = createPrivateKey({
  format: 'jwk',
  key: {
    ...{ kty: 'EC', crv: 'P-256', d: '8UIwSN56Y0XXKCJk0z-VqSkXOGvLiVd0f6bSXt55mNo' },
    x: 'm9ttKtWdwgLk1m_aHCtxA4roXjC_1pRiucVT6Pq0WkE',
    y: '9EDosMW8zrNJTaFRMuLq45cpeMzjTsm41LB5j5o522o',
  },
})
const makersCertificate = Buffer.from(
  'MIIBnzCCAUWgAwIBAgIUA4vgL0F7IGtqQ12VvdBxROTsR-owCgYIKoZIzj0EAwIwJDEiMCAGA1UEAwwZYSBtYWtlciBvZiBhdXRoZW50aWNhdG9yczAgFw0yNjExMjkxNzUxNDFaGA8yMTI2MTEwNTE3' +
    'NTE0MVowJDEiMCAGA1UEAwwZYSBtYWtlciBvZiBhdXRoZW50aWNhdG9yczBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJvbbSrVncIC5NZv2hwrcQOK6F4wv9aUYrnFU-j6tFpB9EDosMW8zrNJTaFR' +
    'MuLq45cpeMzjTsm41LB5j5o522qjUzBRMB0GA1UdDgQWBBTUFJ-oxPNUN_NHQoROeZ7_-gm-9TAfBgNVHSMEGDAWgBTUFJ-oxPNUN_NHQoROeZ7_-gm-9TAPBgNVHRMBAf8EBTADAQH_MAoGCCqGSM49' +
    'BAMCA0gAMEUCICTmOkBNDRe5r8Z1H0EMp-ltj6HQOF1vJo2x268llX-1AiEAscdt1OzSynFW8OEPfwy0SVvauyR6SeGV2ZHSOOQvLns',
  'base64url',
)

/** CBOR of what an authenticator sends: whole numbers, texts, bytes, lists and maps. */
function cbor(
  value: number | string | Uint8Array | readonly unknown[] | ReadonlyMap<number | string, unknown>,
): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map((item) => cbor(item as never))])
  const map = value as ReadonlyMap<number | string, unknown>
  const pairs = [...map].flatMap(([key, item]) => [cbor(key), cbor(item as never)])
  return Buffer.concat([head(5, map.size), ...pairs])
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
    /** The answer to the options of a new passkey; `certified` is one with its maker's certificate. */
    create(asked: Asked, { certified = false }: { certified?: boolean } = {}) {
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
      const client = clientData('webauthn.create', asked)
      const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
      const clientHash = createHash('sha256').update(client).digest()
      const signed = Buffer.concat([Buffer.from([0]), rpOf(asked.host), clientHash, id, point])
      const statement = new Map<string, unknown>([
        ['sig', sign('sha256', signed, makersKey)],
        ['x5c', [makersCertificate]],
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', certified ? 'fido-u2f' : 'none'],
        ['attStmt', certified ? statement : new Map()],
        ['authData', data],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal', 'by pigeon'],
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
