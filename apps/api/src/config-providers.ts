import { createPublicKey } from 'node:crypto'
import * as z from 'zod'
import { encryptWith } from './platform/encrypt-with.ts'

/** The environment variables of the mobile-money providers. */
export const providerVariables = {
  DARAJA_URL: z.url().default('https://api.safaricom.co.ke'),
  DARAJA_KEY: z.string().optional(),
  DARAJA_SECRET: z.string().optional(),
  DARAJA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, 'must be five to seven digits')
    .optional(),
  DARAJA_PASSKEY: z.string().optional(),
  DARAJA_B2C_KEY: z.string().optional(),
  DARAJA_B2C_SECRET: z.string().optional(),
  DARAJA_B2C_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, 'must be five to seven digits')
    .optional(),
  DARAJA_INITIATOR: z.string().optional(),
  DARAJA_INITIATOR_PASSWORD: z.string().optional(),
  DARAJA_CERTIFICATE: z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine(isPublicKey, 'must be the PEM text itself, of a certificate or a public key')
    .optional(),
  DARAJA_COLLECTION_INITIATOR: z.string().optional(),
  DARAJA_COLLECTION_INITIATOR_PASSWORD: z.string().optional(),
  DARAJA_C2B_VERSION: z.enum(['v1', 'v2']).default('v2'),
  DARAJA_PAYEE: z.enum(['credit', 'either']).default('credit'),
  DARAJA_PULL_NUMBER: z
    .string()
    .regex(/^254\d{9}$/, 'must be a number such as 254722000000')
    .optional(),
  AIRTEL_URL: z.url().optional(),
  AIRTEL_CLIENT_ID: z.string().optional(),
  AIRTEL_CLIENT_SECRET: z.string().optional(),
  AIRTEL_PIN: z.string().optional(),
  AIRTEL_PIN_KEY: z.string().optional(),
  AIRTEL_PIN_PADDING: z.enum(['pkcs1', 'oaep-sha256']).default('pkcs1'),
  AIRTEL_DISBURSEMENT: z.enum(['v1', 'v2', 'v3']).default('v2'),
  VODACOM_URL: z.url().default('https://openapi.m-pesa.com/openapi/ipg/v2/vodacomTZN'),
  VODACOM_API_KEY: z.string().optional(),
  VODACOM_PUBLIC_KEY: z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine((key) => encryptWith(key, 'a key', 'pkcs1') !== undefined, 'must be the RSA public key of the portal')
    .optional(),
  VODACOM_SHORTCODE: z
    .string()
    .regex(/^\d{4,10}$/, 'must be four to ten digits')
    .optional(),
  VODACOM_ORIGIN: z.string().default('*'),
  VODACOM_SESSION_S: z.coerce.number().int().min(120).max(31_536_000).default(3600),
  VODACOM_PAYOUT_PATH: z.enum(['b2cPayment', 'b2cPayment/singleStage']).default('b2cPayment'),
  MIXX_TOKEN_URL: z.url().optional(),
  MIXX_PUSH_URL: z.url().optional(),
  MIXX_USERNAME: z.string().optional(),
  MIXX_PASSWORD: z.string().optional(),
  MIXX_BILLER_MSISDN: z.string().regex(/^\d+$/, 'must be digits').optional(),
  MIXX_BILLER_CODE: z
    .string()
    .regex(/^[A-Za-z0-9]{1,10}$/, 'must be one to ten letters and digits')
    .optional(),
  MIXX_PAYOUT_URL: z.url().optional(),
  MIXX_PAYOUT_MSISDN: z.string().regex(/^\d+$/, 'must be digits').optional(),
  MIXX_PAYOUT_PIN: z.string().optional(),
  MIXX_PAYOUT_NAME: z.string().optional(),
  MIXX_PAYOUT_BRAND: z.string().optional(),
}

const zGiven = z.object(providerVariables)
type Given = z.output<typeof zGiven>

/** Whether passwords can be encrypted with this key. Payouts require it. */
function isPublicKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** All of these settings, or undefined if none is set. A partial set is an error. */
function allOrNone<K extends string>(
  given: Readonly<Record<K, string | undefined>>,
  wrong: string[],
): Record<K, string> | undefined {
  const all: Partial<Record<K, string>> = {}
  const missing: string[] = []
  for (const name of Object.keys(given) as K[]) {
    const value = given[name]
    if (value === undefined) missing.push(name)
    else all[name] = value
  }
  if (missing.length === 0) return all as Record<K, string>
  if (missing.length < Object.keys(given).length)
    wrong.push(`${missing.join(', ')}: missing, but related variables are set`)
  return undefined
}

/** M-Pesa's settings; undefined if none is set. */
function darajaOf(e: Given, wrong: string[]) {
  const { DARAJA_KEY, DARAJA_SECRET, DARAJA_SHORTCODE, DARAJA_PASSKEY, DARAJA_B2C_KEY, DARAJA_B2C_SECRET } = e
  const { DARAJA_B2C_SHORTCODE, DARAJA_INITIATOR, DARAJA_INITIATOR_PASSWORD, DARAJA_CERTIFICATE } = e
  const collect = { DARAJA_KEY, DARAJA_SECRET, DARAJA_SHORTCODE, DARAJA_PASSKEY }
  const payout = {
    DARAJA_B2C_KEY,
    DARAJA_B2C_SECRET,
    DARAJA_B2C_SHORTCODE,
    DARAJA_INITIATOR,
    DARAJA_INITIATOR_PASSWORD,
  }
  const { DARAJA_COLLECTION_INITIATOR, DARAJA_COLLECTION_INITIATOR_PASSWORD } = e
  const all = allOrNone({ ...collect, ...payout, DARAJA_CERTIFICATE }, wrong)
  const person = allOrNone({ DARAJA_COLLECTION_INITIATOR, DARAJA_COLLECTION_INITIATOR_PASSWORD }, wrong)
  return (
    all && {
      url: e.DARAJA_URL,
      collect: {
        key: all.DARAJA_KEY,
        secret: all.DARAJA_SECRET,
        shortcode: all.DARAJA_SHORTCODE,
        passkey: all.DARAJA_PASSKEY,
        initiator: person && {
          initiator: person.DARAJA_COLLECTION_INITIATOR,
          initiatorPassword: person.DARAJA_COLLECTION_INITIATOR_PASSWORD,
        },
        c2bVersion: e.DARAJA_C2B_VERSION,
        payeeEither: e.DARAJA_PAYEE === 'either',
        pullNumber: e.DARAJA_PULL_NUMBER,
      },
      payout: {
        key: all.DARAJA_B2C_KEY,
        secret: all.DARAJA_B2C_SECRET,
        shortcode: all.DARAJA_B2C_SHORTCODE,
        initiator: all.DARAJA_INITIATOR,
        initiatorPassword: all.DARAJA_INITIATOR_PASSWORD,
      },
      certificate: all.DARAJA_CERTIFICATE,
    }
  )
}

/** Airtel Money's settings; undefined if none is set. */
function airtelOf(e: Given, wrong: string[]) {
  const { AIRTEL_CLIENT_ID, AIRTEL_CLIENT_SECRET, AIRTEL_PIN } = e
  const all = allOrNone({ AIRTEL_CLIENT_ID, AIRTEL_CLIENT_SECRET, AIRTEL_PIN }, wrong)
  return (
    all && {
      url: e.AIRTEL_URL,
      clientId: all.AIRTEL_CLIENT_ID,
      clientSecret: all.AIRTEL_CLIENT_SECRET,
      pin: all.AIRTEL_PIN,
      pinKey: e.AIRTEL_PIN_KEY?.replaceAll('\\n', '\n'),
      pinPadding: e.AIRTEL_PIN_PADDING,
      disbursement: e.AIRTEL_DISBURSEMENT,
    }
  )
}

/** The settings of Vodacom's M-Pesa; undefined if none is set. */
function vodacomOf(e: Given, wrong: string[]) {
  const { VODACOM_API_KEY, VODACOM_PUBLIC_KEY, VODACOM_SHORTCODE } = e
  const all = allOrNone({ VODACOM_API_KEY, VODACOM_PUBLIC_KEY, VODACOM_SHORTCODE }, wrong)
  return (
    all && {
      url: e.VODACOM_URL.replace(/\/$/, ''),
      apiKey: all.VODACOM_API_KEY,
      publicKey: all.VODACOM_PUBLIC_KEY,
      shortcode: all.VODACOM_SHORTCODE,
      origin: e.VODACOM_ORIGIN,
      sessionS: e.VODACOM_SESSION_S,
      payoutPath: e.VODACOM_PAYOUT_PATH,
    }
  )
}

/** The settings of Mixx by Yas; undefined if none is set. */
function mixxOf(e: Given, wrong: string[]) {
  const { MIXX_TOKEN_URL, MIXX_PUSH_URL, MIXX_USERNAME, MIXX_PASSWORD, MIXX_BILLER_MSISDN, MIXX_BILLER_CODE } = e
  const { MIXX_PAYOUT_URL, MIXX_PAYOUT_MSISDN, MIXX_PAYOUT_PIN, MIXX_PAYOUT_NAME, MIXX_PAYOUT_BRAND } = e
  const push = { MIXX_TOKEN_URL, MIXX_PUSH_URL, MIXX_USERNAME, MIXX_PASSWORD, MIXX_BILLER_MSISDN, MIXX_BILLER_CODE }
  const pay = { MIXX_PAYOUT_URL, MIXX_PAYOUT_MSISDN, MIXX_PAYOUT_PIN, MIXX_PAYOUT_NAME, MIXX_PAYOUT_BRAND }
  const all = allOrNone({ ...push, ...pay }, wrong)
  return (
    all && {
      tokenUrl: all.MIXX_TOKEN_URL,
      pushUrl: all.MIXX_PUSH_URL,
      username: all.MIXX_USERNAME,
      password: all.MIXX_PASSWORD,
      billerMsisdn: all.MIXX_BILLER_MSISDN,
      billerCode: all.MIXX_BILLER_CODE,
      payout: {
        url: all.MIXX_PAYOUT_URL,
        msisdn: all.MIXX_PAYOUT_MSISDN,
        pin: all.MIXX_PAYOUT_PIN,
        senderName: all.MIXX_PAYOUT_NAME,
        brandId: all.MIXX_PAYOUT_BRAND,
      },
    }
  )
}

/** The settings of each adapter; undefined for one that is not set up. */
export const walletsOf = (e: Given, wrong: string[]) => ({
  daraja: darajaOf(e, wrong),
  airtel: airtelOf(e, wrong),
  vodacom: vodacomOf(e, wrong),
  mixx: mixxOf(e, wrong),
})
