import { content, type Settings } from '@nare/contract/content'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import type { Answer } from '@nare/contract/route'
import { area, command } from './area.ts'

/** How long settings and carousel banners are kept: 30 minutes. */
export const keptForMs = 1_800_000

export type Banner = { id: string; image: string; title: string; link: string }

export type DataState = {
  menu: boolean
  modal: string | null
  active_sport_link: number
  live_link: number
  stake_value: string
  loading: boolean
  loading_withdrawal: boolean
  loading_deposit: boolean
  loading_deposit_confirm: boolean
  error: string | null
  app_config: Settings | null
  carousel_banners: Banner[]
  casino_carousel_banners: Banner[]
  points_message: string | null
  withdrawal_message: Answer<typeof payments.withdraw> | null
  deposits_message: Answer<typeof payments.deposit> | null
  deposits_confirm_message: Answer<typeof payments.confirmation> | null
  self_exclusion_message: string | null
  self_exclusion_time: string | null
  printed_data: unknown[]
  print_jackpot_data: unknown
  print_title: string
  leader_board: unknown[]
  leader_boardx: unknown[]
  sports_data: string | null
  loaded: boolean
  iframeHeight: number
}

export const dataDefaults: DataState = {
  menu: false,
  modal: null,
  active_sport_link: 79,
  live_link: 79,
  stake_value: '',
  loading: false,
  loading_withdrawal: false,
  loading_deposit: false,
  loading_deposit_confirm: false,
  error: null,
  app_config: null,
  carousel_banners: [],
  casino_carousel_banners: [],
  points_message: null,
  withdrawal_message: null,
  deposits_message: null,
  deposits_confirm_message: null,
  self_exclusion_message: null,
  self_exclusion_time: null,
  printed_data: [],
  print_jackpot_data: null,
  print_title: 'highlights',
  leader_board: [],
  leader_boardx: [],
  sports_data: null,
  loaded: false,
  iframeHeight: 80,
}

export const fetchSettings = command('data/settings', content.settings)
export const fetchCarousel = command('data/carousel', content.carousel)
export const fetchCasinoCarousel = command('data/casinoCarousel', content.casinoCarousel)

export const deposit = command('data/deposit', payments.deposit)
export const confirmDeposit = command('data/confirmDeposit', payments.confirmation)
export const withdraw = command('data/withdraw', payments.withdraw)
export const selfExclude = command('data/selfExclude', protection.selfExclude)

export const data = area('data', dataDefaults, (on) => {
  on(fetchSettings, { loading: 'loading', error: 'error', done: ({ message }) => ({ app_config: message }) })
  on(fetchCarousel, { loading: 'loading', error: 'error', done: ({ images }) => ({ carousel_banners: images }) })
  on(fetchCasinoCarousel, {
    loading: 'loading',
    error: 'error',
    done: ({ images }) => ({ casino_carousel_banners: images }),
  })
  on(deposit, {
    loading: 'loading_deposit',
    error: 'error',
    begun: () => ({ deposits_message: null, deposits_confirm_message: null }),
    done: (answer) => ({ deposits_message: answer }),
  })
  on(confirmDeposit, {
    loading: 'loading_deposit_confirm',
    error: 'error',
    done: (answer) => ({ deposits_confirm_message: answer }),
  })
  on(withdraw, {
    loading: 'loading_withdrawal',
    error: 'error',
    begun: () => ({ withdrawal_message: null }),
    done: (answer) => ({ withdrawal_message: answer }),
  })
  on(selfExclude, {
    loading: 'loading',
    error: 'error',
    done: ({ success, time_duration }) => ({
      self_exclusion_message: success,
      self_exclusion_time: time_duration,
      modal: 'self-exclusion',
    }),
  })
})
