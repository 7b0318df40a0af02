import { SignJWT } from 'jose'

/**
 * The `use_jwt` envelope: the data as an HMAC-SHA256 token whose `iat` is 60 seconds from now, which the server reads as
 * its expiry. The default key ships with the client and authenticates nobody; only the session's key authenticates.
 */
export function seal(data: Record<string, unknown>, key: string, nowSeconds: number): Promise<string> {
  return new SignJWT({ ...data, iat: Math.floor(nowSeconds) + 60 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(key))
}
