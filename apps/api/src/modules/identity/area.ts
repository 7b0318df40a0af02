import { consents as consentCalls } from '@nare/contract/consents'
import { identity as calls } from '@nare/contract/identity'
import { kyc as kycCalls } from '@nare/contract/kyc'
import { passkeys as passkeyCalls, sessions as sessionCalls } from '@nare/contract/passkeys'
import { operatorIdentity } from '@nare/contract/operator-identity'
import type { Area, AreaDeps } from '#area'
import { addressList } from '#platform/address-list'
import { mount } from '#platform/calls'
import {
  consentRoutes,
  mountSmsCallbacks,
  openConfirmations,
  openIdentity,
  openKyc,
  openSmsCallbacks,
  type IdentityDeps,
} from './identity.ts'
import { openAges } from './ages.ts'
import { identityRules, identitySettings, leastAge } from './settings.ts'
import { identityRoutes, kycRoutes, operatorIdentityRoutes, passkeyRoutes, sessionRoutes } from './routes.ts'

type Deps = AreaDeps &
  Pick<IdentityDeps, 'ledger' | 'sms' | 'mail' | 'publicUrl'> &
  Pick<Parameters<typeof openKyc>[0], 'check' | 'vault'> & { readonly callbackSecret: () => Promise<Uint8Array> }

export async function openIdentityArea(deps: Deps) {
  const { config, db, log } = deps
  deps.settings.declare(identitySettings)
  const { clock } = deps
  const { timeZone } = deps.country
  const values = deps.settings.now
  const ages = openAges({ clock, timeZone, least: () => leastAge(values(), timeZone, clock.date()) })
  const confirmations = openConfirmations({ check: deps.check, ages, clock, timeZone, values })
  const identity = await openIdentity({
    ...deps,
    ages,
    unidentified: confirmations.unidentified,
    rules: () => identityRules(values()),
    secret: deps.callbackSecret,
    siteUrl: config.publicUrl,
    limitsByAddress: config.limitsByAddress,
  })
  const kyc = openKyc({
    db,
    log,
    background: deps.background,
    check: deps.check,
    vault: deps.vault,
    confirmations,
    ages,
    proven: identity.persons.proven,
  })
  deps.house.owned('check', kyc.operator.ownerOf)
  deps.house.about(kyc.operator.subjectsOf)
  const smsCallbacks = openSmsCallbacks({ db, log, secret: deps.callbackSecret })
  const area: Area = {
    async routes(mounting) {
      mount(mounting, calls, identityRoutes(identity))
      mount(mounting, passkeyCalls, passkeyRoutes(identity))
      mount(mounting, sessionCalls, sessionRoutes(identity))
      mount(mounting, kycCalls, kycRoutes(kyc, db))
      mount(mounting, consentCalls, consentRoutes(db))
      mount(mounting, operatorIdentity, operatorIdentityRoutes(kyc))
      await mountSmsCallbacks(mounting.app, smsCallbacks, { from: addressList(config.callbacks.ofSms) })
    },
    jobs: [
      { name: 'identity sweep', everyMs: 600_000, run: () => identity.sweep() },
      { name: 'received messages', everyMs: 3_600_000, run: () => smsCallbacks.sweep() },
      { name: 'identity checks', everyMs: 15_000, run: () => kyc.sweep() },
    ],
    close: () => identity.close(),
  }
  const { connectIncoming: onIncomingSms, connectReports: onSmsReport } = smsCallbacks
  return { identity, kyc, onIncomingSms, onSmsReport, area }
}
