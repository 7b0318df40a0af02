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
