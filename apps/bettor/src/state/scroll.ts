import { area } from './area.ts'

export type ScrollState = { scroll: boolean; position: number; scroll_past: boolean; scroll_top: boolean }

export const scroll = area('scroll', {
  scroll: false,
  position: 0,
  scroll_past: false,
  scroll_top: true,
} as ScrollState)

export type TopNavigationsState = { active: string | null }

export const topNavigations = area('topNavigations', { active: null } as TopNavigationsState)
