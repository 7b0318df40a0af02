import { done } from '@nare/contract/outcome'
import type { popular as calls } from '@nare/contract/popular'
import type { Handlers } from '#platform/calls'
import type { Popular } from './popular.ts'

export const popularRoutes = (popular: Popular): Handlers<typeof calls> => ({
  popular: async ({ sport_id }, { session }) => done({ data: await popular.shown(sport_id, session?.bettor) }),
})
