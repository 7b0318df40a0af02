import { useLingui } from '@lingui/react/macro'
import { consentVersion, consentWording } from '@nare/contract/consent-wording'
import { Tick } from '@nare/ui/field'

/** Asks once for the consent to promotions by SMS: unticked, and apart from the terms. Its value is the version of the sentence. */
export function SignupConsent() {
  const { i18n } = useLingui()
  return (
    <Tick name="promotions_by_sms" value={consentVersion}>
      {consentWording.sms[i18n.locale === 'sw' ? 'sw' : 'en']}
    </Tick>
  )
}
