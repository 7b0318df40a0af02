import { content as calls } from '@nare/contract/content'
import { pages } from '@nare/contract/pages'
import type { Area } from '#area'
import { mount } from '#platform/calls'
import { contentRoutes, settings, type ContentDeps } from './content.ts'

export function openContentArea(deps: ContentDeps) {
  const area: Area = {
    routes(mounting) {
      const handlers = contentRoutes(deps)
      mount(mounting, calls, handlers)
      mount(mounting, pages, handlers)
    },
  }
  return { area, settings: () => settings(deps) }
}
