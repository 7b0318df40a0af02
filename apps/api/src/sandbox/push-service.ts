import { createDecipheriv, createECDH, createHash, hkdfSync } from 'node:crypto'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import { random } from '#platform/random'
import type { Post } from '#modules/notices/notices'
import type { Faults } from './faults.ts'
import { openTray, type Received } from './tray.ts'

/** The host of the sandbox's push service. No name server knows it, so nothing ever goes there by accident. */
export const pushHost = 'push.sandbox.invalid'

const home = `https://${pushHost}/`
const goneChannel = 'sandbox push gone'

/** The keys of a browser of the sandbox follow from its id, so that every process knows them. */
function browserOf(id: string) {
  const bytes = (name: string): Buffer => createHash('sha256').update(`nare sandbox push ${name} ${id}`).digest()
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(bytes('key'))
  return { pair, auth: bytes('secret').subarray(0, 16) }
}

/**
 * The sandbox's push service and the browsers that listen to it. Notices to its own browsers are decrypted and kept, those to others are accepted and
 * go nowhere.
 */
export function openPushService({ clock, faults, bus }: { clock: Clock; faults: Faults; bus: Bus }) {
  const tray = openTray({ clock, faults, bus, service: 'push' })
  const gone = new Set<string>()
  bus.subscribe(goneChannel, (id) => void gone.add(String(id)))

  const post: Post = async ({ url, body }) => {
    if (!url.startsWith(home)) return { status: 201, retryAfter: undefined }
    const id = url.slice(home.length)
    if (gone.has(id)) return { status: 410, retryAfter: undefined }
    const { pair, auth } = browserOf(id)
    const sent = await tray.deliver({ to: id, text: unseal(Buffer.from(body), { pair, auth }), code: undefined })
    return { status: sent === 'sent' ? 201 : 503, retryAfter: undefined }
  }

  return {
    post,
    /** A new browser's subscription, as its `toJSON()` gives it. */
    subscribe() {
      const id = random.uuid()
      const { pair, auth } = browserOf(id)
      const keys = { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
      return { push_id: id, subscription: { endpoint: `${home}${id}`, keys } }
    },
    /** What a browser got, newest last: the texts that its service worker shows. */
    received: (id: string): readonly Received[] => tray.list(id),
    /** The browser wants no notices any more; its push service answers so. */
    end(id: string): void {
      gone.add(id)
      bus.publish(goneChannel, id)
    },
  }
}

export type PushService = ReturnType<typeof openPushService>

/** Decrypts a message of one record by RFC 8291, as the browser does. */
export function unseal(body: Buffer, { pair, auth }: { pair: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const derived = (name: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const open = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  open.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([open.update(record.subarray(0, -16)), open.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}
