import type { Area, AreaDeps } from '#area'
import { bettingSettings } from '#modules/betting/betting'
import type { IncomingSms } from '#modules/identity/identity'
import { openSmsBets, type SmsDeps } from './sms.ts'

type Deps = AreaDeps &
  Omit<SmsDeps, 'tellsReferred'> & { readonly onIncoming: (receive: (message: IncomingSms) => Promise<void>) => void }

/** Opens bets by SMS. Every process works on waiting messages, and each message is claimed by one process. */
export function openSmsArea(deps: Deps) {
  const smsBets = openSmsBets({ ...deps, tellsReferred: () => deps.settings.now()(bettingSettings.referralSms) })
  deps.onIncoming(smsBets.receive)
  const area: Area = {
    jobs: [
      { name: 'messages of bettors', everyMs: 5000, run: smsBets.run },
      { name: 'news of bets by SMS', everyMs: 2000, run: async () => void (await smsBets.tellNews()) },
      { name: 'old messages of bettors', everyMs: 3_600_000, run: smsBets.sweep },
    ],
    drain: () => smsBets.settled(),
  }
  return { smsBets, area }
}
