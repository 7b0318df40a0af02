import { zProvider } from './shapes.ts'

export const providerNames = zProvider.options

/** The name of each mobile-money service on screens, the same in every language. Only pages about payments load it. */
export const walletNames = {
  mpesa: 'M-Pesa',
  airtel: 'Airtel Money',
  mixx: 'Mixx by Yas',
} as const satisfies Record<(typeof providerNames)[number], string>
