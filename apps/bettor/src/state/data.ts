import type { zBoardRow } from '@nare/contract/boards'
import { content, type Settings } from '@nare/contract/content'
import type { payments } from '@nare/contract/payments'
import type { Answer } from '@nare/contract/route'
import type * as z from 'zod/mini'
import { area, command } from './area.ts'

export type Banner = { id: string; image: string; title: string; link: string }
export type BoardRow = z.output<typeof zBoardRow>
/** The metadata of a print; its name is the title. */
export type PrintMeta = { name: string } & Record<string, unknown>

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
  /** The whole response, also of a failure. */
  withdrawal_message: Answer<typeof payments.withdraw> | Record<string, unknown> | null
  deposits_message: Answer<typeof payments.deposit> | null
  deposits_confirm_message: Answer<typeof payments.confirmation> | null
  self_exclusion_message: string | null
  self_exclusion_time: string | null
  printed_data: Record<string, unknown>[]
  print_jackpot_data: PrintMeta | null
  print_title: string
  leader_board: BoardRow[]
  /** The board of the crash game. */
  leader_boardx: BoardRow[]
  /** The URL that launches a provider's sports. */
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

export const data = area('data', dataDefaults)

export const fetchSettings = command('data/settings', content.settings)
data.on(fetchSettings, { loading: 'loading', error: 'error', done: ({ message }) => ({ app_config: message }) })
