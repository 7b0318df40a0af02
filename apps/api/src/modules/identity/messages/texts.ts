/** The texts of SMS and mail. Each is short, has one purpose, and tells a receiver who did not request it what to do. */
export const texts = {
  verifySms: (code: string) =>
    `Your Nare code is ${code}. It opens your account and is valid for 5 minutes. If you did not sign up, ignore this message.`,
  resetSms: (code: string) =>
    `Your Nare code is ${code}. It sets a new password and is valid for 5 minutes. Never give it to anyone.`,
  loginSms: (code: string) =>
    `Your Nare code is ${code}. It completes a login with your password and is valid for 5 minutes. If you are not logging in, change your password.`,
  confirmMail: (link: string) => ({
    subject: 'Confirm your e-mail address',
    text: `Please confirm this e-mail address for your Nare account:\n\n${link}\n\nThe link is valid for 24 hours. If you did not sign up, ignore this message.\n`,
  }),
  resetMail: (link: string) => ({
    subject: 'Set a new password',
    text: `You can set a new password for your Nare account here:\n\n${link}\n\nThe link is valid for 30 minutes. If you did not ask for it, ignore this message.\n`,
  }),
} as const
