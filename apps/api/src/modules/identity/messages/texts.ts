import { firstLanguage, houseName } from '#country/writing'

/** The texts of SMS and mail. Each is short, has one purpose, and tells a receiver who did not request it what to do. */
const words = {
  en: {
    verifySms: (code: string) =>
      `Your ${houseName()} code is ${code}. It opens your account and is valid for 5 minutes. If you did not sign up, ignore this message.`,
    resetSms: (code: string) =>
      `Your ${houseName()} code is ${code}. It sets a new password and is valid for 5 minutes. Never give it to anyone.`,
    loginSms: (code: string) =>
      `Your ${houseName()} code is ${code}. It completes a login with your password and is valid for 5 minutes. If you are not logging in, change your password.`,
    confirmMail: (link: string) => ({
      subject: 'Confirm your e-mail address',
      text: `Please confirm this e-mail address for your ${houseName()} account:\n\n${link}\n\nThe link is valid for 24 hours. If you did not sign up, ignore this message.\n`,
    }),
    resetMail: (link: string) => ({
      subject: 'Set a new password',
      text: `You can set a new password for your ${houseName()} account here:\n\n${link}\n\nThe link is valid for 30 minutes. If you did not ask for it, ignore this message.\n`,
    }),
  },
  sw: {
    verifySms: (code: string) =>
      `Msimbo wako wa ${houseName()} ni ${code}. Unafungua akaunti yako na unatumika kwa dakika 5. Kama hukujisajili, puuza ujumbe huu.`,
    resetSms: (code: string) =>
      `Msimbo wako wa ${houseName()} ni ${code}. Unaweka nenosiri jipya na unatumika kwa dakika 5. Usimpe mtu yeyote.`,
    loginSms: (code: string) =>
      `Msimbo wako wa ${houseName()} ni ${code}. Unakamilisha kuingia kwa nenosiri lako na unatumika kwa dakika 5. Kama si wewe unayeingia, badilisha nenosiri lako.`,
    confirmMail: (link: string) => ({
      subject: 'Thibitisha barua pepe yako',
      text: `Tafadhali thibitisha barua pepe hii kwa akaunti yako ya ${houseName()}:\n\n${link}\n\nKiungo kinatumika kwa saa 24. Kama hukujisajili, puuza ujumbe huu.\n`,
    }),
    resetMail: (link: string) => ({
      subject: 'Weka nenosiri jipya',
      text: `Unaweza kuweka nenosiri jipya la akaunti yako ya ${houseName()} hapa:\n\n${link}\n\nKiungo kinatumika kwa dakika 30. Kama hukuliomba, puuza ujumbe huu.\n`,
    }),
  },
} as const

/** The texts in the country's first language: who gets one may have no account yet that has chosen another. */
export const texts = {
  verifySms: (code: string) => words[firstLanguage()].verifySms(code),
  resetSms: (code: string) => words[firstLanguage()].resetSms(code),
  loginSms: (code: string) => words[firstLanguage()].loginSms(code),
  confirmMail: (link: string) => words[firstLanguage()].confirmMail(link),
  resetMail: (link: string) => words[firstLanguage()].resetMail(link),
}
