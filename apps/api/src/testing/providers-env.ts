import type { Country } from '#country/country'
import type { SandboxProviders } from '#sandbox/payments/providers'

/** The environment variables of a separate server that pays through these fake providers. */
export async function darajaEnv(fakes: SandboxProviders): Promise<Record<string, string>> {
  const { url, collect, payout, certificate } = await fakes.daraja()
  return {
    DARAJA_URL: url,
    DARAJA_KEY: collect.key,
    DARAJA_SECRET: collect.secret,
    DARAJA_SHORTCODE: collect.shortcode,
    DARAJA_PASSKEY: collect.passkey,
    DARAJA_B2C_KEY: payout.key,
    DARAJA_B2C_SECRET: payout.secret,
    DARAJA_B2C_SHORTCODE: payout.shortcode,
    DARAJA_INITIATOR: payout.initiator,
    DARAJA_INITIATOR_PASSWORD: payout.initiatorPassword,
    DARAJA_CERTIFICATE: certificate,
    DARAJA_COLLECTION_INITIATOR: collect.initiator?.initiator ?? '',
    DARAJA_COLLECTION_INITIATOR_PASSWORD: collect.initiator?.initiatorPassword ?? '',
    DARAJA_PULL_NUMBER: collect.pullNumber ?? '',
  }
}

/** The environment variables of a server that pays through M-Pesa of Vodacom and Mixx. */
async function tanzaniaEnv(fakes: SandboxProviders): Promise<Record<string, string>> {
  const { url, apiKey, publicKey, shortcode } = await fakes.vodacom()
  const { payout, ...push } = await fakes.mixx()
  return {
    VODACOM_URL: url,
    VODACOM_API_KEY: apiKey,
    VODACOM_PUBLIC_KEY: publicKey,
    VODACOM_SHORTCODE: shortcode,
    MIXX_TOKEN_URL: push.tokenUrl,
    MIXX_PUSH_URL: push.pushUrl,
    MIXX_USERNAME: push.username,
    MIXX_PASSWORD: push.password,
    MIXX_BILLER_MSISDN: push.billerMsisdn,
    MIXX_BILLER_CODE: push.billerCode,
    MIXX_PAYOUT_URL: payout.url,
    MIXX_PAYOUT_MSISDN: payout.msisdn,
    MIXX_PAYOUT_PIN: payout.pin,
    MIXX_PAYOUT_NAME: payout.senderName,
    MIXX_PAYOUT_BRAND: payout.brandId,
  }
}

/** The environment variables of a separate server of this country. */
export const providersEnv = (
  fakes: SandboxProviders,
  { code }: Pick<Country, 'code'>,
): Promise<Record<string, string>> => (code === 'tz' ? tanzaniaEnv(fakes) : darajaEnv(fakes))
