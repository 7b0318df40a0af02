/** How promotions may reach a bettor, each only with the bettor's consent. */
export const consentChannels = ['sms', 'app'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/**
 * The sentence beside each box, by version. What a bettor has agreed to must be shown later, so a version is never changed: other words are a
 * new version, and `consentVersion` names the one that is asked now.
 */
export const consentWordings = {
  '2026-12-01': {
    sms: {
      en: 'Send me offers and promotions by SMS. I can stop at any time: reply STOP or untick this box.',
      sw: 'Nitumieni ofa na promosheni kwa SMS. Naweza kuacha wakati wowote: jibu STOP au ondoa alama hii.',
    },
    app: {
      en: 'Send me offers and promotions in the app. I can stop at any time: untick this box.',
      sw: 'Nitumieni ofa na promosheni kwenye app. Naweza kuacha wakati wowote: ondoa alama hii.',
    },
  },
} as const

export const consentVersion = '2026-12-01' satisfies keyof typeof consentWordings
export const consentWording = consentWordings[consentVersion]
